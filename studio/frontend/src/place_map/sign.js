// A place as a sign that can be dragged, or moved with the arrow keys: its emoji, its name, and who lives there.
import { svg } from "../town_map/dom.js";
import { fitted, textWidth } from "../town_map/letters.js";
import { sentences, tr } from "../tr.js";

const NEAR = 4; // pixels: what is moved less was only pressed
const QUIET = 600; // milliseconds after the last arrow key
const MOST_FACES = 4;
const [STEP, STRIDE] = [0.5, 5];
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const COLOURS = 8;

export class Sign {
  /** `map` is told what is chosen, what is dragged over it, and where it is put at last. */
  constructor(map) {
    this.map = map;
    this.title = svg("title");
    this.element = svg("g", { class: "sign", role: "button", tabindex: "0" });
    // A finger on a sign drags it, and beside it scrolls the page; `touch-action` is not heeded inside a picture.
    this.element.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    this.element.addEventListener("pointerdown", (event) => this.take(event));
    this.element.addEventListener("pointermove", (event) => this.drag(event));
    this.element.addEventListener("pointerup", (event) => this.drop(event));
    this.element.addEventListener("pointercancel", () => this.give(this.place));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("blur", () => this.settle());
  }

  get isHeld() {
    return Boolean(this.held) || Boolean(this.waiting);
  }

  draw(place, size, fonts, isChosen) {
    this.place = place;
    this.at ??= place;
    const grown = size * Math.min(1.3, 0.9 + 0.1 * place.rooms);
    const sign = JSON.stringify([place, grown, isChosen]);
    if (sign === this.sign) return;
    this.sign = sign;
    this.r = grown;
    this.element.setAttribute("data-place", place.id);
    this.element.setAttribute("aria-label", sentence(place));
    this.element.setAttribute("aria-pressed", String(isChosen));
    this.element.classList.toggle("chosen", isChosen);
    this.element.classList.toggle("unplaced", !place.placed);
    this.title.textContent = sentence(place);
    const emoji = svg("text", { class: "emoji", "font-size": grown * 1.05 });
    emoji.textContent = place.emoji;
    this.name = svg("text", { class: "name", y: grown + 14 });
    this.name.textContent = fitted(place.name, 130, fonts.name);
    this.wide = textWidth(this.name.textContent, fonts.name);
    this.element.replaceChildren(this.title,
      svg("rect", { class: "ground", x: -grown, y: -grown, width: 2 * grown, height: 2 * grown, rx: 7 }),
      emoji, ...faces(place.homes, grown), this.name);
  }

  moveTo(at, view) {
    this.at = at;
    this.element.setAttribute("transform", `translate(${view.toX(at.x).toFixed(1)} ${view.toY(at.y).toFixed(1)})`);
  }

  take(event) {
    if (event.button) return;
    this.element.setPointerCapture(event.pointerId);
    this.settle();
    const { view } = this.map;
    this.held = { x: event.clientX, y: event.clientY, px: view.toX(this.at.x), py: view.toY(this.at.y), far: false };
  }

  drag(event) {
    if (!this.held) return;
    const [dx, dy] = [event.clientX - this.held.x, event.clientY - this.held.y];
    this.held.far ||= Math.hypot(dx, dy) > NEAR;
    if (!this.held.far) return;
    const { view } = this.map;
    this.element.classList.add("held");
    this.show({ x: view.fromX(this.held.px + dx), y: view.fromY(this.held.py + dy) });
  }

  /** Tell of the place once it is let go: nothing is said while it is dragged. */
  drop() {
    const { held } = this;
    this.let();
    if (!held) return;
    if (held.far) this.map.putThere(this);
    else this.map.choose(this.place.id);
  }

  /** Have it back where it was. */
  give(at) {
    this.let();
    clearTimeout(this.waiting);
    this.waiting = 0;
    this.show(at);
  }

  let() {
    this.held = null;
    this.element.classList.remove("held");
  }

  key(event) {
    const way = KEYS[event.key];
    if (event.key === "Enter" || event.key === " ") {
      this.settle();
      this.map.choose(this.place.id);
    } else if (event.key === "Escape") this.give(this.place);
    else if (way) {
      const far = event.shiftKey ? STRIDE : STEP;
      this.show({ x: this.map.inside(this.at.x + way[0] * far), y: this.map.inside(this.at.y + way[1] * far) });
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.settle(), QUIET);
    } else return;
    event.preventDefault();
  }

  /** Tell where the arrow keys have brought it, if they have. */
  settle() {
    if (!this.waiting) return;
    clearTimeout(this.waiting);
    this.waiting = 0;
    this.map.putThere(this);
  }

  show(at) {
    this.moveTo(at, this.map.view);
    this.map.tellOf(this);
  }
}

function sentence({ name, x, y, placed, homes, private: hidden }) {
  const where = placed ? tr("{x} min from the west edge, {y} min from the north edge", { x, y }) : tr("not on the map yet");
  const whose = homes.length ? tr("Home of {people}.", { people: homes.map((one) => one.name).join(tr(", ")) }) : "";
  return sentences(tr("{name}: {where}.", { name, where }), hidden ? tr("Private.") : "", whose,
    tr("Drag it, or move it with the arrow keys."));
}

function faces(homes, r) {
  const shown = homes.slice(0, homes.length > MOST_FACES ? MOST_FACES - 1 : MOST_FACES);
  const marks = shown.map((one) => ({ text: one.emoji || [...one.name][0], colour: one.colour }));
  if (homes.length > shown.length) marks.push({ text: `+${homes.length - shown.length}`, colour: -1 });
  const size = Math.max(7, r * 0.4);
  const left = -((marks.length - 1) * size * 1.7) / 2;
  return marks.map(({ text, colour }, at) => {
    const face = svg("g", { class: "face", transform: `translate(${left + at * size * 1.7} ${-r})` },
      svg("circle", { r: size, style: colour < 0 ? "" : `--own:var(--c${colour % COLOURS})` }));
    const letter = svg("text", { "font-size": colour < 0 ? 10 : size * 1.15 });
    letter.textContent = text;
    face.append(letter);
    return face;
  });
}

