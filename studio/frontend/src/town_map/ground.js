// The picture under the people: meadow, trees, roads, and the plots with their rooms.
import { draws, hash, svg } from "./dom.js";
import { fitted, textWidth } from "./letters.js";
import { bodyOf, ROOF } from "./layout.js";
import { tr } from "../tr.js";

const COLOURS = 8;

/** The land with its roads and trees, which changes with the places and the size of the picture alone. */
export function drawLand(town) {
  const { width, height, plots, roads } = town;
  const lines = roads.map((road) => lineOf(plots[road.from], plots[road.to]));
  return svg("g", {},
    svg("rect", { class: "meadow", width, height }),
    ...hills(town),
    ...lines.map((line) => svg("path", { class: "kerb", d: line })),
    ...lines.map((line) => svg("path", { class: "road", d: line })),
    ...lines.map((line) => svg("path", { class: "dashes", d: line })),
    ...trees(town),
  );
}

function lineOf(a, b) {
  return `M${a.cx} ${a.cy}L${b.cx} ${b.cy}`;
}

function hills({ width, height, plots }) {
  const draw = draws(hash(plots.map((plot) => plot.place.id).join()));
  return Array.from({ length: 6 }, () =>
    svg("ellipse", {
      class: "hill", cx: draw() * width, cy: draw() * height,
      rx: width * (0.12 + 0.16 * draw()), ry: height * (0.12 + 0.2 * draw()),
      transform: `rotate(${draw() * 40 - 20} ${width / 2} ${height / 2})`,
    }));
}

function trees({ width, height, plots, roads }) {
  const draw = draws(hash(plots.map((plot) => plot.place.name).join()));
  const grown = [];
  for (let y = 20; y < height - 8; y += 38) {
    for (let x = 16; x < width - 8; x += 42) {
      const spot = { x: x + draw() * 26, y: y + draw() * 24, r: 5.5 + draw() * 4.5, pine: draw() < 0.35, keep: draw() < 0.72 };
      if (spot.keep && isFree(spot, plots, roads)) grown.push(spot);
    }
  }
  return grown.map(tree);
}

function isFree({ x, y, r }, plots, roads) {
  const nearPlot = plots.some((plot) =>
    x > plot.x - r - 7 && x < plot.x + plot.w + r + 7 && y > plot.y - r - 4 && y < plot.y + plot.h + r + 8);
  return !nearPlot && roads.every((road) => distanceTo(plots[road.from], plots[road.to], x, y) > r + 13);
}

function distanceTo(a, b, x, y) {
  const [dx, dy] = [b.cx - a.cx, b.cy - a.cy];
  const part = Math.max(0, Math.min(1, ((x - a.cx) * dx + (y - a.cy) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - a.cx - part * dx, y - a.cy - part * dy);
}

function tree({ x, y, r, pine }) {
  const shade = svg("ellipse", { class: "shade", cx: x + 2, cy: y + r * 0.9, rx: r, ry: r * 0.35 });
  const trunk = svg("rect", { class: "trunk", x: x - 1, y: y + r * 0.4, width: 2, height: r * 0.7 });
  const crown = pine
    ? [svg("path", { class: "crown", d: `M${x} ${y - r * 1.5}L${x + r * 0.85} ${y + r * 0.6}H${x - r * 0.85}Z` })]
    : [svg("circle", { class: "crown", cx: x, cy: y, r }), svg("circle", { class: "leaf", cx: x - r * 0.28, cy: y - r * 0.3, r: r * 0.5 })];
  return svg("g", {}, shade, trunk, ...crown);
}

/** A place with the rooms that are shown in it. */
export function drawPlot(plot, cells, fonts) {
  const { place, x, y, w, h } = plot;
  const outdoors = place.rooms.length === 0 && !place.private;
  const top = outdoors ? y : y + ROOF - 2;
  const kind = outdoors ? "outdoors" : place.private ? "private" : "public";
  const wall = { x, y: top, width: w, height: y + h - top, rx: outdoors ? 18 : 7 };
  return svg("g", { class: `plot ${kind}${place.open ? "" : " closed"}`, "data-place": place.id, style: `--tint:var(--c${plot.index % COLOURS})` },
    svg("rect", { class: "glow", x: x - 16, y: y - 12, width: w + 32, height: h + 28, rx: 26 }),
    svg("rect", { class: "shadow", ...wall, y: top + 4 }),
    svg("rect", { class: "wall", ...wall }),
    ...(place.open ? [] : [svg("rect", { class: "hatch", ...wall })]),
    ...roofOf(kind, plot),
    ...header(plot, fonts),
    ...rooms(plot, cells, fonts),
    ...(place.open ? [] : [closedSign(plot)]),
  );
}

function roofOf(kind, { x, y, w }) {
  const base = y + ROOF;
  if (kind === "private") {
    return [svg("path", { class: "roof", d: `M${x - 4} ${base}L${x + 14} ${y - 3}H${x + w - 14}L${x + w + 4} ${base}Z` })];
  }
  if (kind === "outdoors") return [];
  const count = Math.max(4, Math.round(w / 17));
  const step = (w + 6) / count;
  return Array.from({ length: count }, (_, at) => {
    const left = x - 3 + at * step;
    const d = `M${left} ${y}h${step}v${ROOF - 4}a${step / 2} 5 0 0 1 ${-step} 0Z`;
    return svg("path", { class: at % 2 ? "stripe" : "roof", d });
  });
}

// The emoji gives way where the name would not fit beside it.
function header({ place, x, y, w }, fonts) {
  const baseline = y + ROOF + 16;
  const fits = textWidth(place.name, fonts.place) <= w - 36;
  const emoji = place.emoji && (fits || w > 130) ? 22 : 0;
  const name = svg("text", { class: "place-name", x: x + 8 + emoji, y: baseline });
  name.textContent = fitted(place.name, w - 14 - emoji, fonts.place);
  if (!emoji) return [name];
  const sign = svg("text", { class: "place-emoji", x: x + 7, y: baseline });
  sign.textContent = place.emoji;
  return [sign, name];
}

function rooms(plot, cells, fonts) {
  const body = bodyOf(plot);
  return plot.place.rooms.filter((room) => cells.has(room.id)).flatMap((room) => {
    const cell = cells.get(room.id);
    const label = svg("text", { class: "room-name", x: cell.x + cell.w / 2, y: cell.y + cell.h - 4 });
    label.textContent = fitted(room.name, cell.w - 6, fonts.room);
    const walls = [];
    if (cell.x > body.x + 1) walls.push(`M${cell.x} ${cell.y + 2}V${cell.y + cell.h * 0.5}`, `M${cell.x} ${cell.y + cell.h * 0.78}V${cell.y + cell.h}`);
    if (cell.y > body.y + 1) walls.push(`M${cell.x + 2} ${cell.y}H${cell.x + cell.w * 0.45}`, `M${cell.x + cell.w * 0.75} ${cell.y}H${cell.x + cell.w - 2}`);
    return [...walls.map((d) => svg("path", { class: "partition", d })), label];
  });
}

function closedSign({ x, y, w, h }) {
  const text = svg("text", { class: "closed-word", x: x + w / 2, y: y + h - 8 });
  text.textContent = tr("closed");
  return svg("g", {}, svg("rect", { class: "closed-sign", x: x + w / 2 - 27, y: y + h - 21, width: 54, height: 17, rx: 4 }), text);
}

