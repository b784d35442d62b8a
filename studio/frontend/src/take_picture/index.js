// Takes away the picture that stands beside it: as SVG, and as PNG drawn from that. Nothing is fetched for it.
import { read } from "../reading.js";
import { html } from "../town_map/dom.js";
import { drawn } from "./drawn.js";
import { asPng } from "./png.js";
import css from "./style.css";
import { tr } from "../tr.js";

const takers = new WeakMap();

export default function takePicture({ data, parentElement }) {
  const said = read(data); // first of all: the language comes with it
  const taker = takers.get(parentElement) ?? new Taker(parentElement);
  takers.set(parentElement, taker);
  taker.said = said;
  return () => {
    taker.remove();
    takers.delete(parentElement);
  };
}

class Taker {
  constructor(parentElement) {
    this.parent = parentElement;
    this.wrong = html("span", { role: "status" });
    this.element = html("div", { class: "tw-take-picture" }, html("span", {}, tr("Download picture:")),
      this.button("SVG", () => this.asSvg()), this.button("PNG", async () => asPng(this.asSvg())), this.wrong);
    parentElement.append(html("style", {}, css), this.element);
  }

  remove() {
    this.element.remove();
  }

  button(label, make) {
    const element = html("button", { type: "button" }, label);
    element.addEventListener("click", async () => {
      this.wrong.textContent = "";
      try {
        save(await make(), this.said[label.toLowerCase()]);
      } catch (error) {
        this.wrong.textContent = tr("The picture could not be downloaded: {wrong}", { wrong: error.message });
      }
    });
    return element;
  }

  /** The picture as the file it will be, in the colours of the light theme. */
  asSvg() {
    const text = this.said.drawn || drawn(this.parent.closest('[class*="st-key-picture-"]'), this.said);
    return new Blob([text], { type: "image/svg+xml" });
  }
}

function save(blob, name) {
  const link = html("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
