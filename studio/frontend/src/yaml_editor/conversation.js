// What the editor and Python tell each other. What is typed goes to the studio's door within the second (see
// keeping/); a pause in the typing, or leaving the editor, tells the page as well, which then draws anew.
import { deliver, Keeper } from "../keeping/keeper.js";

const QUIET_MS = 500;
// Somebody who types without a pause sees the problems of what they type all the same.
const LONGEST_MS = 4000;
// Without a door, the page is told instead of it.
const LONGEST_WITHOUT_DOOR_MS = 700;
// A message that arrives while Python still saves would interrupt it: what is typed meanwhile waits.
const SAVING_MS = 5000;

export class Conversation {
  constructor(read, showStatus) {
    this.read = read;
    this.document = null;
    this.timer = null;
    this.waitingSince = 0;
    this.savingUntil = 0;
    this.looks = 0;
    this.send = () => {};
    this.showStatus = showStatus;
    this.keeper = new Keeper({
      read,
      about: () => ({ scenario: this.scenario, path: this.path, on: this.on }),
      told: (how, answer) => this.told(how, answer),
    });
    this.onShow = () => document.visibilityState === "visible" && this.look();
    document.addEventListener("visibilitychange", this.onShow);
  }

  /**
   * The text to put on the screen in place of what is there; null to leave that alone. What is typed here and
   * has not arrived stays, and so does what is newer than the page: the page is told, and draws anew.
   */
  news(data) {
    const { keeper } = this;
    if (data.document !== this.document) return this.begin(data);
    keeper.be(data);
    if (data.version !== this.version) this.isSaved(data.version);
    if (data.revision < this.revision || keeper.isBehind()) return null;
    this.revision = data.revision;
    this.on = data.mark;
    keeper.replaced();
    return data.text === this.read() ? null : data.text;
  }

  isSaved(version) {
    this.version = version;
    this.savingUntil = 0;
    if (this.timer !== null) this.later();
  }

  /** Another file: what is under way for the one before goes on its way first. */
  begin(data) {
    if (this.document !== null && this.keeper.isBehind()) this.keeper.leave();
    Object.assign(this.keeper, { writer: undefined, dirty: false, seq: 0, arrived: 0, latest: null });
    Object.assign(this, {
      document: data.document, scenario: data.scenario, path: data.path,
      on: data.mark, revision: data.revision, version: data.version,
    });
    this.savingUntil = 0;
    this.clear();
    this.keeper.be(data);
    const left = this.keeper.outbox.get({ writer: data.writer, ...this.keeper.about() });
    if (left && left.seq > data.heard && left.text !== data.text) {
      // Left a moment ago, and not arrived yet.
      this.on = left.on;
      this.typed();
      return left.text;
    }
    this.deliver();
    return data.text;
  }

  async deliver() {
    const { keeper } = this;
    const taken = await deliver(keeper.outbox, keeper.door, { writer: keeper.writer, ...keeper.about() });
    if (taken.some(({ scenario }) => scenario === this.scenario)) this.look();
  }

  told(how, answer) {
    if (how !== "kept") {
      this.showStatus(how, answer.error);
      if (this.keeper.missing) this.later();
      return;
    }
    this.showStatus("kept");
    this.revision = Math.max(this.revision, answer.revision);
    if (answer.rival) this.look();
    else this.on = answer.mark;
  }

  typed() {
    this.keeper.changed();
    this.later();
  }

  later() {
    const now = Date.now();
    if (this.timer === null) this.waitingSince = now;
    clearTimeout(this.timer);
    const longest = this.keeper.missing ? LONGEST_WITHOUT_DOOR_MS : LONGEST_MS;
    const due = Math.min(now + QUIET_MS, this.waitingSince + longest);
    this.timer = setTimeout(() => this.flush(), Math.max(due, this.savingUntil) - now);
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

  /** Have the page draw anew. */
  look() {
    this.send("look", (this.looks += 1));
  }

  stop() {
    document.removeEventListener("visibilitychange", this.onShow);
    this.clear();
    this.keeper.stop();
    this.send = () => {};
  }

  tell(name) {
    this.send(name, { ...this.keeper.message(), document: this.document });
  }

  clear() {
    clearTimeout(this.timer);
    this.timer = null;
  }
}
