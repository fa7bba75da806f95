// The client's half of the tests over HTTP.

import { Endpoint, HttpHost } from "sansmcp";

export const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const BOTH = "application/json, text/event-stream";
const JSON_TYPE = "application/json";

/** A host whose tool `tool` echoes its text, after what `wait` does. */
export function serve(options = {}, wait = undefined, more = {}) {
  const info = { name: "test", version: "1", tools: [{ name: "tool" }] };
  const endpoint = new Endpoint(info, options);
  const events = [];
  const echo = (event) => endpoint.answer(event.ticket).text(event.arguments.text).end();
  const host = new HttpHost(endpoint, (event) => {
    events.push(event);
    if (event.kind !== "callTool") return endpoint.reply(event);
    if (!wait) return echo(event);
    return Promise.resolve(wait(event, endpoint, host)).then(() => echo(event));
  }, more);
  return { endpoint, events, host };
}

/** A client of whatever answers a request: `host.fetch`, or `fetch` of a server elsewhere. */
export class Client {
  session = {};

  constructor(fetch, url = "http://localhost/mcp") {
    this.fetch = fetch;
    this.url = url;
  }

  ask(method, headers = {}, body = undefined, more = {}) {
    const lines = { accept: BOTH, ...this.session, ...headers };
    return this.fetch(new Request(this.url, { method, headers: lines, body, ...more }));
  }

  post(message, headers = {}, more = {}) {
    const lines = { "content-type": JSON_TYPE, ...headers };
    return this.ask("POST", lines, JSON.stringify(message), more);
  }

  /** A call of a tool: of 2026-07-28 if there is no session. */
  call(text, { id = 1, name = "tool", meta = {}, ...more } = {}) {
    const isModern = this.session["mcp-session-id"] === undefined;
    const params = { name, arguments: { text }, _meta: { ...(isModern ? MODERN : {}), ...meta } };
    const lines = isModern
      ? { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name }
      : {};
    return this.post({ jsonrpc: "2.0", id, method: "tools/call", params }, lines, more);
  }

  /** Begins a session: the statuses of its two POSTs, and the result. */
  async begin(protocolVersion = "2025-11-25") {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "c", version: "1" } };
    const first = await this.post({ jsonrpc: "2.0", id: 0, method: "initialize", params });
    this.session = {
      "mcp-session-id": first.headers.get("mcp-session-id"),
      "mcp-protocol-version": protocolVersion,
    };
    const second = await this.post({ jsonrpc: "2.0", method: "notifications/initialized" });
    const statuses = [first.status, second.status];
    return { statuses, result: (await messages(first))[0].result, rest: await second.text() };
  }
}

/** The messages of a response, whatever form it has. */
export async function messages(response) {
  const body = await response.text();
  if (response.headers.get("content-type") === JSON_TYPE) return [JSON.parse(body)];
  const lines = body.split("\n").filter((line) => line.startsWith("data: {"));
  return lines.map((line) => JSON.parse(line.slice(6)));
}

/** The text of the answer to a call. */
export async function textOf(response) {
  return (await messages(response)).at(-1).result.content[0].text;
}
