// Prints the protocol's JSON schemas that the official conformance suite carries in its program,
// as one JSON object by revision: `node extract.mjs index.js`. Nothing of the suite is run: the
// literals are cut out of the text and evaluated alone, in a context without anything.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const text = readFileSync(process.argv[2], "utf8");

// The end of the object literal that begins at `start`.
function endOf(start) {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if ("`\"'".includes(char)) {
      for (i++; text[i] !== char; i++) if (text[i] === "\\") i++;
    } else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") {
      if (--depth === 0) return i + 1;
    }
  }
  throw new Error("a literal without an end");
}

// What only one revision has.
function revisionOf(names) {
  if (names.has("DiscoverRequest")) return "2026-07-28";
  if (names.has("TaskStatus")) return "2025-11-25";
  if (names.has("ElicitRequest")) return "2025-06-18";
  if (names.has("JSONRPCBatchRequest")) return "2025-03-26";
  return "2024-11-05";
}

const found = {};
for (const match of text.matchAll(/=\{\$schema:/g)) {
  const start = match.index + 1;
  let value;
  try {
    value = vm.runInNewContext(`(${text.slice(start, endOf(start))})`, {}, { timeout: 5000 });
  } catch {
    continue; // a schema of some test, with names of the program in it
  }
  const definitions = value.definitions ?? value.$defs ?? {};
  if (definitions.JSONRPCMessage) found[revisionOf(new Set(Object.keys(definitions)))] = value;
}
if (Object.keys(found).length === 0) throw new Error("no schema was found");
process.stdout.write(JSON.stringify(found));
