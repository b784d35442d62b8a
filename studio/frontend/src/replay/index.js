// A replay as a page by itself: the map of the town, and beside it what has happened up to the moment shown. All
// of it stands in the page; nothing is asked of anybody.
import { TownMap } from "../town_map/map.js";
import { Keys } from "./keys.js";
import { Track } from "./track.js";

const AROUND = 230; // pixels of the window that go to what stands above and below the picture
const HIGHEST = 900;

const played = JSON.parse(document.getElementById("played").textContent);
const tracks = new Map([...document.querySelectorAll("section.day")].map((element) => [Number(element.dataset.day), new Track(element, (minute) => map.player.goTo(minute))]));
const choice = document.getElementById("which-day");
const inner = document.getElementById("map").attachShadow({ mode: "open" });
const map = new TownMap(inner, { heard: (minute) => tracks.get(day.day).show(minute, map.following) });
let day;

/** Show a day from its beginning, or from a minute of it. */
function open(one, minute) {
  [day, choice.value] = [one, String(one.day)];
  for (const [number, track] of tracks) track.element.hidden = number !== one.day;
  const said = one.said.map(([begins, until, speaker, talk, id]) => [begins, until, speaker, talk, tracks.get(one.day).words(id)]);
  const follow = map.following || played.follow;
  const scene = { ...one.scene, title: "" };
  map.update({ ...one, scene, said, follow, alt: played.alt, name: "", height: HIGHEST, around: AROUND });
  if (!map.player.day.isEmpty) map.player.goTo(minute ?? map.player.day.first);
}

const only = document.getElementById("only-talks");
only.addEventListener("change", () => document.getElementById("track").classList.toggle("talks", only.checked));
choice.addEventListener("change", () => open(played.days.find((one) => one.day === Number(choice.value))));
new Keys(map.player);
document.body.classList.add("plays");
const asked = Number(location.hash.slice(1)); // a minute since 00:00 of day 1, for who sends somebody to a moment
const first = (asked && played.days.find((one) => asked <= one.scene.minute)) || played.days[0];
if (first) open(first, asked || undefined);
