// What the editor and Python tell each other. The text goes out with the version it was based on,
// so that Python can ignore what was typed into a document that it has replaced meanwhile.
const QUIET_MS = 500;

export class Conversation {
  constructor(read, { document, version, text }) {
    this.read = read;
    this.document = document;
    this.base = version;
    this.sent = text;
    this.timer = null;
    this.send = () => {};
  }

  /** Whether `data` brings another text than the one on the screen. Remembers what it is based on. */
  isNews({ document, version, text }) {
    const same = document === this.document && version === this.base;
    if (same) return false;
    const typedOn = document === this.document && text === this.sent;
    this.document = document;
    this.base = version;
    if (text === this.read()) {
      this.sent = text;
      this.clear();
      return false;
    }
    if (typedOn) {
      // Python saved what we sent, and the author has typed on: keep that, on the new base.
      this.later();
      return false;
    }
    return true;
  }

  /** The screen now shows what Python sent. */
  settle() {
    this.clear();
    this.sent = this.read();
  }

  later() {
    this.clear();
    this.timer = setTimeout(() => this.flush(), QUIET_MS);
  }

  flush() {
    if (this.timer === null) return;
    this.clear();
    this.tell("document");
  }

  save() {
    this.clear();
    this.tell("document");
    this.tell("saved");
  }

  stop() {
    this.clear();
    this.send = () => {};
  }

  tell(name) {
    this.sent = this.read();
    this.send(name, { text: this.sent, document: this.document, base: this.base });
  }

  clear() {
    clearTimeout(this.timer);
    this.timer = null;
  }
}
