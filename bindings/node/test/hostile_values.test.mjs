// What is no string or no bytes where they are needed is refused, and breaks nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Frame, Server } from "sansmcp";

const clientInfo = { name: "c", version: "1" };
const ASK = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
};
const NONE = [0, NaN, 2 ** 32, true, {}, [], [1], () => {}, { length: -1 }, { length: 5 }, 1n];

function asked() {
  const server = new Server({ name: "s", version: "1" });
  const [event] = server.receive(new Frame(new TextEncoder().encode(JSON.stringify(ASK))), 0);
  return { server, event };
}

test("bytes that were transferred are refused, and the next call works", () => {
  const { server, event } = asked();
  const gone = new Uint8Array(8);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  const image = () => server.answer(event.ticket).image(gone, "image/png").end();
  assert.throws(image, { name: "TypeError" });
  assert.throws(() => new Frame(gone), { name: "TypeError" });
  assert.match(String(server.reply(event)), /"protocolVersion"/);
  server.close();
});

test("what is no string is refused, and the next call works", () => {
  for (const wrong of NONE) {
    const { server, event } = asked();
    assert.throws(() => server.resultJson(event.ticket, wrong), { message: /string/i });
    assert.throws(() => server.begin(event.ticket, { type: wrong }), { message: /string/i });
    assert.match(String(server.reply(event)), /"protocolVersion"/);
    server.close();
  }
});
