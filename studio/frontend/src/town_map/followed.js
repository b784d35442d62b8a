// Whom one follows: a field to choose them by, and below the map where they are, what they do and what is said
// in their talk.
import { html } from "./dom.js";
import { tr } from "../tr.js";

const NOBODY = "";
const LATEST = 3;

export class Followed {
  constructor(choose) {
    this.field = html("select", { class: "whom", "aria-label": tr("Follow") });
    this.field.addEventListener("change", () => choose(this.field.value));
    this.who = html("p", { class: "who" });
    this.words = html("ol", { class: "words" });
    this.strip = html("div", { class: "followed" }, this.who, this.words);
  }

  /** Offer everybody of a scene; the field is left out where nobody can be followed. */
  load(agents, id) {
    const sign = JSON.stringify(agents.map((agent) => [agent.id, agent.name]));
    this.field.hidden = id === null;
    if (sign !== this.sign) {
      this.sign = sign;
      this.field.replaceChildren(
        html("option", { value: NOBODY }, tr("Follow nobody")),
        ...agents.map((agent) => html("option", { value: agent.id }, tr("Follow {name}", { name: agent.name }))),
      );
    }
    this.field.value = id ?? NOBODY;
  }

  /** Say how somebody of the scene fares; nothing where nobody is followed. */
  draw(agent, where, agents) {
    this.strip.hidden = !agent;
    if (!agent) return;
    this.who.replaceChildren(face(agent), html("b", {}, agent.name), ` ${[where, agent.doing].filter(Boolean).join(", ")}`);
    const talk = agents.filter((each) => agent.talk && each.talk === agent.talk).sort((a, b) => a.said_at - b.said_at).slice(-LATEST);
    this.words.replaceChildren(...talk.map((each) => html("li", {}, face(each), html("b", {}, each.name.split(" ")[0]), html("q", {}, each.speech))));
  }
}

function face(agent) {
  const disc = html("span", { class: "own", "aria-hidden": "true" }, agent.emoji || [...agent.name][0]);
  disc.style.setProperty("--own", `var(--c${agent.colour % 8})`);
  return disc;
}
