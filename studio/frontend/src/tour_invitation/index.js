// Invites to the tour whoever has not been here with this browser. What was said is kept in the browser alone.
import { read } from "../reading.js";
import { html } from "../town_map/dom.js";
import css from "./style.css";
import { tr } from "../tr.js";

const KEPT = "townwright-tour";

export default function tourInvitation({ data, parentElement, setTriggerValue }) {
  const { ended, stops } = read(data);
  if (ended) keep();
  parentElement.querySelector(".tw-invitation")?.remove();
  if (isKept()) return;
  const begin = html("button", { type: "button", class: "begin" }, tr("Take the tour"));
  const no = html("button", { type: "button", "aria-label": tr("No, thanks"), title: tr("No, thanks") }, "×");
  const about = tr("New here? Take a tour of this town in {stops} stops.", { stops });
  const card = html("section", { class: "tw-invitation", "aria-label": tr("Tour"), title: about },
    html("style", {}, css), begin, no);
  begin.addEventListener("click", () => setTriggerValue("begin", true));
  no.addEventListener("click", () => {
    keep();
    card.remove();
  });
  parentElement.append(card);
  return () => card.remove();
}

function keep() {
  try {
    localStorage.setItem(KEPT, "ended");
  } catch {
    // A browser that keeps nothing asks again.
  }
}

function isKept() {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}
