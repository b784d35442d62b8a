// Replays a day from its frames without asking Python: a play button, a speed and a slider. At the end of the
// slider lies the moment that the page is about: there the map shows its scene, and no frame.
import { html } from "./dom.js";
import { momentOf } from "./light.js";

const FRAME_MS = 1000;
const SPEEDS = [1, 2, 4];

export class Player {
  constructor(show) {
    this.show = show;
    this.frames = [];
    this.at = 0;
    this.now = 0;
    this.speed = 0;
    this.timer = null;
    this.button = html("button", { type: "button", class: "play" });
    this.faster = html("button", { type: "button", class: "faster", "aria-label": "Speed" });
    this.slider = html("input", { type: "range", min: "0", step: "1", "aria-label": "Moment of the day" });
    this.element = html("div", { class: "player" }, this.button, this.slider, this.faster);
    this.button.addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value)));
    this.faster.addEventListener("click", () => {
      this.speed = (this.speed + 1) % SPEEDS.length;
      if (this.timer) this.play();
      this.label();
    });
    this.label();
  }

  /** Take the frames of a day, and rest at the moment itself. The same day again leaves the reader where they are. */
  load({ roster, frames, scene }) {
    this.now = scene.minute;
    const sign = JSON.stringify([roster, frames]);
    if (sign === this.sign) return;
    this.sign = sign;
    this.pause();
    this.element.style.display = frames.length > 1 ? "" : "none";
    this.frames = unpacked(frames, roster);
    this.at = this.frames.length;
    this.slider.max = String(this.at);
    this.slider.value = String(this.at);
    this.name();
  }

  get frame() {
    return this.frames[this.at] ?? null;
  }

  play() {
    clearInterval(this.timer);
    if (this.at >= this.frames.length) this.at = -1;
    this.timer = setInterval(() => {
      if (this.at >= this.frames.length) this.pause();
      else this.goTo(this.at + 1);
    }, FRAME_MS / SPEEDS[this.speed]);
    this.label();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.label();
  }

  goTo(at) {
    this.at = at;
    this.slider.value = String(at);
    this.name();
    this.show();
  }

  name() {
    this.slider.setAttribute("aria-valuetext", this.frame ? momentOf(this.frame.minute) : `${momentOf(this.now)}, the moment of the page`);
  }

  label() {
    this.button.textContent = this.timer ? "❚❚ Pause" : "▶ Play";
    this.faster.textContent = `${SPEEDS[this.speed]}×`;
  }
}

// A frame tells only what has changed since the one before.
function unpacked(frames, roster) {
  const stands = new Map();
  return frames.map(([minute, closed, changed]) => {
    for (const [id, room, walking, from_room, act_emoji, doing, speech] of changed) {
      const [name, emoji, colour] = roster[id];
      stands.set(id, { id, name, emoji, colour, room, walking, from_room, act_emoji, doing, speech });
    }
    return { minute, closed, agents: [...stands.values()] };
  });
}
