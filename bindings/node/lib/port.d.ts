/**
 * postMessage, for both roles: between windows, workers, threads. Each message is an object, as the
 * structured clone makes it; whole numbers beyond 2^53 lose digits there. What has no `jsonrpc` is
 * none of the protocol's and is left alone, so that a port may be shared.
 */

import type { Connection, ConnectionOptions } from "./connection.mjs";
import type { PipeOptions, Respond, Responder } from "./pipe.mjs";
import type { Server } from "./server.mjs";

/**
 * What has `postMessage`: a `MessagePort`, a `Worker`, what a worker has of its own (`self`, or
 * `parentPort` of `node:worker_threads`), or a window, such as an iframe's or `window.parent`.
 */
export interface Port {
  postMessage(message: never, ...more: never[]): void;
}

/** Of a port that is a window. */
export interface PortOptions {
  /**
   * The origin that the window must have, such as `https://example.com`: nothing goes to a page of
   * another one, and what others say is not heard. `"*"` is any, for pages without one. A window is
   * not served without this.
   */
  targetOrigin?: string;
  /** The window that hears; this one, if not said. */
  here?: object;
}

/** How a client connects over a port. */
export interface ConnectPortOptions extends ConnectionOptions, PortOptions {
  /** Bytes of the longest message of the server's, as JSON; 16 MiB if not said. */
  maxMessage?: number;
}

/**
 * Connects to a server on the other side of a port. An iframe, or in browsers a worker, hears
 * nothing before it has loaded: have it say so first, with any message of its own. A `MessagePort`
 * is closed with the connection, a worker or a window is not. Rejected with a `TypeError` where it
 * is none, and with a `ConnectionFailed`.
 */
export function connectPort(port: Port, options?: ConnectPortOptions): Promise<Connection>;

/**
 * Serves one client on the other side of a port: until the port or, by the signal, the server is
 * closed. `respond` answers each event. Of a port that was closed on its other side, not every
 * browser tells, and of a window or a worker that has gone none does.
 */
export function servePort(
  server: Server,
  respond: Respond | Responder,
  port: Port,
  options?: PipeOptions & PortOptions & { signal?: AbortSignal },
): Promise<void>;
