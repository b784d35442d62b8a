// What people say, as short lines beside them that fade; each takes the emptiest spot near its speaker.
import { html } from "./dom.js";

const GAP = 8;

export class Bubbles {
  constructor(layer) {
    this.layer = layer;
    this.shown = new Map();
  }

  draw(agents, standings, town) {
    const speakers = agents.filter((agent) => agent.speech && standings.has(agent.id)).slice(0, town.width < 500 ? 3 : 7);
    const wanted = new Map(speakers.map((agent) => [agent.id, agent.speech]));
    for (const [id, { element, text }] of this.shown) {
      if (wanted.get(id) === text) continue;
      element.remove();
      this.shown.delete(id);
    }
    const taken = [...standings.values()].map(({ x, y, r, named }) => ({ x: x - r, y: y - r, w: 2 * r, h: 2 * r + (named ? 16 : 0), weight: 3 }));
    const headers = town.plots.map((plot) => ({ x: plot.x, y: plot.y, w: plot.w, h: 36, weight: 1.5 }));
    const placed = [...taken, ...headers];
    for (const agent of speakers) placed.push(this.place(agent, standings.get(agent.id), placed, town));
  }

  place(agent, standing, placed, town) {
    const { element } = this.shown.get(agent.id) ?? this.add(agent);
    const size = { w: element.offsetWidth, h: element.offsetHeight };
    const best = spotsAround(standing, size)
      .map((spot) => ({ ...spot, x: clampTo(spot.x, size.w, town.width), y: clampTo(spot.y, size.h, town.height) }))
      .map((spot) => ({ ...spot, cost: spot.cost + cost({ ...spot, ...size }, placed) }))
      .reduce((a, b) => (b.cost < a.cost ? b : a));
    element.style.transform = `translate(${best.x}px, ${best.y}px)`;
    element.style.setProperty("--tail", `${Math.max(12, Math.min(size.w - 12, standing.x - best.x))}px`);
    element.classList.toggle("below", best.y > standing.y);
    const far = Math.min(Math.abs(best.y + size.h - standing.y), Math.abs(best.y - standing.y)) > standing.r + 34;
    element.classList.toggle("beside", far || (best.y <= standing.y && best.y + size.h > standing.y));
    return { ...best, ...size, weight: 5 };
  }

  add(agent) {
    const element = html("div", { class: "speech", "aria-hidden": "true" });
    element.append(html("span", {}, html("b", {}, agent.emoji), ` ${agent.speech}`));
    element.style.setProperty("--own", `var(--c${agent.colour % 8})`);
    this.layer.append(element);
    const shown = { element, text: agent.speech };
    this.shown.set(agent.id, shown);
    return shown;
  }
}

// Beside the speaker first, then just outside the house they are in.
function spotsAround({ x, y, r, named, plot }, { w, h }) {
  const above = y - r - GAP - h - 4;
  const below = y + r + GAP + (named ? 18 : 4);
  const middle = y - h / 2;
  const leftOf = [x - w / 2, x - 24, x - w + 24];
  const spots = leftOf.flatMap((left) => [{ x: left, y: above, cost: 0 }, { x: left, y: below, cost: 200 }]);
  spots.push({ x: x + r + GAP + 6, y: middle, cost: 400 }, { x: x - r - GAP - 6 - w, y: middle, cost: 400 });
  if (!plot) return spots;
  const outside = leftOf.flatMap((left) => [{ x: left, y: plot.y - h - GAP }, { x: left, y: plot.y + plot.h + GAP }]);
  outside.push({ x: plot.x - w - GAP, y: middle }, { x: plot.x + plot.w + GAP, y: middle });
  return [...spots, ...outside.map((spot) => ({ ...spot, cost: 600 + Math.hypot(spot.x + w / 2 - x, spot.y + h / 2 - y) }))];
}

function cost(box, others) {
  return others.reduce((sum, other) => {
    const w = Math.min(box.x + box.w, other.x + other.w) - Math.max(box.x, other.x);
    const h = Math.min(box.y + box.h, other.y + other.h) - Math.max(box.y, other.y);
    return w > 0 && h > 0 ? sum + w * h * other.weight : sum;
  }, 0);
}

function clampTo(value, size, whole) {
  return Math.max(4, Math.min(value, whole - size - 4));
}
