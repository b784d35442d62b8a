// What the editor and Python tell each other. The text goes out with the version it was based on,
// so that Python can ignore what was typed into a document that it has replaced meanwhile.
const QUIET_MS = 500;
// A message that arrives while Python still saves would interrupt it: what is typed meanwhile waits.
const SAVING_MS = 5000;

export class Conversation {
  constructor(read, { document, version }) {
    this.read = read;
    this.document = document;
    this.base = version;
    this.timer = null;
    this.savingUntil = 0;
    this.send = () => {};
  }

  /**
   * Whether `data` brings another text than the one on the screen. Remembers what it is based on.
   * A version made of what the author typed here (its lineage says so) leaves what was typed since alone.
   */
  isNews({ document, version, text, lineage }) {
    if (document === this.document && version === this.base) return false;
    const typedOn = document === this.document && lineage.includes(this.base);
    this.document = document;
    this.base = version;
    this.savingUntil = 0;
    this.clear();
    if (text === this.read()) return false;
    if (typedOn) this.later();
    return !typedOn;
  }

  later() {
    this.clear();
    this.timer = setTimeout(() => this.flush(), Math.max(QUIET_MS, this.savingUntil - Date.now()));
  }

  flush() {
    if (this.timer === null) return;
    this.clear();
    this.tell("document");
  }

  save() {
    this.clear();
    this.savingUntil = Date.now() + SAVING_MS;
    this.tell("document");
    this.tell("saved");
  }

  stop() {
    this.clear();
    this.send = () => {};
  }

  tell(name) {
    this.send(name, { text: this.read(), document: this.document, base: this.base });
  }

  clear() {
    clearTimeout(this.timer);
    this.timer = null;
  }
}
