// The moment that a map shows while it replays a day, for whatever else on the page follows it.
const EVENT = "townwright-moment";
const told = new Map();

/** Say which minute the map of a name shows; null for the moment that the page is about. */
export function tell(name, minute) {
  if (!name || told.get(name) === minute) return;
  told.set(name, minute);
  dispatchEvent(new CustomEvent(EVENT, { detail: { name, minute } }));
}

/** Call `hear` with every minute that the map of a name shows from now on; returns what ends that. */
export function follow(name, hear) {
  const listener = ({ detail }) => detail.name === name && hear(detail.minute);
  addEventListener(EVENT, listener);
  return () => removeEventListener(EVENT, listener);
}

const SOUGHT = "townwright-sought";

/** Say to which minute somebody drags the moment in the bar; null when they no longer do. */
export function seek(minute) {
  dispatchEvent(new CustomEvent(SOUGHT, { detail: minute }));
}

/** Call `hear` with every minute that the moment in the bar is dragged to; returns what ends that. */
export function sought(hear) {
  const listener = ({ detail }) => hear(detail);
  addEventListener(SOUGHT, listener);
  return () => removeEventListener(SOUGHT, listener);
}
