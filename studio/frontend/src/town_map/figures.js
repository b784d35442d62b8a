// One person on the map: a disc in their colour, an emoji, a name, and what they do as a small bubble.
import { svg } from "./dom.js";
import { clamp } from "./layout.js";
import { sentences, tr } from "../tr.js";

const COLOURS = 8;
const WALK_MS = 800;
const LONGEST_WALK_MS = 1800;

export class Figure {
  constructor(pick) {
    this.ring = svg("circle", { class: "ring" });
    this.disc = svg("circle", { class: "disc" });
    this.face = svg("text", { class: "face" });
    this.name = svg("text", { class: "name" });
    this.act = svg("g", { class: "act" }, svg("circle", { class: "act-disc" }), svg("text", { class: "act-face" }));
    this.halo = svg("circle", { class: "halo" });
    this.element = svg("g", { class: "figure", role: "button", tabindex: "0" },
      this.halo, this.disc, this.ring, this.face, this.act, this.name);
    this.element.addEventListener("click", () => pick(this.agent.id));
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pick(this.agent.id);
    });
    this.at = null;
    this.walk = null;
  }

  /** Draw somebody as they are, unless they are drawn so already. */
  draw(agent, standing, where, isFollowed) {
    this.agent = agent;
    const { r, name } = standing;
    const sign = JSON.stringify([agent, r, name, where, isFollowed]);
    if (sign === this.sign) return;
    this.sign = sign;
    this.element.setAttribute("aria-label", sentence(agent, where));
    this.element.setAttribute("data-agent", agent.id);
    this.element.style.setProperty("--own", `var(--c${agent.colour % COLOURS})`);
    for (const circle of [this.disc, this.ring]) circle.setAttribute("r", r);
    this.halo.setAttribute("r", r + (isFollowed ? 2.5 : 4));
    this.face.textContent = agent.emoji || initial(agent.name);
    this.face.style.fontSize = `${r * (agent.emoji ? 1.18 : 1)}px`;
    this.name.textContent = name;
    this.name.setAttribute("y", r + 13);
    this.drawAct(agent, r);
    this.element.classList.toggle("walking", agent.walking);
    this.element.classList.toggle("followed", isFollowed);
  }

  drawAct(agent, r) {
    const [disc, face] = this.act.children;
    const size = clamp(r * 0.46, 5, 8.5);
    this.act.style.display = agent.act_emoji && r >= 9 ? "" : "none";
    this.act.setAttribute("transform", `translate(${r * 0.66} ${-r * 0.66})`);
    disc.setAttribute("r", size);
    face.textContent = agent.act_emoji;
    face.style.fontSize = `${size * 1.25}px`;
  }

  /** Go where the agent now stands: at once when `still`, in one even step of so many milliseconds (`beat`)
   * while a day plays, else past `corners` when that is elsewhere. */
  moveTo({ x, y }, corners, { still, beat }) {
    const from = this.at;
    this.at = { x, y };
    this.walk?.cancel();
    this.walk = null;
    this.element.style.transition = beat && !still ? `transform ${beat}ms linear` : "none";
    this.element.style.transform = `translate(${x}px, ${y}px)`;
    if (still || beat || !from || (from.x === x && from.y === y)) return;
    const stops = [from, ...corners, this.at];
    const lengths = stops.map((stop, n) => (n ? Math.hypot(stop.x - stops[n - 1].x, stop.y - stops[n - 1].y) : 0));
    const whole = lengths.reduce((a, b) => a + b);
    let gone = 0;
    const frames = stops.map((stop, n) => {
      gone += lengths[n];
      return { transform: `translate(${stop.x}px, ${stop.y}px)`, offset: n === stops.length - 1 ? 1 : gone / whole };
    });
    this.walk = this.element.animate(frames, { duration: Math.min(WALK_MS + whole, LONGEST_WALK_MS), easing: "ease-in-out" });
  }
}

function sentence(agent, where) {
  const said = agent.speech ? tr("Says: {speech}", { speech: agent.speech }) : "";
  return sentences(tr("{parts}.", { parts: [agent.name, where, agent.doing].filter(Boolean).join(tr(", ")) }), said);
}

function initial(name) {
  return [...name][0] ?? "?";
}
