// The town map: a plan of the town in one SVG, with people who walk, speak and sleep in it.
import { Bubbles } from "./bubbles.js";
import { lookAt, NARROW_VIEW, seen, WHOLE } from "./camera.js";
import { syncChildren } from "./children.js";
import { html, svg } from "./dom.js";
import { Figure } from "./figures.js";
import { Followed } from "./followed.js";
import { drawLand, drawPlot } from "./ground.js";
import { roadsBetween } from "./layout.js";
import { darkness, isLit, momentOf, skySign } from "./light.js";
import { corners, isOnTheRoad, standings, wallsOf } from "./people.js";
import { placeButton, labelPlace } from "./places.js";
import { Player } from "./player.js";
import { plotsFor } from "./plots.js";
import { sought, tell } from "../moments.js";
import css from "./style.css";
import { tr } from "../tr.js";

const LOWEST = 400;
const NARROW = 500;
const SHADES = 24; // every change of the light is a new picture of the whole town

export class TownMap {
  /** A map in an element. `pick` is told whom or what somebody clicked, `heard` each minute that is shown. */
  constructor(parentElement, { pick = () => {}, heard = () => {} } = {}) {
    [this.pick, this.heard] = [pick, heard];
    this.title = html("span", { class: "title" });
    this.moment = html("span", { class: "moment" });
    this.land = svg("g", {});
    this.houses = svg("g", {});
    this.picture = svg("svg", { class: "picture", role: "img" }, this.land, this.houses);
    this.places = svg("g", {});
    this.people = svg("g", {});
    this.live = svg("svg", { class: "live", role: "group", "aria-label": tr("Places and people") }, this.places, this.people);
    this.world = html("div", { class: "world" }, this.picture, this.live);
    this.speech = html("div", { class: "speeches" });
    this.stage = html("div", { class: "stage" }, this.world, this.speech);
    this.player = new Player((dragged) => this.drawSoon(dragged), () => this.following);
    this.followed = new Followed((id) => this.follow(id));
    this.caption = html("div", { class: "caption" }, this.title, this.player.element, this.followed.field, this.moment);
    this.frame = html("div", { class: "map" }, this.caption, this.stage, this.followed.strip);
    this.style = html("style", {}, css);
    parentElement.append(this.style, this.frame);
    this.bubbles = new Bubbles(this.speech);
    this.figures = new Map();
    this.plots = new Map();
    this.following = "";
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.listen();
  }

  listen() {
    // Streamlit listens for single keys on the page.
    this.frame.addEventListener("keydown", (event) => event.stopPropagation());
    this.resized = () => this.data && this.draw({ still: true });
    this.observer = new ResizeObserver(this.resized);
    this.observer.observe(this.frame);
    addEventListener("resize", this.resized);
    this.deaf = sought((minute) => this.player.seek(minute));
    // The browser scrolls to what gets the focus; here the camera goes there.
    this.stage.addEventListener("scroll", () => this.stage.scrollTo(0, 0));
    this.live.addEventListener("focusin", ({ target }) => this.lookTo(target.dataset.agent ?? ""));
    this.live.addEventListener("focusout", () => this.lookTo(""));
  }

  update(data) {
    this.data = data;
    this.placesSign = JSON.stringify(data.scene.places.map((place) => ({ ...place, open: true })));
    this.following = data.follow ?? "";
    this.player.load(data);
    this.followed.load(data.scene.agents, data.follow);
    this.draw({});
  }

  remove() {
    this.observer.disconnect();
    removeEventListener("resize", this.resized);
    this.deaf();
    this.player.pause();
    cancelAnimationFrame(this.waiting);
    this.frame.remove();
    this.style.remove();
  }

  /** Keep somebody in view and mark them; nobody where the id is empty. */
  follow(id) {
    this.following = id;
    this.draw({});
    this.pick(id ? "agent" : "nobody", id);
  }

  lookTo(id) {
    this.focused = id;
    if (this.following) this.draw({});
  }

  /** Draw at the next picture of the screen, however many moments are asked for until then. */
  drawSoon(dragged = false) {
    cancelAnimationFrame(this.waiting);
    this.waiting = requestAnimationFrame(() => this.draw({ still: dragged, beat: this.player.beat }));
  }

  /** The scene of the data, or the moment of the day that the player stands at. */
  get scene() {
    const frame = this.player.frame;
    if (!frame) return this.data.scene;
    const closed = new Set(frame.closed);
    const places = this.data.scene.places.map((place) => ({ ...place, open: !closed.has(place.id) }));
    return { ...this.data.scene, places, minute: frame.minute, agents: frame.agents };
  }

  draw({ still = false, beat = 0 }) {
    const width = Math.round(this.stage.clientWidth);
    if (!width) return;
    const scene = this.scene;
    const how = { still: this.lay(scene, width) || still || this.calm.matches, beat };
    this.title.textContent = scene.title;
    this.moment.textContent = `${skySign(scene.minute)} ${momentOf(scene.minute)}`;
    this.picture.setAttribute("aria-label", this.data.alt);
    this.frame.style.setProperty("--dark", (Math.round(darkness(scene.minute) * SHADES) / SHADES).toFixed(3));
    const inside = this.gathered(scene);
    this.build(scene, inside);
    const where = standings(scene, this.town);
    this.town.plots.forEach((plot, at) => labelPlace(this.places.children[at], plot, inside.get(plot)));
    this.drawPeople(scene, where, how);
    this.drawFollowed(scene);
    this.drawBubbles(scene, where, this.look(where, width, how));
    tell(this.data.name, this.player.frame ? scene.minute : null);
    this.heard(scene.minute);
  }

  /** The height for the picture: as much of the window as is not taken by what stands above and below. */
  room() {
    const { height, around } = this.data;
    return around ? Math.max(LOWEST, Math.min(height, innerHeight - around)) : height;
  }

  /** Lay the town out anew when its places or the space for them changed; says whether it did. */
  lay(scene, width) {
    const wanted = width < NARROW ? 360 : this.room();
    const sign = `${width} ${wanted} ${this.placesSign}`;
    const isNew = sign !== this.sign;
    this.sign = sign;
    if (isNew) this.layAnew(scene, width, wanted);
    for (const plot of this.town.plots) plot.place = scene.places[plot.index];
    return isNew;
  }

  layAnew(scene, width, wanted) {
    const laid = plotsFor(scene.places, width, wanted);
    const plots = laid.plots.map((plot, index) => ({ ...plot, index }));
    const { height } = laid;
    const plotByRoom = new Map(plots.flatMap((plot) =>
      [[plot.place.id, plot], ...plot.place.rooms.map((room) => [room.id, plot])]));
    const fonts = fontsOf(this.frame);
    this.town = { width, height, plots, roads: roadsBetween(plots), plotByRoom, fonts, largest: width < NARROW ? 13 : 19 };
    for (const layer of [this.picture, this.live]) {
      layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
      layer.setAttribute("width", width);
      layer.setAttribute("height", height);
    }
    this.land.replaceChildren(drawLand(this.town));
    this.plots.clear();
    syncChildren(this.places, plots.map((plot) => placeButton(plot, (id) => this.pick("place", id))));
  }

  /** Who is in each place, and not on the way to it. */
  gathered(scene) {
    const inside = new Map(this.town.plots.map((plot) => [plot, []]));
    for (const agent of scene.agents) if (!this.isAway(agent)) inside.get(this.town.plotByRoom.get(agent.room)).push(agent);
    return inside;
  }

  /** Draw the houses, each unless it stands already as it is now, and their lights. */
  build(scene, inside) {
    this.town.walls = wallsOf(scene, this.town);
    for (const plot of this.town.plots) {
      const cells = this.town.walls.get(plot.place.id) ?? new Map();
      const sign = `${plot.place.open} ${cells.size}`;
      if (this.plots.get(plot)?.sign !== sign) this.plots.set(plot, { sign, element: drawPlot(plot, cells, this.town.fonts) });
      this.plots.get(plot).element.classList.toggle("lit", isLit(plot.place, inside.get(plot)));
    }
    syncChildren(this.houses, this.town.plots.map((plot) => this.plots.get(plot).element));
  }

  isAway(agent) {
    return isOnTheRoad(agent, (room) => this.town.plotByRoom.get(room));
  }

  whereabouts(agent) {
    const { name } = this.town.plotByRoom.get(agent.room).place;
    return this.isAway(agent) ? tr("on the way to {name}", { name }) : name;
  }

  drawPeople(scene, where, how) {
    const figures = scene.agents.filter((agent) => where.has(agent.id)).map((agent) => {
      const figure = this.figures.get(agent.id) ?? new Figure((id) => this.chosen(id));
      const standing = where.get(agent.id);
      figure.draw(agent, standing, this.whereabouts(agent), agent.id === this.following);
      figure.moveTo(standing, standing.plot && figure.plot !== undefined ? corners(this.town, figure.plot, standing.plot) : [], how);
      figure.plot = standing.plot;
      return [agent.id, figure];
    });
    this.figures = new Map(figures);
    syncChildren(this.people, figures.map(([, figure]) => figure.element));
  }

  chosen(id) {
    if (this.data.follow === null || this.data.follow === undefined) this.pick("agent", id);
    else {
      this.followed.field.value = id;
      this.follow(id);
    }
  }

  drawFollowed(scene) {
    const agent = scene.agents.find((each) => each.id === this.following);
    this.followed.draw(agent, agent ? this.whereabouts(agent) : "", scene.agents);
  }

  /** Move the picture so that whom one follows is seen; returns the view: its size, its camera, the town in it. */
  look(where, width, { still }) {
    const standing = where.get(this.focused || this.following) ?? where.get(this.following);
    const isClose = Boolean(standing) && width < NARROW;
    const height = isClose ? Math.min(NARROW_VIEW, this.town.height) : this.town.height;
    const camera = isClose ? lookAt(standing, this.town, { width, height }) : WHOLE;
    this.stage.style.height = `${height}px`;
    this.world.style.transition = still ? "none" : "";
    this.world.style.transform = isClose ? `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})` : "";
    return { width, height, camera, scale: camera.scale };
  }

  drawBubbles(scene, where, view) {
    const onScreen = ({ x, y }) => x > 0 && y > 0 && x < view.width && y < view.height;
    const stand = new Map([...where].map(([id, standing]) => [id, { ...seen(view.camera, standing), wide: standing.wide }]).filter(([, on]) => onScreen(on)));
    const headings = this.town.plots.map((plot) => seen(view.camera, { x: plot.x, y: plot.y, w: plot.w, h: 36 }));
    const talk = scene.agents.find((agent) => agent.id === this.following)?.talk;
    const first = new Set(scene.agents.filter((agent) => agent.id === this.following || (talk && agent.talk === talk)).map((agent) => agent.id));
    this.bubbles.draw(scene.agents, stand, { ...view, headings }, first);
  }
}

function fontsOf(element) {
  const family = getComputedStyle(element).fontFamily;
  return { place: `600 13.5px ${family}`, room: `12px ${family}`, name: `600 12px ${family}` };
}
