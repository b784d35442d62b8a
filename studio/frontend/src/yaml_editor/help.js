// What the editor knows of the file that is written: keys and what they mean come from the schema, names from
// the town as it stands. All of it is handed over by the page; nothing is asked for while somebody types.
import { autocompletion, completionKeymap, completionStatus } from "@codemirror/autocomplete";
import { StateEffect, StateField } from "@codemirror/state";
import { hoverTooltip, keymap } from "@codemirror/view";
import { ITEM, lineOf, whereabouts } from "./whereabouts.js";
import { tr } from "../tr.js";

const NOTHING = { hints: null, names: {} };
const setHelp = StateEffect.define();
const help = StateField.define({
  create: () => NOTHING,
  update: (known, { effects }) => effects.find((effect) => effect.is(setHelp))?.value ?? known,
});

export function showHelp(view, known) {
  const next = known ?? NOTHING;
  if (JSON.stringify(next) !== JSON.stringify(view.state.field(help))) view.dispatch({ effects: setHelp.of(next) });
}

export const isCompleting = (state) => completionStatus(state) !== null;

export const helping = [
  help,
  autocompletion({ override: [complete], icons: false, maxRenderedOptions: 60 }),
  keymap.of(completionKeymap),
  hoverTooltip((view, at) => explain(view.state, at)),
];

/** What is known of what a way of keys leads to. */
function hintAt(hints, path) {
  let here = hints;
  for (const step of path) {
    if (!here) return null;
    if (step === ITEM) here = here.item && { names: here.names, ...here.item };
    else here = here.keys && Object.hasOwn(here.keys, step) ? here.keys[step] : here.other;
  }
  return here ?? null;
}

function complete({ state, pos, explicit }) {
  const { hints, names } = state.field(help);
  const line = state.doc.lineAt(pos);
  const here = hints && whereabouts(state.doc, line.number, pos - line.from);
  if (!here || here.isQuoted) return null;
  const at = hintAt(hints, here.path);
  const isList = at?.item && !here.isKey;
  if (!at || (!explicit && here.said.trim() === "") || (isList && here.said !== "")) return null;
  if (here.isKey && at.keys) return keysOf(state, line, here, at);
  if (here.isKey && at.other && at.names) return offered(line.from + here.from, here, nameOptions(names[at.names], here, ": "));
  if (at.names === "routine") return placeOfLine(line, here, names, explicit);
  const value = at.choices ? at.choices.map((label) => ({ label })) : nameOptions(names[at.names], here);
  return offered(line.from + here.from, here, value);
}

function keysOf(state, line, here, at) {
  const taken = new Set(here.isFlow ? flowKeys(line.text) : siblings(state.doc, line));
  const options = Object.entries(at.keys)
    .filter(([key]) => !taken.has(key))
    .map(([key, hint]) => ({ label: key, apply: `${key}: `, detail: hint.kind, info: () => words(key, hint) }));
  return offered(line.from + here.from, here, options);
}

function nameOptions(known, here, after = "") {
  return (known ?? []).map(([label, detail]) => ({ label, detail, apply: plain(label, here.isFlow) + after }));
}

/** Behind the @ of a line of a usual day stands a place. */
function placeOfLine(line, here, names, explicit) {
  const at = here.said.lastIndexOf("@ ");
  if (at < 0) return null;
  const said = here.said.slice(at + 2);
  if (!explicit && said === "") return null;
  const options = (names.places ?? []).map(([label, detail]) => ({ label, detail }));
  return offered(line.from + here.from + at + 2, { said }, options);
}

/** Nothing where what is written is there already: Enter then begins the next line. */
function offered(from, { said }, options) {
  if (!options?.length || options.some(({ label }) => label === said.trim())) return null;
  return { from, options, validFor: /^[^,[\]{}#:@]*$/ };
}

/** The keys that stand beside a line already. */
function siblings(doc, line) {
  const own = lineOf(line.text);
  const found = [];
  for (const step of [-1, 1]) {
    for (let n = line.number + step; n >= 1 && n <= doc.lines; n += step) {
      const other = lineOf(doc.line(n).text);
      if (other.isBlank) continue;
      if (other.start < own.start || (step > 0 && other.items && other.indent < own.start)) break;
      if (other.start === own.start && other.key !== null) found.push(other.key);
      if ((step < 0 ? other : own).items && other.start === own.start && step < 0) break;
    }
  }
  return found;
}

function flowKeys(text) {
  return [...text.matchAll(/[{,]\s*([\w-]+)\s*:/g)].map((found) => found[1]);
}

/** A text as it can stand in a file without meaning something else. */
function plain(text, isFlow) {
  const isPlain = !/^[\s\-?:,[\]{}#&*!|>'"%@`]|: |:$| #|\s$/.test(text) && !(isFlow && /[,[\]{}]/.test(text));
  const isWord = !/^(true|false|yes|no|on|off|null|~|[\d.+-][\d.:eE+-]*)$/i.test(text);
  return isPlain && isWord ? text : JSON.stringify(text);
}

function explain(state, pos) {
  const { hints } = state.field(help);
  const line = state.doc.lineAt(pos);
  const column = pos - line.from;
  const key = keyUnder(line.text, column);
  const here = hints && key && whereabouts(state.doc, line.number, key.from);
  const hint = here && hintAt(hints, [...here.path, key.name]);
  if (!hint || (!hint.about && !hint.default && !hint.choices)) return null;
  return {
    pos: line.from + key.from,
    end: line.from + key.to,
    above: true,
    create: () => ({ dom: words(key.name, hint) }),
  };
}

/** The key at a column, of the line or between braces. */
function keyUnder(text, column) {
  const { key, start, after } = lineOf(text);
  if (key !== null && column >= start && column < after) return { name: key, from: start, to: after - 1 };
  const between = [...text.matchAll(/[{,]\s*([\w-]+)\s*:(?=\s|$)/g)];
  for (const found of between) {
    const from = found.index + found[0].indexOf(found[1]);
    if (column >= from && column <= from + found[1].length) return { name: found[1], from, to: from + found[1].length };
  }
  return null;
}

/** What a key means, as text: whatever a file says is shown as it stands. */
function words(key, hint) {
  const box = document.createElement("div");
  box.className = "cm-means";
  const add = (tag, text) => box.appendChild(document.createElement(tag)).append(text);
  add("strong", key);
  if (hint.about) add("p", hint.about);
  add("p", hint.choices
    ? tr("Must be {kind}: {choices}.", { kind: hint.kind, choices: hint.choices.join(tr(", ")) })
    : tr("Must be {kind}.", { kind: hint.kind }));
  if (hint.default) add("p", tr("Default: {default}.", { default: hint.default }));
  return box;
}
