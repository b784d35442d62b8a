// A list of what happened, as long as it is wanted. Rows are kept while they are shown: nobody loses the focus.
import { html } from "../town_map/dom.js";
import { tr } from "../tr.js";

const AT_FIRST = 8;
const MORE = 24;
const COLOURS = 8;

export class Rows {
  constructor(title, pick) {
    this.pick = pick;
    this.most = AT_FIRST;
    this.made = new Map();
    this.list = html("ol", { role: "list" });
    this.more = html("button", { type: "button", class: "more" });
    this.more.addEventListener("click", () => {
      this.most += MORE;
      this.draw(...this.drawn);
    });
    this.element = html("div", { class: "rows" }, ...(title ? [html("h4", {}, title)] : []), this.list, this.more);
  }

  draw(rows, data, days) {
    this.drawn = [rows, data, days];
    const shown = rows.slice(0, this.most);
    const wanted = [];
    let day = null;
    for (const row of shown) {
      if (days && row.day !== day) wanted.push(this.kept(`day ${row.day}`, () => html("li", { class: "day" }, row.day)));
      day = row.day;
      wanted.push(this.kept(`${row.id} ${row.kind} ${row.text.length} ${row.parts.length}`, () => this.row(row, data)));
    }
    sync(this.list, wanted);
    for (const [sign, element] of this.made) if (!element.isConnected) this.made.delete(sign);
    const left = rows.length - shown.length;
    this.more.hidden = left <= 0;
    this.more.textContent = tr("Show {more} more of {left}", { more: Math.min(left, MORE), left: left.toLocaleString("en") });
  }

  kept(sign, make) {
    if (!this.made.has(sign)) this.made.set(sign, make());
    return this.made.get(sign);
  }

  row(row, data) {
    const head = html("p", { class: "head" }, ...(row.urgent ? [html("b", { class: "urgent" }, "urgent"), " "] : []),
      ...(row.sign ? [html("span", { class: "sign" }, row.sign), " "] : []), text(row.text, data));
    const parts = row.parts.map((part) => html("div", { class: "part" },
      html("p", { class: "story", lang: data.language }, part.text), ...(row.talk ? [] : [this.button("why", part.id, tr("Why"), row)])));
    const buttons = row.talk
      ? [this.button("talk", row.talk, tr("Read the conversation"), row), this.button("why", row.id, tr("Why they talked"), row)]
      : row.parts.length ? [] : [this.button("why", row.id, tr("Why"), row)];
    return html("li", { class: `row ${row.kind}`, "data-row": row.id },
      html("time", {}, row.clock), faces(row.who, data),
      html("div", { class: "words" }, head, ...parts, html("div", { class: "acts" }, ...buttons)));
  }

  button(kind, id, words, row) {
    const button = html("button", { type: "button", class: kind, "aria-label": tr("{what}: {when}, {text}", { what: words, when: row.clock, text: row.text }) }, words);
    button.addEventListener("click", () => this.pick(kind, id));
    return button;
  }
}

function text(words, { language }) {
  return html("span", { lang: language }, words);
}

function faces(who, { people }) {
  const shown = who.slice(0, 3).map((id) => {
    const face = html("span", { class: "disc", "aria-hidden": "true", title: people[id].name }, people[id].emoji);
    face.style.setProperty("--own", `var(--c${people[id].colour % COLOURS})`);
    return face;
  });
  return html("span", { class: "faces" }, ...shown);
}

function sync(parent, wanted) {
  const keep = new Set(wanted);
  for (const child of [...parent.children]) if (!keep.has(child)) child.remove();
  wanted.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
}
