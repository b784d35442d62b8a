// The map of a town that is being made: every place where its author put it, and who lives there.
import { html, svg } from "../town_map/dom.js";
import { overlap } from "../town_map/boxes.js";
import { inside, sizeOf, stepOf, viewOf } from "./scale.js";
import { Sign } from "./sign.js";
import css from "./style.css";
import { tr } from "../tr.js";

const NARROW = 500;

export class PlaceMap {
  constructor(parentElement) {
    this.inside = inside;
    this.choose = this.put = () => {};
    this.signs = new Map();
    this.ground = svg("g", { "aria-hidden": "true" });
    this.places = svg("g", {});
    this.picture = svg("svg", { class: "picture", role: "group" }, this.ground, this.places);
    this.told = html("p", { class: "told", role: "status" });
    this.stage = html("div", { class: "stage" }, this.picture);
    this.frame = html("div", { class: "map" }, this.stage, this.told);
    this.style = html("style", {}, css);
    parentElement.append(this.style, this.frame);
    // Streamlit listens for single keys on the page.
    this.frame.addEventListener("keydown", (event) => event.stopPropagation());
    this.observer = new ResizeObserver(() => this.data && this.draw());
    this.observer.observe(this.stage);
  }

  update(data) {
    this.data = data;
    this.picture.setAttribute("aria-label", data.alt);
    this.draw();
  }

  remove() {
    this.observer.disconnect();
    for (const sign of this.signs.values()) clearTimeout(sign.waiting);
    this.frame.remove();
    this.style.remove();
  }

  draw() {
    const width = Math.round(this.stage.clientWidth);
    if (!width || [...this.signs.values()].some((sign) => sign.held)) return;
    const { places, chosen } = this.data;
    const height = width < NARROW ? Math.min(this.data.height, Math.round(width * 1.05)) : this.data.height;
    this.view = viewOf(places.length ? places : [{ x: 50, y: 50 }], width, height);
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, width, height })) this.picture.setAttribute(name, value);
    this.stage.style.height = `${height}px`;
    this.drawGround();
    const size = sizeOf(places, this.view);
    const fonts = { name: `600 12px ${getComputedStyle(this.frame).fontFamily}` };
    const signs = new Map(places.map((place) => [place.id, this.signs.get(place.id) ?? new Sign(this)]));
    places.forEach((place) => {
      const sign = signs.get(place.id);
      sign.draw(place, size, fonts, place.id === chosen);
      if (!sign.isHeld) sign.moveTo(place, this.view);
    });
    this.signs = signs;
    // What is drawn last covers the rest.
    const inOrder = [...places].sort((a, b) => (a.id === chosen) - (b.id === chosen));
    this.arrange(inOrder.map((place) => signs.get(place.id).element));
    this.name(chosen);
    if (!this.told.textContent) this.rest();
  }

  /** Put elements in their order without taking out those that stay: what has the focus keeps it. */
  arrange(elements) {
    const wanted = new Set(elements);
    for (const child of [...this.places.children]) if (!wanted.has(child)) child.remove();
    elements.forEach((element, at) => {
      if (this.places.children[at] !== element) this.places.insertBefore(element, this.places.children[at] ?? null);
    });
  }

  /** Write the names that cover no other sign and no other name; that of the chosen place always. */
  name(chosen) {
    const all = [...this.signs.values()].map((sign) => ({ sign, x: this.view.toX(sign.at.x), y: this.view.toY(sign.at.y) }));
    const bodies = all.map(({ sign, x, y }) => ({ sign, x: x - sign.r, y: y - sign.r, w: 2 * sign.r, h: 2 * sign.r }));
    const taken = [];
    const first = [...all].sort((a, b) => (b.sign.place.id === chosen) - (a.sign.place.id === chosen));
    for (const { sign, x, y } of first) {
      const box = { x: x - sign.wide / 2, y: y + sign.r + 3, w: sign.wide, h: 14 };
      const isFree = ![...taken, ...bodies.filter((body) => body.sign !== sign)].some((other) => overlap(box, other, 1));
      const isShown = isFree || sign.place.id === chosen;
      sign.element.classList.toggle("nameless", !isShown);
      if (isShown) taken.push(box);
    }
  }

  drawGround() {
    const { width, height, scale } = this.view;
    const step = stepOf(this.view);
    const bar = step * scale;
    const lines = [];
    for (let x = this.view.toX(0) % bar; x < width; x += bar) if (x > 0) lines.push(`M${x.toFixed(1)} 0V${height}`);
    for (let y = this.view.toY(0) % bar; y < height; y += bar) if (y > 0) lines.push(`M0 ${y.toFixed(1)}H${width}`);
    const words = svg("text", { class: "scale-words", x: 14, y: height - 18 });
    words.textContent = step === 1 ? tr("1 minute on foot") : tr("{step} minutes on foot", { step });
    this.ground.replaceChildren(
      svg("rect", { class: "meadow", width, height }),
      svg("path", { class: "grid", d: lines.join("") }),
      svg("path", { class: "scale", d: `M14 ${height - 14}v4h${bar.toFixed(1)}v-4` }), words);
  }

  putThere(sign) {
    const { x, y } = sign.at;
    if (x === sign.place.x && y === sign.place.y && sign.place.placed) return this.rest();
    this.told.textContent = tr("{place} is now {x} min from the west edge, {y} min from the north edge.", { place: sign.place.name, x, y });
    this.put(sign.place.id, x, y);
  }

  tellOf(sign) {
    const { x, y } = sign.at;
    const [nearest] = this.data.places.filter((place) => place.id !== sign.place.id)
      .map((place) => ({ name: place.name, far: Math.hypot(place.x - x, place.y - y) })).sort((a, b) => a.far - b.far);
    const place = sign.place.name;
    this.told.textContent = nearest
      ? tr("{place}: {x} min from the west edge, {y} min from the north edge; {minutes} min to {nearest}",
        { place, x, y, minutes: Math.max(1, Math.ceil(nearest.far)), nearest: nearest.name })
      : tr("{place}: {x} min from the west edge, {y} min from the north edge", { place, x, y });
  }

  rest() {
    this.told.textContent = tr("Drag a place to move it, or select it and use the arrow keys. Click a place to select it.");
  }
}
