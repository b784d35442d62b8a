// CodeMirror as this studio wants it: YAML, numbered lines, problems in the margin, search, and a way out by keyboard.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import {
  bracketMatching, foldedRanges, foldGutter, foldKeymap, indentOnInput, indentUnit, unfoldEffect,
} from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { gotoLine, highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, drawSelection, dropCursor, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars,
  keymap, lineNumbers, rectangularSelection,
} from "@codemirror/view";
import { colours, isDark } from "./colours.js";
import { helping, isCompleting } from "./help.js";
import { tr } from "../tr.js";

const fromPython = Annotation.define();
const label = new Compartment();
// How long Escape lets Tab leave the editor: hands may be slow.
const LEAVING_MS = 10_000;

// The line that was jumped to stays marked until something is typed or another is jumped to.
const markLine = StateEffect.define();
const marked = StateField.define({
  create: () => Decoration.none,
  update(lines, transaction) {
    const wanted = transaction.effects.find((effect) => effect.is(markLine));
    if (wanted) return Decoration.set(Decoration.line({ class: "cm-jumpedTo" }).range(wanted.value));
    return transaction.docChanged ? Decoration.none : lines;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function createView({ root, parent, text, conversation }) {
  return new EditorView({
    root,
    parent,
    state: EditorState.create({ doc: text, extensions: extensions(conversation, isDark(parent)) }),
  });
}

function extensions(conversation, dark) {
  const save = () => {
    conversation.save();
    return true;
  };
  let leaves = true;
  const typed = (update) => update.docChanged && !update.transactions.some((each) => each.annotation(fromPython));
  return [
    lineNumbers(),
    lintGutter(),
    foldGutter({ openText: "▾", closedText: "▸" }),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    dropCursor(),
    rectangularSelection(),
    indentUnit.of("  "),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    yaml(),
    ...colours(dark),
    label.of([]),
    marked,
    EditorState.phrases.of(phrases()),
    EditorView.lineWrapping,
    EditorView.updateListener.of((update) => typed(update) && conversation.typed()),
    EditorView.domEventHandlers({ blur: () => void conversation.flush() }),
    EditorView.domEventObservers({
      // The Escape that closes what is offered does no more than that.
      keydown: (event, view) => event.key === "Escape" && (leaves = !isCompleting(view.state)),
      keyup: (event, view) => event.key === "Escape" && leaves && letTabLeave(view),
    }),
    ...helping,
    keymap.of([
      { key: "Mod-s", run: save, preventDefault: true },
      { key: "Mod-g", run: gotoLine, preventDefault: true },
      indentWithTab, // Escape, then Tab, leaves the editor: CodeMirror sees to that, for two seconds
      ...searchKeymap,
      ...lintKeymap,
      ...foldKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
  ];
}

/** What CodeMirror says itself, where somebody searches or goes to a line. */
function phrases() {
  return {
    "Find": tr("Find"), "Replace": tr("Replace"), "next": tr("next"), "previous": tr("previous"), "all": tr("all"),
    "match case": tr("match case"), "regular expression": tr("regular expression"), "whole word": tr("whole word"), "replace": tr("replace"),
    "replace all": tr("replace all"), "close": tr("close"), "Go to line": tr("Go to line"), "go": tr("go"),
    "current match": tr("current match"), "on line": tr("on line"), "Control character": tr("Control character"),
    "Folded lines": tr("Folded lines"), "Fold line": tr("Fold line"), "Unfold line": tr("Unfold line"),
    "No diagnostics": tr("No diagnostics"), "Diagnostics": tr("Diagnostics"), "Completions": tr("Completions"),
    "replaced $ matches": tr("replaced $ matches"), "replaced match on line $": tr("replaced match on line $"),
  };
}

export function setLabel(view, text) {
  const attributes = { "aria-label": text, "aria-describedby": "hint", spellcheck: "false" };
  view.dispatch({ effects: label.reconfigure(EditorView.contentAttributes.of(attributes)) });
}

/** Put another text on the screen: only what differs, so that the view stays where it is; the cursor stays on its line. */
export function replaceDocument(view, text) {
  const { doc, selection } = view.state;
  const at = doc.lineAt(selection.main.head);
  const next = EditorState.create({ doc: text }).doc;
  const line = next.line(Math.min(at.number, next.lines));
  const head = Math.min(line.from + selection.main.head - at.from, line.to);
  view.dispatch({
    changes: differing(doc.toString(), next.toString()),
    selection: { anchor: head },
    annotations: fromPython.of(true),
  });
}

function differing(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

export function showProblems(view, problems) {
  const diagnostics = problems.map((problem) => ({
    ...rangeOf(view.state.doc, problem),
    severity: problem.severity,
    message: problem.message,
  }));
  view.dispatch(setDiagnostics(view.state, diagnostics.sort((a, b) => a.from - b.from)));
}

// From the problem's column to the end of the word there, or of the line.
function rangeOf(doc, { line, col }) {
  const at = doc.line(clamp(line, 1, doc.lines));
  const from = Math.min(at.from + Math.max(col - 1, 0), at.to);
  const word = /^[^\s:,[\]{}]+/.exec(at.text.slice(from - at.from));
  if (word) return { from, to: from + word[0].length };
  const start = at.from + (at.text.length - at.text.trimStart().length);
  return from < at.to ? { from, to: at.to } : { from: Math.min(start, at.to), to: at.to };
}

/** Show a line, wherever it is: folded away, below the fold of the editor, or of the page. */
/** Go to a line; `quietly` only its own view moves, and the focus and the page stay where they are. */
export function goToLine(view, number, quietly = false) {
  const line = view.state.doc.line(clamp(number, 1, view.state.doc.lines));
  const folds = [];
  foldedRanges(view.state).between(line.from, line.to, (from, to) => void folds.push(unfoldEffect.of({ from, to })));
  view.dispatch({
    selection: { anchor: line.from },
    effects: [...folds, markLine.of(line.from), ...(quietly ? [] : [EditorView.scrollIntoView(line.from, { y: "center" })])],
  });
  if (quietly) {
    requestAnimationFrame(() => {
      view.scrollDOM.scrollTop = view.lineBlockAt(line.from).top - view.scrollDOM.clientHeight / 3;
    });
    return;
  }
  view.focus();
  // The page is still being laid out; the line comes into its view when that is done.
  requestAnimationFrame(() => requestAnimationFrame(() => showOnPage(view, line.from)));
}

function showOnPage(view, at) {
  const { node } = view.domAtPos(at);
  const element = node instanceof Element ? node : node.parentElement;
  element?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

function letTabLeave(view) {
  view.setTabFocusMode(LEAVING_MS);
}

function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}
