// Where everybody stands: in a slot of their room or place, or on the road between two places.
import { bodyOf, roomsOf, slotsIn, touches, wayBetween } from "./layout.js";

const SMALLEST = 9;

/** Position, radius and way of every agent of the scene, by id. */
export function standings(scene, town) {
  const found = new Map();
  const placeOf = (id) => town.plotByRoom.get(id);
  const walkers = scene.agents.filter((agent) => isOnTheRoad(agent, placeOf));
  const inside = scene.agents.filter((agent) => !walkers.includes(agent));
  for (const plot of town.plots) settle(plot, inside.filter((agent) => placeOf(agent.room) === plot), town, found);
  for (const agent of walkers) found.set(agent.id, roadside(agent, town, placeOf, found));
  return found;
}

export function isOnTheRoad(agent, placeOf) {
  return agent.walking && Boolean(agent.from_room) && placeOf(agent.from_room) !== placeOf(agent.room);
}

// In their room; with no room said, in the first. A crowd takes the whole house, and the walls are left out.
function settle(plot, people, town, found) {
  const rooms = town.walls.get(plot.place.id) ?? new Map();
  const groups = new Map();
  for (const agent of people) {
    const key = rooms.has(agent.room) ? agent.room : rooms.keys().next().value;
    groups.set(key, [...(groups.get(key) ?? []), agent]);
  }
  for (const [room, group] of groups) {
    const { slots, r, named, width } = slotsIn(floorOf(plot, rooms.get(room)), group.length, town.largest);
    group.forEach((agent, at) => found.set(agent.id, { ...slots[at], r, named, width, plot }));
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

// The middle of the way if it is free, else the nearest spot to it that is: off the plots, clear of people.
function roadside(agent, town, placeOf, found) {
  const numbers = [agent.from_room, agent.room].map((room) => town.plots.indexOf(placeOf(room)));
  const way = wayBetween(town.roads, town.plots.length, ...numbers).map((number) => town.plots[number]);
  const r = Math.min(town.largest, 14);
  const crowd = [...found.values()];
  const clear = (spot) => crowd.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) > other.r + r + 8);
  const outside = (spot) => town.plots.every((plot) => !touches(plot, spot.x, spot.y, r + 2));
  const candidates = spotsAlong(way, r);
  const spot = candidates.find((each) => clear(each) && outside(each)) ?? candidates.find(clear) ?? candidates[0];
  return { ...spot, r, named: town.width >= 500, width: 72, plot: null };
}

function spotsAlong(way, r) {
  const spots = [];
  for (let step = 0; step <= 40; step++) {
    for (const part of step ? [0.5 - step / 84, 0.5 + step / 84] : [0.5]) {
      for (const aside of [0, 1, -1, 2, -2]) spots.push({ ...pointAt(way, part, aside * (r + 5)), cost: step + 6 * Math.abs(aside) });
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
