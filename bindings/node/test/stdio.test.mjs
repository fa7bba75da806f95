// Clients of servers that are processes: the echo servers, and some that behave badly.
// ECHO_SERVERS has the paths of echo servers in other languages.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { basename, join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import {
  CallFailed, Client, ClientError, ConnectionFailed, Declined, SansmcpError, ServerError,
  Subscription, connectStdio,
} from "sansmcp";

const here = import.meta.dirname;
const others = (process.env.ECHO_SERVERS ?? "").split(":").filter((path) => path !== "");
const SERVERS = [[process.execPath, join(here, "echo.mjs")], ...others.map((path) => [path])];
const ERAS = ["2026-07-28", "2025-11-25", "2024-11-05"];
const ELICITS = { name: "test", version: "1", capabilities: { elicitation: { form: {} } } };

/** A client of client_server.mjs. */
const connect = (kind, options) =>
  connectStdio(process.execPath, [join(here, "client_server.mjs"), kind], options);

/** Events as they are heard: `await next()`. */
function hearing() {
  const [heard, waiting] = [[], []];
  const onEvent = (event) => {
    const resolve = waiting.shift();
    if (resolve) resolve(event);
    else heard.push(event);
  };
  const next = () => heard.shift() ?? new Promise((resolve) => waiting.push(resolve));
  return { onEvent, next };
}

async function failed(promise, kind, name, whose) {
  let error;
  await assert.rejects(promise, (it) => ((error = it), true));
  assert.ok(error instanceof kind && error instanceof ClientError, String(error));
  assert.equal(error.name, kind.name);
  assert.deepEqual([error.failure.name, error.failure.whose], [name, whose]);
  assert.ok(error.message.includes(`the fault of the ${whose}`), error.message);
  assert.ok(error.message.includes(error.failure.advice));
  return error;
}

for (const server of SERVERS) {
  const name = basename(server.at(-1));
  for (const newest of ERAS) {
    test(`${name} in ${newest}`, { timeout: 60_000 }, async () => {
      const [command, ...args] = server;
      const client = await connectStdio(command, args, { policy: { newest } });
      assert.equal(client.connected.revision, newest);
      assert.deepEqual(client.connected.serverInfo, { name: "echo", version: "1.0.0" });
      const tools = [];
      for await (const tool of client.listTools()) tools.push(tool.name);
      assert.deepEqual(tools, ["echo"]);
      for (const text of ["hi", "", 'a "b" \\ \n é 😀 \0', "x".repeat(3000)]) {
        const { content } = await client.callTool("echo", { text });
        assert.deepEqual(content, [{ type: "text", text }]);
      }
      assert.equal((await client.callTool("echo")).isError, true);
      await assert.rejects(client.callTool("other"), (error) => {
        assert.ok(error instanceof ServerError);
        assert.equal(error.code, -32602);
        return true;
      });
      await assert.rejects(client.listPrompts().next(), { code: "NOT_OFFERED" });
      const ping = client.ping();
      if (newest === ERAS[0]) await assert.rejects(ping, SansmcpError);
      else await ping;
      const calls = Array.from({ length: 30 }, (_, n) => client.callTool("echo", { text: `${n}` }));
      const texts = (await Promise.all(calls)).map(({ content }) => content[0].text);
      assert.deepEqual(texts, Array.from({ length: 30 }, (_, n) => `${n}`));
      assert.deepEqual(client.client.open(), []);
      await client.close();
    });
  }

  test(`the echo client of ${name}`, { timeout: 60_000 }, async () => {
    const args = [join(here, "client.mjs"), ...server];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
    assert.deepEqual([stdout, stderr], ["hi there\n", ""]);
  });
}

const bounded = (name, act) => test(name, { timeout: 60_000 }, act);

bounded("a silent server", async () => {
  const policy = { probeMs: 100, connectMs: 100 };
  await failed(connect("silent", { policy }), ConnectionFailed, "silent", "server");
});

bounded("a server that reads nothing is made to end", async () => {
  const policy = { probeMs: 200, connectMs: 200 };
  const connecting = connect("stays", { policy, patienceMs: 300 });
  await failed(connecting, ConnectionFailed, "silent", "server");
});

for (const status of [0, 3]) {
  bounded(`a server that ends at once with ${status}`, async () => {
    const connecting = connectStdio(process.execPath, ["-e", `process.exit(${status})`]);
    const error = await failed(connecting, ConnectionFailed, "closed", "network");
    assert.equal(error.exitStatus, status);
    assert.ok(error.message.includes(`its process ended with ${status}`));
  });
}

bounded("there is no such program", async () => {
  await assert.rejects(connectStdio(join(here, "none")), { code: "ENOENT" });
});

bounded("a server that does not survive the probe is started again", async () => {
  const client = await connect("fragile");
  assert.equal(client.connected.revision, "2025-11-25");
  assert.deepEqual((await client.callTool("x")).content, []);
  await client.close();
});

bounded("a server that ends in the middle", async () => {
  const { onEvent, next } = hearing();
  const client = await connect("ends", { onEvent });
  const error = await failed(client.callTool("x"), CallFailed, "closed", "network");
  assert.equal(error.exitStatus, 9);
  assert.equal((await next()).kind, "failed");
  await failed(client.callTool("x"), ConnectionFailed, "closed", "network");
  await client.close();
});

bounded("an answer that does not come", async () => {
  const { onEvent, next } = hearing();
  const client = await connect("tells", { onEvent });
  const error = await failed(client.callTool("x", {}, { idleMs: 100 }), CallFailed, "silent",
    "server");
  assert.ok(error.failure.advice.includes("more silence"));
  assert.equal((await next()).params.method, "notifications/cancelled");
  await client.close();
});

bounded("a call that is given up", async () => {
  const { onEvent, next } = hearing();
  const client = await connect("tells", { onEvent });
  const signal = AbortSignal.timeout(100);
  await assert.rejects(client.callTool("x", {}, { signal }), { name: "TimeoutError" });
  assert.equal((await next()).params.method, "notifications/cancelled");
  assert.deepEqual(client.client.open(), []);
  await assert.rejects(client.callTool("x", {}, { signal }), { name: "TimeoutError" });
  await client.close();
});

bounded("closing ends what waits", async () => {
  const client = await connect("tells");
  const waits = failed(client.callTool("x"), CallFailed, "closed", "network");
  await client.close();
  await client.close();
  await waits;
  await failed(client.callTool("x"), ConnectionFailed, "closed", "network");
});

bounded("what a server prints beside", async () => {
  const { onEvent, next } = hearing();
  const client = await connect("prints", { onEvent });
  for (let n = 0; n < 3; n += 1) assert.equal((await next()).kind, "ignored");
  await client.close();
});

for (const [kind, name] of [["newer", "ask"], ["older", "elicitation/create"]]) {
  bounded(`${kind}: input is needed`, async () => {
    const onInput = async ({ inputs: [input] }) => ({ [input.key]: input.accept({ name: "Ann" }) });
    const client = await connect(kind, { client: new Client(ELICITS), onInput });
    const told = [];
    const result = await client.callTool(name, {}, { onProgress: (event) => told.push(event) });
    const accepted = { action: "accept", content: { name: "Ann", age: 4 } };
    assert.deepEqual(result.given, { who: accepted });
    assert.deepEqual(told.map(({ progress, total }) => [progress, total]), [[1, 2]]);
    await client.close();
  });

  bounded(`${kind}: input that nobody gives`, async () => {
    for (const onInput of [undefined, () => undefined]) {
      const client = await connect(kind, { client: new Client(ELICITS), onInput });
      const calling = client.callTool(name);
      if (kind === "newer") {
        await assert.rejects(calling, (error) => {
          assert.ok(error instanceof Declined);
          assert.match(error.message, /elicitation\/create/);
          return true;
        });
      } else {
        assert.equal((await calling).error.code, -1);
      }
      assert.deepEqual(client.client.open(), []);
      await client.close();
    }
  });
}

bounded("a server that wants to be asked again", async () => {
  const client = await connect("newer");
  assert.equal((await client.callTool("wait")).given, null);
  await client.close();
});

bounded("an answer to input that is none", async () => {
  const mine = new Error("mine");
  const broken = () => {
    throw mine;
  };
  const client = await connect("newer", { client: new Client(ELICITS), onInput: broken });
  await assert.rejects(client.callTool("ask"), mine);
  await client.close();
  const onInput = () => ({ who: 1 });
  const wrong = await connect("newer", { client: new Client(ELICITS), onInput });
  await assert.rejects(wrong.callTool("ask"), { code: "NOT_JSON" });
  assert.deepEqual(wrong.client.open(), []);
  await wrong.close();
});

bounded("a request that the protocol does not know", async () => {
  const onRequest = ({ method }) => (method === "my/own" ? { who: method } : undefined);
  const client = await connect("older", { onRequest });
  assert.deepEqual((await client.callTool("my/own")).given, { who: { who: "my/own" } });
  const { error } = await client.callTool("your/own");
  assert.deepEqual(error, { code: -32601, message: "method not found" });
  await client.close();
});

bounded("a listen", async () => {
  const { onEvent, next } = hearing();
  const client = await connect("listens", { onEvent });
  const subscription = new Subscription({ tools: true });
  client.listen(subscription);
  assert.equal((await next()).tools, true);
  assert.equal((await next()).what, "tools");
  client.unlisten(subscription);
  assert.equal((await next()).params.requestId, subscription.ticket);
  await client.close();
});

bounded("pages in a circle", async () => {
  const client = await connect("circles");
  const tools = client.listTools();
  assert.equal((await tools.next()).value.name, "t");
  await assert.rejects(async () => {
    for await (const tool of tools) assert.equal(tool.name, "t");
  }, /circle/);
  await client.close();
});

bounded("the environment of a server", async () => {
  const client = await connect("env", { env: { WORD: "w" }, cwd: here });
  assert.equal(client.connected.instructions, `w ${here}`);
  await client.close();
});
