// The keys of a notebook's cells, and the way to the cell that the address names: it is marked, and scrolled to. It
// shows nothing of its own.
import { read } from "../reading.js";

const APPEARS_MS = 10_000;
const LOOKS_MS = 200; // between two looks whether the cell is where it was scrolled to
const SETTLES_MS = 3_000; // while pictures above it still come in
const OWN_KEYS = '[role="combobox"], [role="listbox"], [role="menu"], select, input[type="number"]';
const EDGE = "light-dark(#22686b, #63b7b0)"; // what stands out, of the look of the studio
const MARK = `{ border-color: ${EDGE}; box-shadow: inset 4px 0 0 ${EDGE}; }`;

const kept = new WeakMap();

export default function cellKeys({ data, parentElement, setTriggerValue }) {
  const keys = kept.get(parentElement) ?? new CellKeys(parentElement);
  kept.set(parentElement, keys);
  keys.say = (pressed) => setTriggerValue("pressed", pressed);
  keys.update(read(data));
  return () => {
    keys.remove();
    kept.delete(parentElement);
  };
}

class CellKeys {
  constructor(parentElement) {
    this.style = document.createElement("style");
    parentElement.append(this.style);
    this.onKey = (event) => this.press(event);
    this.onHand = () => {
      this.stay();
      this.letGo();
    };
    document.addEventListener("keydown", this.onKey, true);
    for (const hand of ["wheel", "pointerdown", "touchmove"]) document.addEventListener(hand, this.onHand, { passive: true });
  }

  /** Take which cell is named; it is gone to when the page is opened, and (`goes` counts) when a key has led to it. */
  update({ cell, field, goes, writes }) {
    this.writes = writes;
    const there = cell && place(cell);
    const mark = there ? `${there} ${MARK}` : "";
    if (this.style.textContent !== mark) this.style.textContent = mark;
    if (goes === this.goes) return;
    const first = this.goes === undefined;
    this.goes = goes;
    if (there) this.whenThere(there, (element) => this.goTo(element));
    if (there && !first) this.holdFocus(`${place(field)} textarea`);
  }

  press(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    if (!event.altKey) this.onHand();
    const key = this.writes && meant(event);
    const cell = key && cellOf(event.target);
    if (!cell) return;
    event.preventDefault();
    event.stopPropagation();
    event.target.blur(); // what is typed there is sent first
    setTimeout(() => this.say({ key, cell }));
  }

  goTo(element) {
    this.stay();
    const until = performance.now() + SETTLES_MS;
    const look = () => {
      const { top, bottom } = element.getBoundingClientRect();
      const covered = parseFloat(getComputedStyle(document.querySelector(".stMain")).scrollPaddingTop) || 0; // by the bar
      const fits = bottom - top < (innerHeight - covered) * 0.8;
      if (top < covered - 1 || (fits ? bottom > innerHeight : top > innerHeight * 0.4)) {
        element.scrollIntoView({ block: fits ? "center" : "start" });
      }
      if (performance.now() > until) this.stay();
    };
    look();
    this.looking = setInterval(look, LOOKS_MS);
  }

  stay() {
    clearInterval(this.looking);
  }

  /** Focus a text as soon as it is there, and again if it is drawn anew, as when its cell has moved. */
  holdFocus(selector) {
    this.letGo();
    let at;
    const focus = () => {
      const text = document.querySelector(selector);
      const lost = document.activeElement === document.body; // nobody has gone elsewhere
      if (!text || text === document.activeElement || (at && !lost)) return;
      at = text;
      text.focus({ preventScroll: true });
    };
    this.holding = new MutationObserver(focus);
    this.holding.observe(document.body, { childList: true, subtree: true });
    this.holdsUntil = setTimeout(() => this.letGo(), APPEARS_MS);
    focus();
  }

  letGo() {
    this.holding?.disconnect();
    clearTimeout(this.holdsUntil);
  }

  whenThere(selector, act) {
    const element = document.querySelector(selector);
    if (element) {
      act(element);
      return;
    }
    const watching = new MutationObserver(() => {
      const found = document.querySelector(selector);
      if (!found) return;
      watching.disconnect();
      act(found);
    });
    watching.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => watching.disconnect(), APPEARS_MS);
  }

  remove() {
    this.onHand();
    document.removeEventListener("keydown", this.onKey, true);
    for (const hand of ["wheel", "pointerdown", "touchmove"]) document.removeEventListener(hand, this.onHand);
    this.style.remove();
  }
}

/** What a key asks for: to run a cell and go on, or to move it. A field with uses of its own for it keeps them. */
function meant({ key, altKey, shiftKey, target }) {
  if (key === "Enter" && shiftKey && !altKey && target.matches?.("textarea")) return "run";
  if (!altKey || shiftKey || target.closest?.(OWN_KEYS)) return "";
  return { ArrowUp: "up", ArrowDown: "down" }[key] ?? "";
}

/** The id of the cell in which something stands. */
function cellOf(target) {
  for (let one = target.closest?.('[class*="st-key-tw-nb-"]'); one; one = one.parentElement?.closest('[class*="st-key-tw-nb-"]')) {
    const head = one.querySelector('[id^="cell-"]');
    if (head) return head.id.slice("cell-".length);
  }
  return "";
}

/** As Streamlit makes a class of a widget's key. */
function place(key) {
  return `.st-key-${key.trim().replace(/[^a-zA-Z0-9_-]/g, "-")}`;
}
