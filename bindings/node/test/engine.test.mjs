// What the transcripts do not show of a server: pages by hand, tables that change, sealed texts,
// blocks of any kind, and what is wrong.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Frame, Seal, SealError, Server, failure } from "sansmcp";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "c", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {}, sampling: { tools: {} } },
};
const info = { name: "s", version: "1", capabilities: ["completions", "logging"] };

function ask(server, method, params = {}) {
  const message = { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } };
  const frame = new Frame(encoder.encode(JSON.stringify(message)));
  const [event] = [...server.receive(frame)];
  return event;
}

function result(out) {
  return JSON.parse(decoder.decode(out.json)).result;
}

test("a page by hand goes on where it was full", () => {
  const server = new Server({ ...info, capabilities: ["tools"] }, { maxMessage: 600 });
  const tool = (index) => ({ name: `tool_${index}`, description: "x".repeat(100) });
  const names = [];
  for (let at = 0, cursor; at < 5; ) {
    const event = ask(server, "tools/list", { cursor });
    assert.equal(event.cursor, cursor);
    const page = server.page(event);
    while (at < 5 && page.tool(tool(at))) at += 1;
    const { tools, nextCursor } = result(page.end(at < 5 ? String(at) : undefined));
    assert.ok(tools.length < 5);
    names.push(...tools.map(({ name }) => name));
    cursor = nextCursor;
    assert.equal(cursor, at < 5 ? String(at) : undefined);
  }
  assert.deepEqual(names, [0, 1, 2, 3, 4].map((at) => `tool_${at}`));
});

test("a page takes what its list has, and says what is wrong", () => {
  const server = new Server({ ...info, capabilities: ["resources"] });
  const page = server.page(ask(server, "resources/list"));
  assert.throws(() => page.tool({ name: "a" }), { code: "NOT_SUPPORTED" });
  assert.throws(() => page.resource({ uri: "a:" }), /^TypeError: resource.name must be a string$/);
  assert.equal(page.resource({ uri: "a:", name: "a", size: 3 }), true);
  assert.deepEqual(result(page.end()).resources, [{ uri: "a:", name: "a", size: 3 }]);
  const ping = ask(server, "server/discover");
  assert.throws(() => server.page(ping).end(), { code: "NOT_SUPPORTED" });
  assert.throws(() => server.page({}), TypeError);
});

test("other tables take the place of those that were there", () => {
  const server = new Server({ ...info, tools: [{ name: "a" }], prompts: [{ name: "p" }] });
  server.offer({ tools: [{ name: "b" }, { name: "c" }] });
  const { tools } = result(server.reply(ask(server, "tools/list")));
  assert.deepEqual(tools.map(({ name }) => name), ["b", "c"]);
  assert.equal(result(server.reply(ask(server, "prompts/list"))).prompts.length, 1);
  assert.throws(() => server.offer({ tools: [{}] }), /^TypeError: tools\[0\].name must be/);
});

test("results of reads, prompts and completions have all that they can have", () => {
  const server = new Server({ ...info, capabilities: ["resources", "prompts", "completions"] });
  const annotations = { audience: ["user"], priority: 0.5 };
  const read = server.contents(ask(server, "resources/read", { uri: "a:b" }).ticket)
    .text("a:b", "é\ud800", { mimeType: "text/x", meta: { a: 1 } })
    .blob("a:c", Uint8Array.of(1, 2, 3))
    .cache(500, "public").meta({ b: 2 }).end();
  const { contents, ttlMs, cacheScope, _meta } = result(read);
  assert.deepEqual(contents, [
    { uri: "a:b", mimeType: "text/x", text: "é\ud800", _meta: { a: 1 } },
    { uri: "a:c", blob: "AQID" },
  ]);
  assert.deepEqual([ttlMs, cacheScope, _meta.b], [500, "public", 2]);
  const prompt = server.messages(ask(server, "prompts/get", { name: "p" }).ticket)
    .text("user", "a", { annotations })
    .image("assistant", Uint8Array.of(1), "image/png", { meta: { c: 3 } })
    .link("user", "a:d", "d", { title: "D", size: 4 })
    .block("user", { type: "audio", data: "AQID", mimeType: "audio/wav" })
    .resource("user", "a:e", "e", { resourceMeta: { d: 4 } })
    .description("what").end();
  const { messages, description } = result(prompt);
  assert.equal(description, "what");
  assert.deepEqual(messages.map(({ role }) => role),
    ["user", "assistant", "user", "user", "user"]);
  assert.deepEqual(messages.map(({ content }) => content), [
    { type: "text", text: "a", annotations },
    { type: "image", data: "AQ==", mimeType: "image/png", _meta: { c: 3 } },
    { type: "resource_link", uri: "a:d", name: "d", title: "D", size: 4 },
    { type: "audio", data: "AQID", mimeType: "audio/wav" },
    { type: "resource", resource: { uri: "a:e", text: "e", _meta: { d: 4 } } },
  ]);
  const argument = { name: "n", value: "v" };
  const reference = { ref: { type: "ref/prompt", name: "p" }, argument };
  const event = ask(server, "completion/complete", { ...reference,
    context: { arguments: { other: "x" } } });
  const seen = [event.prompt, event.uri, event.argument, event.value, event.context];
  assert.deepEqual(seen, ["p", undefined, "n", "v", { other: "x" }]);
  const { completion } = result(
    server.completion(event.ticket).value("v1").value("v\ud800").total(7).more().end());
  assert.deepEqual(completion, { values: ["v1", "v\ud800"], total: 7, hasMore: true });
});

test("a block that is none, and bytes that are none, are type errors", () => {
  const server = new Server(info);
  const { ticket } = ask(server, "tools/call", { name: "x" });
  assert.throws(() => server.answer(ticket).block({ type: "x" }).end(), TypeError);
  const image = { type: "image", mimeType: "image/png", data: "A" };
  assert.throws(() => server.answer(ticket).block(image).end(), /must be bytes in Base64/);
  assert.throws(() => server.answer(ticket).image("AQID", "image/png"), TypeError);
  assert.throws(() => server.messages(ticket).text("me", "x").end(), /"user" or "assistant"/);
  assert.throws(() => server.completion(ticket).value(1), TypeError);
});

test("what is wrong in a word is a type error", () => {
  const server = new Server(info);
  const event = ask(server, "tools/call", { name: "x" });
  assert.deepEqual([...event.capabilities], ["sampling", "sampling.tools", "elicitation.form"]);
  assert.throws(() => server.log("loud", "x", { ticket: event.ticket }), /level must be/);
  assert.throws(() => server.log("info", undefined), TypeError);
  assert.throws(() => server.changed("tool"), TypeError);
  assert.throws(() => server.undeclared(event.ticket, "tools"), /capability/);
  assert.throws(() => server.undeclared(event.ticket), TypeError);
  const { ticket } = event;
  assert.throws(() => server.notify("x", "[]", { ticket }), { code: "NOT_JSON" });
  assert.equal(failure("closed").name, "closed");
  assert.equal(failure("no such"), undefined);
});

test("a sealed state opens for the same call alone, and not for ever", () => {
  const server = new Server(info);
  const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const seal = new Seal(key);
  const first = ask(server, "tools/call", { name: "x", arguments: { a: 1 } });
  assert.equal(seal.open(first, { now: 0 }), undefined);
  const requestState = seal.seal(first, Uint8Array.of(7, 8), { expires: 100 });
  const again = (name, state = requestState) =>
    ask(server, "tools/call", { name, arguments: { a: 1 }, requestState: state });
  assert.equal(again("x").requestState, requestState);
  assert.deepEqual([...new Seal(other, key).open(again("x"), { now: 99 })], [7, 8]);
  const fails = (why, open) => assert.throws(open, (error) => {
    assert.ok(error instanceof SealError && error.code === -32602 && error.answer !== "");
    assert.equal(error.why, why);
    return true;
  });
  fails("expired", () => seal.open(again("x"), { now: 100 }));
  fails("forged", () => seal.open(again("y"), { now: 1 }));
  fails("forged", () => new Seal(other).open(again("x"), { now: 1 }));
  fails("forged", () => seal.open(again("x"), { now: 1, principal: 5 }));
  fails("not_sealed", () => seal.open(again("x", "plain"), { now: 1 }));
  assert.throws(() => new Seal(new Uint8Array(15)), RangeError);
  assert.throws(() => seal.open(first, {}), /now must be a time/);
  assert.throws(() => seal.open({}, { now: 1 }), TypeError);
});
