// postMessage: workers, ports, windows.

import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { MessageChannel, Worker } from "node:worker_threads";
import { CallFailed, ConnectionFailed, Server, connectPort, servePort } from "sansmcp";
import { hearing, makeService } from "./ways_service.mjs";

const bounded = (name, act) => test(name, { timeout: 60_000 }, act);
const NEWEST = ["2026-07-28", "2025-11-25", "2024-11-05"];

const worker = (workerData, ports = []) =>
  new Worker(join(import.meta.dirname, "port_worker.mjs"), { workerData, transferList: ports });

const closed = (kind) => (error) => {
  assert.ok(error instanceof kind, String(error));
  assert.equal(error.failure.name, "closed");
  return true;
};

for (const role of ["service", "bare"]) {
  bounded(`a worker that serves: ${role}`, async () => {
    const thread = worker({ role });
    const client = await connectPort(thread);
    for (const text of ["hi", "", "é 😀 \0", "x".repeat(1_000_000)]) {
      assert.equal((await client.callTool("echo", { text })).content[0].text, text);
    }
    await client.close();
    await thread.terminate();
  });
}

bounded("a worker that ends in the middle", async () => {
  const { onEvent, next } = hearing();
  const thread = worker({ role: "dies" });
  const client = await connectPort(thread, { onEvent });
  await assert.rejects(client.callTool("dies"), closed(CallFailed));
  await next("failed");
  await assert.rejects(client.callTool("echo"), closed(ConnectionFailed));
  await client.close();
});

bounded("clients and servers in workers of their own, many at once", async () => {
  const pairs = Array.from({ length: 6 }, (_, n) => {
    const { port1, port2 } = new MessageChannel();
    const server = worker({ role: "service", port: port1 }, [port1]);
    const data = { role: "client", port: port2, calls: 50, newest: NEWEST[n % NEWEST.length] };
    return [server, worker(data, [port2])];
  });
  const said = pairs.map(async ([, client]) => (await once(client, "message"))[0]);
  const answers = await Promise.all(said);
  assert.deepEqual(answers, pairs.map(() => ({ right: 50 })));
  // The port of the client is closed, so that nothing keeps the server's thread.
  const ends = pairs.flat().map((thread) => thread.threadId === -1 || once(thread, "exit"));
  await Promise.all(ends);
});

bounded("a server whose client has closed", async () => {
  const { port1, port2 } = new MessageChannel();
  const server = new Server({ name: "s", version: "1" });
  const served = servePort(server, (event) => server.reply(event), port1);
  const client = await connectPort(port2);
  await client.close();
  await served;
});

bounded("a server that is closed by a signal", async () => {
  const { port1, port2 } = new MessageChannel();
  const server = new Server({ name: "s", version: "1" });
  const giver = new AbortController();
  const { signal } = giver;
  const served = servePort(server, (event) => server.reply(event), port1, { signal });
  const { onEvent, next } = hearing();
  const client = await connectPort(port2, { onEvent });
  giver.abort();
  await served;
  await next("failed");
  await client.close();
});

bounded("what else is said on a port is left alone", async () => {
  const { port1, port2 } = new MessageChannel();
  const { onEvent, next, heard } = hearing();
  await makeService().port(port1);
  port2.postMessage({ hello: 1 });
  port2.postMessage("text");
  port2.postMessage({ jsonrpc: "2.0", huge: 1n });
  const client = await connectPort(port2, { onEvent });
  for (const other of [null, "text", { type: "other" }, 1n]) port1.postMessage(other);
  port1.postMessage({ jsonrpc: "2.0", what: "is this" });
  assert.equal((await next("ignored")).kind, "ignored");
  assert.equal((await client.callTool("echo", { text: "on" })).content[0].text, "on");
  assert.deepEqual(heard, []);
  await client.close();
});

bounded("a message beyond the bound", async () => {
  const { port1, port2 } = new MessageChannel();
  await makeService().port(port1, { maxLine: 1000 });
  const client = await connectPort(port2, { maxMessage: 1000 });
  const text = "x".repeat(2000);
  await assert.rejects(client.callTool("echo", { text }), { code: -32600 });
  await assert.rejects(client.callTool("long"), (error) => {
    assert.equal(error.failure.name, "too_long");
    return true;
  });
  assert.equal((await client.callTool("echo", { text: "on" })).content[0].text, "on");
  await client.close();
});

bounded("connecting is given up in the middle", async () => {
  const { port1, port2 } = new MessageChannel();
  const giver = new AbortController();
  const why = new Error("no more");
  const connecting = connectPort(port2, { signal: giver.signal, policy: { probeMs: 0 } });
  port1.on("message", () => {}); // which keeps it open
  const closed = once(port1, "close");
  await once(port1, "message");
  giver.abort(why);
  await assert.rejects(connecting, why);
  await closed;
});

bounded("what is no port", async () => {
  await assert.rejects(connectPort({}), TypeError);
  await assert.rejects(connectPort(undefined), TypeError);
});

/** Two windows, as far as postMessage is concerned, each of an origin of its own. */
function windows(...origins) {
  const made = origins.map((origin) => {
    const target = new EventTarget();
    target.window = target;
    target.origin = origin;
    target.heard = [];
    return target;
  });
  /** What the window `from` sees of `to`. */
  const seen = (from, to) => {
    const shown = {
      postMessage(message, wanted) {
        if (wanted !== "*" && wanted !== to.origin) return;
        const event = new Event("message");
        Object.assign(event, {
          data: structuredClone(message),
          origin: from.origin,
          source: to.peers?.get(from) ?? from,
        });
        to.heard.push(event.data);
        queueMicrotask(() => to.dispatchEvent(event));
      },
    };
    // A page of another origin shows no more of a window.
    const get = (_, name) => {
      if (name in shown) return shown[name];
      throw new DOMException(`Blocked a frame from accessing "${String(name)}"`, "SecurityError");
    };
    const proxy = new Proxy(shown, { get });
    shown.window = proxy;
    (from.peers ??= new Map()).set(to, proxy);
    return proxy;
  };
  return { made, seen };
}

bounded("windows", async () => {
  const { made: [page, frame], seen } = windows("https://page.example", "https://frame.example");
  const [toFrame, toPage] = [seen(page, frame), seen(frame, page)];
  const pipe = await makeService().port(toPage, { targetOrigin: page.origin, here: frame });
  const client = await connectPort(toFrame, { targetOrigin: frame.origin, here: page });
  assert.equal((await client.callTool("echo", { text: "hi" })).content[0].text, "hi");
  await client.close();
  pipe.close();
});

bounded("a window is nothing without an origin", async () => {
  const { made: [page, frame], seen } = windows("https://page.example", "https://frame.example");
  await assert.rejects(connectPort(seen(page, frame), { here: page }), TypeError);
});

bounded("pages of other origins, and other windows, neither hear nor are heard", async () => {
  const origins = ["https://page.example", "https://frame.example", "https://evil.example"];
  const { made: [page, frame, evil], seen } = windows(...origins);
  const [toFrame, toPage] = [seen(page, frame), seen(frame, page)];
  const policy = { probeMs: 50, connectMs: 50 };
  // It went to another page meanwhile.
  const wrong = connectPort(toFrame, { targetOrigin: "https://other.example", here: page, policy });
  await assert.rejects(wrong, ConnectionFailed);
  assert.deepEqual(frame.heard, []);
  // Another window has no say, whatever its origin is.
  const pipe = await makeService().port(toPage, { targetOrigin: page.origin, here: frame });
  const evilToFrame = seen(evil, frame);
  seen(frame, evil);
  for (const origin of ["https://evil.example", page.origin]) {
    evil.origin = origin;
    const targetOrigin = frame.origin;
    const connecting = connectPort(evilToFrame, { targetOrigin, here: evil, policy });
    await assert.rejects(connecting, ConnectionFailed);
  }
  assert.deepEqual(evil.heard, []);
  // The right window, but with a page of another origin in it.
  page.origin = "https://evil.example";
  const connecting = connectPort(toFrame, { targetOrigin: frame.origin, here: page, policy });
  await assert.rejects(connecting, ConnectionFailed);
  pipe.close();
});
