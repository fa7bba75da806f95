// A service over HTTP, behind `fetch` and behind node:http.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { Denied, Service } from "sansmcp";
import { collecting, metaOf } from "./service_peer.mjs";

const bounded = { timeout: 60_000 };
const ACCEPT = "application/json, text/event-stream";

function made(options) {
  const { told, onError } = collecting();
  return { told, service: new Service({ name: "web", version: "1" }, { onError, ...options }) };
}

/** A modern request, as a `fetch` of `url` has it. */
function asking(name, args, { headers, signal, can = {}, meta } = {}) {
  const params = { name, arguments: args, _meta: metaOf(can, meta) };
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: ACCEPT,
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    signal,
  };
}

/** The messages of a response, of either form. */
async function messagesOf(response) {
  const text = await response.text();
  if (!response.headers.get("content-type").startsWith("text/event-stream")) {
    return [JSON.parse(text)];
  }
  return [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data));
}

/** The service behind both: what fetches, and what ends it. */
const WAYS = {
  fetch: async (host) => ({
    fetch: (init) => host.fetch(new Request("http://localhost/mcp", init)),
    end: async () => {},
  }),
  "node:http": async (host) => {
    const server = createServer(host.listener).listen(0, "127.0.0.1");
    await once(server, "listening");
    return {
      fetch: (init) => fetch(`http://127.0.0.1:${server.address().port}/mcp`, init),
      end: () => new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
    };
  },
};

for (const [name, way] of Object.entries(WAYS)) {
  test(`${name}: calls, failures, pieces, questions`, bounded, async () => {
    const { service, told } = made();
    service.tool("echo", ({ text }, ctx) => (ctx.progress(1), text));
    service.tool("fails", async () => { throw new Error("secret"); });
    service.tool("pieces", async function* () { yield* ["a", "b"]; });
    service.tool("asks", async (_, ctx) => (await ctx.elicit("a", "A?")).action);
    const { fetch, end } = await way(service);
    const call = async (...all) => (await messagesOf(await fetch(asking(...all))));
    const [echoed] = await call("echo", { text: "hi" });
    assert.equal(echoed.result.content[0].text, "hi");
    const both = await call("echo", { text: "hi" }, { meta: { progressToken: 3 } });
    assert.deepEqual(both.map((one) => one.method ?? one.id), ["notifications/progress", 1]);
    const [failed] = await call("fails");
    assert.equal(failed.result.content[0].text, "fails failed: Error");
    assert.equal(told.splice(0).length, 1);
    const [pieces] = await call("pieces");
    assert.equal(pieces.result.content[0].text, "ab");
    const [asked] = await call("asks", {}, { can: { elicitation: {} } });
    assert.equal(asked.result.resultType, "input_required");
    assert.deepEqual(told, []);
    await service.close();
    await end();
  });

  test(`${name}: who asks, and who is not let in`, bounded, async () => {
    const { service } = made();
    service.tool("who", (_, ctx) => String(ctx.principal));
    service.tool("later", async (_, ctx) => (await null, String(ctx.principal)));
    const host = service.http({
      origins: ["https://example.com"],
      principal: async ({ headers }) => {
        const { authorization } = headers.get ? Object.fromEntries(headers) : headers;
        if (authorization === undefined) return undefined;
        if (authorization === "Bearer a") return "alice";
        return new Denied(403, "Not you", { challenge: "Bearer error=\"x\"" });
      },
    });
    const { fetch, end } = await way(host);
    const as = (token, more) =>
      ({ headers: { ...(token && { authorization: `Bearer ${token}` }), ...more } });
    for (const [token, who] of [["a", "alice"], [undefined, "undefined"]]) {
      for (const tool of ["who", "later"]) {
        const [{ result }] = await messagesOf(await fetch(asking(tool, {}, as(token))));
        assert.equal(result.content[0].text, who);
      }
    }
    const origin = "https://example.com";
    const denied = await fetch(asking("who", {}, as("b", { origin })));
    assert.deepEqual(
      [denied.status, await denied.text(), denied.headers.get("www-authenticate")],
      [403, "Not you", 'Bearer error="x"'],
    );
    assert.equal(denied.headers.get("access-control-allow-origin"), origin);
    const foreign = await fetch(asking("who", {}, as("b", { origin: "https://other.example" })));
    assert.equal(foreign.status, 403);
    assert.notEqual(await foreign.text(), "Not you");
    host.close();
    await end();
  });

  test(`${name}: a client that goes aborts its call`, bounded, async () => {
    const { service, told } = made();
    let begun;
    const began = new Promise((resolve) => (begun = resolve));
    const aborted = new Promise((resolve) => {
      service.tool("waits", (_, ctx) => new Promise((_, reject) => {
        ctx.signal.addEventListener("abort", () => {
          resolve(ctx);
          reject(ctx.signal.reason);
        });
        begun();
      }));
    });
    const { fetch, end } = await way(service);
    const abort = new AbortController();
    const fetching = fetch(asking("waits", {}, { signal: abort.signal }));
    await began;
    abort.abort();
    await assert.rejects(fetching, { name: "AbortError" });
    const ctx = await aborted;
    assert.equal(ctx.isCancelled, true);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(ctx.server.open(), []);
    assert.deepEqual(told, []);
    await service.close();
    await end();
  });

  test(`${name}: what it serves can be ended`, bounded, async () => {
    const { service } = made();
    service.tool("t", () => {});
    const listening = new Service(
      { name: "web", version: "1", capabilities: ["tools.listChanged"] },
    );
    const { fetch, end } = await way(listening);
    const params = { notifications: { toolsListChanged: true }, _meta: metaOf() };
    const response = await fetch({
      ...asking("t"),
      headers: { ...asking("t").headers, "mcp-method": "subscriptions/listen" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params }),
    });
    assert.equal(response.status, 200);
    listening.tool("late", () => {});
    await listening.close();
    const messages = await messagesOf(response);
    assert.deepEqual(messages.map((one) => one.method ?? one.id),
      ["notifications/subscriptions/acknowledged", "notifications/tools/list_changed", 1]);
    await end();
  });
}

test("before 2026-07-28: the answer to a question comes by another request", bounded, async () => {
  const { service, told } = made();
  service.tool("asks", async (_, ctx) => {
    const { action } = await ctx.elicit("a", "A?");
    return `${action} ${ctx.principal}`;
  });
  service.tool("late", async (_, ctx) => (await ctx.request("ping", {}, { hardMs: 60 }), "no"));
  const host = service.http({ principal: () => "alice" });
  const headers = { "content-type": "application/json", accept: ACCEPT };
  const send = (message) => host.fetch(new Request("http://localhost/mcp", {
    method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  }));
  const greeted = await send({
    id: 0,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: { elicitation: {} },
      clientInfo: { name: "c", version: "1" },
    },
  });
  headers["mcp-session-id"] = greeted.headers.get("mcp-session-id");
  headers["mcp-protocol-version"] = "2025-11-25";
  await send({ method: "notifications/initialized" });
  const call = async (name, id) => {
    const { body } = await send({ id, method: "tools/call", params: { name } });
    return body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  };
  const next = async (chunks) => {
    for (;;) {
      const { value } = await chunks.next();
      const [, data] = value.match(/^data: (\{.*)$/m) ?? [];
      if (data) return JSON.parse(data);
    }
  };
  const chunks = await call("asks", 1);
  const { id, method } = await next(chunks);
  assert.equal(method, "elicitation/create");
  await send({ id, result: { action: "decline" } });
  assert.equal((await next(chunks)).result.content[0].text, "decline alice");
  // Nobody answers: the clock ends it, which keeps no program alive by itself.
  const alive = setInterval(() => {}, 1000);
  const late = await call("late", 2);
  assert.equal((await next(late)).method, "ping");
  for (;;) {
    const message = await next(late);
    if (message.id !== 2) continue;
    assert.match(message.result.content[0].text, /no answer came in time/);
    break;
  }
  clearInterval(alive);
  assert.deepEqual(told, []);
  host.close();
});

test("a client that reads slowly is waited for, not cut off", bounded, async () => {
  const { service } = made();
  let count = 0;
  service.tool("much", async function* (_, ctx) {
    ctx.progress(0); // so that it is a stream of events
    for (; count < 1000; count += 1) {
      yield "x".repeat(100_000);
      await null;
    }
  });
  const host = service.http({ queue: 8 });
  const init = asking("much", {}, { meta: { progressToken: 1 } });
  const { body } = await host.fetch(new Request("http://localhost/mcp", init));
  const reader = body.getReader();
  let length = 0;
  for (let read; !(read = await reader.read()).done; ) {
    length += read.value.length;
    const most = Math.ceil(length / 100_000) + 12;
    assert.ok(count <= most, `${count} pieces were made, of ${length} bytes read`);
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(length > 100_000_000, String(length));
  host.close();
});

test("what is being answered when it ends is answered", bounded, async () => {
  const stopped = [];
  const { service } = made({ stop: () => stopped.push("stopped") });
  let release;
  let begun;
  const began = new Promise((resolve) => (begun = resolve));
  service.tool("waits", async (_, ctx) => {
    begun();
    await new Promise((resolve) => (release = resolve));
    return `${ctx.isCancelled} ${stopped.length}`;
  });
  const answer = service.fetch(new Request("http://localhost/mcp", asking("waits")));
  await began;
  const closing = service.close();
  await new Promise((resolve) => setImmediate(resolve));
  release();
  const [{ result }] = await messagesOf(await answer);
  assert.equal(result.content[0].text, "false 0");
  await closing;
  assert.deepEqual(stopped, ["stopped"]);
});

test("a body that another one has read", bounded, async () => {
  const { service } = made();
  service.tool("echo", ({ text }) => text);
  const server = createServer(async (request, response) => {
    // As Express and its parser do, mounted below a path.
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    request.body = JSON.parse(Buffer.concat(chunks).toString());
    request.originalUrl = request.url;
    request.url = "/";
    await service.listener(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${server.address().port}/mcp`;
  const [{ result }] = await messagesOf(await fetch(url, asking("echo", { text: "é" })));
  assert.equal(result.content[0].text, "é");
  server.close();
  server.closeAllConnections();
});

test("what cannot begin is told, and nothing is served", bounded, async () => {
  const { service } = made({ start: () => { throw new Error("no start"); } });
  const request = new Request("http://localhost/mcp", asking("t"));
  await assert.rejects(service.fetch(request), { message: "no start" });
});
