// What is drawn in a part of the page, as one SVG that needs nothing besides itself: every shape with the look that it
// has on the page, but in the colours of the light theme, and every text as wide as it stands there, in whatever type.
import { svg } from "../town_map/dom.js";
import { inLight, lightly, plainColour } from "./colours.js";

const SMALLEST = 100; // pixels; what is narrower is an icon
const LOOK = [
  "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "opacity", "paint-order", "font-family", "font-size", "font-weight", "font-style", "text-anchor",
  "dominant-baseline", "transform", "filter", "visibility",
];
const COLOURS = new Set(["fill", "stroke"]);
const USUAL = { "fill-opacity": "1", "fill-rule": "nonzero", "stroke-width": "1px", "stroke-opacity": "1", "stroke-dasharray": "none",
  "stroke-linecap": "butt", "stroke-linejoin": "miter", opacity: "1", "paint-order": "normal", "font-style": "normal",
  "text-anchor": "start", "dominant-baseline": "auto", transform: "none", filter: "none", visibility: "visible" };
const NOT_DRAWN = new Set(["style", "script", "foreignObject", "title", "desc", "metadata"]);

export function drawn(place, { ground, handed, swapped }) {
  const pictures = picturesIn(place);
  if (!pictures.length) throw new Error("there is no picture here yet");
  const boxes = pictures.map((one) => one.getBoundingClientRect());
  const [left, top] = ["left", "top"].map((side) => Math.min(...boxes.map((box) => box[side])));
  const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...boxes.map((box) => box[side])));
  const [width, height] = [Math.ceil(right - left), Math.ceil(bottom - top)];
  const whole = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  whole.append(svg("rect", { width, height, fill: ground }));
  lightly(pictures, handed, () => {
    pictures.forEach((one, n) => {
      // What a component draws takes its colours from those it is handed; a chart was told its own when it was drawn.
      const copied = copy(one, inLight(one.getRootNode().host ? [] : swapped));
      const { x, y, width: w, height: h } = boxes[n];
      for (const [name, value] of Object.entries({ x: x - left, y: y - top, width: w, height: h })) copied.setAttribute(name, value);
      whole.append(copied);
    });
  });
  const said = pictures.map((one) => one.getAttribute("aria-label")).find(Boolean);
  if (said) whole.prepend(text("title", said));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(whole)}`;
}

/** The pictures of a part of the page, also those that a component draws behind a wall of its own. */
function picturesIn(root) {
  const found = [];
  for (const element of root.querySelectorAll("*")) {
    if (element.shadowRoot) found.push(...picturesIn(element.shadowRoot));
    if (element.localName !== "svg" || element.ownerSVGElement) continue;
    if (element.getBoundingClientRect().width >= SMALLEST) found.push(element);
  }
  return found;
}

function copy(element, light) {
  const made = element.cloneNode(false);
  for (const { name } of [...made.attributes]) if (/^(on|class$|style$|tabindex$|role$|data-|aria-)/.test(name)) made.removeAttribute(name);
  const look = getComputedStyle(element);
  if (look.display === "none") return svg("g");
  for (const name of LOOK) dress(made, name, look.getPropertyValue(name), light);
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) made.append(child.data);
    else if (child.nodeType === Node.ELEMENT_NODE && !NOT_DRAWN.has(child.localName)) made.append(copy(child, light));
  }
  if (isText(element)) {
    made.setAttribute("textLength", element.getComputedTextLength().toFixed(1));
    made.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  return made;
}

/** Whether it is a text in one piece, which keeps its width where another type stands in for its own. */
function isText(element) {
  const inOnePiece = element.localName === "text" && !element.children.length && element.textContent.trim();
  return inOnePiece && element.getComputedTextLength() > 0;
}

function dress(element, name, value, light) {
  if (!value || USUAL[name] === value) return;
  if (name === "transform" && element.hasAttribute(name)) return; // as it was written, which is shorter
  const isColour = COLOURS.has(name) && value !== "none" && !value.startsWith("url(");
  const isInside = name === "fill" && /^t(ext|span)$/.test(element.localName) && plainColour(value) === light.ground;
  if (name === "font-family") return element.setAttribute(name, anywhere(value));
  element.setAttribute(name, isInside ? value : isColour ? light(plainColour(value)) : value);
}

/** The types of a text for a file that is opened anywhere. `Emoji` is the page's own; elsewhere it has figures as well. */
function anywhere(families) {
  const named = families.split(",").map((each) => each.trim()).filter((each) => !/^["']?Emoji["']?$/.test(each));
  return [...named, '"Noto Sans CJK SC"', '"Noto Color Emoji"'].join(", ");
}

function text(tag, said) {
  return svg(tag, {}, said);
}
