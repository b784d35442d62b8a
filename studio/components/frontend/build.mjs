// Bundles each component of src/ into one self-contained file of build/, and gathers the licences.
import { build } from "esbuild";
import { readdir, readFile, writeFile } from "node:fs/promises";

const components = ["yaml_editor", "town_map", "kept_field"];

await build({
  entryPoints: components.map((name) => ({ in: `src/${name}/index.js`, out: name })),
  outdir: "build",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  loader: { ".css": "text" },
});

const notices = [];
for (const scope of ["@codemirror", "@lezer", "@marijn", "style-mod", "w3c-keyname", "crelt"]) {
  notices.push(...(await licencesOf(`node_modules/${scope}`, scope)));
}
await writeFile("build/THIRD_PARTY.txt", notices.join("\n"));

// A scope holds packages; a package holds its own LICENSE.
async function licencesOf(folder, name) {
  const entries = await readdir(folder);
  if (entries.includes("LICENSE")) {
    return [`${name}\n\n${await readFile(`${folder}/LICENSE`, "utf8")}`];
  }
  const nested = entries.sort().map((entry) => licencesOf(`${folder}/${entry}`, `${name}/${entry}`));
  return (await Promise.all(nested)).flat();
}
