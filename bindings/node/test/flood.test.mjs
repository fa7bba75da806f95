// A server that sends without end is read no faster than what it sends is heard, or answered.

import assert from "node:assert/strict";
import { openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Client, connectHttp, connectStdio } from "sansmcp";

const bounded = (name, act) => test(name, { timeout: 120_000 }, act);
/** What may be held at most, and what the system and pieces that are under way may hold beside. */
const [MOST, BESIDE] = [4_194_304, 2_097_152];
const turn = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A handler that hears one thing, and then waits until it may go on. */
function slow() {
  let go;
  const may = new Promise((resolve) => (go = resolve));
  const heard = { count: 0 };
  const onEvent = () => {
    heard.count += 1;
    return may;
  };
  return { go, heard, onEvent };
}

/** Waits until `size` says that the most is held, and sees that it stays so. */
async function stays(size) {
  while (size() <= MOST) await turn(5);
  for (let n = 0; n < 50; n += 1) {
    await turn(5);
    assert.ok(size() <= MOST + BESIDE, `${size()} bytes`);
  }
}

for (const kind of ["notes", "pings"]) {
  bounded(`over a pipe: ${kind}`, async () => {
    const file = join(tmpdir(), `sansmcp-flood-${process.pid}-${kind}`);
    const stderr = openSync(file, "w");
    const sent = () => Number(readFileSync(file, "latin1").trimEnd().split("\n").at(-1));
    const { go, heard, onEvent } = slow();
    const server = [join(import.meta.dirname, "flood.mjs"), kind];
    const options = { stderr, onEvent, patienceMs: 100 };
    const client = await connectStdio(process.execPath, server, options);
    try {
      await stays(sent);
      if (kind === "notes") {
        go();
        while (heard.count < 8_000) await turn(5); // and it goes on
      }
    } finally {
      await client.close();
      rmSync(file);
    }
  });
}

bounded("over HTTP", async () => {
  const encoder = new TextEncoder();
  const note = { jsonrpc: "2.0", method: "my/note", params: { pad: "x".repeat(1000) } };
  const piece = encoder.encode(`data: ${JSON.stringify(note)}\n\n`.repeat(60));
  let [sent, isCancelled] = [0, false];
  const body = () => new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setImmediate(resolve)); // as a socket would
      sent += piece.length;
      controller.enqueue(piece);
    },
    cancel() {
      isCancelled = true;
    },
  });
  const events = { headers: { "content-type": "text/event-stream" } };
  const fetch = async (url, { body: asked, signal }) => {
    const { id, method } = JSON.parse(new TextDecoder().decode(asked));
    if (method !== "server/discover") {
      const response = new Response(body(), events);
      signal.addEventListener("abort", () => (isCancelled = true));
      return response;
    }
    const result = {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      ttlMs: 0,
      cacheScope: "private",
    };
    return Response.json({ jsonrpc: "2.0", id, result });
  };
  const { go, heard, onEvent } = slow();
  const client = await connectHttp("http://localhost/mcp", {
    client: new Client(undefined, { http: true }),
    fetch,
    onEvent,
  });
  const giver = new AbortController();
  const call = client.callTool("t", {}, { signal: giver.signal });
  await stays(() => sent);
  go();
  while (heard.count < 8_000) await turn(5);
  giver.abort();
  await assert.rejects(call, { name: "AbortError" });
  while (!isCancelled) await turn(5);
  await client.close();
});
