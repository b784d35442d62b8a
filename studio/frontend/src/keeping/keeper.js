// Brings what is typed in one place to the studio: every half second while somebody types, at once when they leave.
// Until it has arrived, it lies in the browser's outbox.
import { send } from "./door.js";
import { Outbox } from "./outbox.js";

const WRITE_MS = 150;
const SEND_MS = 500;
const AGAIN_MS = 1500;

export class Keeper {
  /**
   * `read` gives the text on the screen, `about` what a message says of it besides, and `told` hears how
   * it goes: "kept" with the studio's answer, "alone" while nobody answers, "refused" with the reason.
   */
  constructor({ read, about, told }) {
    Object.assign(this, { read, about, told });
    this.dirty = false;
    this.seq = 0;
    this.arrived = 0;
    this.latest = null;
    this.sending = false;
    this.timers = { write: null, send: null };
    this.due = { write: Infinity, send: Infinity };
    this.missing = false;
    this.onHide = () => document.visibilityState === "hidden" && this.leave();
    this.onLeave = () => this.leave();
    document.addEventListener("visibilitychange", this.onHide);
    window.addEventListener("pagehide", this.onLeave);
  }

  /** Be somebody: the writer that the page knows this window by. What it sent before has arrived up to `heard`. */
  be({ writer, heard, door, workspace }) {
    this.door = door;
    if (writer === this.writer && workspace === this.workspace) {
      this.hasArrived(heard);
      if (!this.isBehind()) this.seq = this.arrived = Math.max(this.seq, heard);
      return;
    }
    if (this.isBehind()) return; // what is under way is brought to its end under the old name
    Object.assign(this, { writer, workspace, outbox: new Outbox(workspace) });
    const waiting = this.outbox.get({ writer, ...this.about() });
    this.seq = Math.max(heard, waiting?.seq ?? 0);
    this.arrived = this.seq;
    this.latest = null;
  }

  /** Whether something was typed that is not known to have arrived. */
  isBehind() {
    return this.dirty || this.seq > this.arrived;
  }

  changed() {
    this.dirty = true;
    if (this.timers.write === null) {
      this.timers.write = setTimeout(() => this.write(), WRITE_MS);
      this.due.write = performance.now() + WRITE_MS;
    }
    this.later(SEND_MS);
    // A browser lets keys go before timers, and on a busy machine for seconds: what is due is done by the key.
    const now = performance.now();
    if (now > this.due.write) this.write();
    if (now > this.due.send) this.post();
  }

  /** What stands on the screen now, as a message. */
  message() {
    if (this.dirty || this.latest === null) {
      this.dirty = false;
      // By the clock too: who comes back before what they left has arrived must not count on from before it.
      this.seq = Math.max(this.seq + 1, Date.now());
      this.latest = { ...this.about(), text: this.read(), writer: this.writer, seq: this.seq };
    }
    return this.latest;
  }

  write() {
    clearTimeout(this.timers.write);
    this.timers.write = null;
    this.due.write = Infinity;
    if (this.isBehind()) this.outbox.put(this.message());
  }

  async post(leaving = false) {
    clearTimeout(this.timers.send);
    this.timers.send = null;
    this.due.send = Infinity;
    if (!this.isBehind() || this.missing || (this.sending && !leaving)) return;
    this.write();
    const { outbox, latest } = this;
    this.sending = true;
    const answer = await send(this.door, latest, { leaving });
    this.sending = false;
    if (answer.kept) outbox.arrived(latest);
    if (outbox === this.outbox) this.answered(latest, answer); // else this is about another place by now
    if (this.isBehind() && !answer.refused) this.later(answer.kept ? SEND_MS / 2 : AGAIN_MS);
  }

  answered(message, answer) {
    if (answer.kept) this.hasArrived(message.seq);
    this.missing = answer.missing ?? false;
    this.told(answer.kept ? "kept" : answer.refused ? "refused" : "alone", answer);
  }

  /** Another text is on the screen now, which nobody typed here. */
  replaced() {
    this.latest = null;
  }

  hasArrived(seq) {
    this.arrived = Math.max(this.arrived, Math.min(seq, this.seq));
    if (this.latest && this.latest.seq <= seq) this.outbox.arrived(this.latest);
  }

  later(wait) {
    if (this.missing || this.timers.send !== null) return;
    this.timers.send = setTimeout(() => this.post(), wait);
    this.due.send = performance.now() + wait;
  }

  /** The page may be gone in a moment: keep and send what there is. */
  leave() {
    this.write();
    this.post(true);
  }

  stop() {
    this.leave();
    document.removeEventListener("visibilitychange", this.onHide);
    window.removeEventListener("pagehide", this.onLeave);
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
  }
}

/** Send what earlier windows, and other places of this one, left in the outbox; the messages that were taken. */
export async function deliver(outbox, door, here) {
  const taken = [];
  for (const message of outbox.all()) {
    if (outbox.key(message) === outbox.key(here)) continue;
    const answer = await send(door, message);
    if (answer.kept) {
      outbox.arrived(message);
      taken.push(message);
    }
  }
  return taken;
}
