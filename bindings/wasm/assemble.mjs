// Puts dist/ together: `node assemble.mjs GLUE`, the folder that bindgen wrote for Node and for
// browsers.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assemble } from "../node/assemble.mjs";

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

const name = "sansmcp_wasm_bg.wasm";
const [node, web] = ["nodejs", "web"].map((target) => join(glue, target));
const module = readFileSync(join(web, name));
if (!module.equals(readFileSync(join(node, name)))) {
  throw new Error("Node and browsers would need modules of their own");
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
writeFileSync(join(dist, name), without(module, "name"));
copyFileSync(join(node, "sansmcp_wasm.js"), join(dist, "glue.cjs"));
copyFileSync(join(web, "sansmcp_wasm.js"), join(dist, "glue.mjs"));
assemble(dist, ["index.cjs", "index.mjs", "web.mjs"], join(import.meta.dirname, "lib"));
