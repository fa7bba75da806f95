// Tools of a service: what they take, what they give, and how they fail.

import assert from "node:assert/strict";
import { test } from "node:test";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { MissingCapability, RequestError, Service, ToolError } from "sansmcp";
import * as v from "valibot";
import { z } from "zod";
import { ERAS, Peer, collecting } from "./service_peer.mjs";

const bounded = { timeout: 60_000 };
const made = (options) => new Service({ name: "test", version: "1" }, options);
const PIXEL = new Uint8Array([137, 80, 78, 71]);

/** One tool by each library, whose arguments are `thing`, a text, and `count`, 1 if not said. */
const LIBRARIES = {
  zod: z.object({ thing: z.string(), count: z.int().min(1).default(1) }),
  arktype: type({ thing: "string", count: "number.integer >= 1 = 1" }),
  valibot: toStandardJsonSchema(v.object({
    thing: v.string(),
    count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  })),
};

for (const [name, input] of Object.entries(LIBRARIES)) {
  test(`${name}: told, checked, filled in`, bounded, async () => {
    const calls = [];
    const service = made();
    service.tool("buy", { input }, (args) => {
      calls.push(args);
      return "bought";
    });
    for (const revision of ERAS) {
      const peer = await Peer.of(service, { revision });
      const { tools } = await peer.call("tools/list");
      const { type: kind, properties, required } = tools[0].inputSchema;
      assert.deepEqual([kind, properties.thing.type, properties.count.type, required],
        ["object", "string", "integer", ["thing"]]);
      assert.deepEqual(await peer.texts("buy", { thing: "tea" }), ["bought"]);
      assert.deepEqual(calls.splice(0), [{ thing: "tea", count: 1 }]);
      for (const [args, path] of [[{ thing: 1 }, "thing"], [{ thing: "x", count: 0 }, "count"],
        [undefined, "thing"]]) {
        const { isError, content } = await peer.tool("buy", args);
        assert.equal(isError, true);
        assert.match(content[0].text, new RegExp(`^Invalid arguments: .*${path}`));
      }
      assert.deepEqual(calls, []);
    }
  });
}

test("a schema that is checked later, and a result that is checked", bounded, async () => {
  const service = made();
  const later = z.object({ n: z.number().refine(async (n) => n > 1, "too small") });
  service.tool("double", { input: later, output: z.object({ n: z.int() }) }, ({ n }) => ({
    n: n * 2,
    more: "is left out",
  }));
  const { told, onError } = collecting();
  const other = made({ onError });
  other.tool("wrong", { output: z.object({ n: z.int() }) }, () => ({ n: "secret" }));
  const peer = await Peer.of(service);
  const { structuredContent, content } = await peer.tool("double", { n: 2 });
  assert.deepEqual([structuredContent, content[0].text], [{ n: 4 }, '{"n":4}']);
  assert.deepEqual(await peer.texts("double", { n: 1 }), ["Invalid arguments: n: too small"]);
  const { tools } = await peer.call("tools/list");
  assert.equal(tools[0].outputSchema.properties.n.type, "integer");
  // What a tool gives that does not fit is its author's fault, and none of the model's.
  const answer = await (await Peer.of(other)).tool("wrong", {});
  assert.deepEqual([answer.isError, answer.content[0].text], [true, "wrong failed: BadResult"]);
  assert.match(told[0].message, /^n: /);
});

test("a plain JSON Schema is told, and checked by a hook", bounded, async () => {
  const input = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
  const unchecked = made().tool("n", { input }, ({ n }) => `${n}`);
  const validate = (schema) => (value) =>
    schema.required.filter((key) => !(key in value))
      .map((key) => ({ message: "is missing", path: [key] }));
  const checked = made({ validate }).tool("n", { input }, ({ n }) => `${n}`);
  for (const [service, text] of [[unchecked, "undefined"],
    [checked, "Invalid arguments: n: is missing"]]) {
    const peer = await Peer.of(service);
    assert.deepEqual((await peer.call("tools/list")).tools[0].inputSchema, input);
    assert.deepEqual(await peer.texts("n", {}), [text]);
    assert.deepEqual(await peer.texts("n", { n: 1 }), ["1"]);
  }
});

test("what tools give", bounded, async () => {
  const service = made();
  const text = (value) => ({ type: "text", text: value });
  const gives = {
    text: ["hi", { content: [text("hi")] }],
    nothing: [undefined, { content: [] }],
    number: [5, { content: [text("5")] }],
    object: [{ a: [1] }, { content: [text('{"a":[1]}')], structuredContent: { a: [1] } }],
    list: [["a", "b"], { content: [text('["a","b"]')] }],
    date: [new Date(0), { content: [text("1970-01-01T00:00:00.000Z")] }],
    image: [
      { type: "image", data: PIXEL, mimeType: "image/png" },
      { content: [{ type: "image", data: "iVBORw==", mimeType: "image/png" }] },
    ],
    base64: [
      { type: "image", data: "iVBORw==", mimeType: "image/png" },
      { content: [{ type: "image", data: "iVBORw==", mimeType: "image/png" }] },
    ],
    blob: [
      ["see", { type: "resource", resource: { uri: "a:b", blob: PIXEL } }],
      { content: [text("see"), { type: "resource", resource: { uri: "a:b", blob: "iVBORw==" } }] },
    ],
    link: [
      { type: "resource_link", uri: "a:b", name: "b" },
      { content: [{ type: "resource_link", uri: "a:b", name: "b" }] },
    ],
    whole: [
      { content: ["no"], isError: true, structuredContent: { a: 1 }, _meta: { "x/y": 1 } },
      { content: [text("no")], isError: true, structuredContent: { a: 1 }, _meta: { "x/y": 1 } },
    ],
    surrogate: ["\ud800", { content: [text("\ud800")] }],
  };
  for (const [name, [value]] of Object.entries(gives)) {
    service.tool(name, () => value);
    service.tool(`${name}-later`, async () => (await null, value));
  }
  const peer = await Peer.of(service, { revision: "2025-11-25" });
  for (const [name, [, result]] of Object.entries(gives)) {
    assert.deepEqual(await peer.tool(name), result, name);
    assert.deepEqual(await peer.tool(`${name}-later`), result, name);
  }
});

class Own extends ToolError {}
class Late extends Error {}
const HOSTILE = {
  get message() { throw new Error("no message"); },
  get constructor() { throw new Error("no constructor"); },
  get name() { throw new Error("no name"); },
  toString() { throw new Error("no text"); },
};

test("what is structured is an object, whatever the schema is of", bounded, async () => {
  const service = made();
  service.tool("list", { output: z.array(z.int()) }, () => [1, 2]);
  service.tool("whole", { output: z.string() }, () => ({
    content: [],
    structuredContent: "a",
  }));
  service.tool("either", { input: z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]) },
    (args) => Object.keys(args).join());
  for (const revision of ERAS) {
    const peer = await Peer.of(service, { revision });
    const { tools: [list, , either] } = await peer.call("tools/list");
    assert.equal(either.inputSchema.type, "object");
    assert.deepEqual(await peer.texts("either", { b: 1 }), ["b"]);
    if (revision !== "2024-11-05") {
      const { type: kind, properties, required } = list.outputSchema;
      assert.deepEqual([kind, properties.result.type, required], ["object", "array", ["result"]]);
      assert.deepEqual((await peer.tool("list")).structuredContent, { result: [1, 2] });
      assert.deepEqual((await peer.tool("whole")).structuredContent, { result: "a" });
    }
    assert.deepEqual(await peer.texts("list"), ["[1,2]"]);
  }
});

const FAILS = {
  tool: [new ToolError("no tea"), { isError: "no tea" }, false],
  own: [new Own("no tea"), { isError: "Own: no tea" }, false],
  plain: [new TypeError("secret"), { isError: "plain failed: TypeError" }, true],
  late: [new Late("secret"), { isError: "late failed: Late" }, true],
  text: ["secret", { isError: "text failed: String" }, true],
  nothing: [undefined, { isError: "nothing failed: Error" }, true],
  nullish: [null, { isError: "nullish failed: Error" }, true],
  hostile: [HOSTILE, { isError: "hostile failed: Error" }, true],
  request: [new RequestError(-1234, "busy", { s: 1 }), { code: -1234, message: "busy" }, false],
  capability: [new MissingCapability("sampling"), { code: -32021 }, false],
};

test("a function that throws, at once or later, is a failed result", bounded, async () => {
  const { told, onError } = collecting();
  const service = made({ onError });
  for (const [name, [error]] of Object.entries(FAILS)) {
    service.tool(name, () => { throw error; });
    service.tool(`${name}-later`, async () => { throw error; });
    service.tool(`${name}-thenable`, () => ({ then: (_, reject) => reject(error) }));
  }
  const peer = await Peer.of(service);
  for (const [name, [error, expected, isTold]] of Object.entries(FAILS)) {
    for (const way of ["", "-later", "-thenable"]) {
      const request = peer.request("tools/call", { name: `${name}${way}` });
      peer.say(request);
      const answer = await peer.answerTo(request);
      if (expected.isError) {
        const text = expected.isError.replace(`${name} failed`, `${name}${way} failed`);
        assert.deepEqual([answer.result.isError, answer.result.content[0].text], [true, text]);
      } else {
        assert.equal(answer.error.code, expected.code);
        if (expected.message) assert.equal(answer.error.message, expected.message);
      }
      assert.deepEqual(told.splice(0), isTold ? [error] : []);
    }
  }
});

test("a result that cannot be written is a failed result", bounded, async () => {
  const { told, onError } = collecting();
  const service = made({ onError });
  const circle = {};
  circle.circle = circle;
  const values = {
    circle,
    bigint: { n: 1n },
    bytes: PIXEL,
    function: () => {},
    throws: { toJSON() { throw new Error("secret"); } },
    getter: { get content() { throw new Error("secret"); } },
  };
  for (const [name, value] of Object.entries(values)) service.tool(name, () => value);
  service.tool("audio", () => ({ type: "audio", data: PIXEL, mimeType: "audio/wav" }));
  service.tool("long", () => "x".repeat(100_000));
  const peer = await Peer.of(service, { revision: "2024-11-05", maxMessage: 50_000 });
  for (const name of Object.keys(values)) {
    const { isError, content } = await peer.tool(name);
    assert.equal(isError, true, name);
    assert.match(content[0].text, new RegExp(`^${name} failed: (TypeError|Error)$`));
    assert.equal(told.splice(0).length, 1);
  }
  // What the engine says of it is no secret.
  const [audio, long] = [await peer.tool("audio"), await peer.tool("long")];
  assert.match(audio.content[0].text, /^audio failed: .*revision/);
  assert.match(long.content[0].text, /^long failed: (?!SansmcpError)/);
  assert.deepEqual([audio.isError, long.isError], [true, true]);
});

test("what is wrong with a declaration is told where it stands", bounded, () => {
  const service = made();
  service.tool("twice", () => {});
  service.resource("a:b", () => "");
  service.prompt("greet", () => "");
  service.request("x/y", () => {});
  const validate = (value) => ({ value });
  const lacking = { "~standard": { version: 1, vendor: "lacking", validate } };
  const wrong = [
    [() => service.tool("twice", () => {}), /^tool twice: twice is among the tools already$/],
    [() => service.resource("a:b", () => ""), /^resource a:b: .* already$/],
    [() => service.prompt("greet", () => ""), /^prompt greet: .* already$/],
    [() => service.request("x/y", () => {}), /^request x\/y: .* already$/],
    [() => service.tool("no", { inputShema: {} }, () => {}), /^tool no: there is no inputShema;/],
    [() => service.prompt("no", { args: [] }, () => ""), /^prompt no: there is no args;/],
    [() => service.resource("n:o", { mime: "" }, () => ""), /^resource n:o: there is no mime;/],
    [() => service.tool("no", {}), /^tool no: give a function$/],
    [() => service.tool("no", { input: { type: "array" } }, () => {}), /^tool no: /],
    [() => service.tool("no", { input: lacking }, () => {}), /lacking .* inputSchema/],
    [() => service.resource("a:{", () => ""), /^resource a:{: .* at character/],
    [() => service.completion({ prompt: "greet", argument: "x" }, []), undefined],
    [() => service.completion({ prompt: "none", argument: "x" }, []), /no none is declared/],
    [() => service.withdraw("tools", "none"), /none is not among the tools/],
    [() => made({ keys: [new Uint8Array(3)] }), undefined],
    [() => new Service({ name: 1, version: "1" }), undefined],
  ];
  for (const [declare, message] of wrong) {
    assert.throws(declare, message === undefined ? Error : { name: "TypeError", message });
  }
  // Nothing of it is half there.
  service.tool("no", { input: lacking, inputSchema: { type: "object" } }, () => {});
});

test("tools come and go while it serves", bounded, async () => {
  const capabilities = ["tools.listChanged", "prompts.listChanged", "resources.listChanged"];
  const service = new Service({ name: "test", version: "1", capabilities });
  const peer = await Peer.of(service, { revision: "2025-11-25" });
  service.tool("late", () => "here");
  await peer.next(({ method }) => method === "notifications/tools/list_changed");
  assert.deepEqual(await peer.texts("late"), ["here"]);
  service.withdraw("tools", "late");
  await peer.next(({ method }) => method === "notifications/tools/list_changed");
  await assert.rejects(peer.tool("late"), { code: -32602 });
  service.prompt("p", () => "hi").resource("a:{b}", () => "b");
  await peer.next(({ method }) => method === "notifications/prompts/list_changed");
  await peer.next(({ method }) => method === "notifications/resources/list_changed");
});
