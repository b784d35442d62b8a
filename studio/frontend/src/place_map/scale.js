// From minutes of the map to pixels and back. Pure geometry: one scale for both directions.
const LEAST = 6; // minutes that are seen across, in a town of one place too
const AROUND = 0.05; // of what the places take up, on every side
const STEPS = [0.5, 1, 2, 5, 10, 20, 50];
const WIDEST_STEP = 90; // pixels that a step of the scale may take
const [SMALLEST, LARGEST] = [13, 25];
export const MOST = 100;

/** How a picture of a size shows all places, with room around them for what is dragged further out. */
export function viewOf(places, width, height) {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [wide, high] = [right - left, bottom - top].map((range) => Math.max(LEAST, range * (1 + 2 * AROUND)));
  const edge = 1.3 * LARGEST;
  const scale = Math.min((width - 2 * edge) / wide, (height - 2 * edge) / high);
  const [cx, cy] = [(left + right) / 2, (top + bottom) / 2];
  return {
    scale, width, height,
    toX: (x) => width / 2 + (x - cx) * scale,
    toY: (y) => height / 2 + (y - cy) * scale,
    fromX: (px) => inside(cx + (px - width / 2) / scale),
    fromY: (py) => inside(cy + (py - height / 2) / scale),
  };
}

/** A coordinate as the file has it: within the map, to a tenth of a minute. */
export function inside(value) {
  return Math.round(Math.max(0, Math.min(MOST, value)) * 10) / 10;
}

/** So many minutes as make a bar that is neither too short nor too long. */
export function stepOf({ scale }) {
  return [...STEPS].reverse().find((step) => step * scale <= WIDEST_STEP) ?? STEPS[0];
}

/** How large the signs of the places are, so that most neighbours stay apart. */
export function sizeOf(places, { toX, toY }) {
  const near = places.map((one) => Math.min(...places.filter((other) => other !== one)
    .map((other) => Math.hypot(toX(one.x) - toX(other.x), toY(one.y) - toY(other.y)))));
  const usual = near.filter(Number.isFinite).sort((a, b) => a - b)[Math.floor(near.length / 3)] ?? Infinity;
  return Math.max(SMALLEST, Math.min(LARGEST, usual * 0.42));
}
