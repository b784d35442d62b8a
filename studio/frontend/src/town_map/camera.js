// Which part of the town is seen: all of it, or on a narrow screen the surroundings of whom one follows.
import { clamp } from "./layout.js";

const LARGE_ENOUGH = 18; // pixels of somebody's disc, from the middle
const [LEAST, MOST] = [1.3, 3.4];
export const NARROW_VIEW = 420;

export const WHOLE = { scale: 1, x: 0, y: 0 };

/** How the picture is enlarged and moved so that somebody who stands there is in the middle of a view. */
export function lookAt(standing, town, view) {
  const scale = clamp(LARGE_ENOUGH / standing.r, LEAST, MOST);
  return {
    scale,
    x: clamp(view.width / 2 - scale * standing.x, view.width - scale * town.width, 0),
    y: clamp(view.height / 2 - scale * standing.y, view.height - scale * town.height, 0),
  };
}

/** Where something of the town lies on the screen. */
export function seen({ scale, x, y }, box) {
  const on = { ...box };
  for (const [key, value] of Object.entries(box)) {
    if (["x", "cx"].includes(key)) on[key] = value * scale + x;
    else if (["y", "cy"].includes(key)) on[key] = value * scale + y;
    else if (["r", "w", "h"].includes(key)) on[key] = value * scale;
  }
  return on;
}
