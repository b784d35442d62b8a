// The world as a tree: its places, their rooms, and what stands in them, each of which can be chosen. As parts of
// Streamlit, the buttons of a town would take most of a click.
import { read } from "../reading.js";
import { html } from "../town_map/dom.js";
import css from "./style.css";

const trees = new WeakMap();

export default function placeTree({ data, parentElement, setTriggerValue }) {
  const tree = trees.get(parentElement) ?? new PlaceTree(parentElement);
  trees.set(parentElement, tree);
  tree.choose = (id) => setTriggerValue("chosen", { id });
  tree.update(read(data));
  return () => {
    tree.remove();
    trees.delete(parentElement);
  };
}

class PlaceTree {
  constructor(parentElement) {
    this.opened = new Set();
    this.rows = new Map();
    this.style = html("style", {}, css);
    this.element = html("ul", { class: "tw-place-tree", role: "tree" });
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("click", ({ target }) => this.press(target));
    parentElement.append(this.style, this.element);
  }

  /** Draw what is new; the same world again leaves what was opened, and the focus, where they are. */
  update(data) {
    const sign = JSON.stringify(data);
    if (sign === this.sign) return;
    this.sign = sign;
    const isMoved = data.chosen !== this.data?.chosen;
    const hadFocus = this.focused();
    this.data = data;
    if (isMoved) for (const above of this.above(data.chosen)) this.opened.add(above);
    this.draw();
    if (hadFocus) this.focus(this.rows.has(hadFocus) ? hadFocus : data.chosen);
    if (isMoved) this.bringIntoView();
  }

  remove() {
    this.element.remove();
    this.style.remove();
  }

  draw() {
    this.rows.clear();
    this.element.setAttribute("aria-label", this.data.label);
    this.element.replaceChildren(...this.data.nodes.map((node) => this.branch(node, 1)));
    const first = this.rows.get(this.data.chosen) ?? this.rows.values().next().value;
    first?.setAttribute("tabindex", "0");
  }

  branch(node, level) {
    const isOpen = this.opened.has(node.id);
    const isChosen = node.id === this.data.chosen;
    const more = node.inside.length > 0;
    const row = html("div", { class: "row", style: `--level:${level}` },
      html("span", { class: more ? "turn" : "turn none", "aria-hidden": "true" }, more ? (isOpen ? "▾" : "▸") : ""),
      html("span", { class: "icon", "aria-hidden": "true", translate: "no" }, node.icon),
      html("span", { class: "name" }, node.name), ...marks(node));
    const item = html("li", { role: "treeitem", "aria-level": level, "aria-selected": isChosen, tabindex: "-1", "data-node": node.id }, row);
    if (more) item.setAttribute("aria-expanded", isOpen);
    if (isChosen && node.about) item.append(html("p", { class: "about", style: `--level:${level}` }, node.about));
    if (more && isOpen) item.append(html("ul", { role: "group" }, ...node.inside.map((one) => this.branch(one, level + 1))));
    this.rows.set(node.id, item);
    return item;
  }

  press(target) {
    const item = target.closest("[data-node]");
    if (!item) return;
    const id = item.dataset.node;
    if (target.closest(".turn:not(.none)")) this.turn(id, !this.opened.has(id));
    else if (target.closest(".row")) {
      if (item.hasAttribute("aria-expanded")) this.turn(id, true);
      this.focus(id);
      this.choose(id);
    }
  }

  key(event) {
    const id = this.focused();
    if (!id || event.altKey || event.ctrlKey || event.metaKey) return;
    const [seen, item] = [[...this.rows.keys()], this.rows.get(id)];
    const at = seen.indexOf(id);
    const steps = {
      ArrowDown: () => this.focus(seen[at + 1]),
      ArrowUp: () => this.focus(seen[at - 1]),
      Home: () => this.focus(seen[0]),
      End: () => this.focus(seen.at(-1)),
      ArrowRight: () => (item.getAttribute("aria-expanded") === "false" ? this.turn(id, true) : this.focus(seen[at + 1])),
      ArrowLeft: () => (item.getAttribute("aria-expanded") === "true" ? this.turn(id, false) : this.focus(this.above(id).at(-1))),
      Enter: () => this.choose(id),
      " ": () => this.choose(id),
    };
    event.stopPropagation(); // Streamlit listens for single keys on the page
    if (!steps[event.key]) return;
    event.preventDefault();
    steps[event.key]();
  }

  turn(id, isOpen) {
    if (isOpen === this.opened.has(id)) return;
    if (isOpen) this.opened.add(id);
    else this.opened.delete(id);
    const hadFocus = this.focused();
    this.draw();
    if (hadFocus) this.focus(hadFocus);
  }

  /** The ids of what a node is in, the outermost first. */
  above(id) {
    const way = (nodes) => {
      for (const node of nodes) {
        if (node.id === id) return [];
        const found = way(node.inside);
        if (found) return [node.id, ...found];
      }
      return null;
    };
    return way(this.data.nodes) ?? [];
  }

  focused() {
    return this.element.getRootNode().activeElement?.closest?.(".tw-place-tree [data-node]")?.dataset.node;
  }

  focus(id) {
    const item = this.rows.get(id);
    if (!item) return;
    for (const other of this.rows.values()) other.setAttribute("tabindex", "-1");
    item.setAttribute("tabindex", "0");
    item.focus({ preventScroll: true });
    this.bringIntoView(item);
  }

  /** Scroll the tree, and not the page, so that an item is seen. */
  bringIntoView(item = this.rows.get(this.data.chosen)) {
    const row = item?.querySelector(".row");
    if (!row) return;
    const [box, outer] = [row.getBoundingClientRect(), this.element.getBoundingClientRect()];
    if (box.top < outer.top) this.element.scrollTop -= outer.top - box.top;
    else if (box.bottom > outer.bottom) this.element.scrollTop += box.bottom - outer.bottom;
  }
}

function marks({ state, marks: words, urgent }) {
  return [
    ...(state ? [html("span", { class: "state" }, state)] : []),
    ...words.map((word) => html("span", { class: "mark" }, word)),
    ...urgent.map((word) => html("span", { class: "urgent" }, `! ${word}`)),
  ];
}
