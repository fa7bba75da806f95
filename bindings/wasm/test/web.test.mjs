// The entry for browsers, with a `fetch` that reads files.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

test("a page fetches the module and has the same API", async () => {
  const dist = dirname(createRequire(import.meta.url).resolve("sansmcp-wasm"));
  const fetched = [];
  globalThis.fetch = async (url) => {
    fetched.push(url);
    const headers = { "content-type": "application/wasm" };
    return new Response(await readFile(url), { headers });
  };
  const { Frame, Server } = await import(pathToFileURL(join(dist, "web.mjs")));
  assert.equal(fetched.length, 1);
  const server = new Server({ name: "page", version: "1" });
  const bytes = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  const [event] = server.receive(new Frame(bytes));
  assert.equal(event.kind, "ping");
  assert.equal(String(server.reply(event)), '{"jsonrpc":"2.0","id":1,"result":{}}\n');
});
