// The feed of a town: what happened, newest first, the turning points and talks above the small things. It
// follows the moment that a map replays. It is also the text twin of the map, so it is all lists and headings.
import { follow } from "../moments.js";
import { html } from "../town_map/dom.js";
import { clockOf, dayOf } from "../town_map/light.js";
import { Announcer } from "./announcer.js";
import { Filters } from "./filters.js";
import { Rows } from "./rows.js";
import { read } from "../reading.js";
import css from "./style.css";
import { tr } from "../tr.js";

const feeds = new WeakMap();

export default function townFeed({ data: bytes, parentElement, setTriggerValue }) {
  const data = read(bytes);
  const feed = feeds.get(parentElement) ?? new TownFeed(parentElement);
  feeds.set(parentElement, feed);
  feed.pick = (kind, id) => setTriggerValue("pick", { kind, id });
  feed.update(data);
  return () => {
    feed.remove();
    feeds.delete(parentElement);
  };
}

class TownFeed {
  constructor(parentElement) {
    const pick = (kind, id) => this.pick(kind, id);
    this.minute = null;
    this.filters = new Filters(() => this.draw());
    this.notable = new Rows(tr("Turning points and conversations"), pick);
    this.small = new Rows("", pick);
    this.announcer = new Announcer();
    this.nothing = html("p", { class: "nothing" });
    this.sum = html("span", {});
    this.details = html("details", { class: "small" }, html("summary", {}, this.sum), this.small.element);
    this.details.addEventListener("toggle", () => this.draw());
    this.earlier = html("button", { type: "button", class: "earlier" });
    this.earlier.addEventListener("click", () => this.pick("earlier", 0));
    this.frame = html("div", { class: "feed" }, this.filters.element, this.announcer.element, this.nothing,
      this.notable.element, this.details, this.earlier);
    this.style = html("style", {}, css);
    parentElement.append(this.style, this.frame);
    // Streamlit listens for single keys on the page.
    this.frame.addEventListener("keydown", (event) => event.stopPropagation());
  }

  update(data) {
    const notable = new Set(data.kinds.filter((kind) => kind.notable).map((kind) => kind.id));
    this.data = { ...data, rows: data.rows.map((row) => whole(row, notable)) };
    if (data.map !== this.map) {
      this.unfollow?.();
      this.map = data.map;
      this.minute = null;
      this.unfollow = follow(data.map, (minute) => {
        this.minute = minute;
        this.draw();
      });
    }
    this.filters.load(data);
    this.draw();
  }

  remove() {
    this.unfollow?.();
    this.announcer.stop();
    this.frame.remove();
    this.style.remove();
  }

  draw() {
    const { data, minute } = this;
    const until = data.rows.filter((row) => minute === null || row.minute <= minute);
    const wanted = until.filter((row) => this.filters.lets(row));
    const [notable, small] = [wanted.filter((row) => row.notable), wanted.filter((row) => !row.notable)];
    const open = this.filters.onlySmall;
    if (open) this.details.open = true;
    this.notable.draw(notable, data, data.days);
    this.small.draw(this.details.open ? small : [], data, data.days);
    this.notable.element.hidden = !notable.length;
    this.details.hidden = !small.length;
    this.sum.textContent = `${data.small_words} (${small.length.toLocaleString("en")})`;
    this.nothing.hidden = notable.length > 0 || (open && small.length > 0);
    this.nothing.textContent = this.absence(until.length > 0);
    this.earlier.hidden = !data.earlier;
    this.earlier.textContent = data.earlier;
    this.announcer.hear(notable[0], data);
  }

  /** What is said in place of rows: a filter is blamed only if there is one. */
  absence(hasHappened) {
    if (!hasHappened) return tr("Nothing has happened here yet.");
    return this.filters.any ? tr("Nothing matches the filters yet.") : tr("No turning points or conversations yet.");
  }
}

// A page leaves out of a row what goes without saying.
function whole(row, notable) {
  return {
    sign: "", parts: [], talk: 0, urgent: false, ...row,
    day: tr("Day {day}", { day: dayOf(row.minute) }), clock: clockOf(row.minute), notable: notable.has(row.kind),
  };
}
