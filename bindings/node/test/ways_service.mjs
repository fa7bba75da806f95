// A service for the tests of the ways to connect, and the ways.

import { once } from "node:events";
import { createServer } from "node:http";
import { MessageChannel } from "node:worker_threads";
import { Client, Service, connectHttp, connectMemory, connectPort } from "sansmcp";

export const ERAS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const CAPABILITIES = { elicitation: { form: {} }, sampling: {}, roots: {} };

/** What a service has that is tested; `heard` is told what happens in it. */
export function makeService(heard = () => {}) {
  const service = new Service({
    name: "ways",
    version: "1.0.0",
    instructions: "Go.",
    capabilities: ["tools.listChanged"],
  }, {
    onError: (error) => heard(["error", error]),
  });
  service.tool("echo", ({ text }) => text);
  service.tool("late", async ({ text, ms = 0 }) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return text;
  });
  service.tool("tells", (args, ctx) => {
    ctx.progress(1, 2, "half");
    ctx.log("info", { n: 1 }, "l");
    return "told";
  });
  service.tool("waits", async (args, ctx) => {
    heard(["waits"]);
    await once(ctx.signal, "abort");
    heard(["aborted"]);
  });
  service.tool("asks", async (args, ctx) => {
    const { action, content } = await ctx.elicit("who", "Who?", {
      type: "object",
      properties: { name: { type: "string" } },
      required: ["name"],
    });
    return `${action} ${content?.name}`;
  });
  service.tool("changes", () => {
    service.changed("tools");
    return "changed";
  });
  service.tool("long", async function* () {
    for (let n = 0; n < 40; n += 1) yield "é".repeat(10_000);
  });
  service.resource("a:{name}", ({ name }) => `about ${name}`);
  service.prompt("greet", {
    arguments: [{ name: "name", complete: (typed) => [`${typed}nn`] }],
  }, ({ name }) => `Hello ${name}`);
  service.request("my/own", (params) => ({ given: params }));
  return service;
}

/** A client's half over HTTP of a service in the same program. */
function within(service, options) {
  const fetch = (url, init) => service.fetch(new Request(url, init));
  return connectHttp("http://localhost/mcp", { ...options, fetch });
}

async function behind(service, options) {
  const server = createServer(service.listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address();
    const client = await connectHttp(`http://127.0.0.1:${port}/mcp`, options);
    return [client, () => (server.closeAllConnections(), server.close())];
  } catch (error) {
    server.close();
    throw error;
  }
}

async function ported(service, options) {
  const { port1, port2 } = new MessageChannel();
  await service.port(port1);
  try {
    return await connectPort(port2, options);
  } catch (error) {
    port2.close();
    throw error;
  }
}

/** Each gives a client of a service, and perhaps what is to be done at last. */
export const WAYS = {
  memory: { connect: connectMemory },
  port: { connect: ported },
  fetch: { connect: within, http: true },
  "node:http": { connect: behind, http: true },
};

/** Connects, does something, and closes. */
export async function using(way, options, act, heard) {
  const service = makeService(heard);
  const { connect, http = false } = WAYS[way];
  const info = { name: "test", version: "1", capabilities: CAPABILITIES };
  const client = new Client(info, { http });
  let [connection, after] = [];
  try {
    const made = await connect(service, { client, ...options });
    [connection, after] = Array.isArray(made) ? made : [made];
    await act(connection, service);
  } finally {
    await connection?.close();
    after?.();
    await service.close();
  }
}

/** Events as they are heard: `await next(kind)` gives the next of a kind. */
export function hearing() {
  const heard = [];
  let wake = () => {};
  const onEvent = (event) => {
    heard.push(event);
    wake();
  };
  const next = async (kind) => {
    for (;;) {
      const at = heard.findIndex((event) => (event.kind ?? event[0]) === kind);
      if (at !== -1) return heard.splice(at, 1)[0];
      await new Promise((resolve) => (wake = resolve));
    }
  };
  return { onEvent, next, heard };
}
