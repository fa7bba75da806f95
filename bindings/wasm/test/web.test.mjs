// The entry for browsers, with a `fetch` that reads files.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import * as api from "sansmcp-wasm";
import { load } from "sansmcp-wasm/load";

test("a page fetches the module and has the same API", async () => {
  const dist = dirname(createRequire(import.meta.url).resolve("sansmcp-wasm"));
  const fetched = [];
  globalThis.fetch = async (url) => {
    fetched.push(url);
    const headers = { "content-type": "application/wasm" };
    return new Response(await readFile(url), { headers });
  };
  const page = await import(pathToFileURL(join(dist, "web.mjs")));
  const { Frame, Server } = page;
  assert.equal(fetched.length, 1);
  const server = new Server({ name: "page", version: "1" });
  const bytes = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  const [event] = server.receive(new Frame(bytes));
  assert.equal(event.kind, "ping");
  assert.equal(String(server.reply(event)), '{"jsonrpc":"2.0","id":1,"result":{}}\n');
  // All but what starts processes, also for those who bring the module; once for all of them.
  const names = Object.keys(api).filter((name) => name !== "connectStdio").sort();
  assert.deepEqual(Object.keys(page).sort(), names);
  const brought = await load("nobody looks at this any more");
  assert.deepEqual(Object.keys(brought).sort(), names);
  assert.equal(brought.Server, Server);
});
