// Colours as every program reads them, and the look of the light theme for as long as it is asked for.
const known = new Map();
const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/** A colour of CSS, in whatever way it is written, as `#rrggbb` or `rgba(…)`. */
export function plainColour(value) {
  if (!known.has(value)) known.set(value, asPlain(value));
  return known.get(value);
}

function asPlain(value) {
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = "#000";
  pixel.fillStyle = value;
  pixel.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pixel.getImageData(0, 0, 1, 1).data;
  const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
  return alpha === 255 ? `#${hex}` : `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`;
}

/** What stands in the light theme for a colour of the dark one, the ground first; also for one between two, as scales have. */
export function inLight(swapped) {
  const pairs = swapped.map(([dark, light]) => [parts(plainColour(dark)), parts(plainColour(light))]);
  const known = new Map();
  const light = (colour) => {
    if (!pairs.length || !colour.startsWith("#")) return colour;
    if (!known.has(colour)) known.set(colour, lighter(parts(colour), pairs) ?? colour);
    return known.get(colour);
  };
  // Letters as dark as the dark ground stand on something bright, and stay as they are.
  light.ground = swapped.length ? plainColour(swapped[0][0]) : null;
  return light;
}

function lighter(colour, pairs) {
  const same = pairs.find(([dark]) => apart(dark, colour) < 1);
  if (same) return written(same[1]);
  for (const [from, lightFrom] of pairs) {
    for (const [to, lightTo] of pairs) {
      const way = to.map((part, n) => part - from[n]);
      const length = way.reduce((sum, part) => sum + part * part, 0);
      const share = way.reduce((sum, part, n) => sum + part * (colour[n] - from[n]), 0) / length;
      if (!(share > 0 && share < 1)) continue;
      if (apart(between(from, to, share), colour) < NEAR) return written(between(lightFrom, lightTo, share));
    }
  }
  return null;
}

const NEAR = 3; // of 255 in each part, as scales round

function parts(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

function written(colour) {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function between(from, to, share) {
  return from.map((part, n) => part + share * (to[n] - part));
}

function apart(one, other) {
  return Math.max(...one.map((part, n) => Math.abs(part - other[n])));
}

/** Do something while the pictures have the colours of the light theme; nobody sees it, for nothing is drawn between. */
export function lightly(pictures, handed, act) {
  const hosts = new Set(pictures.map((one) => one.getRootNode().host ?? one.parentElement));
  const before = [...hosts].map((host) => [host, host.getAttribute("style")]);
  for (const host of hosts) for (const [name, value] of Object.entries(handed)) host.style.setProperty(name, value);
  try {
    act();
  } finally {
    for (const [host, style] of before) style === null ? host.removeAttribute("style") : host.setAttribute("style", style);
  }
}
