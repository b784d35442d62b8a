// Where everybody stands: in a slot of their room or place, or on the road between two places, as far along it
// as they have come.
import { boxesOf, overlap } from "./boxes.js";
import { crowdSlots } from "./crowd.js";
import { fitted, textWidth } from "./letters.js";
import { bodyOf, clamp, roomsOf, slotsIn, wayBetween } from "./layout.js";

const SMALLEST = 9;
const WALKING = 12;
const NAME_ROOM = 72;

/** Position, radius, name and way of every agent of the scene, by id. */
export function standings(scene, town) {
  const found = new Map();
  const placeOf = (id) => town.plotByRoom.get(id);
  const walkers = scene.agents.filter((agent) => isOnTheRoad(agent, placeOf));
  const inside = scene.agents.filter((agent) => !walkers.includes(agent));
  for (const plot of town.plots) {
    const taken = [...found.values()].flatMap((standing) => boxesOf(standing));
    settle(plot, inside.filter((agent) => placeOf(agent.room) === plot), town, found, taken);
  }
  const taken = [...found.values()].flatMap((standing) => boxesOf(standing));
  for (const agent of walkers) {
    const standing = roadside(agent, scene.minute, town, placeOf, taken);
    found.set(agent.id, standing);
    taken.push(...boxesOf(standing));
  }
  return found;
}

export function isOnTheRoad(agent, placeOf) {
  return agent.walking && Boolean(agent.from_room) && placeOf(agent.from_room) !== placeOf(agent.room);
}

// In their room; with no room said, in the first. A crowd takes the whole house, and the walls are left out; a
// larger one stands around it as well.
function settle(plot, people, town, found, taken) {
  const rooms = town.walls.get(plot.place.id) ?? new Map();
  const groups = new Map();
  for (const agent of people) {
    const key = rooms.has(agent.room) ? agent.room : rooms.keys().next().value;
    groups.set(key, [...(groups.get(key) ?? []), agent]);
  }
  for (const [room, group] of groups) {
    const inside = slotsIn(floorOf(plot, rooms.get(room)), group.length, town.largest);
    const crowd = inside.r < SMALLEST ? crowdSlots(plot, group.length, inside.r, town, taken) : null;
    const { slots, r, named = false, width = 0 } = crowd ?? inside;
    group.forEach((agent, at) => found.set(agent.id, { ...slots[at], r, ...called(agent, named ? width - 4 : 0, town), plot }));
  }
}

/** The plots whose rooms are drawn in this scene, with the rooms: those where nobody has to shrink for a wall. */
export function wallsOf(scene, { plots, plotByRoom, largest }) {
  const placeOf = (id) => plotByRoom.get(id);
  const shown = plots.map((plot) => [plot, roomsOf(plot)]).filter(([plot, rooms]) => {
    const people = scene.agents.filter((agent) => placeOf(agent.room) === plot && !isOnTheRoad(agent, placeOf));
    return [...rooms].every(([room, cell], at) => {
      const here = people.filter((agent) => agent.room === room || (at === 0 && !rooms.has(agent.room)));
      return !here.length || slotsIn(floorOf(plot, cell), here.length, largest).r >= SMALLEST;
    });
  });
  return new Map(shown.map(([plot, rooms]) => [plot.place.id, rooms]));
}

// A room's name stands at its foot.
function floorOf(plot, cell) {
  return cell ? { ...cell, h: cell.h - 15 } : bodyOf(plot);
}

/** The name as it is written below somebody, and how wide it is; nothing where there is no room for it. */
function called(agent, room, { fonts }) {
  const name = room ? fitted(agent.name.split(" ")[0], room, fonts.name) : "";
  return { name, wide: name ? textWidth(name, fonts.name) + 3 : 0 };
}

// As far along the way as they have come if that spot is free, else the nearest to it that is: off the plots,
// clear of people and their names; without a name where none has room.
function roadside(agent, minute, town, placeOf, taken) {
  const numbers = [agent.from_room, agent.room].map((room) => town.plots.indexOf(placeOf(room)));
  const way = wayBetween(town.roads, town.plots.length, ...numbers).map((number) => town.plots[number]);
  const r = Math.min(town.largest, WALKING);
  const named = called(agent, town.width >= 500 ? NAME_ROOM : 0, town);
  const nameless = { name: "", wide: 0 };
  const obstacles = [...taken, ...town.plots];
  const spots = spotsAlong(way, shareOf(agent, minute), r);
  for (const [called, others] of [[named, obstacles], [nameless, obstacles], [nameless, taken]]) {
    const spot = spots.map(({ x, y }) => ({ x, y, r, ...called, plot: null })).find((each) => isFree(each, others, town));
    if (spot) return spot;
  }
  return { ...spots[0], r, ...nameless, plot: null };
}

function isFree(standing, others, { width, height }) {
  return boxesOf(standing).every((box) => box.x >= 0 && box.y >= 0 && box.x + box.w <= width && box.y + box.h <= height
    && !others.some((other) => overlap(box, other, 3)));
}

/** How much of the way is behind somebody; half of it where nobody knows. */
function shareOf({ left, arrives }, minute) {
  return arrives > left ? clamp((minute - left) / (arrives - left), 0, 1) : 0.5;
}

// Spots on the way and beside it, the nearest to a share of it first; also further aside than any road is wide,
// so that there is always one.
function spotsAlong(way, share, r) {
  const spots = [];
  for (let step = 0; step <= 40; step++) {
    for (const part of [share - step / 40, share + step / 40].slice(step ? 0 : 1)) {
      if (part < 0 || part > 1) continue;
      for (let aside = -12; aside <= 12; aside++) {
        spots.push({ ...pointAt(way, part, (aside * (r + 5)) / 2), cost: 2 * step + 2 * Math.abs(aside) });
      }
    }
  }
  return spots.sort((a, b) => a.cost - b.cost);
}

function pointAt(way, part, aside) {
  const legs = way.slice(1).map((to, at) => ({ from: way[at], to, length: Math.hypot(to.cx - way[at].cx, to.cy - way[at].cy) }));
  let left = part * legs.reduce((sum, leg) => sum + leg.length, 0);
  const leg = legs.find((each) => (left -= each.length) <= 0) ?? legs.at(-1);
  const share = 1 + left / leg.length;
  const nx = -(leg.to.cy - leg.from.cy) / leg.length;
  const ny = (leg.to.cx - leg.from.cx) / leg.length;
  return {
    x: leg.from.cx + (leg.to.cx - leg.from.cx) * share + nx * aside,
    y: leg.from.cy + (leg.to.cy - leg.from.cy) * share + ny * aside,
  };
}

/** The corners that someone passes on the way between two plots. */
export function corners(town, from, to) {
  if (!from || !to || from === to) return [];
  const way = wayBetween(town.roads, town.plots.length, town.plots.indexOf(from), town.plots.indexOf(to));
  return way.map((number) => ({ x: town.plots[number].cx, y: town.plots[number].cy + 10 }));
}
