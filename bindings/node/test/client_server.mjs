// A server for the client's tests: `node client_server.mjs KIND`.

import { createInterface } from "node:readline";

const [, , kind] = process.argv;

function write(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function discovered(id, more = {}) {
  const supportedVersions = ["2026-07-28"];
  const capabilities = { tools: { listChanged: true } };
  const result = { resultType: "complete", supportedVersions, capabilities, ttlMs: 0 };
  write({ id, result: { ...result, cacheScope: "private", ...more } });
}

function shaken(id) {
  const serverInfo = { name: "s", version: "1" };
  const result = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo };
  write({ id, result });
}

function complete(id, result) {
  write({ id, result: { resultType: "complete", content: [], ...result } });
}

const form = { type: "object", properties: { age: { type: "integer", default: 4 } } };
const progress = (progressToken) => {
  const params = { progressToken, progress: 1, total: 2 };
  write({ method: "notifications/progress", params });
};

/** What each kind does with a message. */
const KINDS = {
  /** Tells what it is told. */
  tells: ({ id, method, params }) => {
    if (method === "server/discover") return discovered(id);
    if (method !== "tools/call") return write({ method: "told", params: { method, params } });
  },
  ends: ({ id, method }) => {
    if (method === "server/discover") return discovered(id);
    process.exit(9);
  },
  /** Does not survive the probe. */
  fragile: ({ id, method }) => {
    if (method === "server/discover") process.exit(1);
    if (method === "initialize") return shaken(id);
    if (id !== undefined) complete(id);
  },
  newer: ({ id, method, params }) => {
    if (method === "server/discover") return discovered(id);
    if (params.requestState !== undefined) {
      progress(id);
      return complete(id, { given: params.inputResponses ?? null });
    }
    const wanted = { message: "?", mode: "form", requestedSchema: form };
    const asked = { who: { method: "elicitation/create", params: wanted } };
    const inputRequests = params.name === "ask" ? asked : undefined;
    write({ id, result: { resultType: "input_required", requestState: "s", inputRequests } });
  },
  older: ({ id, method, params, result, error }) => {
    if (method === "initialize") return shaken(id);
    if (method === "server/discover") return write({ id, error: { code: -32601, message: "no" } });
    if (method === "tools/call") {
      KINDS.call = id;
      const wanted = { message: "?", requestedSchema: form };
      return write({ id: "q", method: params.name, params: wanted });
    }
    if (id === "q") {
      progress(KINDS.call);
      write({ id: KINDS.call, result: { content: [], given: { who: result }, error } });
    }
  },
  listens: ({ id, method, params }) => {
    if (method === "server/discover") return discovered(id);
    if (method === "notifications/cancelled") return write({ method: "my/note", params });
    const _meta = { "io.modelcontextprotocol/subscriptionId": id };
    const notifications = { toolsListChanged: true };
    const method_ = "notifications/subscriptions/acknowledged";
    write({ method: method_, params: { notifications, _meta } });
    write({ method: "notifications/tools/list_changed", params: { _meta } });
  },
  circles: ({ id, method }) => {
    if (method === "server/discover") return discovered(id);
    complete(id, { tools: [{ name: "t" }], nextCursor: "a", ttlMs: 0, cacheScope: "private" });
  },
  silent: () => {},
  env: ({ id }) => discovered(id, { instructions: `${process.env.WORD} ${process.cwd()}` }),
};

if (kind === "prints") {
  process.stdout.write(Buffer.concat([
    Buffer.from("Listening\n"), Buffer.from([255, 254, 10]), Buffer.alloc(9999, "["),
    Buffer.from("\n"),
  ]));
}
if (kind === "stays") process.on("SIGTERM", () => {});
const act = KINDS[kind] ?? KINDS.tells;
if (kind === "stays") {
  setInterval(() => {}, 1000); // reads nothing, and does not end
} else {
  createInterface({ input: process.stdin }).on("line", (line) => act(JSON.parse(line)));
}
