// What a page hands to a component comes as bytes, which Streamlit passes on as they are.
import { readsIn } from "./tr.js";

const decoder = new TextDecoder();

export function read(bytes) {
  const said = JSON.parse(decoder.decode(bytes));
  readsIn(said.texts);
  return said;
}
