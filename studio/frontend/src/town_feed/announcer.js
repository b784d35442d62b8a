// Tells those who listen rather than look what the newest thing of note is, and no more often than can be heard.
import { html } from "../town_map/dom.js";

const BREATH_MS = 4000;

export class Announcer {
  constructor() {
    this.element = html("p", { class: "heard", role: "status", "aria-live": "polite" });
    this.known = undefined;
    this.timer = null;
  }

  /** Take note of the newest row. What stands there when the page opens is not news. */
  hear(row, { language }) {
    const id = row?.id ?? null;
    if (this.known === undefined || id === null) this.known = id;
    if (id === this.known) return;
    this.known = id;
    this.element.lang = language;
    this.words = `${row.clock}: ${row.text}`;
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.element.textContent = this.words;
    }, this.element.textContent ? BREATH_MS : 0);
  }

  stop() {
    clearTimeout(this.timer);
  }
}
