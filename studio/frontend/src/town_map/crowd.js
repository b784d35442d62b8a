// More people than a house can show: as many as it holds at a size at which they can be made out, and the others
// around it, on ground where nothing stands.
import { discBox, overlap } from "./boxes.js";
import { bodyOf } from "./layout.js";

const SIZES = [10, 8.5, 7, 5.5];
const RINGS = 6;
const GAP = 5;

/** Slots in and around a plot, with the size that all have there; null where the house shows them as large. */
export function crowdSlots(plot, count, largestInside, town, taken) {
  for (const r of SIZES.filter((size) => size > largestInside)) {
    const inside = grid(bodyOf(plot), r).slice(0, count);
    const others = [...taken, ...town.plots];
    const around = spotsAround(plot, r).filter((spot) => isFree(spot, others, town)).slice(0, count - inside.length);
    if (inside.length + around.length === count) return { slots: [...inside, ...around], r };
  }
  return null;
}

function grid({ x, y, w, h }, r) {
  const each = 2 * r + GAP;
  const [columns, rows] = [Math.floor(w / each), Math.floor(h / each)];
  const left = x + (w - columns * each) / 2 + each / 2;
  const top = y + (h - rows * each) / 2 + each / 2;
  return Array.from({ length: columns * rows }, (_, at) => ({ x: left + (at % columns) * each, y: top + Math.floor(at / columns) * each }));
}

// Along the walls, ring by ring: before the house first, where its door is.
function spotsAround(plot, r) {
  const each = 2 * r + GAP;
  return Array.from({ length: RINGS }, (_, ring) => {
    const off = r + GAP + 2 + ring * each;
    const [left, right] = [plot.x - off, plot.x + plot.w + off];
    const [top, bottom] = [plot.y - off, plot.y + plot.h + off];
    const columns = Math.floor((right - left) / each);
    const rows = Math.floor((bottom - top) / each);
    const along = (from, to, steps) => Array.from({ length: steps + 1 }, (_, at) => from + ((to - from) * at) / steps);
    return [
      ...along(left, right, columns).map((x) => ({ x, y: bottom })),
      ...along(bottom, top, rows).slice(1, -1).flatMap((y) => [{ x: left, y }, { x: right, y }]),
      ...along(left, right, columns).map((x) => ({ x, y: top })),
    ].map((spot) => ({ ...spot, r }));
  }).flat();
}

function isFree(spot, others, { width, height }) {
  const box = discBox(spot);
  return box.x >= 2 && box.y >= 2 && box.x + box.w <= width - 2 && box.y + box.h <= height - 2 && !others.some((other) => overlap(box, other, 2));
}
