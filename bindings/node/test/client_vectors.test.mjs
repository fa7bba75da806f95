// Every transcript of a client, over a pipe and over HTTP: each case whole, byte by byte, and cut
// at every place. VECTORS is the folder of the transcripts.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BYTES, CUT, WHOLE, cuts, transcripts } from "./cases.mjs";
import { STREAM_CUT, replayHttp, streamCuts } from "./client_http_replay.mjs";
import { replay } from "./client_replay.mjs";

const pipe = transcripts("client", /^(?!http).*\.txt$/);
const http = transcripts("client", /^http.*\.txt$/);
const all = (files) => files.flatMap(({ cases }) => cases);

test("there are transcripts", () => {
  assert.ok(pipe.length >= 5 && all(pipe).length >= 100);
  assert.ok(http.length >= 4 && all(http).length >= 100);
});

for (const [files, run, count, cut] of [
  [pipe, replay, cuts, CUT],
  [http, replayHttp, streamCuts, STREAM_CUT],
]) {
  for (const { name, cases } of files) {
    describe(name, () => {
      for (const one of cases) {
        test(`${one.title}: whole`, () => run(one, WHOLE));
        test(`${one.title}: byte by byte`, () => run(one, BYTES));
        test(`${one.title}: every cut`, () => {
          for (let at = 0; at < count(one); at += 1) run(one, cut(at));
        });
      }
    });
  }
}

for (const [files, name, run, marks, end] of [
  [pipe, "client/calls.txt", replay, ["=", "<", ">"], ""],
  [http, "client/http_session.txt", replayHttp, ["=", "<", "<<", "<:"], "-"],
]) {
  test(`a transcript that is wrong fails: ${name}`, () => {
    const [good] = files.find((file) => file.name === name).cases;
    run(good, WHOLE);
    for (const [index, line] of good.lines.entries()) {
      if (!marks.includes(line.mark)) continue;
      const lines = good.lines.filter((_, at) => at !== index);
      assert.throws(() => run({ lines }, WHOLE), `without line ${line.number}`);
      if (line.mark === ">") continue;
      const rest = line.rest.replace("2", "3").replace("e", "f") + end;
      const changed = good.lines.map((one, at) => (at === index ? { ...line, rest } : one));
      assert.throws(() => run({ lines: changed }, WHOLE), `line ${line.number} as ${rest}`);
    }
  });
}
