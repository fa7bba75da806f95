// Functions that ask the client: they run again from their start, in all revisions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { AskFailed, MissingCapability, Service } from "sansmcp";
import * as v from "valibot";
import { z } from "zod";
import { ERAS, Peer, collecting } from "./service_peer.mjs";

const bounded = { timeout: 60_000 };
const accept = (content) => ({ result: { action: "accept", content } });
const call = (name, args) => ["tools/call", { name, arguments: args }];

/** A service whose author is told of nothing. */
function made(options) {
  const { told, onError } = collecting();
  return { told, service: new Service({ name: "test", version: "1" }, { onError, ...options }) };
}

for (const revision of ERAS.slice(0, 2)) {
  test(`${revision}: asked one after the other, with a state`, bounded, async () => {
    const { service, told } = made({ keys: [new Uint8Array(32)] });
    const runs = [];
    service.tool("order", { input: z.object({ thing: z.string() }) }, async ({ thing }, ctx) => {
      runs.push([ctx.requestState]);
      const first = await ctx.elicit("count", "How many?", z.object({ n: z.int().max(5) }));
      ctx.requestState = { asked: runs.length };
      const second = await ctx.elicitUrl("page", "Pay", "https://example.com/pay");
      const said = await ctx.sample("model", {
        messages: [{ role: "user", content: { type: "text", text: thing } }],
        maxTokens: 9,
      });
      return [first.content.n, second.action, said.content.text, (await ctx.roots())[0].uri].join();
    });
    const peer = await Peer.of(service, { revision });
    const seen = [];
    const { content } = await peer.asked(...call("order", { thing: "tea" }), (method, params) => {
      seen.push(params.mode ?? method);
      if (params.url) return accept();
      if (method === "elicitation/create") {
        assert.deepEqual(params.requestedSchema.properties.n.type, "integer");
        return accept({ n: 3 });
      }
      if (method === "roots/list") return { result: { roots: [{ uri: "file:///r" }] } };
      assert.equal(params.messages[0].content.text, "tea");
      const text = { type: "text", text: "yes" };
      return { result: { role: "assistant", content: text, model: "m" } };
    });
    assert.deepEqual(content, [{ type: "text", text: "3,accept,yes,file:///r" }]);
    assert.deepEqual(seen.map((one) => one.replace("form", "elicitation/create")),
      ["elicitation/create", "url", "sampling/createMessage", "roots/list"]);
    assert.equal(runs.length, 5);
    assert.deepEqual(runs[4], [{ asked: 4 }]);
    assert.deepEqual(told, []);
  });

  test(`${revision}: several at once, from prompts and resources too`, bounded, async () => {
    const { service } = made();
    const ask = async (ctx) => {
      const [a, b] = await Promise.all([ctx.elicit("a", "A?"), ctx.elicit("b", "B?")]);
      return `${a.action} ${b.action}`;
    };
    service.tool("both", (_, ctx) => ask(ctx));
    service.prompt("both", (_, ctx) => ask(ctx));
    service.resource("both:{x}", (_, ctx) => ask(ctx));
    // What is thrown away by something around it is asked all the same.
    service.tool("caught", async (_, ctx) => {
      try {
        return await ask(ctx);
      } catch (cause) {
        throw new Error("broken", { cause });
      }
    });
    service.tool("yields", async function* (_, ctx) {
      yield await ask(ctx);
    });
    const peer = await Peer.of(service, { revision });
    const answer = (_, { message }) =>
      ({ result: { action: message === "A?" ? "accept" : "decline", content: {} } });
    for (const name of ["both", "caught", "yields"]) {
      const { content } = await peer.asked(...call(name), answer);
      assert.equal(content[0].text, "accept decline");
    }
    const prompt = await peer.asked("prompts/get", { name: "both" }, answer);
    assert.equal(prompt.messages[0].content.text, "accept decline");
    const read = await peer.asked("resources/read", { uri: "both:1" }, answer);
    assert.equal(read.contents[0].text, "accept decline");
  });

  test(`${revision}: what the client cannot do, and what does not fit`, bounded, async () => {
    const { service, told } = made();
    const form = z.object({ n: z.int() });
    service.tool("ask", async (_, ctx) => (await ctx.elicit("n", "N?", form)).content.n);
    service.tool("tries", async (_, ctx) => {
      try {
        return (await ctx.elicit("n", "N?", form)).action;
      } catch (error) {
        if (error instanceof MissingCapability) return error.needed.join();
        if (error instanceof AskFailed) return `${error.key}: ${error.why}`;
        throw error;
      }
    });
    service.tool("wrong", (_, ctx) => ctx.ask([{ key: "x", method: "elicitation/create", params: {
      message: 1 } }]));
    const peer = await Peer.of(service, { revision, can: {} });
    const refused = await peer.asked(...call("ask"), undefined);
    assert.equal(refused.code, revision === "2026-07-28" ? -32021 : -32600);
    assert.deepEqual(await peer.texts("tries"), ["elicitation.form"]);
    const wrong = await peer.tool("wrong");
    assert.deepEqual([wrong.isError, wrong.content[0].text], [true, "wrong failed: TypeError"]);
    assert.equal(told.splice(0).length, 1);
    const able = await Peer.of(service, { revision });
    for (const [given, text] of [
      [accept({ n: "x" }), /^n: n: /],
      [{ result: { action: "decline" } }, /^decline$/],
    ]) {
      const { content } = await able.asked(...call("tries"), () => given);
      assert.match(content[0].text, text);
    }
    const failed = await able.asked(...call("ask"), () => accept({ n: "x" }));
    assert.match(failed.content[0].text, /^The client was asked for "n" and did not answer: n: /);
    assert.deepEqual(told, []);
  });
}

/** The same form by each library. */
const FORMS = {
  zod: z.object({
    name: z.string().min(1).max(9),
    mail: z.email().optional(),
    kind: z.enum(["a", "b"]).default("a"),
    one: z.literal("x"),
    on: z.boolean(),
    n: z.int().min(1).max(5),
    some: z.string().nullish(),
  }),
  arktype: type({
    name: "1 <= string <= 9",
    "mail?": "string.email",
    kind: "'a'|'b' = 'a'",
    one: "'x'",
    on: "boolean",
    n: "1 <= number.integer <= 5",
    "some?": "string|null",
  }),
  valibot: toStandardJsonSchema(v.object({
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(9)),
    mail: v.optional(v.pipe(v.string(), v.email())),
    kind: v.optional(v.picklist(["a", "b"]), "a"),
    one: v.literal("x"),
    on: v.boolean(),
    n: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
    some: v.nullish(v.string()),
  })),
};

for (const [library, form] of Object.entries(FORMS)) {
  test(`a form by ${library}, in the words of forms`, bounded, async () => {
    const { service, told } = made();
    service.tool("fill", async (_, ctx) => (await ctx.elicit("f", "Fill in", form)).content);
    for (const revision of ["2026-07-28", "2025-11-25", "2025-06-18"]) {
      const peer = await Peer.of(service, { revision });
      const content = { name: "ann", one: "x", on: true, n: 2 };
      const result = await peer.asked(...call("fill"), (_, { requestedSchema }) => {
        const { properties, required } = requestedSchema;
        assert.deepEqual(Object.fromEntries(Object.entries(properties).sort()), {
          kind: {
            type: "string",
            enum: ["a", "b"],
            // arktype does not tell it, and 2025-06-18 has none for a text.
            ...(revision !== "2025-06-18" && library !== "arktype" && { default: "a" }),
          },
          mail: { type: "string", format: "email" },
          n: { type: "integer", minimum: 1, maximum: 5 },
          name: { type: "string", minLength: 1, maxLength: 9 },
          on: { type: "boolean" },
          one: { type: "string", enum: ["x"] },
          some: { type: "string" },
        });
        assert.deepEqual([...required].sort(), ["n", "name", "on", "one"]);
        return accept(content);
      });
      const { structuredContent } = result;
      assert.deepEqual(structuredContent, { ...content, kind: "a" }, JSON.stringify(result));
    }
    assert.deepEqual(told, []);
  });
}

test("before 2026-07-28: an error, no answer in time, a call given up", bounded, async () => {
  const [{ service }, { service: hasty }] = [made(), made({ hardMs: 50 })];
  for (const one of [service, hasty]) {
    one.tool("tries", async (_, ctx) => {
      try {
        return (await ctx.elicit("n", "N?")).action;
      } catch (error) {
        if (!(error instanceof AskFailed)) throw error;
        return error.why;
      }
    });
  }
  const peer = await Peer.of(service, { revision: "2025-11-25" });
  const error = { code: -1, message: "no way" };
  const { content } = await peer.asked(...call("tries"), () => ({ error }));
  assert.equal(content[0].text, "no way");
  const other = await Peer.of(hasty, { revision: "2025-11-25" });
  const request = other.request(...call("tries"));
  other.say(request);
  await other.next(({ method }) => method === "elicitation/create");
  const late = await other.answerTo(request);
  assert.match(late.result.content[0].text, /time/);
  await other.next(({ method }) => method === "notifications/cancelled");
});

test("a state that is not ours is refused before anything is done", bounded, async () => {
  const { service } = made();
  let runs = 0;
  service.tool("ask", async (_, ctx) => {
    runs += 1;
    ctx.requestState = 1;
    return (await ctx.elicit("n", "N?")).action;
  });
  const peer = await Peer.of(service);
  const { requestState } = await peer.tool("ask", {});
  const again = { inputResponses: { n: { action: "accept", content: {} } } };
  for (const forged of [`${requestState}x`, "x", requestState.slice(1)]) {
    await assert.rejects(peer.tool("ask", {}, { ...again, requestState: forged }), Error);
  }
  assert.equal(runs, 1);
  const { content } = await peer.tool("ask", {}, { ...again, requestState });
  assert.equal(content[0].text, "accept");
});

test("requests of the server's own within a call", bounded, async () => {
  const { service } = made({ idleMs: 0, hardMs: 0 });
  service.tool("pings", async (_, ctx) => JSON.stringify(await ctx.request("ping")));
  service.tool("roots", async (_, ctx) => JSON.stringify(await ctx.request("roots/list")));
  service.tool("late", async (_, ctx) => ctx.request("ping", {}, { hardMs: 20 }));
  service.tool("lost", async (_, ctx) => {
    void ctx.request("ping");
    return "not waited for";
  });
  const peer = await Peer.of(service, { revision: "2025-06-18" });
  const pinged = await peer.asked(...call("pings"), () => ({ result: {} }));
  assert.equal(pinged.content[0].text, "{}");
  const failed = await peer.asked(...call("pings"), () => ({ error: { code: 1, message: "no" } }));
  assert.match(failed.content[0].text, /"ping" and did not answer: no$/);
  const late = await peer.tool("late");
  assert.match(late.content[0].text, /no answer came in time/);
  assert.deepEqual(await peer.texts("lost"), ["not waited for"]);
  const unable = await Peer.of(service, { revision: "2025-06-18", can: {} });
  assert.equal((await unable.asked(...call("roots"), undefined)).code, -32600);
  const modern = await Peer.of(service);
  const { isError, content } = await modern.tool("pings");
  assert.deepEqual([isError, content[0].text], [true, "pings failed: SansmcpError"]);
});
