// What the packages `sansmcp` and `sansmcp-wasm` have in common: the modules and the types.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NODE, SHARED } from "./names.mjs";

/** The checkout. */
export const root = join(import.meta.dirname, "..", "..");

const lib = join(import.meta.dirname, "lib");

/** A module's text as `require` takes it. */
function required(name, text) {
  const imported = /^import (\{[^}]*\}) from "(?:(\.{1,2}\/[\w/]+)\.mjs|(node:\w+))";$/gm;
  const given = text
    .replaceAll(imported, (_, names, own, other) => {
      const from = own ? `${own}.cjs` : other;
      return `const ${names.replaceAll(" as ", ": ")} = require("${from}");`;
    })
    .replace(/^export (\{[^}]*\};)\n$/m, "module.exports = $1\n");
  const left = given.match(/^(import|export)\b.*$/m);
  if (left) throw new Error(`${name}: no way to say in CommonJS: ${left[0]}`);
  return given;
}

/** Writes into `dist` a module, for `import` and for `require`. */
function both(dist, name) {
  const text = readFileSync(join(lib, name), "utf8");
  writeFileSync(join(dist, name), text);
  writeFileSync(join(dist, name.replace(/mjs$/, "cjs")), required(name, text));
}

/** Writes into `dist` types, for both. */
function types(dist, name) {
  const text = readFileSync(join(lib, name), "utf8");
  writeFileSync(join(dist, name.replace(/ts$/, "mts")), text);
  const other = text.replaceAll(/"(\.{1,2}\/[\w/]+)\.mjs"/g, '"$1.cjs"');
  writeFileSync(join(dist, name.replace(/ts$/, "cts")), other);
}

/** The lines that give on the names which an object has. */
export function given(names, from) {
  const sorted = [...names].sort().map((name) => `  ${name},\n`);
  return `export const {\n${sorted.join("")}} = ${from};\n`;
}

/** Writes into `dist` the shared files, and of the package's own those in `names`. */
export function assemble(dist, names, own) {
  for (const name of readdirSync(lib, { recursive: true }).sort()) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    if (name.endsWith(".mjs")) both(dist, name);
    if (name.endsWith(".d.ts") && name !== "native.d.ts") types(dist, name);
  }
  for (const name of names) copyFileSync(join(own, name), join(dist, name));
  writeFileSync(join(dist, "index.mjs"), `// One instance for both kinds of modules, so that a \
frame of one is a frame of the other.
import sansmcp from "./index.cjs";

${given([...SHARED, ...NODE], "sansmcp")}`);
}
