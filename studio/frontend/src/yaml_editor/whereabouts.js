// Where a place of the text is in what the file says, as the way of keys to it. By lines and indents, not by a
// tree: what is being written mostly cannot be read yet.

const KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#\-?:,[\]{}"'&*!|>%@`](?:[^:#]|:(?=\S)|(?<=\S)#)*?|-(?=\S)[^:#]*?)\s*:(?=\s|$)/;
const FAR_BACK = 2_000; // lines that are looked through for what a line stands below
export const ITEM = "[]";

/** How a line stands: by how many spaces, behind how many dashes, and with which key. */
export function lineOf(text) {
  const indent = /^ */.exec(text)[0].length;
  const dashes = /^(?:- +|-$)*/.exec(text.slice(indent))[0];
  const rest = text.slice(indent + dashes.length);
  const key = KEY.exec(rest);
  return {
    indent,
    items: dashes.split("-").length - 1,
    start: indent + dashes.length,
    key: key && bare(key[1]),
    after: key && indent + dashes.length + key[0].length,
    isBlank: /^\s*(#|$)/.test(text),
  };
}

function bare(key) {
  return /^["']/.test(key) ? key.slice(1, -1) : key;
}

/**
 * The way to where a column of a line is, and what is being written there: `said` is the word so far, from
 * `from` on; `isKey` whether it may be a key. Null inside a comment.
 */
export function whereabouts(doc, number, column) {
  const line = doc.line(number);
  const text = line.text.slice(0, column);
  const here = lineOf(text);
  if (/^\s*#/.test(text) || /\s#/.test(text)) return null;
  const above = ancestors(doc, number, here.items ? here.indent : here.start, here.items > 0);
  const path = [...above, ...Array(here.items).fill(ITEM)];
  if (here.key === null) return inFlow({ path, isKey: true, text, from: here.start });
  const value = text.slice(here.after);
  const from = here.after + value.length - value.trimStart().length;
  return inFlow({ path: [...path, here.key], isKey: false, text, from });
}

/** The keys above a line that it stands below, from the outermost on. */
function ancestors(doc, number, indent, isItem) {
  const found = [];
  let least = indent;
  let mayBeEqual = isItem; // the items of a list may stand as far in as their key
  for (let n = number - 1; n >= Math.max(1, number - FAR_BACK) && (least > 0 || mayBeEqual); n -= 1) {
    const line = lineOf(doc.line(n).text);
    if (line.isBlank) continue;
    if (line.key !== null && (line.start < least || (mayBeEqual && line.start === least && !line.items))) {
      found.unshift(line.key);
      least = line.start;
      mayBeEqual = false;
      if (line.items) {
        found.unshift(...Array(line.items).fill(ITEM));
        least = line.indent;
        mayBeEqual = true;
      }
    }
  }
  return found;
}

/** What is between brackets on the same line leads on: `{with: bo, as: ` and `[warm, `. */
function inFlow({ path, isKey, text, from }) {
  const open = [];
  let start = from;
  let key = null;
  let quote = "";
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (quote) {
      if (letter === quote) quote = "";
      continue;
    }
    const begins = text.slice(start, at).trim() === "";
    if ((letter === '"' || letter === "'") && begins) quote = letter;
    else if ((letter === "{" || letter === "[") && begins) {
      open.push({ kind: letter, key });
      [start, key] = [at + 1, null];
    } else if (open.length && (letter === "}" || letter === "]")) {
      ({ key } = open.pop());
      start = at + 1;
    } else if (open.length && letter === ",") [start, key] = [at + 1, null];
    else if (open.at(-1)?.kind === "{" && letter === ":" && /^(\s|$)/.test(text.slice(at + 1))) {
      key = bare(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  const steps = open.flatMap((each) => [...(each.key === null ? [] : [each.key]), ...(each.kind === "[" ? [ITEM] : [])]);
  const inBraces = open.at(-1)?.kind === "{";
  const begin = start + text.slice(start).length - text.slice(start).trimStart().length;
  return {
    path: [...path, ...steps, ...(inBraces && key !== null ? [key] : [])],
    isKey: open.length ? inBraces && key === null : isKey,
    isFlow: open.length > 0,
    isQuoted: quote !== "",
    said: text.slice(begin),
    from: begin,
  };
}
