// What of the feed is wanted: of one kind, with one person, at one place.
import { html } from "../town_map/dom.js";
import { tr } from "../tr.js";

export class Filters {
  constructor(changed) {
    this.boxes = Object.fromEntries(["kind", "person", "place"].map((name) => [name, html("select", {})]));
    for (const box of Object.values(this.boxes)) box.addEventListener("change", changed);
    const labels = { kind: tr("Kind"), person: tr("Person"), place: tr("Place") };
    const labelled = Object.entries(this.boxes).map(([name, box]) =>
      html("label", {}, html("span", {}, labels[name]), box));
    this.element = html("div", { class: "filters", role: "group", "aria-label": tr("Show only") }, ...labelled);
  }

  /** Take the choices; what was chosen stays, as long as there is such a choice. */
  load({ kinds, people, places }) {
    const sign = JSON.stringify([kinds, people, places]);
    if (sign === this.sign) return;
    this.sign = sign;
    this.kinds = kinds;
    fill(this.boxes.kind, tr("Everything"), kinds.map(({ id, words }) => [id, words]));
    fill(this.boxes.person, tr("Everyone"), Object.entries(people).map(([id, { name, emoji }]) => [id, `${emoji} ${name}`]));
    fill(this.boxes.place, tr("Everywhere"), places.map((place) => [place, place]));
  }

  lets(row) {
    const { kind, person, place } = this.boxes;
    return (!kind.value || row.kind === kind.value)
      && (!person.value || row.who.includes(person.value))
      && (!place.value || row.place === place.value);
  }

  /** Whether anything is chosen. */
  get any() {
    return Object.values(this.boxes).some((box) => box.value);
  }

  /** Whether only small things are asked for: then they are shown unfolded. */
  get onlySmall() {
    return this.kinds.some(({ id, notable }) => id === this.boxes.kind.value && !notable);
  }
}

function fill(box, all, choices) {
  const before = box.value;
  box.replaceChildren(...[["", all], ...choices].map(([value, words]) => html("option", { value }, words)));
  box.value = choices.some(([value]) => value === before) ? before : "";
}
