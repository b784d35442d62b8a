// Explains the words of the field where they stand: whatever on the page has `data-word` opens a small card when it is
// pointed at, has the focus, or is pressed. The card lies above everything and moves nothing.
import { read } from "../reading.js";
import { html } from "../town_map/dom.js";
import { sayBrowsersWords } from "./browser_words.js";
import { sayStreamlitsWords } from "./streamlit_words.js";
import css from "./style.css";
import { tr } from "../tr.js";

const WORD = "[data-word]";
const SHOWN_MS = 150;
const GONE_MS = 250; // time enough to come from the word to the card

const cards = new WeakMap();

export default function fieldWords({ data, parentElement, setTriggerValue }) {
  const card = cards.get(parentElement) ?? new Card(parentElement);
  cards.set(parentElement, card);
  card.words = read(data).words;
  card.all = (name) => setTriggerValue("all", name);
  return () => {
    card.remove();
    cards.delete(parentElement);
  };
}

class Card {
  constructor(parentElement) {
    this.element = html("div", { class: "tw-word-card", role: "dialog", popover: "manual", "aria-labelledby": "tw-word-name" });
    parentElement.append(html("style", {}, css), this.element);
    this.gone = new AbortController();
    this.gone.signal.addEventListener("abort", sayStreamlitsWords());
    sayBrowsersWords(this.gone.signal);
    const hear = (event, act, capture = false) =>
      document.addEventListener(event, act, { signal: this.gone.signal, capture });
    hear("pointerover", (event) => this.pointed(event));
    hear("focusin", ({ target }) => this.focused(target));
    hear("click", (event) => this.clicked(event), true);
    hear("keydown", (event) => this.pressed(event), true);
    hear("scroll", () => this.place(), true);
  }

  remove() {
    clearTimeout(this.waiting);
    this.gone.abort();
    this.close();
  }

  pointed({ target, pointerType }) {
    if (pointerType === "touch") return; // a tap is a click, and comes as one
    const word = target.closest?.(WORD);
    clearTimeout(this.waiting);
    if (word) this.waiting = setTimeout(() => this.open(word), SHOWN_MS);
    else if (this.word && !this.stays && !this.element.contains(target)) this.waiting = setTimeout(() => this.close(), GONE_MS);
  }

  focused(target) {
    const word = target.closest?.(WORD);
    if (word && word === this.dismissed) return; // the focus came back to it
    this.dismissed = null;
    if (word && target.matches(":focus-visible")) this.open(word);
    else if (!word && this.word && !this.element.contains(target)) this.close();
  }

  clicked(event) {
    const word = event.target.closest?.(WORD);
    if (word) {
      event.preventDefault();
      this.open(word);
      this.stays = true;
    } else if (this.word && !this.element.contains(event.target)) this.close();
  }

  pressed(event) {
    const word = event.target.closest?.(WORD);
    if (word && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.open(word);
      this.stays = true;
      this.element.querySelector("button, summary").focus();
    } else if (event.key === "Escape" && this.word) {
      event.stopPropagation(); // what the word stands in stays open
      const { word: back } = this;
      const within = this.element.contains(document.activeElement);
      this.close();
      this.dismissed = back;
      if (within) back.focus();
    }
  }

  open(word) {
    clearTimeout(this.waiting);
    const said = this.words[word.dataset.word];
    if (!said || word === this.word) return;
    this.close();
    this.word = word;
    const all = html("button", { type: "button" }, tr("All terms"));
    all.addEventListener("click", () => {
      this.close();
      this.all(word.dataset.word);
    });
    this.element.replaceChildren(
      html("strong", { id: "tw-word-name" }, said.word),
      html("p", { id: "tw-word-plain" }, said.plain),
      ...(said.formula ? [formula(said.formula)] : []),
      html("footer", {}, html("span", {}, said.source), all),
    );
    word.setAttribute("aria-describedby", "tw-word-plain");
    word.setAttribute("aria-expanded", "true");
    this.element.showPopover();
    this.place();
  }

  close() {
    if (!this.word) return;
    this.word.removeAttribute("aria-describedby");
    this.word.setAttribute("aria-expanded", "false");
    this.word = null;
    this.stays = false;
    if (this.element.matches(":popover-open")) this.element.hidePopover();
  }

  /** Stand below the word, or above it where there is no room below; what has left the page is explained no more. */
  place() {
    if (!this.word) return;
    const word = this.word.getBoundingClientRect();
    if (!this.word.isConnected || !word.width) return this.close();
    const card = this.element.getBoundingClientRect();
    const left = Math.max(8, Math.min(word.left, innerWidth - card.width - 8));
    const below = word.bottom + 6;
    const top = below + card.height < innerHeight ? below : Math.max(8, word.top - card.height - 6);
    this.element.style.translate = `${left}px ${top}px`;
  }
}

function formula(text) {
  return html("details", {}, html("summary", {}, tr("Show the formula")), html("code", {}, text));
}
