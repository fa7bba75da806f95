// What the packages `sansmcp` and `sansmcp-wasm` have in common: the modules and the types.

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The checkout. */
export const root = join(import.meta.dirname, "..", "..");

const lib = join(import.meta.dirname, "lib");

/** Copies a module into `dist`, as it is and for `require`. */
function both(dist, name, exported) {
  const text = readFileSync(join(lib, `${name}.mjs`), "utf8");
  const [line, other] = [`export { ${exported} };`, `module.exports = { ${exported} };`];
  if (!text.includes(line)) throw new Error(`${name}.mjs does not end with ${line}`);
  writeFileSync(join(dist, `${name}.mjs`), text);
  const required = text.replace(line, other).replaceAll(
    /^import (\{.*\}) from "(?:(\.\/\w+)\.mjs|(node:\w+))";$/gm,
    (_, names, own, other) => `const ${names} = require("${own ? `${own}.cjs` : other}");`,
  );
  writeFileSync(join(dist, `${name}.cjs`), required);
}

/** Copies types into `dist`, for both. */
function types(dist, name) {
  const text = readFileSync(join(lib, `${name}.d.ts`), "utf8");
  writeFileSync(join(dist, `${name}.d.mts`), text);
  writeFileSync(join(dist, `${name}.d.cts`), text.replaceAll(/(from "\.\/\w+)\.mjs"/g, '$1.cjs"'));
}

/** Copies into `dist` the shared files, and of the package's own those in `names`. */
export function assemble(dist, names, own) {
  both(dist, "convert", "bytes, camel, json, number, optional, size, text");
  both(dist, "client", "bindClient");
  both(dist, "api", "bind");
  both(dist, "failures", "CallFailed, ClientError, ConnectionFailed, Declined, ServerError");
  both(dist, "stdio", "bindStdio");
  both(dist, "http", "HttpHost");
  types(dist, "index");
  types(dist, "http");
  types(dist, "client");
  types(dist, "stdio");
  for (const name of names) copyFileSync(join(own, name), join(dist, name));
}
