// What a page hands to a component comes as bytes, which Streamlit passes on as they are.
const decoder = new TextDecoder();

export function read(bytes) {
  return JSON.parse(decoder.decode(bytes));
}
