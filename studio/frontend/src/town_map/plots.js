// Where the plots lie: as the author's map has them, in whatever space there is. Pure geometry in screen pixels.
import { clamp } from "./layout.js";

const MARGIN = 14;
const NARROW = 500;
const MOST_MOVED = 0.3; // of a place's width: how far they may be drawn from where they are wanted, on the average
const MOST_FILLED = 0.62; // of the ground; with more of it under houses no way is found to keep them in order
const ROOMIER = 1.06;

/**
 * A rectangle for every place where the author put it, and the height they take together. At every width, what
 * the author put further left or further up is never drawn further right or further down; none touch another.
 */
export function plotsFor(places, width, height) {
  const narrow = width < NARROW;
  const [least, most] = narrow ? [98, 116] : [108, 236];
  for (let base = most; base > least; base *= 0.94) {
    if (areaOf(places, base, width) > MOST_FILLED * width * height) continue;
    const laid = laidOut(places, base, width, height);
    if (laid.height <= height && laid.width <= width && laid.moved <= MOST_MOVED * base) return { ...laid, height };
  }
  const packed = laidOut(places, least, width, height);
  if (packed.height <= height) return { ...packed, height };
  const higher = Math.ceil(packed.height * ROOMIER);
  const laid = laidOut(places, least, width, higher);
  return { ...laid, height: Math.max(higher, Math.ceil(laid.height)) };
}

function areaOf(places, base, width) {
  return places.map((place) => plotOf(place, base, width < NARROW)).reduce((sum, plot) => sum + plot.w * plot.h, 0);
}

function laidOut(places, base, width, height) {
  const narrow = width < NARROW;
  const plots = places.map((place) => plotOf(place, base, narrow));
  const gap = narrow ? 10 : 18;
  const across = axisOf(plots, "x", "w", width, gap);
  const down = axisOf(plots, "y", "h", height, gap);
  keepApart(across, down, plots.length);
  const [x, y] = [spotsOn(across), spotsOn(down)];
  plots.forEach((plot, at) => {
    [plot.cx, plot.cy] = [x[at], y[at]];
    [plot.x, plot.y] = [plot.cx - plot.w / 2, plot.cy - plot.h / 2];
  });
  const moved = plots.reduce((sum, plot, at) => sum + Math.hypot(plot.cx - across.wanted[at], plot.cy - down.wanted[at]), 0);
  return { plots, width: pushed(across).needed, height: pushed(down).needed, moved: moved / plots.length };
}

/** Have every two kept apart along the axis on which they lie further apart, as far as the space has room for that. */
function keepApart(across, down, count) {
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      (across.slack(a, b) >= down.slack(a, b) ? across : down).keep(a, b);
    }
  }
  relieve(across, down, () => true);
  relieve(down, across, () => pushed(across).needed <= across.length + 0.5);
}

/** While an axis is too long, keep one pair of its longest row apart along the other, if that one `bears` it. */
function relieve(axis, other, bears) {
  const refused = new Set();
  for (let now = pushed(axis); now.needed > axis.length + 0.5; now = pushed(axis)) {
    const pairs = now.row.filter(([a, b]) => axis.keeps(a, b) && !refused.has(`${a} ${b}`));
    if (!pairs.length) return;
    const gain = ([a, b]) => other.slack(a, b) - axis.slack(a, b);
    const [a, b] = pairs.reduce((best, pair) => (gain(pair) > gain(best) ? pair : best));
    axis.free(a, b);
    other.keep(a, b);
    if (bears()) continue;
    refused.add(`${a} ${b}`);
    other.free(a, b);
    axis.keep(a, b);
  }
}

function plotOf(place, base, narrow) {
  const rooms = place.rooms.length;
  const grown = narrow ? 1 : clamp(0.82 + 0.1 * rooms, 0.82, 1.25);
  return { place, w: base * grown, h: narrow ? base * 0.84 : clamp((base * grown) / 1.3, 84, 178) };
}

/** One axis: the author's figures stretched over its length, the order they give, and who is kept apart along it. */
function axisOf(plots, at, size, length, gap) {
  const figures = plots.map((plot) => plot.place[at]);
  const largest = Math.max(...plots.map((plot) => plot[size]));
  const least = Math.min(...figures);
  const range = Math.max(...figures) - least;
  const room = Math.max(0, length - 2 * MARGIN - largest);
  const wanted = figures.map((figure) => MARGIN + largest / 2 + room * (range ? (figure - least) / range : 0.5));
  const order = plots.map((_, number) => number).sort((a, b) => figures[a] - figures[b] || a - b);
  const half = plots.map((plot) => plot[size] / 2);
  const kept = new Set();
  const sign = (a, b) => (a < b ? a * plots.length + b : b * plots.length + a);
  const apart = (a, b) => half[a] + half[b] + gap;
  return {
    wanted, order, half, length,
    slack: (a, b) => Math.abs(wanted[a] - wanted[b]) - apart(a, b),
    keep: (a, b) => kept.add(sign(a, b)),
    free: (a, b) => kept.delete(sign(a, b)),
    keeps: (a, b) => kept.has(sign(a, b)),
    between: (a, b) => (kept.has(sign(a, b)) ? apart(a, b) : 0),
  };
}

/** How far along an axis the places reach that push each other as little as they can, and the row that pushes most. */
function pushed({ order, half, between }) {
  const [first, before] = [[], []];
  for (const [at, one] of order.entries()) {
    first[one] = MARGIN + half[one];
    for (let n = 0; n < at; n++) {
      const least = first[order[n]] + between(order[n], one);
      if (least > first[one]) [first[one], before[one]] = [least, order[n]];
    }
  }
  const end = order.reduce((a, b) => (first[b] + half[b] > first[a] + half[a] ? b : a));
  const needed = first[end] + half[end] + MARGIN;
  return { needed, row: rowTo(end, before) };
}

/** Where each lies along an axis: as near to where it is wanted as the order and those kept apart allow. */
function spotsOn(axis) {
  const { wanted, order, half, length, between } = axis;
  const least = half.map((each) => MARGIN + each);
  const end = Math.max(length, pushed(axis).needed) - MARGIN;
  const most = half.map((each) => end - each);
  for (let n = order.length - 1; n >= 0; n--) {
    for (let m = n + 1; m < order.length; m++) most[order[n]] = Math.min(most[order[n]], most[order[m]] - between(order[n], order[m]));
  }
  const spots = [];
  order.forEach((one, n) => {
    for (let m = 0; m < n; m++) least[one] = Math.max(least[one], spots[order[m]] + between(order[m], one));
    spots[one] = Math.min(most[one], Math.max(wanted[one], least[one]));
  });
  return spots;
}

/** The pairs that push each other along an axis, up to the last. */
function rowTo(end, before) {
  const row = [];
  for (let one = end; before[one] !== undefined; one = before[one]) row.push([before[one], one]);
  return row;
}
