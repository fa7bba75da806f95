// Functions and ways that behave as badly as they can: each request has one answer all the same,
// nothing of an author's reaches the peer, and nothing ends the process.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Endpoint, RequestError, Server, Service } from "sansmcp";
import { ERAS, metaOf, Peer } from "./service_peer.mjs";

const bounded = { timeout: 60_000 };

function made() {
  const errors = [];
  const onError = (error) => errors.push(error);
  const service = new Service({ name: "test", version: "1" }, { onError });
  service.tool("echo", () => "hello");
  return { service, errors };
}

/** A Proxy that nobody can look at any more. */
function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** One call over HTTP: its answer. */
async function fetched(service) {
  const params = { name: "echo", arguments: {}, _meta: metaOf() };
  const response = await service.fetch(new Request("http://localhost/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "echo",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  }));
  return response.json();
}

const CYCLE = {};
CYCLE.self = CYCLE;
const THROWN = {
  "an error with data of its own": Object.assign(new Error("x"), { data: "secret" }),
  "data that has no JSON": new RequestError(-32000, "x", { n: 1n }),
  "data in a circle": new RequestError(-32000, "x", CYCLE),
  nothing: undefined,
  "a revoked Proxy": revoked(),
};
for (const [name, thrown] of Object.entries(THROWN)) {
  for (const later of [false, true]) {
    test(`a hook throws ${name}${later ? " later" : ""}`, bounded, async () => {
      const { service, errors } = made();
      service.on("callTool", () => {
        if (later) return Promise.reject(thrown);
        throw thrown;
      });
      for (const revision of ERAS) {
        const peer = await Peer.of(service, { revision });
        const request = peer.request("tools/call", { name: "echo", arguments: {} });
        peer.say(request);
        const { error } = await peer.answerTo(request);
        assert.deepEqual(error, { code: -32603, message: "Internal error" });
        assert.equal(errors.splice(0).length, 1);
        peer.pipe.close();
      }
    });
  }
}

test("a hook that gives what is no answer", bounded, async () => {
  for (const given of ["text", {}, Promise.resolve("text")]) {
    const { service, errors } = made();
    service.on("callTool", () => given);
    const peer = await Peer.of(service);
    await assert.rejects(peer.tool("echo", {}), { code: -32603 });
    peer.pipe.close();
    const { error } = await fetched(service);
    assert.equal(error.code, -32603);
    assert.equal(errors.length, 2);
    await service.close();
  }
});

test("a hook that waits, and a tool that waits: the end of the input takes both", bounded,
  async () => {
    const { service } = made();
    service.on("callTool", async () => undefined);
    service.tool("slow", async () => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      return "done";
    });
    const peer = await Peer.of(service);
    const request = peer.request("tools/call", { name: "slow", arguments: {} });
    peer.say(request);
    const over = peer.pipe.finish();
    const { result } = await peer.answerTo(request);
    assert.equal(result.content[0].text, "done");
    await over;
  });

test("pieces that end in what nobody can look at", bounded, async () => {
  const { service, errors } = made();
  service.tool("pieces", async function* pieces() {
    yield "one";
    throw revoked();
  });
  const peer = await Peer.of(service);
  const { isError } = await peer.tool("pieces", {});
  assert.equal(isError, true);
  assert.deepEqual(await peer.texts("echo", {}), ["hello"]);
  assert.equal(errors.length, 1);
  peer.pipe.close();
});

test("a cancel whose hook throws still reaches its call", bounded, async () => {
  for (const later of [false, true]) {
    const { service, errors } = made();
    service.on("cancelled", () => {
      if (later) return Promise.reject(new Error("x"));
      throw new Error("x");
    });
    const aborted = new Promise((resolve) => {
      service.tool("wait", (args, { signal }) => new Promise((answer) => {
        signal.addEventListener("abort", () => {
          answer("late");
          resolve();
        });
      }));
    });
    const peer = await Peer.of(service);
    const request = peer.request("tools/call", { name: "wait", arguments: {} });
    peer.say(request);
    peer.tell("notifications/cancelled", { requestId: request.id });
    await aborted;
    assert.deepEqual(await peer.texts("echo", {}), ["hello"]);
    assert.equal(errors.length, 1);
    peer.pipe.close();
  }
});

test("a way that throws is over, and says why once", bounded, async () => {
  const { service, errors } = made();
  let closed;
  const over = new Promise((resolve) => (closed = resolve));
  const write = () => {
    throw new Error("nobody is there");
  };
  const pipe = await service.pipe({ write, closed });
  const request = { jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: metaOf() } };
  pipe.feed(Buffer.from(`${JSON.stringify(request)}\n`));
  await over;
  assert.equal(pipe.isClosed, true);
  assert.deepEqual(errors.map(({ message }) => message), ["nobody is there"]);
});

test("a context outlives its client", bounded, async () => {
  const { service, errors } = made();
  let context;
  service.tool("keep", (args, ctx) => {
    context = ctx;
    return "kept";
  });
  const peer = await Peer.of(service);
  await peer.tool("keep", {});
  peer.pipe.close();
  context.progress(1);
  context.log("error", "late");
  context.notify("notifications/x", {});
  await assert.rejects(context.request("ping"), { name: "AskFailed" });
  assert.deepEqual(errors, []);
});

test("what is no string is refused before the engine sees it", () => {
  const server = new Server({ name: "test", version: "1" });
  const endpoint = new Endpoint({ name: "test", version: "1" });
  for (const wrong of [5, NaN, 1n, {}, [], Symbol("s"), () => 1]) {
    const acts = [
      () => server.resultJson(1, wrong),
      () => server.begin(1, { type: wrong }),
      () => server.begin(1, { type: "image", mimeType: wrong }),
      () => server.begin(1, { type: "blob", mimeType: "a/b", uri: wrong }),
      () => endpoint.judge({ method: wrong, headers: [], number: 1 }),
    ];
    for (const act of acts) assert.throws(act, { name: "TypeError" });
  }
  server.close();
  endpoint.close();
});
