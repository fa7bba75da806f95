// A service behind node:http and Express: how it is mounted, and what becomes of clients that are
// cut off, or read slowly.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import express from "express";
import { HttpHost, Endpoint, Service } from "sansmcp";
import { Client, MODERN, messages, textOf } from "./http_client.mjs";

function service(name = "mounted") {
  const made = new Service({ name, version: "1" });
  return made.tool("tool", ({ text }) => text);
}

/** A server behind a socket, for as long as `use` takes. */
async function behind(listener, use) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  try {
    await use(`http://127.0.0.1:${port}`, port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function talks(url) {
  const client = new Client(fetch, url);
  assert.equal(await textOf(await client.call("modern")), "modern");
  assert.deepEqual((await client.begin()).statuses, [200, 202]);
  assert.equal(await textOf(await client.call("old")), "old");
  assert.equal((await client.ask("DELETE")).status, 204);
}

for (const [how, mount, path] of [
  ["as one of an app's handlers", (app) => app.use(service().listener), "/mcp"],
  ["at its path", (app) => app.all("/mcp", service().listener), "/mcp"],
  ["below a path", (app) => app.use("/api", service().listener), "/api/mcp"],
  ["as a path of its own", (app) => app.use("/mcp", service().listener), "/mcp"],
  ["behind what reads bodies", (app) => {
    app.use(express.json());
    app.use(service().listener);
  }, "/mcp"],
]) {
  test(`Express: ${how}`, async () => {
    const app = express();
    mount(app);
    app.get("/other", (_, response) => response.send("another's"));
    await behind(app, async (url) => {
      await talks(url + path);
      // What is not its own goes on to others.
      assert.equal(await (await fetch(`${url}/other`)).text(), "another's");
      assert.equal((await fetch(`${url}/nothing`)).status, 404);
    });
  });
}

/** What a server sends on a socket until it ends, as text, and whether it ended in good order. */
async function raw(port, request, act = () => {}) {
  const socket = connect(port, "127.0.0.1");
  socket.setTimeout(20_000, () => socket.destroy(new Error("the server does not close")));
  socket.write(request);
  let all = "";
  try {
    for await (const chunk of socket.setEncoding("utf8")) await act((all += chunk));
  } catch (error) {
    if (error.code !== "ECONNRESET") throw error;
  }
  return all;
}

/** What a call of a tool says in 2026-07-28. */
function lines(name) {
  const version = "2026-07-28";
  return { "MCP-Protocol-Version": version, "Mcp-Method": "tools/call", "Mcp-Name": name };
}

function post(port, message, headers = {}) {
  const body = JSON.stringify(message);
  const all = Object.entries({
    Host: `127.0.0.1:${port}`,
    Accept: "application/json, text/event-stream",
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /mcp HTTP/1.1\r\n${all.join("")}\r\n${body}`;
}

/** A host that has begun to answer in pieces and never goes on. */
function halfway(options = {}) {
  const endpoint = new Endpoint({ name: "half", version: "1", tools: [{ name: "tool" }] });
  const errors = [];
  const host = new HttpHost(endpoint, (event) => {
    if (event.kind !== "callTool") return endpoint.reply(event);
    endpoint.begin(event.ticket, { type: "text" });
    endpoint.piece(event.ticket, Buffer.from("half of it"));
    host.send();
    return new Promise(() => {});
  }, { onError: (error) => errors.push(error), ...options });
  return { endpoint, host, errors };
}

test("a session that ends cuts off what it was about to be told", async () => {
  const { endpoint, host, errors } = halfway();
  await behind(host.listener, async (url, port) => {
    const client = new Client(fetch, `${url}/mcp`);
    await client.begin("2025-06-18");
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "tool" } };
    let isEnded = false;
    const all = await raw(port, post(port, call, client.session), async (text) => {
      if (isEnded || !text.includes("half of it")) return;
      isEnded = true;
      assert.equal((await client.ask("DELETE")).status, 204);
    });
    assert.match(all, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(all, /transfer-encoding: chunked/i);
    assert.doesNotMatch(all, /\r\n0\r\n\r\n$/, "nobody takes it for whole");
    // The same behind `fetch`.
    const other = new Client(host.fetch);
    await other.begin("2025-06-18");
    const response = await other.call("x");
    const reader = response.body.getReader();
    for (let said = ""; !said.includes("half of it"); ) {
      said += Buffer.from((await reader.read()).value);
    }
    assert.equal((await other.ask("DELETE")).status, 204);
    await assert.rejects(reader.read(), /the session has ended/);
  });
  while (endpoint.open().some((ticket) => !endpoint.isCancelled(ticket))) {
    await new Promise(setImmediate);
  }
  assert.deepEqual(errors, [], "it is nobody's fault");
});

test("a client that reads slowly keeps nobody from others, and loses nothing", async () => {
  const piece = "x".repeat(100_000);
  const long = new Service({ name: "long", version: "1" });
  long.tool("tool", ({ text }) => text);
  let given = 0;
  long.tool("long", async function* () {
    for (; given < 300; given += 1) yield piece;
  });
  await behind(long.listener, async (url, port) => {
    const client = new Client(fetch, `${url}/mcp`);
    const params = { name: "long", _meta: MODERN };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const request = post(port, message, { ...lines("long"), Connection: "close" });
    let isFirst = true;
    const all = await raw(port, request, async () => {
      if (!isFirst) return;
      isFirst = false;
      // It reads nothing until the function waits for it: then nothing more is given.
      for (let before = -1; before !== given; ) {
        before = given;
        assert.equal(await textOf(await client.call("meanwhile")), "meanwhile");
        for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
      }
      assert.ok(given < 300, `${given} pieces were made for a client that reads nothing`);
    });
    assert.equal(given, 300);
    assert.equal(all.match(/x+/g).reduce((sum, { length }) => sum + length, 0) >= 30_000_000, true);
    assert.match(all, /\r\n0\r\n\r\n$/);
  });
});

test("a socket that breaks in the middle is nobody's fault", async () => {
  const { endpoint, host, errors } = halfway();
  await behind(host.listener, async (url, port) => {
    const params = { name: "tool", _meta: MODERN };
    const socket = connect(port, "127.0.0.1");
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    socket.write(post(port, call, lines("tool")));
    for await (const chunk of socket) if (String(chunk).includes("half of it")) break;
    socket.destroy();
    while (endpoint.open().length > 0) await new Promise(setImmediate);
    const alive = await messages(await new Client(fetch, `${url}/mcp`).post({
      jsonrpc: "2.0", id: 2, method: "server/discover", params: { _meta: MODERN },
    }, { "mcp-protocol-version": "2026-07-28", "mcp-method": "server/discover" }));
    assert.equal(alive[0].id, 2);
  });
  assert.deepEqual(errors, []);
});

const bounded = { timeout: 30_000 };
test("a function whose client has gone is told, in the middle of its answer", bounded, async () => {
  let gone;
  const isGone = new Promise((resolve) => (gone = resolve));
  const errors = [];
  const served = new Service({ name: "s", version: "1" }, { onError: (it) => errors.push(it) });
  served.tool("tool", async function* (_, { signal }) {
    signal.addEventListener("abort", gone);
    yield "half of it";
    await isGone;
    yield "the rest";
  });
  await behind(served.listener, async (url, port) => {
    const params = { name: "tool", _meta: MODERN };
    const socket = connect(port, "127.0.0.1");
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    socket.write(post(port, call, lines("tool")));
    for await (const chunk of socket) if (String(chunk).includes("half of it")) break;
    socket.destroy();
    await isGone; // or the test does not end
  });
  assert.deepEqual(errors, []);
});
