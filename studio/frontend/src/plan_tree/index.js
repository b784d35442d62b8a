// The plan of a morning as a tree: its parts with what became of each, and below each the steps it was taken into. As
// parts of Streamlit, a day of them would take most of a click.
import { read } from "../reading.js";
import { html } from "../town_map/dom.js";
import css from "./style.css";
import { tr } from "../tr.js";

const trees = new WeakMap();

export default function planTree({ data, parentElement, setTriggerValue }) {
  const tree = trees.get(parentElement) ?? new PlanTree(parentElement);
  trees.set(parentElement, tree);
  tree.explain = (id) => setTriggerValue("why", id);
  tree.update(read(data));
  return () => {
    tree.remove();
    trees.delete(parentElement);
  };
}

class PlanTree {
  constructor(parentElement) {
    this.style = html("style", {}, css);
    this.element = html("ol", { class: "tw-plan-tree", role: "list" });
    parentElement.append(this.style, this.element);
  }

  /** Draw what is new; the same plan again leaves what was opened, and the focus, where they are. */
  update(data) {
    const sign = JSON.stringify(data);
    if (sign === this.sign) return;
    this.sign = sign;
    this.language = data.language;
    this.element.replaceChildren(...data.parts.map((part) => this.part(part)));
  }

  remove() {
    this.element.remove();
    this.style.remove();
  }

  part({ steps, steps_words, ...part }) {
    const item = this.item(part);
    if (!steps.length) return item;
    item.append(html("details", {}, html("summary", {}, steps_words),
      html("ol", { role: "list" }, ...steps.map((step) => this.item(step)))));
    return item;
  }

  item({ id, when, text, where, fate, sign, became }) {
    const why = html("button", { type: "button", "aria-label": tr("Why: {when}, {text}", { when, text }) }, tr("Why"));
    why.addEventListener("click", () => this.explain(id));
    return html("li", { "data-fate": fate }, html("time", {}, when),
      html("div", {}, html("p", { class: "tw-story", lang: this.language }, text), ...(where ? [html("p", { class: "where" }, where)] : []),
        html("p", { class: "became" }, html("span", { class: "sign", "aria-hidden": "true" }, sign), became)), why);
  }
}
