// How dark it is, and what a minute of simulated time is called.
import { tr } from "../tr.js";
const DAY = 1440;

/** 0 by day, 1 by night, in between at dawn (05:00 to 07:00) and dusk (17:30 to 20:30). */
export function darkness(minute) {
  const now = ((minute % DAY) + DAY) % DAY;
  if (now < 300 || now >= 1230) return 1;
  if (now < 420) return 1 - (now - 300) / 120;
  return now < 1050 ? 0 : (now - 1050) / 180;
}

export function momentOf(minute) {
  return tr("day {day}, {clock}", { day: dayOf(minute), clock: clockOf(minute) });
}

export function dayOf(minute) {
  return Math.floor(minute / DAY) + 1;
}

export function clockOf(minute) {
  const two = (value) => String(value).padStart(2, "0");
  return `${two(Math.floor((minute % DAY) / 60))}:${two(minute % 60)}`;
}

export function skySign(minute) {
  const dark = darkness(minute);
  if (dark === 0) return "☀️";
  if (dark === 1) return "🌙";
  return minute % DAY < DAY / 2 ? "🌅" : "🌇";
}

/** Whether somebody awake is in, or the place is open to all: then its lights are on after dark. */
export function isLit(place, people) {
  const awake = people.some((agent) => !["💤", "😴", "🛌", "🛏️"].includes(agent.act_emoji));
  return awake || (place.open && !place.private && place.rooms.length > 0);
}
