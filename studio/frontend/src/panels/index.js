// Shows the large parts of a page one at a time to a room, stepped through by the arrow keys. What is small, such as what
// one chooses by, stays in view beside each of them.
import { read } from "../reading.js";
import { html } from "../town_map/dom.js";
import css from "./style.css";
import { tr } from "../tr.js";

const LARGE = 120; // pixels
const PAGE = '.stMainBlockContainer > [data-testid="stVerticalBlock"]';
const COLUMN = '[data-testid="stColumn"]';
const PICTURE = '[class*="st-key-picture-"], [data-testid="stDataFrame"]';
const OFF = "data-tw-off";
const PASSAGE = '[class*="st-key-tw-nb-prose-"]'; // of a notebook: what is written, with the cells up to the next
const CELL = '[class*="st-key-tw-nb-"]';
const WRITES = 'input, textarea, select, [contenteditable="true"], [role="slider"], [role="listbox"], [role="radiogroup"], [role="dialog"]';
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

const shown = new WeakMap();

export default function panels({ data, parentElement, setTriggerValue }) {
  const all = shown.get(parentElement) ?? new Panels(parentElement, read(data).at);
  shown.set(parentElement, all);
  all.tell = (at) => setTriggerValue("at", at);
  return () => {
    all.remove();
    shown.delete(parentElement);
  };
}

class Panels {
  constructor(parentElement, at) {
    this.at = at;
    this.words = html("span", { role: "status" });
    this.element = html("nav", { class: "tw-panels", "aria-label": tr("Panels") },
      this.button(tr("Previous panel"), "‹", -1), this.words, this.button(tr("Next panel"), "›", 1));
    parentElement.append(html("style", {}, css), this.element);
    this.gone = new AbortController();
    document.addEventListener("keydown", (event) => this.pressed(event), { signal: this.gone.signal });
    this.watching = new MutationObserver(() => {
      cancelAnimationFrame(this.next);
      this.next = requestAnimationFrame(() => this.show());
    });
    this.watching.observe(document.querySelector(".stMain"), { childList: true, subtree: true });
    this.show();
  }

  remove() {
    this.gone.abort();
    this.watching.disconnect();
    cancelAnimationFrame(this.next);
    for (const one of document.querySelectorAll(`[${OFF}]`)) one.removeAttribute(OFF);
    this.element.remove();
  }

  button(label, sign, step) {
    const element = html("button", { type: "button", "aria-label": label, title: label }, sign);
    element.addEventListener("click", () => this.step(step));
    return element;
  }

  pressed(event) {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.composedPath().some((one) => one.matches?.(WRITES))) return;
    this.step(step);
  }

  step(step) {
    const to = Math.max(0, Math.min(this.at + step, this.panels().length - 1));
    if (to === this.at) return;
    this.at = to;
    this.show();
    document.querySelector(".stMain").scrollTo(0, 0);
    this.tell(to);
  }

  show() {
    const panels = this.panels();
    const at = Math.min(this.at, panels.length - 1);
    panels.forEach((parts, n) => parts.forEach((one) => one.toggleAttribute(OFF, panels.length > 1 && n !== at)));
    this.element.hidden = panels.length < 2;
    const words = tr("{at} of {panels}", { at: at + 1, panels: panels.length });
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  /** The panels of the page, in order: a picture each, a column each, of a notebook each passage with its cells, and
   * whatever is listed between them together. */
  panels() {
    const panels = [], parts = this.largeParts();
    const begins = parts.filter((one) => is(one, PASSAGE)).length > 1 ? PASSAGE : CELL; // with little prose, each cell
    let list = null;
    for (const one of parts) {
      if (is(one, begins)) panels.push((list = [one]));
      else if (is(one, CELL) && list) list.push(one);
      else if (one.matches(COLUMN) || one.querySelector(PICTURE)) {
        panels.push([one]);
        list = null;
      } else if (list) list.push(one);
      else panels.push((list = [one]));
    }
    return panels;
  }

  largeParts() {
    const parts = [...(document.querySelector(PAGE)?.children ?? [])];
    const bar = parts.findIndex((one) => one.querySelector(":scope > .st-key-tw-bar"));
    return parts.slice(bar + 1).flatMap((one) => {
      const columns = [...one.querySelectorAll(`:scope > [data-testid="stHorizontalBlock"] > ${COLUMN}`)];
      return columns.length ? columns : [one];
    }).filter((one) => one.hasAttribute(OFF) || is(one, CELL) || one.getBoundingClientRect().height >= LARGE);
  }
}

function is(part, what) {
  return part.matches(what) || part.querySelector(`:scope > ${what}`) !== null;
}
