// The town map as a component of the studio. It lives as long as its place on the page; each rerun hands it the
// next scene.
import { TownMap } from "./map.js";
import { read } from "../reading.js";

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
