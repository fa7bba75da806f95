// An endpoint behind node:http, and the echo server over HTTP as a program.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client, messages, serve, textOf } from "./http_client.mjs";

/** A host behind a socket, for as long as `use` takes. */
async function behind(served, use) {
  const server = createServer(served.host.listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  try {
    await use(new Client(fetch, `http://127.0.0.1:${port}/mcp`), port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** A raw request: its response's head and body as text, until the server closes. */
async function raw(port, text) {
  const socket = connect(port, "127.0.0.1");
  socket.setTimeout(10_000, () => socket.destroy(new Error("the server does not close")));
  socket.write(text);
  let all = "";
  for await (const chunk of socket) all += chunk;
  return all;
}

test("a session and the modern era", async () => {
  await behind(serve(), async (client) => {
    assert.equal(await textOf(await client.call("modern")), "modern");
    assert.deepEqual((await client.begin()).statuses, [200, 202]);
    const long = "é".repeat(200_000);
    assert.equal(await textOf(await client.call(long)), long);
    const stream = await client.ask("GET");
    assert.equal(stream.headers.get("content-type"), "text/event-stream");
    assert.equal((await client.ask("DELETE")).status, 204);
    assert.equal(await stream.text(), "");
    assert.equal((await client.call("x")).status, 404);
    assert.equal((await client.ask("PUT")).status, 405);
    client.url += "/other";
    assert.equal((await client.ask("GET")).status, 404);
  });
});

test("what nobody reads of a body is not taken for a request", async () => {
  await behind(serve({ maxBody: 10 }), async (_, port) => {
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: */*\r\n`;
    const json = "Content-Type: application/json\r\n";
    const smuggled = "PUT /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const chunked = `Transfer-Encoding: chunked\r\n\r\n29\r\n${smuggled}\r\n`;
    for (const [lines, status] of [[json, 413], ["", 415]]) {
      const all = await raw(port, head + lines + chunked);
      assert.match(all, new RegExp(`^HTTP/1.1 ${status} `));
      assert.match(all, /\r\nconnection: close\r\n/i);
      assert.equal(all.split("HTTP/1.1 ").length, 2, "one response");
    }
  });
});

test("two origins in one head are none", async () => {
  await behind(serve(), async (client, port) => {
    const lines = ["Host", `127.0.0.1:${port}`, "Origin", "null", "Origin", client.url];
    const ask = request({ port, path: "/mcp", method: "POST", headers: lines });
    ask.end("{}");
    const [response] = await once(ask, "response");
    response.resume();
    assert.equal(response.statusCode, 403);
  });
});

test("a socket that is closed gives up its call", async () => {
  let begun;
  const isBegun = new Promise((resolve) => (begun = resolve));
  const served = serve({}, () => {
    begun();
    return new Promise(() => {});
  });
  await behind(served, async (client) => {
    const stop = new AbortController();
    const call = client.call("never", { signal: stop.signal });
    await isBegun;
    stop.abort();
    await assert.rejects(call);
    const [ticket] = served.endpoint.open();
    while (!served.endpoint.isCancelled(ticket)) await new Promise(setImmediate);
  });
});

test("events go out while they are made, and a lost stream is noticed", async () => {
  const served = serve();
  await behind(served, async (client) => {
    await client.begin();
    const stop = new AbortController();
    const stream = await client.ask("GET", {}, undefined, { signal: stop.signal });
    assert.equal(stream.status, 200); // its head is there, though nothing was sent on it
    stop.abort();
    await assert.rejects(stream.text());
    const again = await client.ask("GET");
    await client.ask("DELETE");
    assert.equal(await again.text(), "");
  });
});

let child;
let url;

before(async () => {
  const program = join(import.meta.dirname, "echo_http.mjs");
  child = spawn(process.execPath, [program, "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const [said] = await once(child.stderr.setEncoding("utf8"), "data");
  assert.match(said, /^serving http:\/\/127\.0\.0\.1:\d+\/mcp\n$/);
  url = said.trim().split(" ")[1];
  child.stderr.on("data", (more) => assert.fail(more));
});

after(() => child.kill());

test("the echo server", async () => {
  const client = new Client(fetch, url);
  const echo = { name: "echo" };
  const text = 'a "b" \\ \n \u{1f600}';
  assert.equal(await textOf(await client.call(text, echo)), text);
  const [missing] = await messages(await client.call(undefined, echo));
  assert.equal(missing.result.content[0].text, "text is missing");
  assert.ok(missing.result.isError);
  const { result } = await client.begin("2025-06-18");
  assert.equal(result.serverInfo.name, "echo");
  assert.equal(await textOf(await client.call("x".repeat(500_000), echo)), "x".repeat(500_000));
  assert.equal((await messages(await client.call("x", { name: "other" })))[0].error.code, -32602);
  const list = { jsonrpc: "2.0", id: "l", method: "tools/list" };
  assert.equal((await messages(await client.post(list)))[0].result.tools[0].name, "echo");
  assert.equal((await client.ask("DELETE")).status, 204);
  assert.equal((await client.call("x", echo)).status, 404);
  const page = { origin: "http://evil.example" };
  assert.equal((await client.ask("POST", page, "{}")).status, 403);
});
