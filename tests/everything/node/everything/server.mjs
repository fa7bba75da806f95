// The server: all fixtures on one service, over standard input and output or over HTTP.

import { createServer } from "node:http";
import * as completions from "./completions.mjs";
import { Desk } from "./desk.mjs";
import * as prompts from "./prompts.mjs";
import * as resources from "./resources.mjs";
import * as asks from "./tools/asks.mjs";
import * as content from "./tools/content.mjs";
import * as listeners from "./tools/listeners.mjs";
import * as rounds from "./tools/rounds.mjs";
import * as slow from "./tools/slow.mjs";

/** Milliseconds that calls may go on for when the input has ended. */
const GRACE = 1000;
/** Bytes of memory for events that are kept for clients that lost a stream. */
const REPLAY = 1 << 20;
/** How long a socket stays open that nobody uses, in milliseconds. */
const KEPT = 60_000;

/** The service with all fixtures, in the order of the lists. */
export function everything(options) {
  const desk = new Desk(options);
  const parts = [content, slow, asks, rounds, listeners, resources, prompts, completions];
  for (const part of parts) part.declare(desk);
  // A method that the protocol does not know.
  desk.service.request("test/echo", (params) => params.arguments ?? {});
  return desk.service;
}

/** Serves one client until the input ends. */
export async function overStdio(options) {
  const { page } = options;
  await everything(options).stdio({ slots: 1024, maxMessage: page, patienceMs: GRACE });
}

/** Serves all clients at an address such as `127.0.0.1:8080`; port 0 is any that is free. */
export async function overHttp(address, options) {
  const at = address.lastIndexOf(":");
  const host = address.slice(0, at).replace(/^\[|\]$/g, "");
  const service = everything(options);
  const { listener } = service.http({ replay: REPLAY, maxMessage: options.page });
  const server = createServer(listener);
  // Node's five seconds are little: a client that sends just when a socket is closed has to send
  // again, which not all do.
  server.keepAliveTimeout = KEPT;
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(Number(address.slice(at + 1)), host, resolve);
  });
  console.error(`serving http://${host}:${server.address().port}/mcp`);
}
