// Puts dist/ together: `node assemble.mjs GLUE`, the folder that bindgen wrote for Node and for
// browsers.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assemble, given } from "../node/assemble.mjs";
import { SHARED } from "../node/names.mjs";

const [glue] = process.argv.slice(2);
const dist = join(import.meta.dirname, "dist");

/** A module without its custom section `unwanted`. */
function without(module, unwanted) {
  const kept = [module.subarray(0, 8)];
  for (let at = 8; at < module.length; ) {
    let [size, shift, head] = [0, 0, at + 1];
    for (let byte = 128; byte >= 128; shift += 7) {
      byte = module[head];
      size += (byte & 127) * 2 ** shift;
      head += 1;
    }
    // The section's name has one byte of length where it is the one that is looked for.
    const name = module.subarray(head + 1, head + 1 + module[head]).toString("latin1");
    if (module[at] !== 0 || name !== unwanted) kept.push(module.subarray(at, head + size));
    at = head + size;
  }
  return Buffer.concat(kept);
}

/** Of anything but a string, bindgen would take a length that is none, and break the memory. */
function copyGlue(from, to) {
  const head = "function passStringToWasm0(arg, malloc, realloc) {\n";
  const written = readFileSync(join(from, "sansmcp_wasm.js"), "utf8");
  if (!written.includes(head)) throw new Error("the glue takes strings in another way");
  const check = 'if (typeof arg !== "string") throw new TypeError("a string is needed");\n';
  writeFileSync(join(dist, to), written.replace(head, `${head}    ${check}`));
}

const name = "sansmcp_wasm_bg.wasm";
const [node, web] = ["nodejs", "web"].map((target) => join(glue, target));
const module = readFileSync(join(web, name));
if (!module.equals(readFileSync(join(node, name)))) {
  throw new Error("Node and browsers would need modules of their own");
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
writeFileSync(join(dist, name), without(module, "name"));
copyGlue(node, "glue.cjs");
copyGlue(web, "glue.mjs");
assemble(
  dist,
  ["index.cjs", "load.mjs", "load.d.mts", "module.d.mts"],
  join(import.meta.dirname, "lib"),
);

/** An entry that gets the module by itself. */
function entry(file, why, lines) {
  writeFileSync(join(dist, file), `// ${why}
import { load } from "./load.mjs";
${lines}
${given(SHARED, "api")}`);
}
entry("web.mjs", "For browsers: the module is fetched before the import is through.", `
const api = await load(new URL("${name}", import.meta.url));
`);
entry("workerd.mjs", "For Workers: the module is imported.", `\
import module from "./${name}";

const api = await load(module);
`);
