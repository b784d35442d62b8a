// How wide a text is and as much of it as fits, remembered: a day asks for the same few names at every minute.
import { fitted as fit, textWidth as measure } from "./dom.js";

const MOST = 5000;
const [widths, cuts] = [new Map(), new Map()];

export function textWidth(text, font) {
  return kept(widths, `${font} ${text}`, () => measure(text, font));
}

export function fitted(text, width, font) {
  return kept(cuts, `${Math.floor(width)} ${font} ${text}`, () => fit(text, Math.floor(width), font));
}

function kept(known, sign, make) {
  if (known.size > MOST) known.clear();
  if (!known.has(sign)) known.set(sign, make());
  return known.get(sign);
}
