// What people say, as short lines beside them, there for as long as the talk is where it is. A bubble stands where it covers nobody, no name and no
// other bubble; where there is no such spot it is left out, and the words are in the list beside the map.
import { boxesOf, overlap } from "./boxes.js";
import { html } from "./dom.js";

const GAP = 6;
const STEPS = [0, 22, 48, 80, 118, 160, 210]; // pixels further and further away
const OVER_A_HEADING = 120;
const FURTHER = 1.5;
const STAYS = -40; // it rather stays where it is than move a little nearer
const [FEW, MANY] = [4, 9];

export class Bubbles {
  constructor(layer) {
    this.layer = layer;
    this.shown = new Map();
  }

  /** Draw what is said in a view: first by those whom it is about (`first`), then what was said last. */
  draw(agents, standings, view, first) {
    const speakers = agents.filter((agent) => agent.speech && standings.has(agent.id)).sort(by(first)).slice(0, view.width < 500 ? FEW : MANY);
    this.forget(speakers);
    for (const agent of speakers) if (!this.shown.has(agent.id)) this.add(agent);
    for (const shown of this.shown.values()) shown.size ??= { w: shown.element.offsetWidth, h: shown.element.offsetHeight };
    const taken = [...standings.values()].flatMap((standing) => boxesOf(standing, view.scale));
    for (const agent of speakers) {
      const spot = this.place(this.shown.get(agent.id), standings.get(agent.id), taken, view);
      if (spot) taken.push(spot);
    }
  }

  forget(speakers) {
    const wanted = new Map(speakers.map((agent) => [agent.id, agent.speech]));
    for (const [id, { element, text }] of this.shown) {
      if (wanted.get(id) === text) continue;
      element.remove();
      this.shown.delete(id);
    }
  }

  place(shown, standing, taken, view) {
    const { element, size } = shown;
    const spots = spotsAround(standing, size).map((spot) => ({ ...spot, ...size }));
    if (shown.spot) spots.push({ ...shown.spot, cost: far(shown.spot, standing) + STAYS });
    const free = spots.filter((spot) => inside(spot, view) && !taken.some((box) => overlap(spot, box, 3)));
    const dear = (spot) => spot.cost + view.headings.filter((heading) => overlap(spot, heading)).length * OVER_A_HEADING;
    const best = free.length ? free.reduce((a, b) => (dear(b) < dear(a) ? b : a)) : null;
    shown.spot = best;
    element.classList.toggle("crowded", !best);
    if (!best) return null;
    element.style.transform = `translate(${best.x}px, ${best.y}px)`;
    element.style.setProperty("--tail", `${Math.max(12, Math.min(size.w - 12, standing.x - best.x))}px`);
    const below = best.y > standing.y;
    element.classList.toggle("below", below);
    const away = below ? best.y - standing.y : standing.y - best.y - size.h;
    const astride = standing.x > best.x - 4 && standing.x < best.x + size.w + 4;
    element.classList.toggle("beside", !astride || away < standing.r || away > standing.r + 34);
    return best;
  }

  add(agent) {
    const element = html("div", { class: "speech", "aria-hidden": "true", "data-speaker": agent.id });
    element.append(html("span", {}, html("b", {}, agent.emoji), ` ${agent.speech}`));
    element.style.setProperty("--own", `var(--c${agent.colour % 8})`);
    this.layer.append(element);
    this.shown.set(agent.id, { element, text: agent.speech });
  }
}

function by(first) {
  return (a, b) => first.has(b.id) - first.has(a.id) || (b.said_at ?? 0) - (a.said_at ?? 0);
}

// Above and below the speaker, then beside, then further away in every direction.
function spotsAround({ x, y, r, wide }, { w, h }) {
  const under = r + (wide ? 18 : 4);
  return STEPS.flatMap((step) => {
    const above = { y: y - r - GAP - 4 - h - step };
    const below = { y: y + under + GAP + step };
    const across = [x - w / 2, x - 24, x - w + 24, x - w / 2 - step, x - w / 2 + step];
    const level = [y - h / 2, y - h / 2 - step, y - h / 2 + step];
    const sides = [x + r + GAP + 8 + step, x - r - GAP - 8 - step - w];
    const spots = [
      ...across.flatMap((left) => [{ x: left, ...above, more: 0 }, { x: left, ...below, more: 14 }]),
      ...sides.flatMap((left) => level.map((top) => ({ x: left, y: top, more: 20 }))),
    ];
    return spots.map(({ more, ...spot }) => ({ ...spot, cost: far({ ...spot, w, h }, { x, y }) + more }));
  });
}

// From the nearest point of a box to who speaks.
function far(box, { x, y }) {
  const dx = Math.max(box.x - x, 0, x - box.x - box.w);
  const dy = Math.max(box.y - y, 0, y - box.y - box.h);
  return Math.hypot(dx, dy) * FURTHER;
}

function inside(spot, { width, height }) {
  return spot.x >= 4 && spot.y >= 4 && spot.x + spot.w <= width - 4 && spot.y + spot.h <= height - 4;
}
