// What TypeScript has to accept of a client, and what it has to refuse. It is compiled, not run.

import { CallFailed, Client, Pages, ServerError, Subscription, connectStdio } from "sansmcp";
import { Service, connectHttp, connectMemory, connectPort } from "sansmcp";
import type { ClientEvent, Connection, Frame, JsonObject, Out } from "sansmcp";

const client = new Client({ name: "n", version: "1", capabilities: { sampling: {} } });
client.connect({ newest: "2025-11-25", probeMs: 100 }, 1);
// @ts-expect-error: no such revision
client.connect({ newest: "2020-01-01" });

export function act(event: ClientEvent): Out | undefined {
  switch (event.kind) {
    case "connected":
      return client.call("tools/list", { cursor: event.instructions }, { idleMs: 1 }).out;
    case "failed":
      if (event.retry) client.connect(event.retry);
      // @ts-expect-error: nobody else can be at fault
      return event.failure.whose === "user" ? undefined : undefined;
    case "answered": {
      const result: JsonObject | undefined = event.result;
      // @ts-expect-error: an event is not changed
      event.result = result;
      return event.error?.code === 1 || event.cache.ttlMs > 0 ? undefined : undefined;
    }
    case "inputNeeded": {
      const results: { [key: string]: object } = {};
      for (const input of event.inputs) results[input.key] = input.accept({ a: 1 });
      const { ticket, out } = client.provide(event, results, { name: "t" });
      return ticket === 0 ? client.refuse(event, -1, "no") : out;
    }
    case "suspended":
      return client.again(event.ticket, event.method ?? "x").out;
    case "request":
      return event.method === "my/own"
        ? client.result(event.ticket, {})
        : client.error(event.ticket, -32601, "no", [1]);
    case "ping":
    case "refused":
      // @ts-expect-error: only input is provided
      client.provide(event, {});
      return client.reply(event);
    case "progress":
      return event.progress === event.total ? undefined : client.reply(event);
    case "log":
      return event.level === "error" ? client.setLevel(event.level).out : undefined;
    case "listening":
      return event.tools && event.uris.length > 0 ? undefined : client.notify("my/note", {});
    case "listenEnded":
    case "changed":
    case "updated":
    case "withdrawn":
    case "notification":
    case "ignored":
      return undefined;
    default: {
      const never: never = event;
      return never;
    }
  }
}

export function told(frame: Frame, now: number): (Out | undefined)[] {
  const subscription = new Subscription({ tools: true, uris: ["a:b"] });
  for (const out of client.listen(subscription, now)) out.line.at(0);
  return [...client.receive(frame, now), ...client.expire(now)].map(act);
}

export async function run(): Promise<string | undefined> {
  const stdio: Connection = await connectStdio("server", ["--stdio"], {
    onInput: async (event) => ({ [event.inputs[0]?.key ?? ""]: { action: "decline" } }),
    onEvent: (event) => void act(event),
    env: { A: "b" },
  });
  try {
    for await (const tool of stdio.listTools()) new Pages().next(tool);
    // @ts-expect-error: no such option
    await stdio.callTool("echo", {}, { timeout: 1 });
    const result = await stdio.callTool("echo", {}, { onProgress: ({ message }) => void message });
    return result.isError ? undefined : result.content?.[0]?.text;
  } catch (error) {
    if (error instanceof ServerError) return String(error.code);
    // @ts-expect-error: nothing is sent where there is no answer
    return error instanceof CallFailed ? error.failure.advice : error.code;
  } finally {
    await stdio.close();
  }
}

export async function ways(frame: { postMessage(message: unknown, origin: string): void }) {
  const service = new Service({ name: "n", version: "1" });
  const fetch = (url: string, init: RequestInit) => service.fetch(new Request(url, init));
  const headers = { Authorization: "Bearer a" };
  const onDenied = async ({ status }: { status: number }) => (status === 401 ? headers : undefined);
  const url = new URL("https://a.example/mcp");
  await using http = await connectHttp(url, { headers, onDenied, fetch });
  http.setHeaders({ ...headers, b: "c" });
  const { port1, port2 } = new MessageChannel();
  await service.port(port1);
  await (await connectPort(port2, { maxMessage: 1 })).flush();
  await connectPort(frame, { targetOrigin: "https://a.example" });
  // @ts-expect-error: it is not a port
  await connectPort({});
  const memory = await connectMemory(service, { serving: { maxLine: 1 } });
  await memory.complete({ prompt: "p" }, "name", "v", { context: { a: "b" } });
  // @ts-expect-error: of one of the two
  await memory.complete({ prompt: "p", template: "t" }, "name", "v");
}

// @ts-expect-error: it is made by connectStdio
export const wrong = new CallFailed();
