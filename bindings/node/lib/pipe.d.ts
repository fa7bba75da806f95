/** Ready I/O for a server on one pipe. */

import type { Event } from "./events.mjs";
import { Frame } from "./index.mjs";
import type { Bytes, Out, Ticket } from "./index.mjs";
import { Server } from "./server.mjs";

/** Makes what an event asks for with calls of the server, at once or later. */
export type Respond = (event: Event) => Out | undefined | PromiseLike<Out | undefined>;

/** What answers events, and wants to know more of its host than a function can. */
export interface Responder {
  respond: Respond;
  /** How to send what comes before an answer, and answers that are not given back. */
  attach?(way: Way): void;
  /** Nobody waits for this request any more. */
  abort?(ticket: Ticket, reason?: unknown): void;
  /** The client says nothing more, and still reads. */
  ended?(): void;
  /** The client has gone. */
  over?(): void;
}

/** What a host gives to what answers. */
export interface Way {
  /** Sends what a call of the server gave, and what is due by itself. */
  send(out?: Out): void;
  /** Sends what is due by itself, now. */
  flush?(): void;
  /** What to wait for before more is sent of an answer, if much waits for the peer already. */
  room?(ticket: Ticket): Promise<void> | undefined;
  /** Who asks in the course of the request of this ticket. */
  principalOf?(ticket: Ticket): string | undefined;
}

/** The bounds of a pipe. */
export interface PipeOptions {
  /** Bytes of the longest message that is taken, its line end included; 4 MiB if not said. */
  maxLine?: number;
  /**
   * Bytes that may wait for a peer that does not read before nothing more is read from it; 1 MiB if
   * not said. At 64 times as many the peer counts as gone.
   */
  maxWaiting?: number;
  /** Milliseconds to wait, at the end of the input, for what is still being answered; 5000. */
  patienceMs?: number;
  /** Hears what `respond` throws, of which the peer learns nothing; `console.error`. */
  onError?: (error: unknown) => void;
}

/** The pipe itself. */
export interface PipeEnd {
  /**
   * Takes bytes: whole messages with their line ends, and pieces of one. False if the peer needs
   * time: then nothing more comes until `ServerPipe.drained`.
   */
  write(bytes: Uint8Array): boolean | void;
  /** Read no more from the peer for now. */
  pause?(): void;
  /** Read on. */
  resume?(): void;
  /** It is over. */
  closed?(): void;
  /** Runs a function soon: what was made until then goes out with one write. */
  defer?(run: () => void): void;
}

/** A server on one pipe, whatever the pipe is: answers in order, back-pressure, deadlines. */
export class ServerPipe implements Way {
  constructor(
    server: Server,
    respond: Respond | Responder,
    end: PipeEnd,
    options?: PipeOptions,
  );
  /** Takes bytes of the peer's. */
  feed(chunk: Bytes): void;
  /** Takes messages of the peer's. */
  take(frames: Iterable<Frame>): void;
  /** The peer has taken what was written. */
  drained(): void;
  send(out?: Out): void;
  flush(): void;
  room(ticket?: Ticket): Promise<void> | undefined;
  /** The input has ended: waits for what is still being answered, then closes. */
  finish(): Promise<void>;
  /** The peer is gone. */
  close(): void;
  readonly isClosed: boolean;
}

/** Which streams are served, and how. */
export interface ServeOptions extends PipeOptions {
  /** Streams of Node's in the place of the standard ones. */
  stdin?: NodeInput;
  stdout?: NodeOutput;
  /**
   * While it serves, standard output is the protocol's alone: what `console.log` and others write
   * there goes to standard error. With `false` it stays as it is.
   */
  redirect?: boolean;
  /** Ends it. */
  signal?: AbortSignal;
}

/** What is needed of a readable stream of Node's. */
export interface NodeInput {
  on(event: string, listener: (...args: any[]) => void): this;
  off(event: string, listener: (...args: any[]) => void): this;
  pause(): this;
  resume(): this;
}

/** What is needed of a writable stream of Node's. */
export interface NodeOutput {
  on(event: string, listener: (...args: any[]) => void): this;
  write(data: Uint8Array): boolean;
}

/**
 * Serves one client on standard input and output, until the input ends or nobody reads any more; in
 * Node, Bun and Deno. Input that came at once is answered with one write.
 */
export function serveStdio(
  server: Server,
  respond: Respond | Responder,
  options?: ServeOptions,
): Promise<void>;
