// Many memories, each with a line about it, its text and the way to its reasons. Drawn as one part of the page, in
// the page's own type: as parts of Streamlit, fifty of them would take most of a click.
import { read } from "../reading.js";
import { html } from "../town_map/dom.js";
import css from "./style.css";
import { tr } from "../tr.js";

const MOST_MARKS = 10;
const lists = new WeakMap();

export default function memoryList({ data, parentElement, setTriggerValue }) {
  const list = lists.get(parentElement) ?? new MemoryList(parentElement);
  lists.set(parentElement, list);
  list.explain = (id) => setTriggerValue("why", id);
  list.update(read(data));
  return () => {
    list.remove();
    lists.delete(parentElement);
  };
}

class MemoryList {
  constructor(parentElement) {
    this.style = html("style", {}, css);
    this.element = html("ol", { class: "tw-memories", role: "list" });
    parentElement.append(this.style, this.element);
  }

  /** Draw what is new; the same memories again leave the reader, and the focus, where they are. */
  update(data) {
    const sign = JSON.stringify(data);
    if (sign === this.sign) return;
    this.sign = sign;
    const rows = data.rows.flatMap((row) => [...(row.day ? [html("li", { class: "day" }, row.day)] : []), this.row(row, data)]);
    this.element.replaceChildren(...rows);
  }

  remove() {
    this.element.remove();
    this.style.remove();
  }

  row(row, { language }) {
    const why = html("button", { type: "button", "aria-label": tr("Why: {when}, {text}", { when: row.when, text: row.text }) }, tr("Why"));
    why.addEventListener("click", () => this.explain(row.id));
    return html("li", { "data-memory": row.id },
      html("div", {}, about(row), html("div", { class: "tw-story tw-medium", lang: language }, row.text)), why);
  }
}

function about({ when, icon, kind, importance }) {
  const filled = Math.min(Math.max(importance, 0), MOST_MARKS);
  return html("p", { class: "about" }, `${when} · `, html("span", { class: "icon", translate: "no", "aria-hidden": "true" }, icon), ` ${kind} · `,
    html("span", { class: "filled", "aria-hidden": "true" }, "●".repeat(filled)),
    html("span", { class: "empty", "aria-hidden": "true" }, "○".repeat(MOST_MARKS - filled)),
    html("span", { class: "unseen" }, "importance"), ` ${importance}`);
}
