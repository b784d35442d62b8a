// Streamlit speaks nothing but English (its issues 1353 and 13500 are open). What it says of itself in the parts named
// here is said in the reader's language instead: texts of its own, never a name, an option or anything that was typed.
import { speaksEnglish, tr } from "../tr.js";

const PARTS = [
  '[data-testid="InputInstructions"]',
  '[data-testid="stFileUploaderDropzone"]',
  '[data-testid="stMainMenuList"]',
  '[data-testid="stStatusWidget"]',
  '[data-testid="stSelectboxVirtualDropdown"]',
  '[data-testid="stMultiSelectDropdown"]',
].join(", ");

const english = new WeakMap(); // what a text said before it was put otherwise

/** Have Streamlit's own texts said in the reader's language, now and as they come; return what ends it. */
export function sayStreamlitsWords() {
  let waiting = 0;
  const soon = () => {
    waiting ||= requestAnimationFrame(() => {
      waiting = 0;
      sayAll();
    });
  };
  const observer = new MutationObserver(soon);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  soon();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(waiting);
  };
}

function sayAll() {
  for (const part of document.querySelectorAll(PARTS)) {
    const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) say(node);
  }
}

function say(node) {
  if (node.parentElement?.closest('[role="option"][data-key]')) return; // what there is to choose
  const known = english.get(node);
  const told = known && known.said === node.nodeValue ? known.told : node.nodeValue;
  const said = speaksEnglish() ? told : translated(told.trim());
  if (said === null || said === node.nodeValue) return;
  english.set(node, { told, said });
  node.nodeValue = said;
}

function translated(text) {
  const size = /^(\d+(?:\.\d+)?\s?[KMG]?B) per file(.*)$/.exec(text);
  if (size) return tr("{size} per file", { size: size[1] }) + size[2];
  switch (text) {
    case "Press Enter to apply":
      return tr("Press Enter to apply");
    case "Press Enter to submit form":
      return tr("Press Enter to submit form");
    case "Press Ctrl+Enter to apply":
      return tr("Press Ctrl+Enter to apply");
    case "Press Ctrl+Enter to submit form":
      return tr("Press Ctrl+Enter to submit form");
    case "Press ⌘+Enter to apply":
      return tr("Press ⌘+Enter to apply");
    case "Press ⌘+Enter to submit form":
      return tr("Press ⌘+Enter to submit form");
    case "Drag and drop a file here":
      return tr("Drag and drop a file here");
    case "Drag and drop files here":
      return tr("Drag and drop files here");
    case "Upload":
      return tr("Upload");
    case "No results":
      return tr("No results");
    case "Select all":
      return tr("Select all");
    case "Running...":
      return tr("Running…");
    case "Stop":
      return tr("Stop");
    case "System":
      return tr("Use system setting");
    case "Light":
      return tr("Light");
    case "Dark":
      return tr("Dark");
    case "Print":
      return tr("Print");
    case "Record screen":
      return tr("Record the screen");
    default:
      return null;
  }
}
