// Every transcript, each case whole, byte by byte, and cut at every place. VECTORS is their folder.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { BYTES, CUT, WHOLE, cuts, parse, replay } from "./replay.mjs";

const folder = process.env.VECTORS;
const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));

test("there are transcripts", () => assert.ok(files.length > 0));

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
  const [good] = parse('cases 1\n> {"jsonrpc":"2.0","id":7,"method":"ping"}\n= ping 7\n! reply\n'
    + '< {"jsonrpc":"2.0","id":7,"result":{}}\n');
  replay(good, WHOLE);
  for (const [index, change] of [[1, "8"], [2, "open 1"], [3, "{}"]]) {
    const lines = good.lines.map((line) => ({ ...line }));
    lines[index].rest = change;
    assert.throws(() => replay({ lines }, WHOLE), `line ${index} as ${change}`);
  }
  for (const index of good.lines.keys()) {
    const lines = good.lines.filter((_, at) => at !== index);
    if (index > 0) assert.throws(() => replay({ lines }, WHOLE), `without line ${index}`);
  }
  assert.throws(() => parse("cases 2\n# one\n"));
});
