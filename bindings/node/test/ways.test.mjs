// The ready client of a service: over each way of messages, in each revision.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CallFailed, ConnectionFailed, SansmcpError, ServerError, Subscription } from "sansmcp";
import { ERAS, WAYS, hearing, using } from "./ways_service.mjs";

const textOf = ({ content: [{ text }] }) => text;

async function all(entries) {
  const found = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

const bounded = (name, act) => test(name, { timeout: 60_000 }, act);

for (const way of Object.keys(WAYS)) {
  for (const newest of ERAS) {
    bounded(`${way} in ${newest}: what a server has`, async () => {
      await using(way, { policy: { newest } }, async (client) => {
        assert.equal(client.connected.revision, newest);
        assert.equal(client.connected.instructions, "Go.");
        const names = (await all(client.listTools())).map(({ name }) => name);
        assert.ok(names.includes("echo") && names.length === 7, String(names));
        const templates = await all(client.listTemplates());
        assert.deepEqual(templates.map(({ uriTemplate }) => uriTemplate), ["a:{name}"]);
        assert.equal((await all(client.listPrompts()))[0].name, "greet");
        assert.deepEqual(await all(client.listResources()), []);
        const odd = { prompts: [7, null, "p", [], { name: "p" }] };
        assert.deepEqual(client.entries("prompts", odd), [{ name: "p" }]);
        assert.deepEqual(client.entries("prompts", {}), []);
        for (const text of ["hi", "", 'a "b" \\ \n é 😀 \0', "x".repeat(300_000)]) {
          assert.equal(textOf(await client.callTool("echo", { text })), text);
        }
        assert.equal(textOf(await client.callTool("long")), "é".repeat(400_000));
        assert.equal((await client.readResource("a:b")).contents[0].text, "about b");
        const { messages } = await client.getPrompt("greet", { name: "Ann" });
        assert.equal(messages[0].content.text, "Hello Ann");
        const { completion } = await client.complete({ prompt: "greet" }, "name", "A");
        assert.deepEqual(completion.values, ["Ann"]);
        assert.throws(() => client.complete({}, "name", "A"), TypeError);
        const own = await client.call("my/own", { a: 1 }, { anyway: true });
        assert.equal(own.given.a, 1);
        await assert.rejects(client.call("your/own", {}, { anyway: true }), (error) => {
          assert.ok(error instanceof ServerError);
          assert.equal(error.code, -32601);
          return true;
        });
        if (newest === ERAS[0]) await assert.rejects(client.ping(), SansmcpError);
        else await client.ping();
        assert.deepEqual(client.client.open(), []);
      });
    });

    bounded(`${way} in ${newest}: many calls at once`, async () => {
      await using(way, { policy: { newest } }, async (client) => {
        const calls = Array.from({ length: 40 }, (_, n) =>
          client.callTool("late", { text: `${n}`, ms: (n * 7) % 30 }));
        const texts = (await Promise.all(calls)).map(textOf);
        assert.deepEqual(texts, Array.from({ length: 40 }, (_, n) => `${n}`));
      });
    });

    bounded(`${way} in ${newest}: progress and log`, async () => {
      const { onEvent, next } = hearing();
      await using(way, { policy: { newest }, onEvent }, async (client) => {
        await client.setLevel("debug");
        const told = [];
        const onProgress = ({ progress, total }) => told.push([progress, total]);
        assert.equal(textOf(await client.callTool("tells", {}, { onProgress })), "told");
        await client.flush();
        assert.deepEqual(told, [[1, 2]]);
        const { level, data, logger } = await next("log");
        assert.deepEqual([level, data, logger], ["info", { n: 1 }, "l"]);
      });
    });

    bounded(`${way} in ${newest}: a call that is given up`, async () => {
      const { onEvent: heard, next } = hearing();
      await using(way, { policy: { newest } }, async (client) => {
        const giver = new AbortController();
        const call = client.callTool("waits", {}, { signal: giver.signal });
        await next("waits");
        const why = new Error("no more");
        giver.abort(why);
        await assert.rejects(call, why);
        await next("aborted");
        assert.deepEqual(client.client.open(), []);
        assert.equal(textOf(await client.callTool("echo", { text: "on" })), "on");
      }, heard);
    });

    bounded(`${way} in ${newest}: changes`, async () => {
      const { onEvent, next } = hearing();
      await using(way, { policy: { newest }, onEvent }, async (client) => {
        const subscription = new Subscription({ tools: true });
        client.listen(subscription);
        assert.equal((await next("listening")).tools, true);
        await client.callTool("changes");
        assert.equal((await next("changed")).what, "tools");
        client.unlisten(subscription);
        client.unlisten(subscription);
        assert.equal(textOf(await client.callTool("echo", { text: "on" })), "on");
      });
    });

    bounded(`${way} in ${newest}: closing`, async () => {
      const { onEvent: heard, next } = hearing();
      await using(way, { policy: { newest } }, async (client) => {
        const call = client.callTool("waits");
        const failed = assert.rejects(call, (error) => {
          assert.ok(error instanceof CallFailed);
          assert.equal(error.failure.name, "closed");
          return true;
        });
        await next("waits");
        await Promise.all([client.close(), client.close()]);
        await failed;
        await next("aborted");
        await assert.rejects(client.callTool("echo"), ConnectionFailed);
        assert.throws(() => client.notify("a/b"), ConnectionFailed);
      }, heard);
    });
  }

  for (const newest of ERAS.slice(0, 3)) {
    bounded(`${way} in ${newest}: a question to the user`, async () => {
      const onInput = async ({ inputs: [input] }) => ({
        [input.key]: input.accept({ name: "Ann" }),
      });
      await using(way, { policy: { newest }, onInput }, async (client) => {
        assert.equal(textOf(await client.callTool("asks")), "accept Ann");
      });
    });
  }

  bounded(`${way}: what the application throws`, async () => {
    const mine = [1, 2].map((n) => new Error(`${n}`));
    const told = [];
    const onEvent = () => {
      throw mine[0];
    };
    const onError = (error) => {
      told.push(error);
      throw error;
    };
    const policy = { newest: "2025-11-25" };
    await using(way, { policy, onEvent, onError }, async (client) => {
      await client.setLevel("debug");
      const onProgress = async () => {
        throw mine[1];
      };
      await client.callTool("tells", {}, { onProgress });
      await client.flush();
      assert.deepEqual(told.map(({ message }) => message).sort(), ["1", "2"]);
    });
  });

  bounded(`${way}: connecting is given up`, async () => {
    const why = new Error("no");
    await assert.rejects(using(way, { signal: AbortSignal.abort(why) }, () => {}), why);
  });

  bounded(`${way}: a client of the other kind`, async () => {
    const { http = false } = WAYS[way];
    const { Client } = await import("sansmcp");
    const client = new Client(undefined, { http: !http });
    await assert.rejects(using(way, { client }, () => {}), TypeError);
  });
}
