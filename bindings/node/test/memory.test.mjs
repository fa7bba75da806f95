// A million calls leave no memory behind, and workers end at any time.

import assert from "node:assert/strict";
import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { Lines, Server } from "sansmcp";
import { SERVERS } from "./servers.mjs";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc");

const line = new TextEncoder().encode(`${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "echo",
    arguments: { text: "hello" },
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
})}\n`);

/** Makes calls, a thousand on each server and its lines; gives how many were answered. */
async function calls(count) {
  let answered = 0;
  for (let round = 0; round < count / 1000; round += 1) {
    const lines = new Lines();
    const server = new Server(SERVERS.echo);
    for (let turn = 0; turn < 1000; turn += 1) {
      for (const frame of lines.feed(line)) {
        for (const event of server.receive(frame, turn)) {
          const out = server.answer(event.ticket).text(event.arguments.text).end();
          answered += Number(out.isLast && out.line.length > 0);
        }
      }
    }
    lines.close();
    server.close();
    await new Promise(setImmediate); // what waits to be given back is
  }
  return answered;
}

/** The bytes that are in use, of all kinds; what was dropped has been collected. */
async function used() {
  for (let turn = 0; turn < 5; turn += 1) {
    gc();
    await new Promise(setImmediate);
  }
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  // How many pages the heap of JavaScript has is its own affair, and goes up and down.
  return { native: rss - heapTotal, held: heapUsed + external };
}

test("memory does not grow over a million calls", async () => {
  assert.equal(await calls(100_000), 100_000);
  const before = await used();
  assert.equal(await calls(900_000), 900_000);
  const after = await used();
  // One byte a call would be 900,000.
  const grown = after.held - before.held;
  assert.ok(grown < 450_000, `${grown} bytes are held of 900,000 calls`);
  // The smallest block of memory a call would be 28,800,000.
  const pages = after.native - before.native;
  assert.ok(pages < 16 << 20, `the process has grown by ${pages} bytes beside its heap`);
});

test("workers have the package side by side, and end in the middle of a call", async () => {
  const code = `
    const { parentPort } = require("node:worker_threads");
    const { Lines, Server } = require("sansmcp");
    const line = new TextEncoder().encode(${JSON.stringify(new TextDecoder().decode(line))});
    const lines = new Lines();
    const server = new Server(${JSON.stringify(SERVERS.echo)});
    for (let turn = 0; ; turn += 1) {
      for (const frame of lines.feed(line)) {
        for (const event of server.receive(frame, turn)) {
          const { isLast } = server.answer(event.ticket).text(event.arguments.text).end();
          if (turn === 1000) parentPort.postMessage(isLast);
        }
      }
    }`;
  for (let round = 0; round < 3; round += 1) {
    const workers = Array.from({ length: 4 }, () => new Worker(code, { eval: true }));
    const said = await Promise.all(workers.map((worker) => once(worker, "message")));
    assert.deepEqual(said, Array(4).fill([true]));
    // None of them ever ends by itself.
    assert.deepEqual(await Promise.all(workers.map((worker) => worker.terminate())), [1, 1, 1, 1]);
  }
  assert.equal(await calls(1000), 1000);
});
