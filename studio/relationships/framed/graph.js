// What moves in the graph of a town, in the studio's walled frame and in a file by itself: the days, how strong a tie has
// to be to be drawn, and what a tie rests on. Every text goes in as a text node. In the studio the frame says two whole
// numbers to the page around it, and nothing else: which change of a tie is to be explained, and which day is shown.
const STEP = 1600; // milliseconds that a day is shown for while the days play
const GROW = 500; // of them, those in which ties grow, appear and vanish
document.documentElement.lang = TOWN.language;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const frame = document.getElementById("mynetwork");
const told = TOWN.days.map(() => TOWN.pairs.map(() => null));
let day = TOWN.days.length - 1;
let least = TOWN.least;
let chosen = null;
let playing = 0;
let growing = 0;

// ---- how every pair stands on every day: as on the day before, until a change
for (const [number, change] of TOWN.changes.entries()) {
  const before = told[change.day][change.pair] ?? { ways: [null, null] };
  const ways = before.ways.with(change.way, number);
  for (let later = change.day; later < told.length; later++) told[later][change.pair] = { ways, last: number };
}

function standing(pair, at = day) {
  return told[at][pair];
}

function closeness(pair, at = day) {
  const now = standing(pair, at);
  return now && TOWN.changes[now.last].both;
}

function isDrawn(pair, at = day) {
  const close = closeness(pair, at);
  return close !== null && (close >= least || close < TOWN.strained);
}

function signed(value, digits) {
  const text = Math.abs(value).toFixed(digits);
  return `${value < 0 && Number(text) ? "−" : "+"}${text}`;
}

/** The figure on a line: one where both feel alike, else one for each. */
function figure(pair) {
  const felt = standing(pair).ways.filter((one) => one !== null).map((one) => TOWN.changes[one].value);
  const apart = felt.length === 2 && Math.abs(felt[0] - felt[1]) >= 0.15;
  return apart ? felt.map((one) => signed(one, 1)).join(" / ") : signed(closeness(pair), 1);
}

// ---- the lines
const shown = new Map(); // how thick each line is now
const labelled = () => TOWN.pairs.filter((_, pair) => isDrawn(pair)).length <= TOWN.mostLabels;

function line(pair, width, words) {
  const close = closeness(pair) ?? 0;
  const ink = close > 0 ? TOWN.inks.warm : close < 0 ? TOWN.inks.cool : TOWN.inks.dim;
  const label = words && isDrawn(pair) ? figure(pair) : "";
  return { id: pair, hidden: width < 0.2, width: Math.max(width, 0.2), dashes: close < 0, label, color: { color: ink, hover: ink, highlight: ink } };
}

/** Draw the ties as they are now; they grow from what is shown, unless motion is not wanted. */
function draw(grows = false) {
  cancelAnimationFrame(growing);
  const words = labelled();
  const wanted = TOWN.pairs.map((_, pair) => (isDrawn(pair) ? 1 + 5 * Math.abs(closeness(pair)) : 0));
  const first = TOWN.pairs.map((_, pair) => shown.get(pair) ?? 0);
  const moving = TOWN.pairs.map((_, pair) => pair).filter((pair) => first[pair] !== wanted[pair]);
  const began = performance.now();
  const step = (share, which) => {
    const now = which.map((pair) => {
      const width = first[pair] + (wanted[pair] - first[pair]) * share;
      shown.set(pair, width);
      return line(pair, width, words);
    });
    edges.update(now);
  };
  nodes.update(Object.entries(TOWN.first).map(([id, first]) => ({ id, hidden: day < first }))); // who joins later
  const grow = (now) => {
    const share = Math.min(1, (now - began) / GROW);
    step(share, moving);
    if (share < 1) growing = requestAnimationFrame(grow);
  };
  if (grows && !still.matches) {
    step(0, TOWN.pairs.map((_, pair) => pair));
    growing = requestAnimationFrame(grow);
  } else step(1, TOWN.pairs.map((_, pair) => pair));
  say();
}

// ---- the controls
/** A text in the reader's language, with its values in their places. */
function said(name, values = {}) {
  return TOWN.says[name].replace(/\{(\w+)\}/g, (place, value) => values[value] ?? place);
}

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const days = make("input", { type: "range", min: 0, max: TOWN.days.length - 1, step: 1, value: day, "aria-label": said("day") });
const named = make("output");
const strength = make("input", { type: "range", min: 0, max: 0.9, step: 0.1, value: least, "aria-label": said("strength") });
const from = make("output");
const play = make("button", { type: "button" }, said("play"));
const sentence = make("p", { id: "told", tabindex: 0, "aria-live": "polite" });
const evidence = make("aside", { id: "evidence", tabindex: 0, "aria-label": said("rests"), "aria-live": "polite" });
const controls = make("div", { id: "controls" });
if (!TOWN.inside) controls.append(make("h1", {}, said("title", { town: TOWN.town })));
if (TOWN.days.length > 1) controls.append(play, make("label", {}, said("day"), days, named));
controls.append(make("label", {}, said("from"), strength, from), sentence);
document.querySelector(".card").before(controls);
document.querySelector(".card").append(evidence);

function say() {
  const at = TOWN.days[day];
  days.value = day;
  days.setAttribute("aria-valuetext", at.label);
  named.value = at.label;
  from.value = said("least", { closeness: signed(least, 1) });
  const drawn = TOWN.pairs.filter((_, pair) => isDrawn(pair)).length;
  const tied = TOWN.pairs.filter((_, pair) => standing(pair)).length;
  sentence.textContent = said("drawn", { drawn, tied, words: at.words });
  look();
}

function turn(to, { grows = true } = {}) {
  if (to === day) return;
  day = to;
  draw(grows);
}

function halt() {
  clearInterval(playing);
  playing = 0;
  play.textContent = said("play");
}

function tell(what) {
  if (TOWN.inside) parent.postMessage(what, "*");
}

play.addEventListener("click", () => {
  if (playing) {
    halt();
    tell({ day });
    return;
  }
  if (day === TOWN.days.length - 1) turn(0, { grows: false });
  play.textContent = said("pause");
  playing = setInterval(() => {
    turn(day + 1);
    if (day < TOWN.days.length - 1) return;
    halt();
    tell({ day });
  }, STEP);
});
days.addEventListener("input", () => {
  halt();
  turn(Number(days.value));
});
days.addEventListener("change", () => tell({ day }));
strength.addEventListener("input", () => {
  least = Number(strength.value);
  draw();
});
addEventListener("message", ({ source, data }) => {
  const asked = data?.day;
  if (source === parent && Number.isInteger(asked) && asked >= 0 && asked < TOWN.days.length) {
    halt();
    turn(asked, { grows: false });
  }
});

// ---- what a tie rests on
function look() {
  if (chosen === null) evidence.replaceChildren(...nobody());
  else evidence.replaceChildren(...(chosen.pair === undefined ? ofPerson(chosen.agent) : ofPair(chosen.pair)));
}

function choose(what) {
  chosen = what;
  look();
  evidence.scrollTop = 0;
}

function people() {
  const all = make("select", { "aria-label": said("somebody") }, make("option", { value: "" }, said("choose")));
  for (const [agent, name] of Object.entries(TOWN.names)) all.append(make("option", { value: agent }, name));
  all.addEventListener("change", () => all.value && choose({ agent: all.value }));
  return all;
}

function nobody() {
  return [make("h2", {}, said("rests")), make("p", {}, said("invites")), people()];
}

function names(pair) {
  return TOWN.pairs[pair].map((agent) => TOWN.names[agent]);
}

function summed(pair) {
  const now = standing(pair);
  if (!now) return said("untied");
  const { both, both_word } = TOWN.changes[now.last];
  return felt(both, both_word);
}

function felt(value, word) {
  return said("felt", { closeness: signed(value, 2), word });
}

function ofPerson(agent) {
  const mine = TOWN.pairs.map((_, pair) => pair).filter((pair) => standing(pair) && TOWN.pairs[pair].includes(agent));
  mine.sort((one, other) => closeness(other) - closeness(one));
  const ties = mine.map((pair) => {
    const other = names(pair)[TOWN.pairs[pair].indexOf(agent) ? 0 : 1];
    const open = make("button", { type: "button" }, other);
    open.addEventListener("click", () => choose({ pair }));
    return make("li", {}, open, ` ${summed(pair)}`);
  });
  return [people(), make("h2", {}, TOWN.names[agent]), make("p", {}, said("ties", { n: mine.length, day: TOWN.days[day].label })), make("ol", { role: "list" }, ...ties)];
}

function ofPair(pair) {
  const [one, other] = names(pair);
  const now = standing(pair);
  const ways = [0, 1].map((way) => {
    const change = now && now.ways[way] !== null ? TOWN.changes[now.ways[way]] : null;
    const [who, whom] = way ? [other, one] : [one, other];
    return make("p", {}, change ? said("way", { who, whom, felt: felt(change.value, change.word) }) : said("strangers", { who, whom }));
  });
  const rests = [...TOWN.changes.entries()].filter(([, change]) => change.pair === pair && change.day <= day).reverse();
  return [people(), make("h2", {}, said("pair", { one, other })), make("p", {}, said("on", { felt: summed(pair), day: TOWN.days[day].label })), ...ways,
    make("h3", {}, said("below")), make("ol", { role: "list" }, ...rests.map(([number, change]) => because(number, change, one, other)))];
}

function because(number, change, one, other) {
  const [who, whom] = change.way ? [other, one] : [one, other];
  const when = change.when || said("start");
  const item = make("li", {}, make("small", {}, when), make("p", {}, said("about", { who, whom, felt: felt(change.value, change.word) })));
  if (change.note) item.append(make("p", {}, change.note));
  if (TOWN.inside && change.when) {
    const why = make("button", { type: "button", "aria-label": said("why_of", { when, who, whom }) }, said("why"));
    why.addEventListener("click", () => tell({ open: number }));
    item.append(why);
  } else if (!TOWN.inside) item.append(make("small", {}, `townwright why ${TOWN.run} ${change.id}`));
  return item;
}

network.on("click", ({ nodes: here, edges: there }) => {
  if (here.length) choose({ agent: here[0] });
  else if (there.length) choose({ pair: there[0] });
});

// ---- the picture fits its frame, also when the frame changes its size, until somebody has moved it to look at a part
const few = nodes.length <= TOWN.few;
const wide = nodes.get().map(({ id, x, y }) => ({ id, x, y, size: 26, font: { size: 22 } }));
const upright = wide.map(({ id, x, y }) => ({ id, x: y, y: x, size: few ? 40 : 30, font: { size: few ? 34 : 26 } }));
let narrow = false;
let touched = false;

function fit() {
  if (touched || !frame.clientWidth) return;
  if (narrow !== innerWidth < 640) {
    narrow = !narrow;
    network.setOptions({ edges: { font: { size: narrow ? (few ? 30 : 0) : 19 } } });
    nodes.update(narrow ? upright : wide);
  }
  afterDrawn(() => { // only what was drawn knows how large it is, and names only at the size they have then
    network.fit({ animation: false });
    afterDrawn(() => {
      network.fit({ animation: false });
      afterDrawn(() => { frame.style.visibility = "visible"; });
    });
  });
}

function afterDrawn(then) {
  network.once("afterDrawing", () => setTimeout(then));
  network.redraw();
}

function decoded(one) {
  const picture = new Image();
  picture.src = one.image;
  return picture.decode();
}

for (const touch of ["dragStart", "zoom"]) network.on(touch, () => { touched = true; });
frame.addEventListener("keydown", (pressed) => { touched ||= pressed.key !== "Tab"; });
draw();
const letters = document.fonts.load("16px SourceSans"); // a canvas does not wait for its font
Promise.allSettled([letters, ...nodes.get().map(decoded)]).then(() => {
  network.on("resize", fit);
  fit();
});
