// An endpoint, alone and behind `fetch`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Endpoint, Frame, SansmcpError, Server } from "sansmcp";
import { Client, messages, MODERN, serve, textOf } from "./http_client.mjs";

const HEAD = {
  host: "localhost",
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const info = { name: "test", version: "1", tools: [{ name: "tool" }] };
const encoder = new TextEncoder();

function judge(endpoint, method, headers, number = 1) {
  return endpoint.judge({ method, headers: Object.entries(headers), number });
}

test("a call in bytes", () => {
  const endpoint = new Endpoint(info);
  assert.ok(endpoint instanceof Server);
  const lines = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call" };
  const verdict = judge(endpoint, "POST", { ...HEAD, ...lines, "Mcp-Name": "tool" }, 7);
  assert.deepEqual([verdict.kind, verdict.headers, verdict.maxBody], ["body", [], 4 << 20]);
  const params = { name: "tool", _meta: MODERN };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const frame = verdict.frame(encoder.encode(JSON.stringify(message)), new Uint8Array(16));
  const [event] = endpoint.receive(frame);
  endpoint.received(frame);
  assert.equal(endpoint.nextDelivery(), undefined);
  const out = endpoint.answer(event.ticket).text("hello").end();
  const delivery = endpoint.nextDelivery();
  assert.deepEqual([delivery.to, delivery.status, delivery.isEnd], [7, 200, true]);
  assert.equal(Object.fromEntries(delivery.headers)["content-type"], "application/json");
  assert.deepEqual(Buffer.from(delivery.body), Buffer.from(out.json));
  assert.equal(endpoint.nextDelivery(), undefined);
  assert.throws(() => endpoint.answer(event.ticket).end(), { code: "STALE" });
  endpoint.close();
});

test("what is no post gives nothing, and what is wrong is said", () => {
  const endpoint = new Endpoint(info);
  const ping = { jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: MODERN } };
  assert.deepEqual([...endpoint.receive(new Frame(encoder.encode(JSON.stringify(ping))))], []);
  const verdict = judge(endpoint, "POST", HEAD);
  for (const length of [0, 15, 17]) {
    assert.throws(() => verdict.frame(new Uint8Array(0), new Uint8Array(length)), RangeError);
  }
  assert.throws(() => verdict.frame("{}", new Uint8Array(16)), TypeError);
  verdict.frame(new Uint8Array(0), new Uint8Array(16));
  assert.throws(() => verdict.frame(new Uint8Array(0), new Uint8Array(16)), TypeError);
  for (const number of [-1, 2 ** 32, 0.5, NaN, undefined]) {
    assert.throws(() => endpoint.judge({ method: "GET", headers: [], number }), RangeError);
    assert.throws(() => endpoint.closed(number), RangeError);
  }
  assert.throws(() => new Endpoint(info, { streams: 65535 }), /streams must be a whole number/);
  assert.throws(() => new Endpoint(info, { hosts: "a" }), /hosts must be an array/);
  assert.throws(() => new Endpoint({ name: "a" }), /version must be a string/);
  assert.equal(new SansmcpError(["short", ""], 1).code, "SHORT");
});

test("those who are not let in are told why", () => {
  const endpoint = new Endpoint(info, { maxBody: 100 });
  const session = { "mcp-session-id": "00006eb6bba231372f4ab357add3587280fd" };
  for (const [method, lines, status] of [
    ["POST", { host: "evil.example" }, 403],
    ["POST", { origin: "http://evil.example" }, 403],
    ["PUT", {}, 405],
    ["GET", {}, 400],
    ["GET", session, 404],
    ["DELETE", session, 404],
    ["POST", { accept: "text/html" }, 406],
    ["POST", { "content-length": "101" }, 413],
    ["POST", { "content-type": "text/plain" }, 415],
  ]) {
    const verdict = judge(endpoint, method, { ...HEAD, ...lines });
    assert.deepEqual([verdict.kind, verdict.status], ["reply", status]);
    assert.equal(verdict.replaces, undefined);
    assert.ok(JSON.parse(Buffer.from(verdict.body)).error.message);
    assert.throws(() => verdict.frame(new Uint8Array(0), new Uint8Array(16)), TypeError);
  }
});

test("pages of other sites are let in where they are named", () => {
  const origin = "https://page.example";
  const endpoint = new Endpoint(info, { hosts: ["mcp.example"], origins: [origin] });
  const head = { ...HEAD, host: "mcp.example", origin };
  const verdict = judge(endpoint, "POST", head);
  assert.equal(Object.fromEntries(verdict.headers)["Access-Control-Allow-Origin"], origin);
  const long = verdict.tooLong();
  assert.deepEqual([long.kind, long.status], ["reply", 413]);
  assert.equal(Object.fromEntries(long.headers)["Access-Control-Allow-Origin"], origin);
  const asked = judge(endpoint, "OPTIONS", { ...head, "access-control-request-method": "POST" });
  assert.deepEqual([asked.kind, asked.status, asked.body.length], ["reply", 204, 0]);
});

test("a session", async () => {
  const { host } = serve();
  const client = new Client(host.fetch);
  const { statuses, result, rest } = await client.begin();
  assert.deepEqual([statuses, rest], [[200, 202], ""]);
  assert.equal(result.protocolVersion, "2025-11-25");
  assert.equal(await textOf(await client.call("héllo")), "héllo");
  const other = new Client(host.fetch);
  await other.begin("2025-03-26");
  const both = [1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "ping" }));
  const batch = await messages(await other.post(both));
  assert.deepEqual(batch.map(({ id }) => id), [1, 2]);
  assert.equal((await client.ask("DELETE")).status, 204);
  for (const method of ["GET", "DELETE"]) assert.equal((await client.ask(method)).status, 404);
  assert.equal((await client.call("x")).status, 404);
  assert.equal((await other.call("x")).status, 200);
});

test("the modern era", async () => {
  const { host, events } = serve();
  const client = new Client(host.fetch);
  for (const text of ["one", "two"]) {
    const response = await client.call(text);
    assert.equal(response.headers.get("mcp-session-id"), null);
    assert.equal(await textOf(response), text);
  }
  const ping = { jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: MODERN } };
  assert.equal((await client.post(ping, { "mcp-method": "pong" })).status, 400);
  assert.equal(events.at(-1).kind, "refused");
  const alone = await new Client(serve({ sessions: 0 }).host.fetch).ask("GET");
  assert.deepEqual([alone.status, alone.headers.get("allow")], [405, "POST"]);
});

test("bodies and paths", async () => {
  const client = new Client(serve({ maxBody: 300 }).host.fetch);
  const message = { jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: MODERN } };
  const text = JSON.stringify(message);
  const lines = { "mcp-protocol-version": "2026-07-28", "mcp-method": "server/discover" };
  const json = { "content-type": "application/json", ...lines };
  for (const [length, status] of [[300, 200], [301, 413]]) {
    const parts = [text.slice(0, 9), text.slice(9), " ".repeat(length - text.length)];
    const body = ReadableStream.from(parts.map((part) => encoder.encode(part)));
    const response = await client.ask("POST", json, body, { duplex: "half" });
    assert.equal(response.status, status);
  }
  const broken = new ReadableStream({ pull: (it) => it.error(new Error("broken")) });
  await assert.rejects(client.ask("POST", json, broken, { duplex: "half" }), /broken/);
  client.url = "http://localhost/other";
  assert.equal((await client.ask("GET")).status, 404);
  client.url = "http://evil.example/mcp"; // no header says so, but the URL does
  assert.equal((await client.ask("GET")).status, 403);
});

/** The bytes of a response as they come. */
async function until(reader, text) {
  const decoder = new TextDecoder();
  let all = "";
  while (!all.includes(text)) {
    const { done, value } = await reader.read();
    assert.ok(!done, `${text} did not come: ${all}`);
    all += decoder.decode(value, { stream: true });
  }
  return all;
}

test("handlers that wait", async () => {
  const gate = Promise.withResolvers?.() ?? deferred();
  const { host } = serve({}, async (event, endpoint, to) => {
    if (event.arguments.text !== "slow") return;
    endpoint.progress(event.ticket, 1, 2, "half");
    to.send();
    await gate.promise;
  });
  const client = new Client(host.fetch);
  await client.begin();
  const slow = await client.call("slow", { meta: { progressToken: "t" } });
  const reader = slow.body.getReader();
  await until(reader, "half");
  assert.equal(await textOf(await client.call("fast", { id: 2 })), "fast");
  gate.resolve();
  await until(reader, '"slow"');
  assert.ok((await reader.read()).done);
});

function deferred() {
  const made = {};
  made.promise = new Promise((resolve) => (made.resolve = resolve));
  return made;
}

test("what a handler throws is an error and no more", async () => {
  for (const wait of [undefined, async () => {}]) {
    const errors = [];
    const onError = (error) => errors.push(error);
    const { host } = serve({}, wait, { onError });
    const client = new Client(host.fetch);
    const [answer] = await messages(await client.call(7));
    assert.deepEqual(answer.error, { code: -32603, message: "Internal error" });
    assert.match(errors[0].message, /text must be a string/);
    assert.equal(await textOf(await client.call("x")), "x");
    assert.equal(errors.length, 1);
  }
});

test("a disconnect gives up a call of the modern era", async () => {
  const begun = deferred();
  const gate = deferred();
  const { host, endpoint } = serve({}, async () => {
    begun.resolve();
    await gate.promise;
  });
  const stop = new AbortController();
  const call = new Client(host.fetch).call("never", { signal: stop.signal });
  await begun.promise;
  stop.abort();
  await assert.rejects(call, { name: "AbortError" });
  const [ticket] = endpoint.open();
  assert.ok(endpoint.isCancelled(ticket));
  gate.resolve();
  await new Promise(setImmediate);
  assert.deepEqual(endpoint.open(), []);
});

test("a stream of events gives way, and ends with its session", async () => {
  const { host } = serve();
  const client = new Client(host.fetch);
  await client.begin();
  const first = await client.ask("GET");
  assert.deepEqual([first.status, first.headers.get("content-type")], [200, "text/event-stream"]);
  const second = await client.ask("GET");
  assert.equal(await first.text(), "");
  await client.ask("DELETE");
  assert.equal(await second.text(), "");
  const other = new Client(host.fetch);
  await other.begin();
  await (await other.ask("GET")).body.cancel();
  assert.equal((await other.ask("GET")).status, 200);
});

test("what was lost is sent again", async () => {
  const gate = deferred();
  const { host, endpoint } = serve({ replay: 1 << 16, retryMs: 5 }, () => gate.promise);
  const client = new Client(host.fetch);
  await client.begin();
  const call = await client.call("kept");
  const reader = call.body.getReader();
  const first = await until(reader, "retry: 5");
  await reader.cancel();
  gate.resolve();
  while (endpoint.open().length > 0) await new Promise(setImmediate);
  const [, last] = /^id: (.*)$/m.exec(first);
  assert.equal(await textOf(await client.ask("GET", { "last-event-id": last })), "kept");
  assert.equal((await client.ask("GET", { "last-event-id": "7-7" })).status, 400);
});

test("a client that does not read is cut off", async () => {
  const errors = [];
  const { host, endpoint } = serve({}, async (event) => {
    for (let step = 0; step < 40; step += 1) {
      endpoint.progress(event.ticket, step);
      host.send();
    }
  }, { queue: 8, onError: (error) => errors.push(error) });
  const client = new Client(host.fetch);
  const call = await client.call("x", { meta: { progressToken: 1 } });
  await assert.rejects(call.text());
  while (endpoint.open().length > 0) await new Promise(setImmediate);
  assert.equal((await client.call("x")).status, 200);
  assert.deepEqual(errors, []);
});

test("an async handler may answer everything", async () => {
  const { host } = serve({ replay: 1 << 16 }, async () => {});
  const client = new Client(host.fetch);
  const { statuses } = await client.begin();
  assert.deepEqual(statuses, [200, 202]);
  assert.equal(await textOf(await client.call("x")), "x");
});
