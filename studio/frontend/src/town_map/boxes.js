// The room that people and their names take on the screen: what nothing else may cover.
export const NAME_HEIGHT = 15;
const BADGE = 1.14; // how far the sign of what somebody does reaches beyond their disc

/** The disc of somebody who stands there, with the sign at it. */
export function discBox({ x, y, r }) {
  const reach = r * BADGE + 1.5;
  return { x: x - reach, y: y - reach, w: 2 * reach, h: 2 * reach };
}

/** The name below the disc; nothing where none is written. */
export function nameBox({ x, y, r, wide }, scale = 1) {
  return wide ? { x: x - (wide / 2) * scale, y: y + r + 2 * scale, w: wide * scale, h: NAME_HEIGHT * scale } : null;
}

export function boxesOf(standing, scale = 1) {
  return [discBox(standing), nameBox(standing, scale)].filter(Boolean);
}

export function overlap(a, b, gap = 0) {
  return a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + gap && b.y < a.y + a.h + gap;
}
