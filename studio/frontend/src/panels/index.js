// Shows the large parts of a page one at a time to a room, stepped through by the arrow keys. What is small, such as what
// one chooses by, stays in view beside each of them. Of a notebook each is a slide: it is made smaller until it fits, and a
// window with the notes of the presenter follows it.
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

const SMALLEST = 0.6; // of the size of a slide; what is larger still is scrolled
const NOTE = '[class*="st-key-tw-slide-notes-"]';
const CURRENT = "data-tw-current";
const CHANNEL = "townwright-slides";

const shown = new WeakMap();

export default function panels({ data, parentElement, setTriggerValue }) {
  const said = read(data);
  const all = shown.get(parentElement) ?? (said.notes ? new Notes(parentElement) : new Panels(parentElement, said.at));
  shown.set(parentElement, all);
  all.tell = (at) => setTriggerValue("at", at);
  return () => {
    all.remove();
    shown.delete(parentElement);
  };
}

/** The notebook that a window shows: windows of one notebook hear each other. */
function notebook() {
  const query = new URLSearchParams(location.search);
  return [location.pathname, query.get("town"), query.get("notebook")].join(" ");
}

class Panels {
  constructor(parentElement, at) {
    this.at = at;
    this.channel = new BroadcastChannel(CHANNEL);
    this.channel.onmessage = ({ data }) => {
      if (data.notebook !== notebook()) return;
      if (data.step) this.step(data.step);
      else if (data.asks) this.say();
    };
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
    this.channel.close();
    cancelAnimationFrame(this.next);
    document.querySelector(PAGE)?.style.removeProperty("zoom");
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
    this.fit();
    this.say();
  }

  say() {
    this.channel.postMessage({ notebook: notebook(), at: this.at });
  }

  /** Make a slide of a notebook smaller until all of it is in view. */
  fit() {
    const page = document.querySelector(PAGE);
    if (!page?.querySelector(PASSAGE)) return;
    page.style.removeProperty("zoom");
    const { top, height } = page.getBoundingClientRect();
    const room = innerHeight - (top + document.querySelector(".stMain").scrollTop) - 16;
    if (height > room) page.style.zoom = Math.max(SMALLEST, room / height).toFixed(3);
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

/** The notes of the presenter, beside the slides of another window: marks those of the slide in view, and steps on. */
class Notes {
  constructor(parentElement) {
    this.channel = new BroadcastChannel(CHANNEL);
    this.channel.onmessage = ({ data }) => {
      if (data.notebook === notebook() && Number.isInteger(data.at)) this.show(data.at);
    };
    this.element = html("nav", { class: "tw-panels", "aria-label": tr("Panels") },
      this.button(tr("Previous panel"), "‹", -1), this.button(tr("Next panel"), "›", 1));
    parentElement.append(html("style", {}, css), this.element);
    this.gone = new AbortController();
    document.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (step && !event.composedPath().some((one) => one.matches?.(WRITES))) this.step(step);
    }, { signal: this.gone.signal });
    this.channel.postMessage({ notebook: notebook(), asks: true });
  }

  remove() {
    this.gone.abort();
    this.channel.close();
    this.element.remove();
  }

  button(label, sign, step) {
    const element = html("button", { type: "button", "aria-label": label, title: label }, sign);
    element.addEventListener("click", () => this.step(step));
    return element;
  }

  step(step) {
    this.channel.postMessage({ notebook: notebook(), step });
  }

  show(at) {
    const notes = [...document.querySelectorAll(NOTE)];
    notes.forEach((one, n) => {
      one.toggleAttribute(CURRENT, n === at);
      if (n === at) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    });
    notes[at]?.scrollIntoView({ block: "center" });
  }
}

function is(part, what) {
  return part.matches(what) || part.querySelector(`:scope > ${what}`) !== null;
}
