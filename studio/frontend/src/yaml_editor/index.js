// The YAML editor: CodeMirror in a Streamlit component. One editor lives as long as its place on
// the page; a rerun only brings it news (problems, another version of the document, a line to go to).
import { read } from "../reading.js";
import css from "./style.css";
import { Conversation } from "./conversation.js";
import { showHelp } from "./help.js";
import { createView, goToLine, replaceDocument, setLabel, showProblems } from "./view.js";
import { tr } from "../tr.js";

const editors = new WeakMap();
const granted = new Set(); // the lines gone to: who comes back to a file is not taken there once more
const STATUS = {
  kept: () => tr("All changes are kept as a draft."),
  alone: () => tr("The studio is not responding. Your changes are kept in this browser until it responds."),
  refused: () => tr("Your changes are not kept."),
};

export default function yamlEditor({ data: bytes, parentElement, setStateValue, setTriggerValue }) {
  const data = read(bytes);
  const editor = editors.get(parentElement) ?? mount(parentElement, data);
  editor.conversation.send = (name, value) =>
    name === "saved" ? setTriggerValue(name, value) : setStateValue(name, value);
  update(editor, data);
  return () => {
    editor.conversation.stop();
    editor.view.destroy();
    editor.frame.remove();
    editor.style.remove();
    editors.delete(parentElement);
  };
}

function mount(parentElement, data) {
  const style = document.createElement("style");
  style.textContent = css;
  const frame = document.createElement("div");
  frame.className = "frame";
  parentElement.append(style, frame);

  const { foot, showStatus } = footOf(data.hint);
  const conversation = new Conversation(() => view.state.doc.toString(), showStatus);
  const view = createView({ root: parentElement, parent: frame, text: data.text, conversation });
  frame.append(foot);
  // Streamlit listens for single letters on the page and cannot see that this is a text field.
  frame.addEventListener("keydown", (event) => event.stopPropagation());

  const editor = { view, frame, style, conversation };
  editors.set(parentElement, editor);
  return editor;
}

function footOf(words) {
  const foot = document.createElement("div");
  foot.className = "foot";
  const hint = document.createElement("p");
  hint.id = "hint";
  hint.textContent = words;
  const status = document.createElement("p");
  status.className = "status";
  status.setAttribute("role", "status");
  foot.append(hint, status);
  const showStatus = (how, reason) => {
    status.dataset.how = how;
    status.textContent = reason ? `${STATUS[how]()} ${reason}` : STATUS[how]();
  };
  return { foot, showStatus };
}

function update(editor, data) {
  const { view, conversation } = editor;
  editor.frame.style.setProperty("--editor-height", `${data.height}px`);
  setLabel(view, data.label);
  const text = conversation.news(data);
  if (text !== null) replaceDocument(view, text);
  showProblems(view, data.problems);
  showHelp(view, data.help);
  const wish = data.jump && `${data.writer} ${data.jump.serial}`;
  if (wish && !granted.has(wish)) {
    granted.add(wish);
    goToLine(view, data.jump.line, data.jump.quiet);
  }
}
