/** A server over HTTP (Streamable HTTP), and ready I/O for it. */

import { Frame } from "./index.mjs";
import type { Bytes, ServerInfo, Ticket } from "./index.mjs";
import type { Respond, Responder, Way } from "./pipe.mjs";
import { Server } from "./server.mjs";

/** Who is let in, and the bounds of an endpoint. */
export interface EndpointOptions {
  /** What `Host` may say; the names of this machine if nothing is said. */
  hosts?: readonly string[];
  /** What `Origin` may say; that of this machine's own pages if nothing is said. */
  origins?: readonly string[];
  /**
   * How many clients before 2026-07-28 may be connected at once; with 0 they get no sessions and no
   * event streams. 1,024 if not said, 65,535 at most.
   */
  sessions?: number;
  /** How many sessions one principal may have at once; any number if not said. */
  sessionsEach?: number;
  /** A session that rested for so many milliseconds gives way when its place is needed. */
  idleMs?: number;
  /** How many HTTP exchanges may be open at once; 4,096 if not said, 65,534 at most. */
  streams?: number;
  /** How many requests may be open at once; 1,024 if not said, 65,534 at most. */
  slots?: number;
  /** How many of them one session may have; 64 if not said, 0 for any number. */
  slotsEach?: number;
  /** Bytes of memory for events that are kept for clients that come back; none if not said. */
  replay?: number;
  /** How many milliseconds a client is asked to wait before it comes back. */
  retryMs?: number;
  /** Bytes of the longest body; 4 MiB if not said. */
  maxBody?: number;
  /** Bytes of the longest message that is sent, its newline included; 16 MiB if not said. */
  maxMessage?: number;
}

/** The head of a request. */
export interface RequestHead {
  method: string;
  /** Names and values, such as a `Headers`. A value has one character for each of its bytes. */
  headers: Iterable<readonly [string, string]>;
  /** Names the exchange: below 2^32, and no other's until it has ended. */
  number: number;
  /** Who asks, 0 for nobody in particular; a session is its principal's alone. */
  principal?: number;
  /** Milliseconds of a clock of your choice. */
  now?: number;
}

/** Answer with the head and the body; of a `stream`, the response stays open for more. */
export interface VerdictReply {
  readonly kind: "reply" | "stream";
  readonly status: number;
  /** No length is among them. */
  readonly headers: [string, string][];
  /** What the body of the response is, or begins with. */
  readonly body: Uint8Array;
  /** The exchange on which this stream went out before: end its response. */
  readonly replaces: number | undefined;
}

/** Read the body, and give `frame` of it to `Endpoint.receive`. */
export interface AwaitsBody {
  readonly kind: "body";
  /** What the response has beside the headers of its delivery. */
  readonly headers: [string, string][];
  /** Bytes of the longest body. */
  readonly maxBody: number;
  /**
   * The body as a frame, once. `random`: 16 random bytes that nobody can guess, new ones for each:
   * `crypto.getRandomValues`. A session that begins has them as its secret.
   */
  frame(body: Bytes, random: Bytes): Frame;
  /** The reply to a request with a longer body, in place of `frame`. */
  tooLong(): VerdictReply;
}

/** What the head of a request leads to. */
export type Verdict = VerdictReply | AwaitsBody;

/** What to send on an exchange. */
export interface Delivery {
  /** The number of the exchange. */
  readonly to: number;
  /** The status to begin the response with, if it has not begun. */
  readonly status: number | undefined;
  /** The headers to begin the response with. No length is among them. */
  readonly headers: [string, string][];
  /** Bytes of the body, or none. */
  readonly body: Uint8Array;
  /** The response ends with it. */
  readonly isEnd: boolean;
  /**
   * It ends in the middle of a message, since its session has ended: close the socket, and end
   * nothing in good order, so that nobody takes it for whole.
   */
  readonly isCut: boolean;
}

/**
 * A server of all clients that come over HTTP, in every revision from 2025-03-26 on.
 *
 * `judge` looks at the head of a request. Where it says so, read the body and `receive` the frame
 * of it; after its events, `received`. Answer events as those of a `Server`, at once or later: what
 * to send, and on which exchange, `nextDelivery` says. {@link HttpHost} does all that.
 */
export class Endpoint extends Server {
  /** Throws a `TypeError` that says what is wrong with `info` or `options`. */
  constructor(info: ServerInfo, options?: EndpointOptions);
  /** Looks at the head of a request, before its body is read. */
  judge(head: RequestHead): Verdict;
  /** All events of a POST's frame were read, and dealt with or put aside. */
  received(frame: Frame): void;
  /**
   * The next thing to send: call it whenever something was done, until it gives `undefined`.
   * Without `due`, what `nextOutput` would give waits.
   */
  nextDelivery(options?: { due?: boolean }): Delivery | undefined;
  /**
   * Puts a request off: its response ends, and its client is asked to come back for it after so
   * many milliseconds. In 2025-11-25 and with `replay`; elsewhere nothing happens.
   */
  putOff(ticket: Ticket, retryMs: number): void;
  /** An exchange is gone: its socket was closed before its response had ended. */
  closed(number: number): void;
  /**
   * The tickets of all requests that nobody waits for any more: stop their work, and abandon or
   * answer them. Ask after a `cancelled` event, after `closed`, and after a `reply`.
   */
  cancelled(): Ticket[];
}

/** What a listener needs of the request and the response of `node:http`, whose types they fit. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly rawHeaders: string[];
}

/** As {@link NodeRequest}. */
export interface NodeResponse {
  writeHead(status: number, headers?: string[]): this;
  destroy(error?: Error): this;
}

/** Who asks is not let in. */
export class Denied {
  /**
   * `status`: 401 (if not said) where it is not known who asks, 403 where it is, and is not enough.
   * `message`: the body, for a person; `Unauthorized`. `challenge`: what `WWW-Authenticate` says,
   * such as `Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource"`;
   * `Bearer` if not said, nothing with an empty one.
   */
  constructor(status?: number, message?: string, options?: { challenge?: string });
  readonly status: number;
  readonly message: string;
  readonly challenge: string;
}

/** How an endpoint is served. */
export interface HostOptions {
  /** The only path that is served; `/mcp` if not said. */
  path?: string;
  /** How many messages may wait for a client that reads slowly; 256 if not said. */
  queue?: number;
  /**
   * Says from a request who asks: a name, nothing for nobody in particular, or a `Denied`. It is
   * given the `Request` of `fetch`, or the request of `node:http`; both have `method`, `url` and
   * `headers`. Sessions are their principal's alone. It sees all requests but those with which a
   * browser asks whether it may ask.
   */
  principal?: (request: any) => string | Denied | null | undefined
    | PromiseLike<string | Denied | null | undefined>;
  /** Milliseconds that `close` waits for what is still being answered; 5000 if not said. */
  patienceMs?: number;
  /** Is waited for before a request is looked at. */
  start?: () => void | PromiseLike<void>;
  /** Hears what went wrong; `console.error` if not said. */
  onError?: (error: unknown) => void;
}

/** Ready I/O: an endpoint behind `fetch` handlers and `node:http`. */
export class HttpHost implements Way {
  /**
   * `respond` makes what an event asks for with calls of the endpoint, at once or later. If it
   * throws, the client gets an error that says nothing more, and `onError` what was thrown.
   */
  constructor(endpoint: Endpoint, respond: Respond | Responder, options?: HostOptions);
  /** From a request to its response: for Deno, Bun, Workers and their like. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * For `createServer(host.listener)` of `node:http`, and for Express:
   * `app.use(host.listener)`. What has another path goes on to `next`, or is not found. A body
   * that was read before, as by `express.json()`, is taken from `request.body`.
   */
  readonly listener: (
    request: NodeRequest,
    response: NodeResponse,
    next?: (error?: unknown) => void,
  ) => Promise<void>;
  /** Sends what was made since: call it for what comes before an answer, such as progress. */
  send(): void;
  /** What to wait for before more is sent of an answer, if its client has much to take already. */
  room(ticket: Ticket): Promise<void> | undefined;
  /** Who asks in the course of the request of this ticket: what `principal` said. */
  principalOf(ticket: Ticket): string | undefined;
  /**
   * Ends all streams of events, and those that are begun from now on, so that servers that wait for
   * the end of their responses come to theirs. Waits for what is still being answered, but not for
   * longer than `patienceMs`.
   */
  close(): Promise<void>;
}
