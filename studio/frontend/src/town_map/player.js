// Plays a day minute by minute without asking Python: a play button, a slider, the next talk and a speed. At the
// end of the slider lies the moment that the page is about: there the map shows its scene, and nothing of the day.
import { Day } from "./day.js";
import { html } from "./dom.js";
import { momentOf } from "./light.js";
import { tr } from "../tr.js";

const SPEEDS = [2, 5, 15, 60]; // minutes of the town in a second
const USUAL = 1;
const SHORTEST_BEAT = 200;
const KEYS = { ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5, PageDown: -60, PageUp: 60 };

export class Player {
  /** `show` draws the moment again; `whom` says whose talks are meant, or nobody's. */
  constructor(show, whom) {
    this.show = show;
    this.whom = whom;
    this.day = null;
    this.minute = 0;
    this.now = 0;
    this.speed = USUAL;
    this.timer = null;
    this.button = button("play", () => (this.timer ? this.pause() : this.play()));
    this.next = button("next", () => this.toTalk(false));
    this.faster = button("faster", () => this.quicken());
    this.slider = html("input", { type: "range", step: "1", "aria-label": tr("Moment of the day") });
    this.element = html("div", { class: "player" }, this.button, this.slider, this.next, this.faster);
    this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value), true));
    this.slider.addEventListener("keydown", (event) => this.steer(event));
    this.next.textContent = tr("Next conversation");
    this.label();
  }

  /** Take a day, and rest at the moment itself. The same day again leaves the reader where they are. */
  load({ roster, words, frames, said, scene }) {
    const stays = scene.minute;
    const sign = JSON.stringify([roster, words, frames, said]);
    if (sign === this.sign && stays === this.now) return;
    [this.sign, this.now] = [sign, stays];
    this.pause();
    this.day = new Day({ roster, words, frames, said });
    this.element.style.display = this.day.isEmpty ? "none" : "";
    if (this.day.isEmpty) return;
    this.slider.min = String(this.day.first);
    this.slider.max = String(this.now);
    this.next.disabled = !this.day.talks.length;
    this.put(this.now);
  }

  /** What is to be seen: null at the end, where the scene of the page stands. */
  get frame() {
    return this.day && !this.day.isEmpty && this.minute < this.now ? this.day.at(this.minute) : null;
  }

  /** How long a step of the playing takes, in milliseconds; 0 when nothing plays. */
  get beat() {
    return this.timer ? Math.max(SHORTEST_BEAT, 1000 / SPEEDS[this.speed]) : 0;
  }

  play() {
    clearInterval(this.timer);
    if (this.minute >= this.now) this.put(this.day.first);
    const beat = Math.max(SHORTEST_BEAT, 1000 / SPEEDS[this.speed]);
    const step = Math.round((SPEEDS[this.speed] * beat) / 1000);
    this.timer = setInterval(() => {
      if (this.minute >= this.now) this.pause();
      else this.goTo(this.minute + step);
    }, beat);
    this.label();
    this.show();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.label();
  }

  toTalk(back) {
    const minute = this.day.talkFrom(this.minute, back, this.whom());
    if (minute !== undefined) this.goTo(minute);
    else if (!back) this.goTo(this.now);
  }

  goTo(minute, dragged = false) {
    this.put(minute);
    this.show(dragged);
  }

  /** Show the minute to which the moment in the bar is dragged, where it lies in the day that is here; null for rest. */
  seek(minute) {
    if (!this.day || this.day.isEmpty) return;
    if (minute === null) return this.goTo(this.now);
    if (minute < this.day.first || minute > this.now) return;
    this.pause();
    this.goTo(minute, true);
  }

  put(minute) {
    this.minute = Math.max(this.day.first, Math.min(minute, this.now));
    this.slider.value = String(this.minute);
    const moment = momentOf(this.minute);
    this.slider.setAttribute("aria-valuetext", this.minute >= this.now ? tr("{moment}, the end", { moment }) : moment);
  }

  steer(event) {
    if (!(event.key in KEYS)) return;
    event.preventDefault();
    this.goTo(this.minute + KEYS[event.key]);
  }

  quicken() {
    this.speed = (this.speed + 1) % SPEEDS.length;
    if (this.timer) this.play();
    this.label();
  }

  label() {
    this.button.textContent = this.timer ? tr("❚❚ Pause") : tr("▶ Play");
    this.faster.textContent = tr("{minutes} min/s", { minutes: SPEEDS[this.speed] });
    this.faster.setAttribute("aria-label", tr("Speed: {minutes} minutes per second", { minutes: SPEEDS[this.speed] }));
  }
}

function button(name, act) {
  const element = html("button", { type: "button", class: name });
  element.addEventListener("click", act);
  return element;
}
