// The whole run as a slider, in the bar. While it is dragged, the words above it follow, and a map on the page that has
// the day; the studio is asked once, where it is let go of, or where the keys have come to rest.
import { read } from "../reading.js";
import { seek } from "../moments.js";
import { html } from "../town_map/dom.js";
import { momentOf } from "../town_map/light.js";
import css from "./style.css";
import { tr } from "../tr.js";

const REST = 400; // milliseconds without another key
const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -4, PageUp: 4 }; // steps

const sliders = new WeakMap();

export default function momentSlider({ data, parentElement, setTriggerValue }) {
  const said = read(data); // first of all: the language comes with it
  const slider = sliders.get(parentElement) ?? new MomentSlider(parentElement);
  sliders.set(parentElement, slider);
  slider.go = (minute) => setTriggerValue("go", minute);
  slider.update(said);
  return () => {
    slider.remove();
    sliders.delete(parentElement);
  };
}

class MomentSlider {
  constructor(parentElement) {
    this.style = html("style", {}, css);
    this.words = html("output", {});
    this.input = html("input", { type: "range", min: "0", step: "1", "aria-label": tr("The whole run") });
    this.element = html("div", { class: "tw-moment-slider" },
      html("div", { class: "head" }, html("span", { "aria-hidden": "true" }, tr("The whole run")), this.words), this.input);
    parentElement.append(this.style, this.element);
    this.input.addEventListener("pointerdown", () => (this.held = true));
    this.input.addEventListener("input", () => this.show(this.near(Number(this.input.value))));
    this.input.addEventListener("change", () => this.settle(0));
    this.input.addEventListener("keydown", (event) => this.steer(event));
  }

  /** Take where the page is; who drags just then is left to it. */
  update({ minute, clock, step }) {
    [this.clock, this.step] = [clock, step];
    this.input.max = String(clock);
    if (this.held || this.waiting) return;
    this.now = minute;
    this.put(minute);
  }

  remove() {
    clearTimeout(this.waiting);
    seek(null);
    this.element.remove();
    this.style.remove();
  }

  /** The stop nearest to a minute; the end is one too. */
  near(minute) {
    const stop = Math.round(minute / this.step) * this.step;
    return this.clock - minute < this.step / 2 ? this.clock : Math.min(stop, this.clock);
  }

  put(minute) {
    this.minute = minute;
    this.input.value = String(minute);
    this.words.textContent = momentOf(minute);
    this.input.setAttribute("aria-valuetext", momentOf(minute));
  }

  show(minute) {
    this.put(minute);
    seek(minute);
  }

  steer(event) {
    const steps = { Home: -Infinity, End: Infinity, ...KEYS }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // some of these keys step the moment of the whole page
    this.show(this.near(Math.max(0, Math.min(this.clock, this.minute + steps * this.step))));
    this.settle(REST);
  }

  /** Go there after a while in which nothing else is asked for. */
  settle(after) {
    this.held = false;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.waiting = undefined;
      if (this.minute === this.now) return seek(null);
      this.now = this.minute;
      this.go(this.minute);
    }, after);
  }
}
