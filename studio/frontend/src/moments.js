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
