/** Ready I/O for the client over Streamable HTTP, on `fetch`: everywhere. */

import type { Connection, ConnectionOptions, MaybePromise } from "./connection.mjs";

/** The server wants to know who asks (401), or does not allow it (403). */
export interface Denial {
  readonly status: number;
  /** What it wants: `WWW-Authenticate`; empty if it did not say. */
  readonly challenge: string;
}

/** How a server is reached over HTTP. */
export interface ConnectHttpOptions extends ConnectionOptions {
  /** Headers that all requests have, such as `Authorization`. The protocol's own go before. */
  headers?: { readonly [name: string]: string } | Headers;
  /**
   * Gives headers that do better, such as a new `Authorization`, which all requests have from then
   * on; what was denied is sent again with them, three times at most. Nothing if there are none:
   * then it fails as `denied`. It is asked by one request at a time.
   */
  onDenied?: (
    denial: Denial,
  ) => MaybePromise<{ readonly [name: string]: string } | Headers | undefined>;
  /**
   * What requests are made with, instead of `fetch` itself: for proxies, certificates, longer
   * limits (that of Node gives up after five minutes in which nothing came), or a server in this
   * program: `(url, init) => service.fetch(new Request(url, init))`.
   */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * How long `close` waits until the server has taken note of it, in milliseconds; 2000.
   */
  patienceMs?: number;
  /** Bytes of the longest message of the server's; 16 MiB if not said. */
  maxMessage?: number;
}

/**
 * Connects to a server at a URL such as `https://example.com/mcp`. Rejected with a
 * `ConnectionFailed`, and with a `TypeError` where the URL or a header is none. Redirections are
 * not followed. What only reads is asked a second time where its socket was closed without an
 * answer.
 */
export function connectHttp(url: string | URL, options?: ConnectHttpOptions): Promise<Connection>;
