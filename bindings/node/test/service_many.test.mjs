// A thousand handlers at once, of which many are given up at random: each ends exactly once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Service } from "sansmcp";
import { Peer, collecting, metaOf } from "./service_peer.mjs";

const bounded = { timeout: 120_000 };
const MANY = 1000;

/** The same numbers each time. */
function randomOf(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * A service whose handlers wait for `release`, some for what else may end them; `ends` counts how
 * each ended.
 */
function waiting() {
  const { told, onError } = collecting();
  const ends = new Map();
  const [held, begun] = [new Map(), new Map()];
  let server;
  const service = new Service({ name: "many", version: "1" }, { onError });
  const ended = (n, how) => ends.set(n, [...(ends.get(n) ?? []), how]);
  service.tool("wait", async ({ n }, ctx) => {
    begun.get(n)?.();
    server = ctx.server;
    ctx.progress(n);
    await new Promise((resolve) => {
      held.set(n, resolve);
      ctx.signal.addEventListener("abort", resolve);
    });
    ended(n, ctx.signal.aborted ? "aborted" : "answered");
    // One of three does not care, one throws what it was aborted with, one something else.
    if (ctx.signal.aborted && n % 3 === 1) throw ctx.signal.reason;
    if (n % 3 === 2) throw new TypeError("of a handler");
    return `${n}`;
  });
  // This call itself is open, too.
  service.tool("left", (_, ctx) => `${ctx.server.open().length - 1}`);
  return { service, ends, held, told, begun, opened: () => server.open() };
}

/** Every handler has ended exactly once, as it was meant to. */
function check({ ends, told }, given) {
  assert.equal(ends.size, MANY);
  for (const [n, how] of ends) assert.deepEqual(how, [given.has(n) ? "aborted" : "answered"], n);
  assert.ok(told.every((error) => error.message === "of a handler"), String(told[0]));
}

function isRight({ result }, n) {
  const text = n % 3 === 2 ? "wait failed: TypeError" : `${n}`;
  return result.content[0].text === text;
}

for (const revision of ["2026-07-28", "2025-11-25"]) {
  test(`${revision} on a pipe`, bounded, async () => {
    const it = waiting();
    const random = randomOf(7);
    const peer = await Peer.of(it.service, { revision, slots: MANY + 10 });
    const requests = Array.from({ length: MANY }, (_, n) =>
      peer.request("tools/call", { name: "wait", arguments: { n } }, { progressToken: n }));
    peer.say(...requests);
    await peer.next(({ method, params }) =>
      method === "notifications/progress" && params.progressToken === MANY - 1);
    const given = new Set();
    const order = requests.map((_, n) => n).sort(() => random(3) - 1);
    for (const n of order) {
      if (random(2) === 0) {
        given.add(n);
        peer.tell("notifications/cancelled", { requestId: requests[n].id });
      } else {
        it.held.get(n)();
      }
      if (random(10) === 0) await null;
    }
    for (const n of order.filter((one) => !given.has(one))) {
      assert.ok(isRight(await peer.answerTo(requests[n]), n));
    }
    check(it, given);
    // Nobody who gave up is answered, and no request is left.
    assert.deepEqual(peer.heard.filter(({ id }) => id !== undefined), []);
    assert.equal(await peer.texts("left").then(String), "0");
  });

  test(`${revision} over HTTP`, bounded, async () => {
    const it = waiting();
    const random = randomOf(11);
    const host = it.service.http({ slots: MANY + 10, slotsEach: 0 });
    const accept = "application/json, text/event-stream";
    const headers = { "content-type": "application/json", accept };
    const isModern = revision === "2026-07-28";
    if (isModern) {
      Object.assign(headers, { "mcp-protocol-version": revision });
    } else {
      const clientInfo = { name: "many", version: "1" };
      const params = { protocolVersion: revision, capabilities: {}, clientInfo };
      const hello = { jsonrpc: "2.0", id: 0, method: "initialize", params };
      const greeted = await host.fetch(post(headers, hello));
      const session = greeted.headers.get("mcp-session-id");
      Object.assign(headers, { "mcp-session-id": session, "mcp-protocol-version": revision });
      await host.fetch(post(headers, { jsonrpc: "2.0", method: "notifications/initialized" }));
    }
    const all = Array.from({ length: MANY }, (_, n) => n);
    const begun = all.map((n) => new Promise((resolve) => it.begun.set(n, resolve)));
    const aborts = all.map(() => new AbortController());
    const answers = all.map(async (n) => {
      const params = { name: "wait", arguments: { n }, _meta: isModern ? metaOf({}) : {} };
      const more = isModern ? { "mcp-method": "tools/call", "mcp-name": "wait" } : {};
      const message = { jsonrpc: "2.0", id: n + 1, method: "tools/call", params };
      const request = post({ ...headers, ...more }, message, aborts[n].signal);
      try {
        const response = await host.fetch(request);
        const text = await response.text();
        const [, data = text] = text.match(/^data: (.*"result".*)$/m) ?? [];
        return JSON.parse(data);
      } catch (error) {
        return error.name;
      }
    });
    await Promise.all(begun);
    const given = new Set();
    for (const n of all.sort(() => random(3) - 1)) {
      if (random(2) === 0) {
        given.add(n);
        // A client that goes is no cancel before 2026-07-28.
        if (isModern) aborts[n].abort();
        else await cancel(host, headers, n + 1);
      } else {
        it.held.get(n)();
      }
    }
    const got = await Promise.all(answers.map((answer, n) =>
      (given.has(n) && !isModern ? undefined : answer)));
    for (const [n, answer] of got.entries()) {
      if (!given.has(n)) assert.ok(isRight(answer, n), JSON.stringify(answer));
      else if (isModern) assert.equal(answer, "AbortError");
    }
    check(it, given);
    assert.deepEqual(it.opened(), []);
    host.close();
  });
}

function post(headers, message, signal) {
  const body = JSON.stringify(message);
  return new Request("http://localhost/mcp", { method: "POST", headers, body, signal });
}

async function cancel(host, headers, requestId) {
  const message = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } };
  const response = await host.fetch(post(headers, message));
  assert.equal(response.status, 202);
}
