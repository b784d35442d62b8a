// Keeps what is being typed in one of Streamlit's own fields within the second. It shows nothing. A field that is sent
// when it is full finds its text again when its author returns; what is typed in a file's field is that file's draft.
import { deliver, Keeper } from "../keeping/keeper.js";
import { read } from "../reading.js";

const APPEARS_MS = 10_000;
const CLEARED_MS = 300;

const fields = new WeakMap();

export default function keptField({ data: bytes, parentElement, setTriggerValue }) {
  const data = read(bytes);
  let field = fields.get(parentElement);
  if (!field) {
    field = new KeptField(data);
    fields.set(parentElement, field);
    field.begin(data, () => setTriggerValue("look", true));
  }
  field.update(data);
  return () => {
    field.stop();
    fields.delete(parentElement);
  };
}

class KeptField {
  constructor({ about, key }) {
    // As Streamlit makes a class of a widget's key.
    const place = `.st-key-${key.trim().replace(/[^a-zA-Z0-9_-]/g, "-")}`;
    this.selector = `${place} textarea, ${place} input`;
    this.about = about;
    this.text = null;
    this.keeper = new Keeper({ read: () => this.text, about: () => this.about, told: () => {} });
    this.onInput = ({ target }) => target.matches?.(this.selector) && this.typed(target.value);
    document.addEventListener("input", this.onInput, true);
  }

  /** Send what is left from before, and put it back; what was typed before this was here is kept as well. */
  async begin(data, look) {
    this.keeper.be(data);
    const { outbox } = this.keeper;
    const here = { writer: data.writer, ...data.about };
    const isField = data.about.field !== undefined;
    const waiting = isField && outbox.all().filter(({ field }) => field === data.about.field).at(-1);
    const text = waiting ? waiting.text : data.text;
    this.whenThere((element) => {
      const isTyped = isField ? ![text, data.begins].includes(element.value) : element === document.activeElement;
      if (isField && element.value === "") write(element, text);
      else if (isTyped && element.value !== text) this.typed(element.value);
    });
    const taken = await deliver(outbox, data.door, here);
    if (taken.some(({ scenario }) => scenario !== undefined && scenario === data.about.scenario)) look();
  }

  update(data) {
    const isOther = this.about.field !== data.about.field;
    this.about = data.about;
    this.keeper.be(data);
    // What was typed since is kept under the new name as well.
    const value = isOther ? this.element()?.value : undefined;
    if (value !== undefined && value !== this.text && value !== data.begins) this.typed(value);
    // What was sent leaves an empty field behind, and nobody typed that.
    if (data.about.field !== undefined) {
      setTimeout(() => this.text && this.element()?.value === "" && this.typed(""), CLEARED_MS);
    }
  }

  typed(text) {
    if (text === this.text) return;
    this.text = text;
    this.keeper.changed();
  }

  whenThere(act) {
    const element = this.element();
    if (element) {
      act(element);
      return;
    }
    const watching = new MutationObserver(() => {
      const found = this.element();
      if (!found) return;
      watching.disconnect();
      act(found);
    });
    watching.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => watching.disconnect(), APPEARS_MS);
  }

  element() {
    return document.querySelector(this.selector);
  }

  stop() {
    document.removeEventListener("input", this.onInput, true);
    this.keeper.stop();
  }
}

/** Write into a field that React keeps, as a hand would. */
function write(element, text) {
  if (!text) return;
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value");
  set.call(element, text);
  element.dispatchEvent(new Event("input", { bubbles: true }));
}
