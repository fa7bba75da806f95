// What the packages `sansmcp` and `sansmcp-wasm` have in common: api.mjs and the types.

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The checkout. */
export const root = join(import.meta.dirname, "..", "..");

const lib = join(import.meta.dirname, "lib");
const EXPORT = "export { bind };";

/** Copies into `dist` the shared files, and of the package's own those in `names`. */
export function assemble(dist, names, own) {
  const api = readFileSync(join(lib, "api.mjs"), "utf8");
  if (!api.includes(EXPORT)) throw new Error(`api.mjs does not end with ${EXPORT}`);
  writeFileSync(join(dist, "api.mjs"), api);
  writeFileSync(join(dist, "api.cjs"), api.replace(EXPORT, "module.exports = { bind };"));
  for (const name of ["index.d.mts", "index.d.cts"]) {
    copyFileSync(join(lib, "index.d.ts"), join(dist, name));
  }
  for (const name of names) copyFileSync(join(own, name), join(dist, name));
}
