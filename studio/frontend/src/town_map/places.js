// The places as buttons: what a place is called, and who is in it, for those who cannot see it or use no mouse.
import { svg } from "./dom.js";
import { tr } from "../tr.js";

export function placeButton({ x, y, w, h, place }, pick) {
  const box = { x: x - 4, y: y - 4, width: w + 8, height: h + 8 };
  const button = svg("rect", { class: "door", rx: "12", role: "button", tabindex: "0", "data-place": place.id, ...box });
  button.addEventListener("click", () => pick(place.id));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    pick(place.id);
  });
  return button;
}

export function labelPlace(button, { place }, inside) {
  const people = inside.length ? inside.map((agent) => agent.name).join(tr(", ")) : tr("nobody is here");
  const state = [place.open ? "" : tr("closed"), place.private ? tr("private") : ""].filter(Boolean);
  const label = tr("{place}: {people}.", { place: [place.name, ...state].join(tr(", ")), people });
  if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
}
