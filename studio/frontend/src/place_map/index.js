// The map on which places are put where they lie: to scale, so that a minute's walk is as long everywhere.
import { PlaceMap } from "./map.js";
import { read } from "../reading.js";

const maps = new WeakMap();

export default function placeMap({ data, parentElement, setTriggerValue }) {
  const map = maps.get(parentElement) ?? new PlaceMap(parentElement);
  maps.set(parentElement, map);
  map.choose = (id) => setTriggerValue("chosen", { id });
  map.put = (id, x, y) => setTriggerValue("moved", { id, x, y });
  map.update(read(data));
  return () => {
    map.remove();
    maps.delete(parentElement);
  };
}
