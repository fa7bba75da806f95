// The client without I/O: its events, its outputs, its errors.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, Frame, Lines, Pages, SansmcpError, Subscription } from "sansmcp";

const encoder = new TextEncoder();
const META = "io.modelcontextprotocol/";
const INFO = { name: "test", version: "1" };
const ERAS = ["2026-07-28", "2025-11-25"];

function hear(client, message, now = 0) {
  const text = typeof message === "string" ? message : JSON.stringify(message);
  return [...client.receive(new Frame(encoder.encode(text)), now)];
}

/** The one event that comes of a message. */
function only(client, message, kind, now = 0) {
  const events = hear(client, message, now);
  assert.deepEqual(events.map((event) => event.kind), [kind]);
  return events[0];
}

const sent = (out) => JSON.parse(String(out));
const response = (id, result) => ({ jsonrpc: "2.0", id, result });
const refusal = (id, code, message, data) =>
  ({ jsonrpc: "2.0", id, error: { code, message, data } });
const note = (method, params) => ({ jsonrpc: "2.0", method, params });

function throws(code, act, need) {
  assert.throws(act, (error) => {
    assert.ok(error instanceof SansmcpError, String(error));
    assert.equal(error.code, code);
    if (need) assert.ok(error.need > need);
    return true;
  });
}

/** A client that is connected to a server of this revision. */
function connected(revision = ERAS[0], info = {}, options = undefined) {
  const client = new Client({ ...INFO, ...info }, options);
  const serverInfo = { name: "peer", version: "1" };
  if (revision === ERAS[0]) {
    client.connect();
    const probe = sent(client.nextOutput());
    assert.equal(probe.method, "server/discover");
    const event = only(client, response(probe.id, {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: { listChanged: true }, logging: {}, resources: {} },
      serverInfo,
      instructions: "hé",
      ttlMs: 0,
      cacheScope: "private",
    }), "connected");
    assert.deepEqual([event.instructions, event.serverInfo], ["hé", serverInfo]);
    assert.equal(event.capabilities.tools.listChanged, true);
  } else {
    client.connect({ newest: "2025-11-25" });
    const start = sent(client.nextOutput());
    assert.equal(start.method, "initialize");
    const capabilities = { tools: {}, logging: {} };
    const result = { protocolVersion: revision, capabilities, serverInfo };
    only(client, response(start.id, result), "connected");
    assert.equal(sent(client.nextOutput()).method, "notifications/initialized");
  }
  assert.equal(client.nextOutput(), undefined);
  assert.deepEqual([client.revision, client.isConnected], [revision, true]);
  return client;
}

for (const revision of ERAS) {
  test(`${revision}: a call ends once with its result`, () => {
    const client = connected(revision);
    const args = { text: "hé😀\u2028", n: 1.5 };
    const { ticket, out } = client.call("tools/call", { name: "echo", arguments: args });
    const request = sent(out);
    assert.deepEqual([request.id, request.method], [ticket, "tools/call"]);
    assert.deepEqual(request.params.arguments, args);
    assert.deepEqual(client.open(), [ticket]);
    const result = '{"resultType":"complete","content":[],"n":9007199254740993,"x":1.50}';
    const line = `{"jsonrpc":"2.0","id":${ticket},"result":${result}}`;
    const event = only(client, line, "answered");
    assert.equal(event.ticket, ticket);
    assert.deepEqual(event.result.content, []);
    assert.equal(event.resultJson, result);
    assert.deepEqual([event.error, event.failure], [undefined, undefined]);
    assert.equal(event.method, "tools/call");
    assert.deepEqual(event.cache, { ttlMs: 0, scope: "private" });
    assert.equal(JSON.parse(JSON.stringify(event)).kind, "answered");
    assert.deepEqual(client.open(), []);
    assert.equal(only(client, line, "ignored").message, undefined);
  });

  test(`${revision}: an error of the server's`, () => {
    const client = connected(revision);
    const { ticket } = client.call("my/own", { a: [1] });
    const event = only(client, refusal(ticket, -32000, "noé", { why: 1 }), "answered");
    assert.deepEqual(event.error, { code: -32000, message: "noé", data: { why: 1 } });
    assert.equal(event.result, undefined);
    assert.equal(event.received.message, "noé");
  });

  test(`${revision}: no line ends it`, () => {
    const lines = [
      "", "Listening on port 80", "\ud800", "[".repeat(1000), "[]", "7", "\0",
      '{"jsonrpc":"2.0","id":null,"error":{"code":1}}',
      '{"jsonrpc":"2.0","id":1e400,"result":{}}',
      '{"jsonrpc":"2.0","id":99999999999999999999,"result":{}}',
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1}}',
      '{"jsonrpc":"2.0","method":"notifications/progress","params":[]}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}',
    ];
    const client = connected(revision);
    const { ticket } = client.call("my/own");
    for (const line of lines) {
      for (const event of hear(client, line)) {
        assert.ok(!["answered", "failed"].includes(event.kind), line);
        assert.ok(JSON.stringify(event).length > 0);
        client.reply(event);
      }
    }
    assert.ok(only(client, response(ticket, { resultType: "complete" }), "answered").result);
  });

  test(`${revision}: log messages`, () => {
    const client = connected(revision);
    const { ticket, out } = client.setLevel("warning");
    if (revision === ERAS[0]) {
      assert.deepEqual([ticket, out.line.length], [0, 0]);
      const { params } = sent(client.call("my/own").out);
      assert.equal(params._meta[`${META}logLevel`], "warning");
    } else {
      assert.equal(sent(out).params.level, "warning");
    }
    const params = { level: "error", logger: "l", data: [1, { a: null }] };
    const event = only(client, note("notifications/message", params), "log");
    assert.deepEqual([event.level, event.logger, event.data], ["error", "l", params.data]);
    throws("NOT_SUPPORTED", () => client.setLevel("loud"));
  });
}

test("an answer that is none", () => {
  const client = connected();
  for (const result of [1, null, [], "x"]) {
    const { ticket } = client.call("my/own");
    const { failure } = only(client, response(ticket, result), "answered");
    assert.deepEqual([failure.name, failure.whose], ["malformed", "server"]);
  }
});

test("silence, and what comes then", () => {
  const client = connected();
  const { ticket, out } = client.call("my/own", undefined, { idleMs: 100, hardMs: 250 }, 1000);
  assert.equal(sent(out).params._meta.progressToken, ticket);
  assert.equal(client.nextDeadline(), 1100);
  const params = { progressToken: ticket, progress: 0.5, total: 2, message: "half" };
  const told = only(client, note("notifications/progress", params), "progress", 1050);
  assert.deepEqual([told.progress, told.total, told.message], [0.5, 2, "half"]);
  assert.equal(client.nextDeadline(), 1150);
  assert.deepEqual([...client.expire(1149)], []);
  const [event] = client.expire(1150);
  assert.deepEqual([event.kind, event.ticket], ["answered", ticket]);
  assert.deepEqual([event.failure.name, event.failure.whose], ["silent", "server"]);
  assert.equal(sent(client.nextOutput()).params.requestId, ticket);
  assert.equal(client.nextDeadline(), undefined);
  throws("STALE", () => client.cancel(ticket));
});

test("the server goes away", () => {
  const client = connected();
  const { ticket } = client.call("my/own");
  client.closed();
  const [first, second] = client.expire(0);
  assert.deepEqual([first.kind, first.ticket, second.kind], ["answered", ticket, "failed"]);
  assert.deepEqual([first.failure.name, first.failure.whose], ["closed", "network"]);
  assert.equal(second.retry, undefined);
  assert.equal(client.isConnected, false);
  throws("NOT_READY", () => client.call("my/own"));
});

test("a server that does not survive the probe", () => {
  const client = new Client(INFO);
  client.connect();
  assert.ok(client.nextOutput());
  client.closed();
  const [event] = client.expire(0);
  assert.equal(event.failure.name, "closed_on_probe");
  assert.equal(event.retry.newest, "2025-11-25");
  client.connect(event.retry);
  assert.equal(sent(client.nextOutput()).method, "initialize");
});

test("nothing in common", () => {
  const client = new Client();
  client.connect();
  const { id, params } = sent(client.nextOutput());
  assert.match(params._meta[`${META}clientInfo`].name, /^sansmcp$/);
  const data = { supported: ["2099-01-01"], requested: "2026-07-28" };
  const event = only(client, refusal(id, -32022, "no", data), "failed");
  assert.equal(event.failure.name, "no_common_revision");
  assert.deepEqual(event.received.data, data);
});

test("input in the newer era", () => {
  const client = connected(ERAS[0], { capabilities: { elicitation: { form: {} } } });
  const params = { name: "t" };
  const { ticket, out } = client.call("tools/call", params);
  const declared = sent(out).params._meta[`${META}clientCapabilities`];
  assert.deepEqual(declared, { elicitation: {} });
  const form = { type: "object", properties: { age: { type: "integer", default: 4 } } };
  const wanted = { message: "?", mode: "form", requestedSchema: form };
  const inputRequests = { who: { method: "elicitation/create", params: wanted } };
  const asked = { resultType: "input_required", requestState: "s1", inputRequests };
  const event = only(client, response(ticket, asked), "inputNeeded");
  assert.deepEqual([event.ticket, event.call, event.isRequest], [ticket, ticket, false]);
  assert.deepEqual([event.round, event.pauseMs], [1, 0]);
  const [needed] = event.inputs;
  assert.deepEqual([needed.key, needed.method], ["who", "elicitation/create"]);
  assert.deepEqual(needed.params, wanted);
  const accepted = needed.accept({ name: "Ann" });
  assert.deepEqual(accepted, { action: "accept", content: { name: "Ann", age: 4 } });
  assert.throws(() => needed.accept([]), TypeError);
  const again = client.provide(event, { who: accepted }, params);
  const retry = sent(again.out).params;
  assert.deepEqual([retry.name, retry.requestState], ["t", "s1"]);
  assert.deepEqual(retry.inputResponses, { who: accepted });
  throws("STALE", () => client.provide(event, { who: accepted }, params));
  const last = only(client, response(again.ticket, asked), "inputNeeded");
  assert.equal(client.refuse(last).line.length, 0);
  assert.deepEqual(client.open(), []);
});

test("input in the older era", () => {
  const client = connected(ERAS[1], { capabilities: { sampling: {} } });
  const params = { messages: [], maxTokens: 1 };
  const line = { jsonrpc: "2.0", id: "qé", method: "sampling/createMessage", params };
  const event = only(client, line, "inputNeeded");
  assert.deepEqual([event.isRequest, event.call, event.inputs[0].key], [true, 0, ""]);
  const given = { role: "assistant", content: { type: "text", text: "x" }, model: "m" };
  const answer = sent(client.provide(event, { "": given }).out);
  assert.deepEqual(answer, { jsonrpc: "2.0", id: "qé", result: given });
  const second = only(client, { ...line, id: 2 }, "inputNeeded");
  const { error } = sent(client.refuse(second, -1, 'not "now"'));
  assert.deepEqual(error, { code: -1, message: 'not "now"' });
  const third = only(client, { ...line, id: 3 }, "inputNeeded");
  const cancel = note("notifications/cancelled", { requestId: 3, reason: "late" });
  const gone = only(client, cancel, "withdrawn");
  assert.deepEqual([gone.ticket, gone.reason], [third.ticket, "late"]);
  assert.equal(client.provide(third, { "": given }).out.line.length, 0);
});

test("another revision is named to a call", () => {
  const client = connected();
  const { ticket } = client.call("my/own", { a: 1 });
  const data = { supported: ["2026-07-28"], requested: "x" };
  const event = only(client, refusal(ticket, -32022, "no", data), "suspended");
  assert.equal(event.why, "revision");
  const again = client.again(event.ticket, "my/own", { a: 1 });
  assert.equal(sent(again.out).params.a, 1);
  throws("STALE", () => client.again(ticket, "my/own", { a: 1 }));
});

test("a listen", () => {
  const client = connected();
  const subscription = new Subscription({ tools: true, uris: ["a:b"] });
  assert.equal(subscription.ticket, 0);
  const [out] = client.listen(subscription);
  assert.deepEqual([sent(out).id, sent(out).method], [subscription.ticket, "subscriptions/listen"]);
  const _meta = { [`${META}subscriptionId`]: subscription.ticket };
  const agreed = { notifications: { toolsListChanged: true }, _meta };
  const line = note("notifications/subscriptions/acknowledged", agreed);
  const { tools, prompts, resources, uris } = only(client, line, "listening");
  assert.deepEqual([tools, prompts, resources, uris], [true, false, false, []]);
  const changed = only(client, note("notifications/tools/list_changed", { _meta }), "changed");
  assert.deepEqual([changed.what, changed.ticket], ["tools", subscription.ticket]);
  const updated = note("notifications/resources/updated", { uri: "a:b", _meta });
  assert.equal(only(client, updated, "updated").uri, "a:b");
  assert.deepEqual([...client.unlisten(subscription)], []);
  assert.equal(sent(client.nextOutput()).method, "notifications/cancelled");
  throws("NOT_OFFERED", () => [...client.listen(new Subscription({ prompts: true }))]);
});

test("pings and requests of its own", () => {
  const client = connected(ERAS[1]);
  const ping = only(client, { jsonrpc: "2.0", id: 7, method: "ping" }, "ping");
  assert.deepEqual(sent(client.reply(ping)), response(7, {}));
  const ask = { jsonrpc: "2.0", id: 8, method: "my/ask", params: { a: 1 } };
  const request = only(client, ask, "request");
  assert.deepEqual([request.method, request.params], ["my/ask", { a: 1 }]);
  assert.deepEqual(sent(client.result(request.ticket, { b: 2 })).result, { b: 2 });
  const second = only(client, { ...ask, id: 9 }, "request");
  const { error } = sent(client.error(second.ticket, -32601, "no", [1]));
  assert.deepEqual(error, { code: -32601, message: "no", data: [1] });
  const refused = only(client, { ...ask, id: 10, method: "roots/list" }, "refused");
  assert.equal(refused.code, -32601);
  assert.equal(sent(client.reply(refused)).error.code, -32601);
  const heard = only(client, note("my/note", { a: 1 }), "notification");
  assert.deepEqual([heard.method, heard.params], ["my/note", { a: 1 }]);
  assert.equal(client.reply(heard).line.length, 0);
  assert.deepEqual(sent(client.notify("my/note", { b: 1 })).params, { b: 1 });
});

test("a line too long ends its call", () => {
  const client = connected();
  const lines = new Lines({ max: 256 });
  const { ticket } = client.call("my/own");
  const line = `{"jsonrpc":"2.0","result":{"x":"${"y".repeat(500)}"},"id":${ticket}}\n`;
  const [frame] = lines.feed(encoder.encode(line));
  const [event] = client.receive(frame);
  assert.deepEqual([event.failure.name, event.failure.whose], ["too_long", "client"]);
});

test("wrong use says what is wrong", () => {
  throws("NOT_READY", () => new Client(INFO).call("x"));
  const client = connected(ERAS[0], {}, { maxMessage: 4096 });
  throws("SHORT", () => client.call("x", { text: "x".repeat(5000) }), 5000);
  throws("NOT_JSON", () => client.call("x", []));
  throws("NOT_OFFERED", () => client.call("prompts/list"));
  assert.ok(client.call("prompts/list", undefined, { anyway: true }).ticket > 0);
  throws("NOT_SUPPORTED", () => client.call("initialize"));
  assert.throws(() => client.call("x", {}, { idleMs: -1 }), /TypeError: idleMs must be a whole/);
  assert.throws(() => new Client(INFO).connect({ newest: "2020" }), /TypeError: newest must be/);
  assert.throws(() => new Client({ name: "x" }), /TypeError: version must be a string/);
  assert.throws(() => new Client({ ...INFO, capabilities: [] }), /capabilities must be an object/);
  assert.throws(() => new Client(INFO, { slots: 70000 }), RangeError);
  assert.throws(() => new Subscription({ uris: [1] }), /uris\[0\] must be a string/);
  throws("STALE", () => client.cancel(12345));
  const busy = connected(ERAS[0], {}, { slots: 1 });
  busy.call("x");
  throws("BUSY", () => busy.call("x"));
  assert.throws(() => client.reply("ping"), TypeError);
  assert.throws(() => client.reply({ kind: "ping" }), TypeError);
  const [event] = hear(client, note("my/note"));
  throws("NOT_SUPPORTED", () => client.provide(event, {}));
  client.close();
  assert.throws(() => client.call("x"), TypeError);
});

test("cursors in a circle", () => {
  const pages = new Pages();
  assert.equal(pages.next({ nextCursor: "" }), "");
  assert.equal(pages.next({ nextCursor: "b" }), "b");
  assert.throws(() => pages.next({ nextCursor: "b" }), /RangeError: .*circle/);
  assert.equal(pages.next({}), undefined);
  assert.throws(() => pages.next({ nextCursor: 7 }), /no string/);
});
