// Which part of the town is seen: all of it, or the surroundings of whom one follows: on a narrow screen always,
// on another where they stand in a crowd in which nobody is large enough to be made out.
import { clamp } from "./layout.js";

const LARGE_ENOUGH = { narrow: 18, wide: 13 }; // pixels of somebody's disc, from the middle
const LEAST = { narrow: 1.3, wide: 1 };
const MOST = 3.4;
export const NARROW_VIEW = 420;

export const WHOLE = { scale: 1, x: 0, y: 0 };

/** How the picture is enlarged and moved so that somebody who stands there is in the middle of a view. */
export function lookAt(standing, town, view) {
  const kind = view.isNarrow ? "narrow" : "wide";
  const scale = clamp(LARGE_ENOUGH[kind] / standing.r, LEAST[kind], MOST);
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
