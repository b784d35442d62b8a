// Bundles each component of src/ into one self-contained file of build/, gathers the licences of what is in it,
// and notes the hashes of sources and build, by which a test sees whether they belong together.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";

const components = [
  "yaml_editor", "town_map", "town_feed", "memory_list", "day_paper", "plan_tree", "place_map", "place_tree", "walled_frame",
  "kept_field", "field_words", "take_picture", "tour_invitation", "panels", "moment_slider", "cell_keys",
];

// A replay is a page by itself, which the engine writes: its script lies there, and nothing of another's is in it.
const replay = "../../engine/export/replay/replay.js";
const options = { bundle: true, minify: true, target: "es2022", charset: "utf8", loader: { ".css": "text" } };

const { metafile } = await build({
  ...options,
  entryPoints: components.map((name) => ({ in: `src/${name}/index.js`, out: name })),
  outdir: "build",
  format: "esm",
  metafile: true,
});
await build({ ...options, entryPoints: ["src/replay/index.js"], outfile: replay, format: "iife" });

const packages = new Set(Object.keys(metafile.inputs).map(packageOf).filter(Boolean));
const notices = await Promise.all([...packages].sort().map(noticeOf));
await writeFile("build/THIRD_PARTY.txt", notices.join("\n"));

const sources = ["build.mjs", "package.json", ...(await filesIn("src"))];
const built = ["THIRD_PARTY.txt", ...components.map((name) => `${name}.js`)].map((name) => `build/${name}`);
built.push(replay);
const hashes = await Promise.all([...sources, ...built.sort()].map(hashOf));
await writeFile("build/SHA256SUMS", hashes.join(""));

// `node_modules/@scope/name/dist/index.js` belongs to `@scope/name`; a file of ours to no package.
function packageOf(path) {
  return /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

async function noticeOf(name) {
  const folder = `node_modules/${name}`;
  const { version } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  return `${name} ${version}\n\n${await readFile(`${folder}/LICENSE`, "utf8")}`;
}

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`).sort();
}

async function hashOf(path) {
  return `${createHash("sha256").update(await readFile(path)).digest("hex")}  ${path}\n`;
}
