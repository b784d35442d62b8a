// The paper of a day: a headline, what turned, a paragraph for everybody. Every sentence can be pressed, and is then
// explained; Streamlit has no text whose sentences are buttons.
import { read } from "../reading.js";
import { html } from "../town_map/dom.js";
import css from "./style.css";
import { tr } from "../tr.js";

const papers = new WeakMap();

export default function dayPaper({ data, parentElement, setTriggerValue }) {
  const paper = papers.get(parentElement) ?? new DayPaper(parentElement);
  papers.set(parentElement, paper);
  paper.explain = (id) => setTriggerValue("why", id);
  paper.update(read(data));
  return () => {
    paper.remove();
    papers.delete(parentElement);
  };
}

class DayPaper {
  constructor(parentElement) {
    this.style = html("style", {}, css);
    this.element = html("article", { class: "tw-paper" });
    parentElement.append(this.style, this.element);
  }

  /** Draw what is new; the same paper again leaves the reader, and the focus, where they are. */
  update(data) {
    const sign = JSON.stringify(data);
    if (sign === this.sign) return;
    this.sign = sign;
    this.language = data.language;
    this.joint = data.joint;
    this.element.replaceChildren(
      html("p", { class: "dateline" }, data.dateline),
      html("h2", { class: "headline", lang: data.language }, this.sentence(data.headline)),
      ...(data.turns.length ? [html("h3", {}, data.turned_words), this.turns(data.turns)] : []),
      ...(data.more ? [html("p", { class: "dateline" }, data.more)] : []),
      html("h3", {}, data.people_words),
      html("div", { class: "columns" }, ...data.people.map((person) => this.person(person))),
    );
  }

  remove() {
    this.element.remove();
    this.style.remove();
  }

  turns(turns) {
    return html("ol", { class: "turns", role: "list" }, ...turns.map(({ time, people, sentence }) =>
      html("li", {}, html("time", {}, time), html("span", { class: "faces" }, ...people.map(face)),
        html("p", { class: "tw-story tw-medium", lang: this.language }, this.sentence(sentence)))));
  }

  person({ who, sentences }) {
    const told = sentences.flatMap((sentence, n) => (n ? [this.joint, this.sentence(sentence)] : [this.sentence(sentence)]));
    return html("section", {}, html("h4", {}, face(who), html("span", {}, who.name)),
      html("p", { class: "tw-story tw-small", lang: this.language }, ...told));
  }

  sentence({ text, id }) {
    if (!id) return html("span", {}, text);
    const said = html("span", { class: "said", role: "button", tabindex: "0", title: tr("Why?"), "data-row": id }, text);
    said.addEventListener("click", () => this.explain(id));
    said.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.explain(id);
    });
    return said;
  }
}

function face({ emoji, name, colour }) {
  return html("span", { class: `tw-disc tw-c${colour}`, role: "img", "aria-label": name, title: name }, emoji);
}
