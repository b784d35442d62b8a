// The editor's colours come from the studio's theme, which reaches a component as CSS variables.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const token = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--key)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string), tags.content, tags.attributeValue], color: "var(--ink)" },
  { tag: [tags.number, tags.bool, tags.null, tags.literal, tags.labelName, tags.typeName], color: "var(--gold)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket, tags.meta], color: "var(--muted)" },
  { tag: tags.invalid, color: "var(--urgent)", textDecoration: "underline" },
]);

const mark = (colour) =>
  `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns='http://www.w3.org/2000/svg' width='6' height='3'><path d='m0 2.5 2-1.5 2 1.5 2-1.5' fill='none' stroke='${colour}' stroke-width='1.1'/></svg>`,
  )}")`;

// Round, three-cornered and square: told apart by shape as well as by colour.
const sign = (shape, colour) =>
  `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'><path d='${shape}' fill='${colour}'/></svg>`,
  )}")`;
const ROUND = "M20 4a16 16 0 1 0 .1 0Z";
const THREE_CORNERED = "M20 4 37 35H3Z";
const SQUARE = "M7 7H33V33H7Z";

export function colours(dark) {
  const red = dark ? "#F08A6C" : "#B2452F";
  const gold = dark ? "#E7BE6A" : "#8A6100";
  const teal = dark ? "#63B7B0" : "#22686B";
  const theme = EditorView.theme(
    {
      "&": { color: "var(--ink)", backgroundColor: "transparent", height: "100%", fontSize: "14px" },
      "&.cm-focused": { outline: "none" },
      ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overflow: "auto" },
      ".cm-content": { caretColor: "var(--key)", padding: "8px 0" },
      ".cm-cursor, .cm-dropCursor": { borderLeft: "2px solid var(--key)" },
      "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
        background: "color-mix(in srgb, var(--key) 24%, transparent)",
      },
      ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--key) 7%, transparent)" },
      ".cm-jumpedTo": {
        backgroundColor: "color-mix(in srgb, var(--gold) 26%, transparent)", boxShadow: "inset 3px 0 0 var(--gold)",
      },
      ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--muted)", border: "none" },
      ".cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--key) 14%, transparent)", color: "var(--ink)" },
      ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 10px", minWidth: "32px" },
      ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--gold) 22%, transparent)" },
      ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--gold) 32%, transparent)", outline: "1px solid var(--gold)" },
      ".cm-searchMatch-selected": { backgroundColor: "color-mix(in srgb, var(--gold) 55%, transparent)" },
      ".cm-lintRange-error": { backgroundImage: mark(red) },
      ".cm-lintRange-warning": { backgroundImage: mark(gold) },
      ".cm-lintRange-info": { backgroundImage: mark(teal) },
      ".cm-lint-marker-error": { content: sign(ROUND, red) },
      ".cm-lint-marker-warning": { content: sign(THREE_CORNERED, gold) },
      ".cm-lint-marker-info": { content: sign(SQUARE, teal) },
      ".cm-tooltip": {
        backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "8px",
        boxShadow: "0 4px 16px #0003", maxWidth: "min(420px, 80vw)", fontFamily: "var(--sans)", overflow: "hidden",
      },
      ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "13px", maxHeight: "16em" },
      ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px" },
      ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { background: "color-mix(in srgb, var(--key) 22%, transparent)", color: "var(--ink)" },
      ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700", color: "var(--key)" },
      ".cm-completionDetail": { color: "var(--muted)", fontStyle: "normal", fontFamily: "var(--sans)", marginLeft: "12px" },
      ".cm-tooltip.cm-completionInfo": { padding: "0" },
      ".cm-means": { padding: "8px 12px", fontSize: "14px", lineHeight: "1.45" },
      ".cm-means p": { margin: "4px 0 0" },
      ".cm-diagnostic": { padding: "8px 12px", borderLeft: "4px solid var(--key)", whiteSpace: "pre-wrap" },
      ".cm-diagnostic-error": { borderLeftColor: "var(--urgent)" },
      ".cm-diagnostic-warning": { borderLeftColor: "var(--gold)" },
      ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--ink)", fontFamily: "var(--sans)" },
      ".cm-panels-top": { borderBottom: "1px solid var(--line)" },
      ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
      ".cm-panel.cm-search": { padding: "8px 32px 8px 8px" },
      ".cm-panel.cm-search label": { fontSize: "13px" },
      ".cm-panel.cm-panel-lint ul [aria-selected]": { backgroundColor: "color-mix(in srgb, var(--key) 20%, transparent)", color: "var(--ink)" },
      ".cm-textfield": { border: "1px solid var(--line)", borderRadius: "6px", padding: "4px 8px", backgroundColor: "var(--paper)", color: "var(--ink)", fontSize: "13px" },
      ".cm-button": { border: "1px solid var(--line)", borderRadius: "6px", padding: "4px 10px", background: "var(--paper)", color: "var(--ink)", fontSize: "13px" },
      ".cm-foldPlaceholder": { background: "var(--panel)", border: "1px solid var(--line)", color: "var(--muted)", padding: "0 6px" },
    },
    { dark },
  );
  return [theme, syntaxHighlighting(token)];
}

/** Whether the page's background is dark: CodeMirror's own small parts come in two sets. */
export function isDark(element) {
  const [r, g, b] = getComputedStyle(element).backgroundColor.match(/[\d.]+/g).map(Number);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 128;
}
