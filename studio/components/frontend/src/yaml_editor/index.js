// The YAML editor: CodeMirror in a Streamlit component. One editor lives as long as its place on
// the page; a rerun only brings it news (problems, another version of the document, a line to go to).
import css from "./style.css";
import { Conversation } from "./conversation.js";
import { createView, goToLine, replaceDocument, setLabel, showProblems } from "./view.js";

const editors = new WeakMap();

export default function yamlEditor({ data: [data], parentElement, setStateValue, setTriggerValue }) {
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
  const hint = document.createElement("p");
  hint.className = "hint";
  hint.id = "hint";
  hint.textContent = data.hint;
  parentElement.append(style, frame);

  const conversation = new Conversation(() => view.state.doc.toString(), data);
  const view = createView({ root: parentElement, parent: frame, text: data.text, conversation });
  frame.append(hint);
  // Streamlit listens for single letters on the page and cannot see that this is a text field.
  frame.addEventListener("keydown", (event) => event.stopPropagation());

  const editor = { view, frame, style, conversation, jump: 0 };
  editors.set(parentElement, editor);
  return editor;
}

function update(editor, data) {
  const { view, conversation } = editor;
  editor.frame.style.setProperty("--editor-height", `${data.height}px`);
  setLabel(view, data.label);
  if (conversation.isNews(data)) replaceDocument(view, data.text);
  showProblems(view, data.problems);
  if (data.jump && data.jump.serial !== editor.jump) {
    editor.jump = data.jump.serial;
    goToLine(view, data.jump.line);
  }
}
