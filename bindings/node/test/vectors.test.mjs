// Every transcript of a server over a pipe, each case whole, byte by byte, and cut at every place;
// and over HTTP. VECTORS is the folder of the transcripts.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BYTES, CUT, WHOLE, cuts, parse, transcripts } from "./cases.mjs";
import { replayHttp } from "./http_replay.mjs";
import { replay } from "./replay.mjs";
import { KINDS, Host } from "./responses.mjs";

const pipe = [...transcripts("."), ...transcripts("server")];
const http = transcripts("http");
const all = (files) => files.flatMap(({ cases }) => cases);
// What is kept for later (`<k`) shows when somebody comes back for it, and not before.
const EXPECTED = ["=", "<", "<+", "<<", "<:", "<.", "<x", "<id", "?"];

test("there are transcripts", () => {
  assert.ok(pipe.length >= 25 && all(pipe).length >= 300);
  assert.ok(http.length >= 20 && all(http).length >= 200);
});

for (const { name, cases } of pipe) {
  describe(name, () => {
    for (const one of cases) {
      test(`${one.title}: whole`, () => replay(one, WHOLE));
      test(`${one.title}: byte by byte`, () => replay(one, BYTES));
      test(`${one.title}: every cut`, () => {
        for (let run = 0; run < cuts(one); run += 1) replay(one, CUT(run));
      });
    }
  });
}

for (const { name, cases } of http) {
  describe(name, () => {
    for (const one of cases) test(one.title, () => replayHttp(one));
  });
}

test("no expected line can be left out", () => {
  for (const [run, cases] of [[replay, all(pipe)], [replayHttp, all(http)]]) {
    for (const { title, lines } of cases) {
      for (const [index, { mark, number }] of lines.entries()) {
        if (!EXPECTED.includes(mark)) continue;
        const less = lines.filter((_, at) => at !== index);
        assert.throws(() => run({ lines: less }, WHOLE), `${title}: without line ${number}`);
      }
    }
  }
});

/** A case of these lines. */
function made(lines) {
  return parse(`cases 1\n${lines}\n`)[0];
}

for (const lines of [
  "! no such verb",
  "! answer hi",
  "! open 1",
  "! deadline 5",
  "! server nobody",
  "< {}",
  "= ping 1",
  ">> GET 1",
  '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n= ping 2',
  '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n= ping 1\n! reply\n? stale',
  '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n= ping 1\n! cancelled yes',
]) {
  test(`what is wrong over a pipe is found: ${lines}`, () => {
    assert.throws(() => replay(made(lines), WHOLE));
  });
}

for (const lines of [
  "> {}",
  ">. ",
  ">> PUT 1\n<< 1 404 json\n<: allow: GET, POST, DELETE",
  ">> GET 1\n! closed 2",
  "! given_up 1",
  ">> PUT 1\n<< 1 405 json\n<: allow: GET, POST, DELETE\n< {}\n<.",
]) {
  test(`what is wrong over HTTP is found: ${lines}`, () => {
    assert.throws(() => replayHttp(made(lines)));
  });
}

for (const [kind, ...sent] of [
  ["json", "{"],
  ["json", "[]"],
  ["json", ""],
  ["json", "{}", "{}"],
  ["empty", "{}"],
  ["events", "data: {}\n\ndata: {"],
  ["events", "data: []\n\n"],
]) {
  test(`a response that is none is found: ${kind} ${sent}`, () => {
    const host = new Host();
    host.begin(1);
    assert.throws(() => host.begin(1));
    const whole = { status: 200, headers: KINDS[kind] };
    const last = sent.pop();
    for (const body of sent) host.send(1, whole, body, false);
    assert.throws(() => host.send(1, sent.length > 0 ? undefined : whole, last, true));
  });
}

test("a file says how many cases it has", () => {
  assert.throws(() => parse("cases 2\n# one\n"));
});
