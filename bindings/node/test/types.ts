// What TypeScript has to accept, and what it has to refuse. It is compiled, not run.

import { createServer } from "node:http";
import { Endpoint, Frame, HttpHost, Lines, SansmcpError, Server } from "sansmcp";
import type { Delivery, Event, Json, Out, ServerInfo, Tool } from "sansmcp";

const tool: Tool = { name: "t", inputSchema: { type: "object" }, annotations: { title: "T" } };
const info: ServerInfo = { name: "n", version: "1", tools: [tool], cache: { scope: "public" } };
const server = new Server(info, { slots: 4, maxMessage: 4096 });

export function answer(event: Event): Out {
  switch (event.kind) {
    case "callTool": {
      const text: Json | undefined = event.arguments?.["text"];
      const name: string = event.name;
      // @ts-expect-error: a call has no cursor
      event.cursor;
      // @ts-expect-error: an event is not changed
      event.name = name;
      return typeof text === "string"
        ? server.answer(event.ticket).text(text).image(new Uint8Array(), "image/png").end()
        : server.answer(event.ticket).fail("no text").end();
    }
    case "listTools": {
      const cursor: string | null | undefined = event.cursor;
      return cursor === "x" ? server.beginReply(event) : server.reply(event);
    }
    case "listResources":
    case "listTemplates":
    case "listPrompts": {
      const page = server.page(event);
      const isIn: boolean = page.resource({ uri: "a:", name: "a" });
      return page.end(isIn ? undefined : "1");
    }
    case "readResource":
      return server.contents(event.ticket).text(event.uri, "x").cache(5).end();
    case "getPrompt":
      if (!event.capabilities.has("elicitation.form")) {
        // @ts-expect-error: no client can do that
        server.undeclared(event.ticket, "tools");
        return server.undeclared(event.ticket, "elicitation.form");
      }
      return event.inputs["who"] === undefined
        ? server.ask(event, [{ key: "who", method: "roots/list" }], { state: "s", now: 1 })
        : server.messages(event.ticket).text("user", event.name).description("d").end();
    case "complete": {
      const typed: string = event.prompt ?? event.uri ?? event.context?.["x"] ?? event.value;
      return server.completion(event.ticket).value(typed).total(1).more().end();
    }
    case "setLevel":
      return server.log(event.level, { a: 1 }, { logger: "l", session: event.session });
    case "subscribe":
    case "unsubscribe":
      for (const out of server.updated(event.uri)) out.line;
      return server.reply(event);
    case "listen":
      return event.tools ? server.accept(event, event.uris) : server.reply(event);
    case "answered": {
      const again = server.resume(event, "kept");
      // @ts-expect-error: it is a call again, or an output
      again.kind;
      return "kind" in again ? server.reply(again) : again;
    }
    case "request":
      return server.error(event.ticket, -32601, event.method, { id: event.id });
    case "cancelled":
      server.abandon(event.ticket);
      return server.reply(event);
    case "refused": {
      const code: number = event.code;
      return code === -32700 ? server.reply(event) : server.error(event.ticket, code, "x");
    }
    case "ignored":
    case "notification":
    case "initialized":
      // @ts-expect-error: nothing is answered to it
      event.ticket;
      return server.reply(event);
    case "initialize":
    case "discover":
    case "ping":
      return server.reply(event);
    default: {
      const never: never = event;
      return never;
    }
  }
}

export function serve(chunk: Uint8Array, lines: Lines): Uint8Array[] {
  const frames: Frame[] = lines.feed(chunk);
  const events: Event[] = frames.flatMap((frame) => [...server.receive(frame, Date.now())]);
  return events.map((event) => answer(event).line);
}

export function streamed(ticket: number): number {
  server.begin(ticket, { type: "image", mimeType: "image/png" });
  // @ts-expect-error: a picture has a media type
  server.begin(ticket, { type: "image" });
  server.progress(ticket, 1n, null, "message");
  return server.piece(ticket, new ArrayBuffer(1)).taken;
}

export function told(error: unknown): number | undefined {
  if (!(error instanceof SansmcpError)) throw error;
  // @ts-expect-error: no such code
  if (error.code === "OTHER") return 0;
  return error.code === "SHORT" ? error.need : undefined;
}

const endpoint = new Endpoint(info, { hosts: ["mcp.example"], sessions: 0, replay: 1 << 20 });

export function judged(request: Request, body: Uint8Array, random: Uint8Array): number {
  const { method, headers } = request;
  const verdict = endpoint.judge({ method, headers, number: 1 });
  // @ts-expect-error: only a body has a frame
  verdict.frame(body, random);
  if (verdict.kind !== "body") return verdict.status;
  if (body.length > verdict.maxBody) return verdict.tooLong().status;
  const frame: Frame = verdict.frame(body, random);
  for (const event of endpoint.receive(frame)) answer(event);
  endpoint.received(frame);
  const delivery: Delivery | undefined = endpoint.nextDelivery();
  return delivery?.status ?? 0;
}

const host = new HttpHost(endpoint, async (event) => endpoint.reply(event), { path: "/" });
createServer(host.listener).close();
export const fetched: Promise<Response> = host.fetch(new Request("http://localhost/"));
// @ts-expect-error: a server on a connection is no endpoint
new HttpHost(server, answer);
// @ts-expect-error: no such option
new Endpoint(info, { host: "mcp.example" });
// @ts-expect-error: a name is missing
new Server({ version: "1" });
// @ts-expect-error: text is not bytes
new Frame("text");
