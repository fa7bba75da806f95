// Resources, prompts, completions, methods, listeners and hooks of a service.

import assert from "node:assert/strict";
import { test } from "node:test";
import { RequestError, Service, UriTemplate } from "sansmcp";
import { z } from "zod";
import { ERAS, Peer, collecting } from "./service_peer.mjs";

const bounded = { timeout: 60_000 };
const PIXEL = new Uint8Array([137, 80, 78, 71]);

function made(info, options) {
  const { told, onError } = collecting();
  const all = { name: "test", version: "1", ...info };
  return { told, service: new Service(all, { onError, ...options }) };
}

test("a URI template", bounded, () => {
  const template = new UriTemplate("file:///{+path}{?limit,q}");
  assert.deepEqual(template.variables, ["path", "limit", "q"]);
  assert.deepEqual(template.matches("file:///a/b%20c?q=%C3%A9"), { path: "a/b c", q: "é" });
  assert.deepEqual(template.matches("http://a"), undefined);
  assert.equal(template.expand({ path: "a b/c", limit: "1" }), "file:///a%20b/c?limit=1");
  assert.equal(String(template), "file:///{+path}{?limit,q}");
  assert.deepEqual({ ...new UriTemplate("a:{__proto__}").matches("a:1") }, { ["__proto__"]: "1" });
  assert.equal(new UriTemplate("a:{x}").matches("a:%ff"), undefined);
  assert.throws(() => new UriTemplate("{"), { name: "TypeError", message: /at character 0/ });
  assert.throws(() => template.expand({ path: 1 }), TypeError);
  assert.throws(() => template.expand(undefined), TypeError);
});

for (const revision of ERAS) {
  test(`${revision}: what is read`, bounded, async () => {
    const { service, told } = made();
    const gives = {
      text: ["hi", [{ uri: "x:text", mimeType: "a/b", text: "hi" }]],
      bytes: [PIXEL, [{ uri: "x:bytes", mimeType: "a/b", blob: "iVBORw==" }]],
      json: [{ a: 1 }, [{ uri: "x:json", mimeType: "a/b", text: '{"a":1}' }]],
      part: [{ text: "t", mimeType: "c/d" }, [{ uri: "x:part", mimeType: "c/d", text: "t" }]],
      parts: [
        [{ uri: "x:1", text: "1" }, { uri: "x:2", blob: "iVBORw==" }],
        [{ uri: "x:1", mimeType: "a/b", text: "1" },
          { uri: "x:2", mimeType: "a/b", blob: "iVBORw==" }],
      ],
      whole: [{ contents: [{ text: "w" }] }, [{ uri: "x:whole", mimeType: "a/b", text: "w" }]],
    };
    for (const [name, [value]] of Object.entries(gives)) {
      service.resource(`x:${name}`, { mimeType: "a/b", name, size: 4 }, async () => value);
    }
    service.resource("x:plain", { cache: { ttlMs: 60_000, scope: "public" } }, () => ({ a: 1 }));
    const input = z.object({ id: z.coerce.number().int(), more: z.string().optional() });
    service.resource("y:{id}{?more}", { input }, ({ id, more }) => `${id + 1} ${more}`);
    service.resource("fails:{x}", () => { throw new Error("secret"); });
    service.resource("absent:{x}", () => { throw new RequestError(-32602, "no such thing"); });
    const peer = await Peer.of(service, { revision });
    const read = (uri) => peer.call("resources/read", { uri });
    for (const [name, [, contents]] of Object.entries(gives)) {
      assert.deepEqual((await read(`x:${name}`)).contents, contents, name);
    }
    const plain = await read("x:plain");
    assert.equal(plain.contents[0].mimeType, "application/json");
    if (revision === "2026-07-28") {
      assert.deepEqual([plain.ttlMs, plain.cacheScope], [60_000, "public"]);
    }
    assert.equal((await read("y:41?more=m")).contents[0].text, "42 m");
    const absent = revision === "2026-07-28" ? -32602 : -32002;
    await assert.rejects(read("y:a"), { code: absent });
    await assert.rejects(read("z:1"), { code: absent });
    assert.deepEqual(told, []);
    await assert.rejects(read("fails:1"), { code: -32603, message: "Internal error: Error" });
    await assert.rejects(read("absent:1"), { message: "no such thing" });
    assert.equal(told.length, 1);
    const { resources } = await peer.call("resources/list");
    const { resourceTemplates } = await peer.call("resources/templates/list");
    assert.deepEqual([resources.length, resourceTemplates.map(({ name }) => name)],
      [7, ["y:{id}{?more}", "fails:{x}", "absent:{x}"]]);
  });

  test(`${revision}: prompts and what completes`, bounded, async () => {
    const { service } = made();
    service.prompt("list", {
      description: "Greets",
      arguments: [
        { name: "who", required: true, complete: ["ann", "anton", "bob"] },
        { name: "how", complete: async (typed, { who }) => [`${typed}${who}`] },
      ],
    }, ({ who, how = "" }) => [
      `${who}${how}`,
      { role: "assistant", content: [{ type: "image", data: PIXEL, mimeType: "image/png" }, "b"] },
    ]);
    service.prompt("zod", {
      arguments: z.object({ n: z.coerce.number(), kind: z.enum(["aa", "ab"]).optional() }),
    }, ({ n }) => ({ messages: [{ role: "user", content: `${n + 1}` }], description: "Other" }));
    const y = () => ({ values: ["v"], total: 9, hasMore: true });
    service.resource("x:{y}", { complete: { y } }, () => "");
    const peer = await Peer.of(service, { revision });
    const { prompts: [list, drawn] } = await peer.call("prompts/list");
    assert.deepEqual(list.arguments.map(({ name, required }) => [name, required ?? false]),
      [["who", true], ["how", false]]);
    assert.deepEqual(drawn.arguments.map(({ name, required }) => [name, required ?? false]),
      [["n", true], ["kind", false]]);
    const get = (name, args) => peer.call("prompts/get", { name, arguments: args });
    const { messages, description } = await get("list", { who: "a" });
    assert.equal(description, "Greets");
    assert.deepEqual(messages.map(({ role, content }) => [role, content.text ?? content.data]),
      [["user", "a"], ["assistant", "iVBORw=="], ["assistant", "b"]]);
    const other = await get("zod", { n: "1" });
    assert.deepEqual([other.messages[0].content.text, other.description], ["2", "Other"]);
    const wrong = [["list", {}], ["list", { who: "a", x: "1" }], ["zod", { n: "x" }]];
    for (const [name, args] of wrong) {
      await assert.rejects(get(name, args), { code: -32602, message: /^Invalid params: / });
    }
    const complete = async (ref, name, value, context) => {
      const argument = { name, value };
      const { completion } = await peer.call("completion/complete", { ref, argument, context });
      return completion;
    };
    const prompt = (name) => ({ type: "ref/prompt", name });
    assert.deepEqual((await complete(prompt("list"), "who", "an")).values, ["ann", "anton"]);
    assert.deepEqual((await complete(prompt("zod"), "kind", "a")).values, ["aa", "ab"]);
    assert.deepEqual((await complete(prompt("zod"), "n", "a")).values, []);
    const how = await complete(prompt("list"), "how", "x", { arguments: { who: "y" } });
    assert.deepEqual(how.values, ["xy"]);
    assert.deepEqual(await complete({ type: "ref/resource", uri: "x:{y}" }, "y", ""),
      { values: ["v"], total: 9, hasMore: true });
  });
}

test("methods and notifications of one's own", bounded, async () => {
  const { service, told } = made();
  const heard = [];
  service.request("shop/buy", z.object({ thing: z.string() }), async ({ thing }, ctx) => {
    ctx.notify("shop/sold", { thing });
    return { thing };
  });
  service.request("shop/none", () => {});
  service.request("shop/wrong", () => 5);
  service.request("shop/code", () => { throw new RequestError(7, "seven", [7]); });
  service.notification("shop/told", z.object({ n: z.number() }), ({ n }) => heard.push(n));
  service.notification("shop/fails", () => { throw new Error("of a notification"); });
  const peer = await Peer.of(service);
  assert.equal((await peer.call("shop/buy", { thing: "tea" })).thing, "tea");
  await peer.next(({ method, params }) => method === "shop/sold" && params.thing === "tea");
  await assert.rejects(peer.call("shop/buy", {}), { code: -32602, message: /thing/ });
  await peer.call("shop/none");
  await assert.rejects(peer.call("shop/code"), { code: 7, message: "seven", data: [7] });
  assert.deepEqual(told, []);
  await assert.rejects(peer.call("shop/wrong"), { code: -32603 });
  peer.tell("shop/told", { n: 1 });
  peer.tell("shop/told", { n: "x" });
  peer.tell("shop/fails");
  await peer.call("shop/none");
  assert.deepEqual(heard, [1]);
  assert.deepEqual(told.map(({ message }) => message.slice(0, 9)),
    ["shop/wron", "n: Invali", "of a noti"]);
});

test("those who listen are told, until it ends", bounded, async () => {
  const { service } = made({ capabilities: ["resources.subscribe", "tools.listChanged"] });
  service.resource("a:b", () => "").tool("t", () => {});
  const peer = await Peer.of(service);
  const resourceSubscriptions = ["a:b", "a:c"];
  const params = { notifications: { toolsListChanged: true, resourceSubscriptions } };
  const listen = peer.request("subscriptions/listen", params);
  peer.say(listen);
  const { params: told } = await peer.next(({ method }) => method?.endsWith("acknowledged"));
  assert.deepEqual(told.notifications.resourceSubscriptions, ["a:b"]);
  service.updated("a:b");
  service.updated("a:c");
  service.changed("tools");
  await peer.next(({ method }) => method === "notifications/resources/updated");
  await peer.next(({ method }) => method === "notifications/tools/list_changed");
  assert.equal(service.endListens(), 1);
  await peer.answerTo(listen);
  service.updated("a:b");
  assert.deepEqual(peer.heard, []);
});

test("what sees events before the service", bounded, async () => {
  const { service, told } = made();
  const seen = [];
  service.tool("echo", ({ text }) => text);
  service.on("*", (event) => void seen.push(event.kind));
  service.on("callTool", (event, server) => {
    const { name } = event;
    if (name === "hand") return server.answer(event.ticket).text("by hand").end();
    if (name === "later") return Promise.resolve(server.answer(event.ticket).text("later").end());
    if (name === "passes") return Promise.resolve(undefined);
    if (name === "refuses") throw new RequestError(5, "five");
    if (name === "fails") throw new Error("secret");
    if (name === "rejects") return Promise.reject(new Error("secret"));
    return undefined;
  });
  const peer = await Peer.of(service);
  assert.deepEqual(await peer.texts("hand"), ["by hand"]);
  assert.deepEqual(await peer.texts("later"), ["later"]);
  assert.deepEqual(await peer.texts("echo", { text: "on" }), ["on"]);
  await assert.rejects(peer.tool("passes"), { code: -32602 });
  await assert.rejects(peer.tool("refuses"), { code: 5, message: "five" });
  assert.deepEqual(told, []);
  for (const name of ["fails", "rejects"]) {
    await assert.rejects(peer.tool(name), { code: -32603, message: "Internal error" });
  }
  assert.equal(told.length, 2);
  assert.deepEqual(new Set(seen), new Set(["callTool"]));
});

test("the state is there before the first call, and ended after the last", bounded, async () => {
  const steps = [];
  const { service } = made({}, {
    start: async (of) => (steps.push(`start ${of.name}`), { n: 1 }),
    stop: (state) => void steps.push(`stop ${state.n}`),
  });
  service.tool("n", (_, ctx) => `${ctx.state.n} ${ctx.client?.name} ${ctx.revision}`);
  const peers = await Promise.all(ERAS.map((revision) => Peer.of(service, { revision })));
  const texts = await Promise.all(peers.map((peer) => peer.texts("n")));
  assert.deepEqual(texts.flat(), ERAS.map((revision) => `1 peer ${revision}`));
  await service.close();
  assert.ok(peers.every(({ pipe }) => pipe.isClosed));
  assert.deepEqual(steps, ["start test", "stop 1"]);
  await Peer.of(service);
  assert.deepEqual(steps, ["start test", "stop 1", "start test"]);
  await service.close();
  const failing = made({}, { start: () => { throw new Error("no start"); } }).service;
  await assert.rejects(Peer.of(failing), { message: "no start" });
  await failing.close();
});
