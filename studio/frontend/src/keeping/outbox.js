// What was typed and is not known to have arrived, kept in this browser until it has: a closed tab, a crash
// or a studio that is down loses nothing of it. Nothing here ever leaves the browser but to the studio's own door.
const PREFIX = "townwright-typed:";
const KEPT_MS = 30 * 24 * 3600 * 1000;

export class Outbox {
  constructor(workspace, storage = window.localStorage) {
    this.prefix = `${PREFIX}${workspace}:`;
    this.storage = storage;
  }

  /** Keep a message in place of the one before it, of the same writer in the same place; whether it could be kept. */
  put(message) {
    try {
      this.storage.setItem(this.key(message), JSON.stringify({ ...message, at: Date.now() }));
      return true;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return false; // full, or switched off: the door alone has to do
    }
  }

  /** The message of a writer in a place, if one is kept. */
  get(message) {
    return this.read(this.key(message));
  }

  /** A message has arrived; one that was written since stays. */
  arrived(message) {
    const kept = this.get(message);
    if (kept && kept.seq <= message.seq) this.storage.removeItem(this.key(message));
  }

  /** Every message that is kept, oldest first; what nobody has come back to for a month is given up. */
  all() {
    const keys = Object.keys(this.storage).filter((key) => key.startsWith(this.prefix));
    const kept = keys.map((key) => [key, this.read(key)]);
    for (const [key, message] of kept) {
      if (!message || Date.now() - message.at > KEPT_MS) this.storage.removeItem(key);
    }
    return kept.map(([, message]) => message).filter(Boolean).sort((a, b) => a.at - b.at);
  }

  key({ writer, scenario, path, field }) {
    return this.prefix + JSON.stringify(field === undefined ? [writer, scenario, path] : [writer, field]);
  }

  read(key) {
    const text = this.storage.getItem(key);
    if (text === null) return null;
    try {
      return JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return null; // cut off in the writing
    }
  }
}
