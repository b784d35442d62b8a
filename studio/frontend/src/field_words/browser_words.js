// What the browser says of a number that a field does not take, it says in its own language: when the field asks for it
// (`invalid`), and to a pointer that rests there. Here it is said in the reader's.
import { tr } from "../tr.js";

/** Have the browser say in the reader's language what is wrong with a number, until `signal` ends it. */
export function sayBrowsersWords(signal) {
  const say = ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== "number") return;
    target.setCustomValidity(""); // or what was said before would count as wrong itself
    target.setCustomValidity(wrong(target));
  };
  for (const event of ["invalid", "input", "pointerover"]) document.addEventListener(event, say, { capture: true, signal });
}

function wrong({ validity, min, max, step }) {
  if (validity.badInput) return tr("Enter a number.");
  if (validity.rangeUnderflow) return tr("The value must be {min} or more.", { min });
  if (validity.rangeOverflow) return tr("The value must be {max} or less.", { max });
  return validity.stepMismatch ? tr("The value must be in steps of {step}.", { step }) : "";
}
