// Elements are built by calls, and every text goes in as a text node: nothing is ever parsed as markup.
const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const canvas = document.createElement("canvas").getContext("2d");

export function textWidth(text, font) {
  canvas.font = font;
  return canvas.measureText(text).width;
}

/** The text, cut with an ellipsis where it would be wider than `width`. Never cuts an emoji in two. */
export function fitted(text, width, font) {
  if (textWidth(text, font) <= width) return text;
  const letters = [...new Intl.Segmenter().segment(text)].map((each) => each.segment);
  while (letters.length && textWidth(`${letters.join("")}…`, font) > width) letters.pop();
  return letters.length ? `${letters.join("").trimEnd()}…` : "";
}

/** A small number that is always the same for the same text. */
export function hash(text) {
  let value = 2166136261;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16777619);
  return value >>> 0;
}

/** Draws between 0 and 1 that are always the same for the same seed. */
export function draws(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
