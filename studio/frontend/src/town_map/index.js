// The town map: a plan of the town in one SVG, with people who walk, speak and sleep in it.
// It lives as long as its place on the page; each rerun hands it the next scene.
import { Bubbles } from "./bubbles.js";
import { html, svg } from "./dom.js";
import { Figure } from "./figures.js";
import { drawGround } from "./ground.js";
import { roadsBetween } from "./layout.js";
import { darkness, isLit, momentOf, skySign } from "./light.js";
import { corners, isOnTheRoad, standings, wallsOf } from "./people.js";
import { Player } from "./player.js";
import { plotsFor } from "./plots.js";
import { read } from "../reading.js";
import { tell } from "../moments.js";
import css from "./style.css";

const LOWEST = 400;
const maps = new WeakMap();

export default function townMap({ data: bytes, parentElement, setTriggerValue }) {
  const data = read(bytes);
  const map = maps.get(parentElement) ?? new TownMap(parentElement);
  maps.set(parentElement, map);
  map.pick = (kind, id) => setTriggerValue("pick", { kind, id });
  map.update(data);
  return () => {
    map.remove();
    maps.delete(parentElement);
  };
}

class TownMap {
  constructor(parentElement) {
    this.title = html("span", { class: "title" });
    this.moment = html("span", { class: "moment" });
    this.picture = svg("svg", { class: "picture", role: "img" });
    this.places = svg("g", {});
    this.people = svg("g", {});
    this.live = svg("svg", { class: "live", role: "group", "aria-label": "Places and people" }, this.places, this.people);
    this.speech = html("div", { class: "speeches" });
    this.stage = html("div", { class: "stage" }, this.picture, this.live, this.speech);
    this.player = new Player(() => this.draw(false));
    this.frame = html("div", { class: "map" },
      html("div", { class: "caption" }, this.title, this.player.element, this.moment), this.stage);
    this.style = html("style", {}, css);
    parentElement.append(this.style, this.frame);
    // Streamlit listens for single keys on the page.
    this.frame.addEventListener("keydown", (event) => event.stopPropagation());
    this.bubbles = new Bubbles(this.speech);
    this.figures = new Map();
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.resized = () => this.data && this.draw(true);
    this.observer = new ResizeObserver(this.resized);
    this.observer.observe(this.frame);
    addEventListener("resize", this.resized);
  }

  update(data) {
    this.data = data;
    this.player.load(data);
    this.draw(false);
  }

  remove() {
    this.observer.disconnect();
    removeEventListener("resize", this.resized);
    this.player.pause();
    this.frame.remove();
    this.style.remove();
  }

  /** The scene of the data, or the moment of the day that the player stands at. */
  get scene() {
    const frame = this.player.frame;
    if (!frame) return this.data.scene;
    const closed = new Set(frame.closed);
    const places = this.data.scene.places.map((place) => ({ ...place, open: !closed.has(place.id) }));
    return { ...this.data.scene, places, minute: frame.minute, agents: frame.agents };
  }

  draw(resized) {
    const width = Math.round(this.frame.clientWidth);
    if (!width) return;
    const scene = this.scene;
    const still = this.lay(scene, width) || resized || this.calm.matches;
    this.title.textContent = scene.title;
    this.moment.textContent = `${skySign(scene.minute)} ${momentOf(scene.minute)}`;
    this.picture.setAttribute("aria-label", this.data.alt);
    this.frame.style.setProperty("--dark", darkness(scene.minute).toFixed(3));
    this.build(scene);
    const where = standings(scene, this.town);
    this.light(scene);
    this.drawPlaces(scene);
    this.drawPeople(scene, where, still);
    this.bubbles.draw(scene.agents, where, this.town);
    tell(this.data.name, this.player.frame ? scene.minute : null);
  }

  /** The height for the picture: as much of the window as is not taken by what stands above and below. */
  room() {
    const { height, around } = this.data;
    return around ? Math.max(LOWEST, Math.min(height, innerHeight - around)) : height;
  }

  /** Lay the town out anew when its places or the space for them changed; says whether it did. */
  lay(scene, width) {
    const wanted = width < 500 ? 360 : this.room();
    const sign = JSON.stringify([width, wanted, scene.places]);
    if (sign === this.sign) return false;
    this.sign = sign;
    const laid = plotsFor(scene.places, width, wanted);
    const plots = laid.plots.map((plot, index) => ({ ...plot, index }));
    const { height } = laid;
    const plotByRoom = new Map(plots.flatMap((plot) =>
      [[plot.place.id, plot], ...plot.place.rooms.map((room) => [room.id, plot])]));
    const before = this.town;
    this.town = { width, height, plots, roads: roadsBetween(plots), plotByRoom, largest: width < 500 ? 13 : 19 };
    for (const layer of [this.picture, this.live]) {
      layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
      layer.setAttribute("width", width);
      layer.setAttribute("height", height);
    }
    this.stage.style.height = `${height}px`;
    return !before || before.width !== width || before.height !== height;
  }

  /** Draw the ground and the houses, unless they stand already. */
  build(scene) {
    this.town.walls = wallsOf(scene, this.town);
    const sign = `${this.sign}${[...this.town.walls.keys()]}`;
    if (sign === this.built) return;
    this.built = sign;
    this.picture.replaceChildren(drawGround(this.town, fontsOf(this.frame)));
  }

  light(scene) {
    for (const plot of this.town.plots) {
      const inside = scene.agents.filter((agent) => this.town.plotByRoom.get(agent.room) === plot && !this.isAway(agent));
      const element = this.picture.querySelector(`[data-place="${CSS.escape(plot.place.id)}"]`);
      element.classList.toggle("lit", isLit(plot.place, inside));
    }
  }

  isAway(agent) {
    return isOnTheRoad(agent, (room) => this.town.plotByRoom.get(room));
  }

  drawPlaces(scene) {
    const known = new Map([...this.places.children].map((each) => [each.dataset.place, each]));
    const buttons = this.town.plots.map((plot) => known.get(plot.place.id) ?? this.placeButton(plot.place.id));
    this.town.plots.forEach((plot, at) => {
      const { x, y, w, h, place } = plot;
      const inside = scene.agents.filter((agent) => this.town.plotByRoom.get(agent.room) === plot && !this.isAway(agent));
      const people = inside.length ? inside.map((agent) => agent.name).join(", ") : "nobody is here";
      const state = [place.open ? "" : "closed", place.private ? "private" : ""].filter(Boolean).join(", ");
      for (const [name, value] of Object.entries({ x: x - 4, y: y - 4, width: w + 8, height: h + 8 })) buttons[at].setAttribute(name, value);
      buttons[at].setAttribute("aria-label", `${place.name}${state ? `, ${state}` : ""}: ${people}.`);
    });
    syncChildren(this.places, buttons);
  }

  placeButton(id) {
    const button = svg("rect", { class: "door", rx: "12", role: "button", tabindex: "0", "data-place": id });
    button.addEventListener("click", () => this.pick("place", id));
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.pick("place", id);
    });
    return button;
  }

  drawPeople(scene, where, still) {
    const fonts = fontsOf(this.frame);
    const figures = scene.agents.filter((agent) => where.has(agent.id)).map((agent) => {
      const figure = this.figures.get(agent.id) ?? new Figure((kind, id) => this.pick(kind, id));
      const standing = where.get(agent.id);
      const home = this.town.plotByRoom.get(agent.room);
      figure.draw(agent, standing, this.isAway(agent) ? `on the way to ${home.place.name}` : home.place.name, fonts);
      figure.moveTo(standing, standing.plot && figure.plot !== undefined ? corners(this.town, figure.plot, standing.plot) : [], still);
      figure.plot = standing.plot;
      return [agent.id, figure];
    });
    this.figures = new Map(figures);
    syncChildren(this.people, figures.map(([, figure]) => figure.element));
  }
}

// Only touches what differs: moving an element in the tree would take the keyboard focus away from it.
function syncChildren(parent, wanted) {
  const keep = new Set(wanted);
  for (const child of [...parent.children]) if (!keep.has(child)) child.remove();
  wanted.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
}

function fontsOf(element) {
  const family = getComputedStyle(element).fontFamily;
  return { place: `600 13.5px ${family}`, room: `12px ${family}`, name: `600 12px ${family}` };
}
