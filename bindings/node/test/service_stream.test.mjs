// Answers that leave in pieces.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Service, Streamed, ToolError } from "sansmcp";
import { ERAS, Peer, collecting } from "./service_peer.mjs";

const bounded = { timeout: 60_000 };
const PIXEL = new Uint8Array([137, 80, 78, 71]);

/** A promise and what settles it. */
function gate() {
  let open;
  const promise = new Promise((resolve) => (open = resolve));
  return { promise, open };
}

function made() {
  const { told, onError } = collecting();
  return { told, service: new Service({ name: "test", version: "1" }, { onError }) };
}

for (const revision of ERAS) {
  test(`${revision}: what leaves in pieces arrives whole`, bounded, async () => {
    const { service, told } = made();
    const pieces = ["a", 'é"\\', "\n😀", ""];
    service.tool("later", async function* () {
      for (const piece of pieces) yield (await null, piece);
    });
    service.tool("sync", function* () { yield* pieces; });
    service.tool("list", () => new Streamed(pieces));
    service.tool("stream", () => new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    }));
    service.tool("empty", async function* () {});
    service.tool("image", () => new Streamed([PIXEL, PIXEL], { mimeType: "image/png" }));
    service.tool("blob", () => new Streamed([PIXEL.buffer], { mimeType: "a/b", uri: "x:y" }));
    service.tool("bytes", () => new Streamed([PIXEL]));
    service.resource("text:{n}", { mimeType: "text/x" }, async function* ({ n }) {
      for (let at = 0; at < Number(n); at += 1) yield "x".repeat(10_000);
    });
    service.resource("bytes:1", () => new Streamed([PIXEL], { mimeType: "image/png" }));
    service.prompt("no", async function* () { yield "a"; });
    const peer = await Peer.of(service, { revision });
    for (const name of ["later", "sync", "list", "stream"]) {
      assert.deepEqual(await peer.texts(name), [pieces.join("")], name);
    }
    assert.deepEqual(await peer.texts("empty"), [""]);
    const [image] = (await peer.tool("image")).content;
    assert.deepEqual([image.type, image.mimeType], ["image", "image/png"]);
    assert.deepEqual([...Buffer.from(image.data, "base64")], [...PIXEL, ...PIXEL]);
    const [blob] = (await peer.tool("blob")).content;
    assert.deepEqual(blob.resource, { uri: "x:y", mimeType: "a/b", blob: "iVBORw==" });
    assert.deepEqual(told, []);
    assert.deepEqual(await peer.texts("bytes"), ["bytes failed: TypeError"]);
    const { contents: [text] } = await peer.call("resources/read", { uri: "text:300" });
    assert.deepEqual([text.uri, text.mimeType, text.text.length], ["text:300", "text/x", 3e6]);
    const { contents: [bytes] } = await peer.call("resources/read", { uri: "bytes:1" });
    assert.deepEqual([bytes.mimeType, bytes.blob], ["image/png", "iVBORw=="]);
    await assert.rejects(peer.call("prompts/get", { name: "no" }), { code: -32603 });
    assert.equal(told.length, 2);
  });
}

test("meanwhile everything else waits, and nothing is lost", bounded, async () => {
  const { service, told } = made();
  const [first, second] = [gate(), gate()];
  service.tool("one", async function* (_, ctx) {
    yield "1";
    ctx.progress(1); // what would follow its answer is not said
    await first.promise;
    yield "2";
  });
  service.tool("two", async function* () {
    yield "3";
    await second.promise;
    yield "4";
  });
  service.tool("echo", ({ text }) => text);
  service.tool("late", async ({ text }) => (await null, text));
  service.tool("works", async (_, ctx) => {
    ctx.progress(1);
    ctx.log("warning", "half out");
    await null;
    return "w";
  });
  service.tool("fails", async () => { throw new ToolError("no"); });
  service.tool("asks", async (_, ctx) => (await ctx.elicit("a", "A?")).action);
  service.resource("a:b", () => "b");
  const peer = await Peer.of(service, { revision: "2025-11-25" });
  await peer.call("logging/setLevel", { level: "debug" });
  const call = (name, args, meta) =>
    peer.request("tools/call", { name, arguments: args }, meta);
  const [one, two] = [call("one", {}, { progressToken: 1 }), call("two")];
  const others = [
    call("echo", { text: "e" }), call("late", { text: "l" }), call("fails"),
    call("works", {}, { progressToken: 2 }),
    peer.request("tools/list"), peer.request("nothing/known"), peer.request("ping"),
  ];
  const asks = call("asks");
  peer.say(one);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn(); // it has begun
  peer.say(two, ...others, asks);
  await turn();
  assert.deepEqual(peer.heard, []); // all waits
  first.open();
  assert.equal((await peer.answerTo(one)).result.content[0].text, "12");
  const answers = [];
  for (const request of others) {
    const { result, error } = await peer.answerTo(request);
    answers.push(result?.content?.[0].text ?? result?.tools?.length ?? error?.code ?? "pong");
  }
  assert.deepEqual(answers, ["e", "l", "no", "w", 7, -32601, "pong"]);
  const told_ = peer.heard.slice(0, 2).map(({ method, params }) => [method, params.progressToken]);
  assert.deepEqual(told_, [["notifications/progress", 2], ["notifications/message", undefined]]);
  second.open();
  assert.equal((await peer.answerTo(two)).result.content[0].text, "34");
  const asked = await peer.next(({ method }) => method === "elicitation/create");
  peer.say({ jsonrpc: "2.0", id: asked.id, result: { action: "decline" } });
  assert.equal((await peer.answerTo(asks)).result.content[0].text, "decline");
  assert.deepEqual(told, []);
});

test("what fails in the middle says so, and ends its generator", bounded, async () => {
  const { service, told } = made();
  const ends = [];
  service.tool("meant", async function* () {
    yield "a";
    throw new ToolError("no more");
  });
  service.tool("secret", async function* () {
    try {
      yield "a";
      yield Symbol("no piece");
    } finally {
      ends.push("secret");
    }
  });
  service.tool("asks", async function* (_, ctx) {
    yield "a";
    yield (await ctx.elicit("a", "A?")).action;
  });
  service.tool("before", async function* () {
    throw new ToolError("at once");
  });
  const peer = await Peer.of(service);
  const results = {};
  for (const name of ["meant", "secret", "asks", "before"]) {
    const { isError, content } = await peer.tool(name);
    results[name] = [isError, ...content.map(({ text }) => text)];
  }
  assert.deepEqual(results.meant, [true, "a", "no more"]);
  assert.deepEqual(results.secret, [true, "a", "secret failed: TypeError"]);
  assert.deepEqual(results.asks.slice(0, 2), [true, "a"]);
  assert.deepEqual(results.before, [true, "at once"]);
  assert.deepEqual(ends, ["secret"]);
  assert.deepEqual(told.length, 2);
});

test("a client that gives it up ends it", bounded, async () => {
  const { service, told } = made();
  const ended = gate();
  service.tool("ever", async function* (_, ctx) {
    try {
      for (;;) {
        yield "x";
        await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      ended.open(ctx.isCancelled);
    }
  });
  service.tool("echo", ({ text }) => text);
  const peer = await Peer.of(service);
  const request = peer.request("tools/call", { name: "ever" });
  peer.say(request);
  await new Promise((resolve) => setImmediate(resolve));
  peer.tell("notifications/cancelled", { requestId: request.id });
  assert.equal(await ended.promise, true);
  // What was half out is ended in good order, since its bytes cannot be taken back.
  assert.deepEqual(await peer.texts("echo", { text: "on" }), ["on"]);
  assert.deepEqual(told, []);
});

test("a peer that does not read stops it until it does", bounded, async () => {
  const { service } = made();
  let made_ = 0;
  const ended = gate();
  service.tool("much", async function* ({ pieces }) {
    try {
      for (; made_ < pieces; made_ += 1) yield "x".repeat(1000);
    } finally {
      ended.open();
    }
  });
  const turns = async () => {
    for (let turn = 0; turn < 100; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  let takes = false;
  const peer = await Peer.of(service, { takes: () => takes, maxWaiting: 10_000 });
  peer.say(peer.request("tools/call", { name: "much", arguments: { pieces: 1e6 } }));
  await turns();
  assert.ok(made_ >= 8 && made_ <= 14, String(made_));
  for (let drain = 0; drain < 4; drain += 1) {
    peer.pipe.drained();
    await turns();
  }
  assert.ok(made_ >= 16 && made_ <= 56, String(made_));
  peer.pipe.close();
  await ended.promise;
  takes = true;
});
