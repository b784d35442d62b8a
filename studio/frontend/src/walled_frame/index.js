// A foreign page inside ours, walled in: its frame has an origin of its own, and no way to the studio or the network. It
// may say two things, both whole numbers: which of the things that the studio has told us of is to be opened, and which
// day it shows. Whatever else it says, or whoever else says it, is not heard.
import { read } from "../reading.js";
import { html } from "../town_map/dom.js";
import { tr } from "../tr.js";

const frames = new WeakMap();

export default function walledFrame({ data, parentElement, setTriggerValue }) {
  const frame = frames.get(parentElement) ?? new WalledFrame(parentElement);
  frames.set(parentElement, frame);
  frame.tell = setTriggerValue;
  frame.update(read(data));
  return () => {
    frame.remove();
    frames.delete(parentElement);
  };
}

class WalledFrame {
  constructor(parentElement) {
    this.element = html("iframe", { sandbox: "allow-scripts", referrerpolicy: "no-referrer" });
    Object.assign(this.element.style, { border: "0", width: "100%", display: "block" });
    this.failed = html("p", { hidden: "", role: "alert" });
    parentElement.append(this.element, this.failed);
    this.element.addEventListener("load", () => this.say());
    this.heard = (message) => this.hear(message);
    window.addEventListener("message", this.heard);
  }

  /** Show a page, unless it is there already: it would forget what somebody looks at. Its day may change meanwhile. */
  update(data) {
    this.element.title = data.title;
    this.element.style.height = `${data.height}px`;
    this.known = { open: data.doors, day: data.days };
    const turned = data.day !== this.day;
    this.day = data.day;
    const sign = JSON.stringify([data.before, data.after, data.library]);
    if (sign !== this.sign) this.fill(data, (this.sign = sign));
    else if (turned) this.say();
  }

  say() {
    this.element.contentWindow?.postMessage({ day: this.day }, "*");
  }

  async fill({ before, after, library }, sign) {
    try {
      const said = await fetch(library);
      if (!said.ok) throw said.status;
      const text = await said.text();
      if (sign === this.sign) this.element.srcdoc = before + text + after;
    } catch (wrong) {
      this.failed.textContent = tr("The picture could not be loaded ({wrong}). Reload the page.", { wrong });
      this.failed.hidden = false;
    }
  }

  hear({ source, data }) {
    if (source !== this.element.contentWindow) return;
    for (const [name, count] of Object.entries(this.known)) {
      const said = data?.[name];
      if (!Number.isInteger(said) || said < 0 || said >= count) continue;
      if (name === "day") this.day = said;
      this.tell(name, said);
    }
  }

  remove() {
    window.removeEventListener("message", this.heard);
    this.element.remove();
    this.failed.remove();
  }
}
