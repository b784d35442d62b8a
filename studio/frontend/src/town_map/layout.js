// Where things lie. Pure geometry in screen pixels: roads between neighbouring plots, rooms inside plots, and
// slots for people that never overlap. Where the plots lie is in plots.js.
export const ROOF = 12;
export const HEADER = 24;

/** Pairs of neighbours: no third place is nearer to both. Such a graph is always connected. */
export function roadsBetween(plots) {
  const far = (a, b) => Math.hypot(a.cx - b.cx, a.cy - b.cy);
  const roads = [];
  for (let i = 0; i < plots.length; i++) {
    for (let j = i + 1; j < plots.length; j++) {
      const length = far(plots[i], plots[j]);
      const between = plots.some((k) => k !== plots[i] && k !== plots[j] &&
        Math.max(far(plots[i], k), far(plots[j], k)) < length);
      if (!between) roads.push({ from: i, to: j, length });
    }
  }
  return roads;
}

/** The shortest way along roads, as the numbers of the plots passed. */
export function wayBetween(roads, count, from, to) {
  const distance = Array(count).fill(Infinity);
  const before = Array(count).fill(-1);
  const open = new Set([from]);
  distance[from] = 0;
  while (open.size) {
    const here = [...open].reduce((a, b) => (distance[a] <= distance[b] ? a : b));
    open.delete(here);
    for (const road of roads) {
      if (road.from !== here && road.to !== here) continue;
      const next = road.from === here ? road.to : road.from;
      if (distance[here] + road.length >= distance[next]) continue;
      distance[next] = distance[here] + road.length;
      before[next] = here;
      open.add(next);
    }
  }
  const way = [to];
  while (way[0] !== from && before[way[0]] >= 0) way.unshift(before[way[0]]);
  return way;
}

/** The part of a plot in which people stand. */
export function bodyOf(plot) {
  const foot = plot.place.open ? 6 : 22;
  return { x: plot.x + 6, y: plot.y + ROOF + HEADER, w: plot.w - 12, h: plot.h - ROOF - HEADER - foot };
}

/** The rooms of a plot as rectangles by room id, or nothing where they would be too small to read. */
export function roomsOf(plot) {
  const body = bodyOf(plot);
  const count = plot.place.rooms.length;
  if (count < 2) return new Map();
  const columns = count <= 3 ? count : Math.ceil(count / 2);
  const rows = Math.ceil(count / columns);
  const w = body.w / columns;
  const h = body.h / rows;
  if (w < 50 || h < 56) return new Map();
  return new Map(plot.place.rooms.map((room, at) => {
    const row = Math.floor(at / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const wide = body.w / inRow;
    return [room.id, { x: body.x + (at % columns) * wide, y: body.y + row * h, w: wide, h }];
  }));
}

/** `count` centres in a rectangle with one radius, as large as fits; names only where there is room under them. */
export function slotsIn(box, count, largest) {
  if (!count) return { slots: [], r: 0, named: false };
  const withNames = packed(box, count, largest, 16, 44);
  const plain = packed(box, count, largest, 0, 0);
  const named = withNames.r >= 10;
  const { r, columns } = named ? withNames : plain;
  const rows = Math.ceil(count / columns);
  const dx = Math.min(box.w / columns, named ? Math.max(2 * r + 26, 64) : 2 * r + 8);
  const dy = Math.min(box.h / rows, 2 * r + (named ? 22 : 8));
  const slots = Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    return {
      x: box.x + box.w / 2 + ((at % columns) - (inRow - 1) / 2) * dx,
      y: box.y + box.h / 2 + (row - (rows - 1) / 2) * dy - (named ? 8 : 0),
    };
  });
  return { slots, r, named, width: dx };
}

function packed(box, count, largest, under, narrowest) {
  let best = { r: 0, columns: count };
  for (let columns = 1; columns <= count && box.w / columns >= narrowest; columns++) {
    const rows = Math.ceil(count / columns);
    const r = Math.min(box.w / columns / 2 - 2, (box.h / rows - under) / 2 - 2, largest);
    if (r > best.r) best = { r, columns };
  }
  return best;
}

export function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}
