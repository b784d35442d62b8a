// What happened on a day, as the page has it written, shown up to a minute and no further.
const NEAR_THE_END = 80;

export class Track {
  /** The track of a day in its element; `go` is called with the minute of a heading that is pressed. */
  constructor(element, go) {
    this.element = element;
    const rows = [...element.querySelectorAll("[data-minute]")].map((row) => ({ row, minute: Number(row.dataset.minute) }));
    this.rows = rows.sort((a, b) => a.minute - b.minute);
    for (const { row } of this.rows) row.hidden = true;
    this.shown = 0;
    this.nothing = element.querySelector(".nothing");
    this.said = new Map([...element.querySelectorAll(".said")].map((each) => [each.parentElement.dataset.id, each]));
    element.addEventListener("click", ({ target }) => target.matches("button.when") && go(Number(target.value)));
  }

  /** The words of a line. */
  words(id) {
    return this.said.get(String(id)).textContent;
  }

  show(minute, following) {
    const box = this.element.parentElement;
    const follows = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_THE_END;
    while (this.shown < this.rows.length && this.rows[this.shown].minute <= minute) this.rows[this.shown++].row.hidden = false;
    while (this.shown && this.rows[this.shown - 1].minute > minute) this.rows[--this.shown].row.hidden = true;
    this.nothing.hidden = this.shown > 0;
    this.mark(following);
    if (follows) box.scrollTop = box.scrollHeight;
  }

  // The minute that was reached last stands out, and so does whom one follows.
  mark(following) {
    const latest = this.rows[this.shown - 1]?.minute;
    for (const { row } of this.marked ?? []) row.classList.remove("now");
    this.marked = this.rows.slice(Math.max(0, this.shown - 20), this.shown).filter(({ minute }) => minute === latest);
    for (const { row } of this.marked) row.classList.add("now");
    if (following === this.following) return;
    this.following = following;
    for (const { row } of this.rows) row.classList.toggle("hers", Boolean(following) && (row.dataset.who ?? "").split(" ").includes(following));
  }
}
