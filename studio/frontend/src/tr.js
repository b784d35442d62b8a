// The texts of the components in the reader's language. A text is its own English; what a page hands over has the
// others, and what varies is named in braces.
let texts = {};

/** Take the texts of the page's language, by the English ones. */
export function readsIn(said) {
  texts = said ?? {};
}

/** Whether a page is read in English, in which a text is its own. */
export function speaksEnglish() {
  return Object.keys(texts).length === 0;
}

/** A text in the reader's language, with its values in their places. */
export function tr(text, values = {}) {
  return (texts[text] ?? text).replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/** Sentences one after another, of which an empty one is left out. */
export function sentences(...parts) {
  return parts.filter(Boolean).reduce((before, after) => tr("{before} {after}", { before, after }));
}
