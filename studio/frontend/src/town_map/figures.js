// One person on the map: a disc in their colour, an emoji, a name, and what they do as a small bubble.
import { fitted, svg } from "./dom.js";
import { clamp } from "./layout.js";

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
    this.element.addEventListener("click", () => pick("agent", this.agent.id));
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pick("agent", this.agent.id);
    });
    this.at = null;
  }

  draw(agent, standing, where, fonts) {
    this.agent = agent;
    this.standing = standing;
    const { r } = standing;
    this.element.setAttribute("aria-label", sentence(agent, where));
    this.element.setAttribute("data-agent", agent.id);
    this.element.style.setProperty("--own", `var(--c${agent.colour % COLOURS})`);
    for (const circle of [this.disc, this.ring]) circle.setAttribute("r", r);
    this.halo.setAttribute("r", r + 5);
    this.face.textContent = agent.emoji || initial(agent.name);
    this.face.style.fontSize = `${r * (agent.emoji ? 1.18 : 1)}px`;
    this.drawName(agent, standing, fonts);
    this.drawAct(agent, r);
    this.element.classList.toggle("walking", agent.walking);
  }

  drawName(agent, { r, named, width }, fonts) {
    this.name.textContent = named ? fitted(agent.name.split(" ")[0], width - 2, fonts.name) : "";
    this.name.setAttribute("y", r + 13);
  }

  drawAct(agent, r) {
    const [disc, face] = this.act.children;
    const size = clamp(r * 0.56, 5.5, 9);
    this.act.style.display = agent.act_emoji && r >= 9 ? "" : "none";
    this.act.setAttribute("transform", `translate(${r * 0.82} ${-r * 0.82})`);
    disc.setAttribute("r", size);
    face.textContent = agent.act_emoji;
    face.style.fontSize = `${size * 1.25}px`;
  }

  /** Go where the agent now stands: past `corners` when that is elsewhere, at once when `still`. */
  moveTo({ x, y }, corners, still) {
    const goal = `translate(${x}px, ${y}px)`;
    const from = this.at;
    this.at = { x, y };
    this.element.style.transform = goal;
    for (const old of this.element.getAnimations()) old.cancel();
    if (still || !from || (from.x === x && from.y === y)) return;
    const stops = [from, ...corners, this.at];
    const lengths = stops.map((stop, n) => (n ? Math.hypot(stop.x - stops[n - 1].x, stop.y - stops[n - 1].y) : 0));
    const whole = lengths.reduce((a, b) => a + b);
    let gone = 0;
    const frames = stops.map((stop, n) => {
      gone += lengths[n];
      return { transform: `translate(${stop.x}px, ${stop.y}px)`, offset: n === stops.length - 1 ? 1 : gone / whole };
    });
    this.element.animate(frames, { duration: Math.min(WALK_MS + whole, LONGEST_WALK_MS), easing: "ease-in-out" });
  }
}

function sentence(agent, where) {
  const said = agent.speech ? ` Says: ${agent.speech}` : "";
  return [agent.name, where, agent.doing].filter(Boolean).join(", ") + "." + said;
}

function initial(name) {
  return [...name][0] ?? "?";
}
