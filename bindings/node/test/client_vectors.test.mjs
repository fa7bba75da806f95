// Every transcript of a client over a pipe, each case whole, byte by byte, and cut at every place.
// VECTORS is the folder of the transcripts.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { replay } from "./client_replay.mjs";
import { BYTES, CUT, WHOLE, cuts, parse } from "./replay.mjs";

const folder = join(process.env.VECTORS, "client");
const files = readdirSync(folder).filter((name) => /^(?!http).*\.txt$/.test(name));

test("there are transcripts", () => assert.ok(files.length >= 5));

for (const name of files) {
  describe(name, () => {
    for (const one of parse(readFileSync(join(folder, name), "utf8"))) {
      test(`${one.title}: whole`, () => replay(one, WHOLE));
      test(`${one.title}: byte by byte`, () => replay(one, BYTES));
      test(`${one.title}: every cut`, () => {
        for (let run = 0; run < cuts(one); run += 1) replay(one, CUT(run));
      });
    }
  });
}

test("a transcript that is wrong fails", () => {
  const [good] = parse(readFileSync(join(folder, "calls.txt"), "utf8"));
  replay(good, WHOLE);
  for (const [index, line] of good.lines.entries()) {
    if (!["=", "<", ">"].includes(line.mark)) continue;
    const lines = good.lines.filter((_, at) => at !== index);
    assert.throws(() => replay({ lines }, WHOLE), `without line ${line.number}`);
    if (line.mark === ">") continue;
    const rest = line.rest.replace("2", "3").replace("e", "f");
    const changed = good.lines.with?.(index, { ...line, rest })
      ?? good.lines.map((one, at) => (at === index ? { ...line, rest } : one));
    assert.throws(() => replay({ lines: changed }, WHOLE), `line ${line.number} as ${rest}`);
  }
});
