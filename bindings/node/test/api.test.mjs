// What the transcripts cannot say: JavaScript's side of the API.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Frame, Lines, SansmcpError, Server } from "sansmcp";
import { SERVERS } from "./servers.mjs";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

function frame(message) {
  return new Frame(encoder.encode(typeof message === "string" ? message : JSON.stringify(message)));
}

function request(id, method, params = {}, meta = {}) {
  return frame({ jsonrpc: "2.0", id, method, params: { ...params, _meta: { ...META, ...meta } } });
}

/** The one event of a frame. */
function only(server, one) {
  const events = [...server.receive(one)];
  assert.equal(events.length, 1);
  return events[0];
}

function call(server, id, args = { text: "hello" }, meta = {}) {
  return only(server, request(id, "tools/call", { name: "echo", arguments: args }, meta));
}

function throws(code, act, need) {
  assert.throws(act, (error) => {
    assert.ok(error instanceof SansmcpError && error instanceof Error);
    assert.equal(error.code, code);
    assert.equal(error.name, "SansmcpError");
    assert.ok(error.message.length > 10);
    if (need !== undefined) assert.equal(error.need, need);
    return true;
  });
}

const echo = (options) => new Server(SERVERS.echo, options);
const result = (out) => JSON.parse(decoder.decode(out.json)).result;

test("an event has its parts as JavaScript's values", () => {
  const server = echo();
  const event = call(server, 7, { text: "hé😀", deep: [1, { a: null }] }, { progressToken: 0 });
  assert.equal(event.kind, "callTool");
  assert.equal(event.name, "echo");
  assert.deepEqual(event.arguments, { text: "hé😀", deep: [1, { a: null }] });
  assert.equal(event.argumentsJson, '{"text":"hé😀","deep":[1,{"a":null}]}');
  assert.equal(event.argumentJson("deep"), '[1,{"a":null}]');
  assert.equal(event.argumentJson("none"), undefined);
  assert.equal(event.arguments, event.arguments, "parsed once");
  assert.deepEqual([event.id, event.idJson, event.method], [7, "7", "tools/call"]);
  assert.deepEqual([event.revision, event.wantsProgress], ["2026-07-28", true]);
  assert.equal(event.meta.progressToken, 0);
  assert.equal(event.clientInfo, undefined);
  assert.equal(event.requestedVersion, "2026-07-28");
  assert.deepEqual(server.open(), [event.ticket]);
  const seen = JSON.parse(JSON.stringify(event));
  assert.deepEqual([seen.kind, seen.arguments.text], ["callTool", "hé😀"]);
});

test("ids keep all their digits", () => {
  const server = echo();
  const big = frame('{"jsonrpc":"2.0","id":9223372036854775808,"method":"ping"}');
  const event = only(server, big);
  assert.equal(event.idJson, "9223372036854775808");
  assert.match(String(server.reply(event)), /"id":9223372036854775808,/);
  assert.equal(only(server, frame('{"jsonrpc":"2.0","id":"1","method":"ping"}')).id, "1");
});

test("an output is bytes, JSON and text", () => {
  const server = echo();
  const out = server.answer(call(server, 1).ticket).text("x").end();
  assert.ok(out.line instanceof Uint8Array);
  assert.equal(out.line.at(-1), 10);
  assert.equal(out.json.length, out.line.length - 1);
  assert.equal(String(out), decoder.decode(out.line));
  assert.equal(out.isLast, true);
  assert.equal(server.reply(only(server, frame('{"jsonrpc":"2.0","method":"x"}'))).line.length, 0);
});

test("every kind of content", () => {
  const server = echo();
  const bytes = Uint8Array.of(1, 2, 3);
  const out = server.answer(call(server, 1).ticket)
    .text("a\ud800b")
    .textJson('"\\u00e9"')
    .image(bytes, "image/png")
    .audio(bytes.buffer, "audio/wav")
    .resource("file:///a", "text", { mimeType: "text/plain" })
    .blob("file:///b", new DataView(bytes.buffer, 1, 1))
    .link("file:///c", "c")
    .structured([1, { b: 2.5 }])
    .meta({ "x/y": 1 })
    .end();
  assert.ok(String(out).includes('"a\\ud800b"') && String(out).includes('"\\u00e9"'));
  const { content, structuredContent, _meta } = result(out);
  assert.deepEqual(content, [
    { type: "text", text: "a\ud800b" },
    { type: "text", text: "é" },
    { type: "image", data: "AQID", mimeType: "image/png" },
    { type: "audio", data: "AQID", mimeType: "audio/wav" },
    { type: "resource", resource: { uri: "file:///a", mimeType: "text/plain", text: "text" } },
    { type: "resource", resource: { uri: "file:///b", blob: "Ag==" } },
    { type: "resource_link", name: "c", uri: "file:///c" },
  ]);
  assert.deepEqual(structuredContent, [1, { b: 2.5 }]);
  assert.equal(_meta["x/y"], 1);
});

test("a failure, an error, a result of one's own", () => {
  const server = echo();
  const failed = result(server.answer(call(server, 1).ticket).text("a").fail("no").end());
  assert.equal(failed.isError, true);
  assert.deepEqual(failed.content.map(({ text }) => text), ["a", "no"]);
  const error = server.error(call(server, 2).ticket, 1000, "bad\ud800", { why: ["x"] });
  assert.deepEqual(JSON.parse(String(error)).error,
    { code: 1000, message: "bad\ud800", data: { why: ["x"] } });
  assert.equal(result(server.result(call(server, 3).ticket, { a: 1 })).a, 1);
  assert.equal(result(server.resultJson(call(server, 4).ticket, '{"b": 1.0}')).b, 1);
});

test("errors say what was wrong", () => {
  const server = echo({ slots: 2, maxMessage: 200 });
  const event = call(server, 1);
  const { ticket } = event;
  const long = () => server.answer(ticket).text("x".repeat(300)).end();
  let need;
  assert.throws(long, (error) => {
    need = error.need;
    return error.code === "SHORT";
  });
  const same = echo({ maxMessage: need });
  const out = same.answer(call(same, 1).ticket).text("x".repeat(300)).end();
  assert.equal(out.line.length, need, "need is exact");
  throws("NOT_JSON", () => server.result(ticket, [1]));
  throws("NOT_JSON", () => server.resultJson(ticket, "{"));
  throws("STALE", () => server.piece(ticket, encoder.encode("x")));
  throws("STALE", () => server.answer(0).text("x").end());
  throws("STALE", () => server.abandon(2 ** 60));
  server.begin(ticket, { type: "text" });
  throws("STREAMING", () => server.reply(event));
  throws("NOT_TEXT", () => server.piece(ticket, Uint8Array.of(0xff)));
  server.end(ticket);
  throws("STALE", () => server.reply(event));
  throws("NOT_SUPPORTED", () => server.beginReply(call(server, 2)));
  assert.equal(server.open().length, 1);
});

test("wrong arguments are told at once", () => {
  const info = (more) => ({ name: "a", version: "1", ...more });
  const wrong = (value, message) => {
    assert.throws(() => new Server(value), { name: "TypeError", message });
  };
  wrong({}, "name must be a string");
  wrong(undefined, /JSON/);
  wrong(info({ tools: [{ name: "a" }, { name: 1 }] }), "tools[1].name must be a string");
  wrong(info({ cache: { scope: "all" } }), /cache\.scope/);
  wrong(info({ tools: [{ name: "a", inputSchema: "[]" }] }), /tools\[0\]\.inputSchema/);
  for (const slots of [-1, 1.5, NaN, 65535, "4"]) {
    assert.throws(() => new Server(info(), { slots }), RangeError);
  }
  assert.throws(() => new Lines({ max: NaN }), RangeError);
  assert.throws(() => new Lines().feed("text"), TypeError);
  assert.throws(() => new Frame(null), TypeError);
  const server = echo();
  const { ticket } = call(server, 1, {}, { progressToken: 1 });
  assert.throws(() => server.answer(ticket).text(5), TypeError);
  assert.throws(() => server.answer(ticket).textJson("5"), TypeError);
  assert.throws(() => server.answer(ticket).image("AQID", "image/png"), TypeError);
  assert.throws(() => server.answer(ticket).structured(undefined), TypeError);
  assert.throws(() => server.progress(ticket, NaN), TypeError);
  assert.throws(() => server.reply({ kind: "ping" }), TypeError);
  assert.throws(() => [...server.receive({})], TypeError);
  assert.deepEqual(server.open(), [ticket]);
});

test("progress", () => {
  const server = echo();
  const { ticket } = call(server, 1, {}, { progressToken: "t" });
  const params = (out) => JSON.parse(String(out)).params;
  assert.deepEqual(params(server.progress(ticket, 0.5, 2n ** 64n, "half")),
    { progressToken: "t", progress: 0.5, total: 2 ** 64, message: "half" });
  assert.match(String(server.progress(ticket, 1, 2n ** 64n)), /"total":18446744073709551616}/);
  assert.equal(server.progress(ticket, 1).line.length, 0, "not larger than the last");
});

test("a stream takes what it can", () => {
  const server = echo({ maxMessage: 300 });
  const { ticket } = call(server, 1);
  const data = Uint8Array.from({ length: 1000 }, (_, index) => index);
  let sent = String(server.begin(ticket, { type: "image", mimeType: "image/png" }));
  for (let rest = data; rest.length > 0; ) {
    const { taken, out } = server.piece(ticket, rest);
    assert.ok(taken > 0 && out.line.length <= 300 && !out.isLast);
    rest = rest.subarray(taken);
    sent += out;
  }
  const last = server.end(ticket);
  assert.equal(last.isLast, true);
  const [{ data: text }] = JSON.parse(sent + last).result.content;
  assert.deepEqual(Uint8Array.from(Buffer.from(text, "base64")), data);
});

test("a list longer than the buffer goes out in pieces", () => {
  const server = new Server(SERVERS.full, { maxMessage: 400 });
  const event = only(server, request(1, "tools/list"));
  throws("SHORT", () => server.reply(event));
  let sent = String(server.beginReply(event));
  for (let out; (out = server.nextOutput()); ) sent += out;
  assert.equal(JSON.parse(sent).result.tools[0].name, "all-fields");
  assert.equal(server.nextOutput(), undefined);
  assert.deepEqual(server.open(), []);
});

test("a cancelled request is not answered", () => {
  const server = echo();
  const { ticket } = call(server, "a");
  assert.equal(server.isCancelled(ticket), false);
  const params = { requestId: "a", reason: "bored" };
  const event = only(server, frame({ jsonrpc: "2.0", method: "notifications/cancelled", params }));
  assert.deepEqual([event.kind, event.ticket, event.reason], ["cancelled", ticket, "bored"]);
  assert.equal(server.isCancelled(ticket), true);
  assert.equal(server.answer(ticket).text("late").end().line.length, 0);
  throws("STALE", () => server.abandon(ticket));
});

function batch() {
  const server = echo();
  const params = { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: {} };
  server.reply(only(server, frame({ jsonrpc: "2.0", id: 0, method: "initialize", params })));
  const pings = [1, 2, 3].map((id) => ({ jsonrpc: "2.0", id, method: "ping" }));
  return [server, frame(pings)];
}

test("a frame is read lazily, and goes on where it was left", () => {
  const [server, three] = batch();
  assert.ok(three.bytes.length > 100);
  for (const event of server.receive(three)) {
    assert.equal(event.id, 1);
    break;
  }
  assert.equal(server.open().length, 1, "the others were not read");
  const [second] = server.receive(three);
  assert.equal(second.id, 2);
  assert.deepEqual([...server.receive(three)].map(({ id }) => id), [3]);
  assert.deepEqual([...server.receive(three)], []);
  assert.equal(three.bytes.length, 0, "its memory is let go");
});

test("an event may be kept", () => {
  const server = echo();
  const kept = Array.from({ length: 50 }, (_, id) => call(server, id, { text: `é${id}` }));
  for (const [id, event] of kept.entries()) {
    assert.equal(event.arguments.text, `é${id}`);
    assert.equal(result(server.answer(event.ticket).text(event.arguments.text).end())
      .content[0].text, `é${id}`);
  }
});

test("a line too long is known by its id", () => {
  const lines = new Lines({ max: 32 });
  const long = `{"jsonrpc":"2.0","method":"m","x":"${"y".repeat(99)}","id":"\\u00e9"}`;
  const [one, ...none] = lines.feed(encoder.encode(`${long}\n`));
  assert.deepEqual(none, []);
  assert.deepEqual(one.overlong, { id: '"\\u00e9"', kind: "request", length: long.length });
  const server = echo();
  const event = only(server, one);
  assert.deepEqual([event.kind, event.id, event.code], ["refused", "é", -32600]);
  assert.match(event.message, /receive buffer/);
  assert.match(String(server.reply(event)), /"id":"\\u00e9"/);
  assert.equal(new Lines().feed(encoder.encode("{}\n"))[0].overlong, undefined);
});

test("the rest comes at the end", () => {
  const lines = new Lines();
  assert.deepEqual(lines.feed(encoder.encode("{}")), []);
  assert.deepEqual(lines.finish().map((one) => decoder.decode(one.bytes)), ["{}"]);
  assert.deepEqual(lines.finish(), []);
});

test("megabytes go through, and their memory is given back", () => {
  const server = echo();
  const lines = new Lines({ max: 1 << 23 });
  const text = "é".repeat(1 << 20);
  const params = { name: "echo", arguments: { text }, _meta: META };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const line = encoder.encode(`${JSON.stringify(message)}\n`);
  for (let round = 0; round < 50; round += 1) {
    for (const one of lines.feed(line)) {
      for (const event of server.receive(one)) {
        const out = server.answer(event.ticket).text(event.arguments.text).end();
        assert.ok(out.line.length > 1 << 21);
      }
    }
  }
  const { rss } = process.memoryUsage();
  assert.ok(rss < 700e6, `${rss} bytes after 200 MB in and out`);
});

test("memory can be given back at once", () => {
  for (let round = 0; round < 2000; round += 1) {
    const server = echo({ slots: 1000 });
    const lines = new Lines({ max: 1 << 16 });
    server.reply(call(server, 1));
    server.close();
    lines.close();
    assert.throws(() => server.open(), TypeError);
    assert.throws(() => lines.finish(), TypeError);
  }
  const { rss } = process.memoryUsage();
  assert.ok(rss < 700e6, `${rss} bytes after 640 MB`);
});

test("both kinds of modules are one", () => {
  const required = createRequire(import.meta.url)("sansmcp");
  assert.equal(required.Server, Server);
  assert.equal(required.SansmcpError, SansmcpError);
});
