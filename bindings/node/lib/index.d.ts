/**
 * The Model Context Protocol as a pure state machine: bytes in, events out; answers in, bytes out.
 * No I/O, no timers: whoever has a pipe or a socket brings it.
 *
 * ```js
 * const lines = new Lines();
 * const server = new Server({ name: "echo", version: "1.0.0", tools });
 * for await (const chunk of process.stdin) {
 *   for (const frame of lines.feed(chunk)) {
 *     for (const event of server.receive(frame, now)) {
 *       process.stdout.write(server.reply(event).line);
 *     }
 *   }
 * }
 * ```
 */

export * from "./client.mjs";
export * from "./http.mjs";
export * from "./stdio.mjs";

/** Any value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };

/** An object of JSON. */
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** Bytes: a `Uint8Array`, such as a `Buffer`, or any other view or buffer. */
export type Bytes = ArrayBufferView | ArrayBuffer;

/** Names one request until it is answered: a whole number below 2^48. */
export type Ticket = number;

/** A published revision of the protocol. */
export type Revision =
  | "2024-11-05"
  | "2025-03-26"
  | "2025-06-18"
  | "DRAFT-2025-v3"
  | "2025-11-25"
  | "2026-07-28";

/** A picture that stands for a thing. */
export interface Icon {
  /** An `https:` or `data:` URI. */
  src: string;
  mimeType?: string;
  /** Sizes such as `48x48`, or `any`. */
  sizes?: readonly string[];
  theme?: "light" | "dark";
}

/** A tool that the model may call. */
export interface Tool {
  /** The name it is called by: 1 to 64 of `A-Z a-z 0-9 _ - . /`. */
  name: string;
  /** The name for people. */
  title?: string;
  /** What it does, for the model. */
  description?: string;
  /** JSON Schema of the arguments, or its JSON text; without one, any object. */
  inputSchema?: object | string;
  /** JSON Schema of the structured result, or its JSON text. */
  outputSchema?: object | string;
  /** Hints about what it does to the world. None of them is a promise. */
  annotations?: {
    title?: string;
    readOnlyHint?: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint?: boolean;
  };
  icons?: readonly Icon[];
  /** An object, or its JSON text. */
  _meta?: object | string;
}

/** What a server says of itself, and its tools. What a revision does not have is left out. */
export interface ServerInfo {
  /** The name for programs. */
  name: string;
  version: string;
  /** The name for people. */
  title?: string;
  description?: string;
  websiteUrl?: string;
  icons?: readonly Icon[];
  /** What the model should know before it uses the server. */
  instructions?: string;
  /** How long lists and `server/discover` may be kept, and for whom; not at all if not said. */
  cache?: { ttlMs?: number; scope?: "private" | "public" };
  tools?: readonly Tool[];
}

/** The bounds of a server. */
export interface ServerOptions {
  /** How many requests may be open at once, 256 bytes each; 64 if not said, 65,534 at most. */
  slots?: number;
  /** Bytes of the longest message that is sent, its newline included; 16 MiB if not said. */
  maxMessage?: number;
}

/** What all requests have. Members are read when they are asked for. */
interface Request {
  /** The ticket to answer it by. */
  readonly ticket: Ticket;
  /** The id. A number beyond 2^53 is rounded here; `idJson` never is. */
  readonly id: string | number;
  /** The id as it was written, quotes included. */
  readonly idJson: string;
  readonly method: string;
  readonly methodJson: string;
  readonly params: JsonObject | undefined;
  /** The params as they were written. */
  readonly paramsJson: string | undefined;
  /** `params._meta`. */
  readonly meta: JsonObject | undefined;
  readonly metaJson: string | undefined;
  /** The revision that it is served in. */
  readonly revision: Revision;
  /** The client's name and version, where the message says so. */
  readonly clientInfo: JsonObject | undefined;
  /** The revision that was asked for, in `initialize` or `_meta`. */
  readonly requestedVersion: string | undefined;
  /** The peer asked for progress notifications. */
  readonly wantsProgress: boolean;
}

/** A request that the engine answers by itself: `server.reply(event)`. */
export interface KnownRequest extends Request {
  readonly kind: "initialize" | "discover" | "ping";
}

/** A request for one page of the tools: `server.reply(event)` answers it. */
export interface ListTools extends Request {
  readonly kind: "listTools";
  readonly cursor: string | null | undefined;
}

/** A call of a tool: yours to answer. */
export interface CallTool extends Request {
  readonly kind: "callTool";
  /** The tool. */
  readonly name: string;
  readonly nameJson: string;
  /** The arguments, parsed when they are first asked for. */
  readonly arguments: JsonObject | undefined;
  /** The arguments as they were written. */
  readonly argumentsJson: string | undefined;
  /** One argument as it was written. */
  argumentJson(key: string): string | undefined;
}

/**
 * A request that the protocol does not know, or one that has no interface of its own here yet:
 * yours to answer, if it is one of yours; `server.reply` grants what the engine can.
 */
export interface CustomRequest extends Request {
  readonly kind:
    | "request"
    | "listResources"
    | "listTemplates"
    | "listPrompts"
    | "readResource"
    | "getPrompt"
    | "complete"
    | "setLevel"
    | "subscribe"
    | "unsubscribe"
    | "listen";
}

/** The peer gave up on a request that was open: stop its work, and abandon its ticket. */
export interface Cancelled extends Request {
  readonly kind: "cancelled";
  /** Why, if the peer said so in words. */
  readonly reason: string | undefined;
  /** The reason as it was written, whatever it is. */
  readonly reasonJson: string | undefined;
}

/** A message that nothing is answered to. */
export interface Notification {
  readonly kind: "initialized" | "notification";
  readonly method: string;
  readonly methodJson: string;
  readonly params: JsonObject | undefined;
  readonly paramsJson: string | undefined;
}

/** A request that breaks a rule: `server.reply(event)` answers it with the error. */
export interface Refused {
  readonly kind: "refused";
  readonly ticket: Ticket;
  readonly id: string | number | undefined;
  readonly idJson: string | undefined;
  readonly method: string | undefined;
  /** The error's code. */
  readonly code: number;
  /** What was wrong. */
  readonly message: string;
}

/** A message that needs no answer and means nothing here: for a log. */
export interface Ignored {
  readonly kind: "ignored";
  readonly method: string | undefined;
  /** Which rule it breaks; neither for a response that nothing waits for. */
  readonly code: number | undefined;
  readonly message: string | undefined;
}

/** What came in. `server.reply` takes any of them; nothing is due for some. */
export type Event =
  | KnownRequest
  | ListTools
  | CallTool
  | CustomRequest
  | Cancelled
  | Notification
  | Refused
  | Ignored;

/** One message, or one batch of them. After its last event its memory is let go. */
export class Frame {
  /** A message that stands alone, such as the body of an HTTP POST. */
  constructor(data: Bytes);
  /** A copy of the bytes; empty once they are gone. */
  readonly bytes: Uint8Array;
  /** What is known of a message longer than `max`; its id is as it was written. */
  readonly overlong:
    | { id?: string; kind: "request" | "notification" | "response" | "unknown"; length: number }
    | undefined;
}

/** Cuts a byte stream into frames, one message a line. */
export class Lines {
  /** `max`: bytes of the longest line, its line end included; 1 MiB if not said. */
  constructor(options?: { max?: number });
  /** Takes bytes and gives the messages that became whole. */
  feed(chunk: Bytes): Frame[];
  /** Gives what is left when no more bytes will come. */
  finish(): Frame[];
  /**
   * Gives its memory back now, and not when garbage is collected: for programs that make many.
   * Nothing can be done with it afterwards.
   */
  close(): void;
}

/** One whole message, or one piece of a streamed one, or nothing (then `line` is empty). */
export interface Out {
  /** The bytes for a byte stream, with the newline that ends a message. */
  readonly line: Uint8Array;
  /** The bytes without the newline. */
  readonly json: Uint8Array;
  /** This ends the exchange: nothing more of it will follow. */
  readonly isLast: boolean;
  /** The line as text. */
  toString(): string;
}

/** A result under construction; `end` gives its bytes. */
export interface Answer {
  /** Adds a block of text. */
  text(text: string): this;
  /** Adds text that is a JSON string already: copied as it is written. */
  textJson(json: string): this;
  /** Marks the result as a failure of the tool, which the model sees, and says why. */
  fail(why: string): this;
  /** Adds a picture; `data` is its bytes. */
  image(data: Bytes, mimeType: string): this;
  /** Adds sound. From 2025-03-26 on. */
  audio(data: Bytes, mimeType: string): this;
  /** Adds a resource made of text. */
  resource(uri: string, text: string, mimeType?: string): this;
  /** Adds a resource made of bytes. */
  blob(uri: string, data: Bytes, mimeType?: string): this;
  /** Adds a link to a resource. From 2025-06-18 on. */
  link(uri: string, name: string, mimeType?: string): this;
  /** Sets the structured result: an object, from 2026-07-28 on any value. */
  structured(value: unknown): this;
  /** Sets `_meta`. */
  meta(value: object): this;
  /** Ends the answer. */
  end(): Out;
}

/** What a streamed answer consists of. */
export type Shape =
  | { type: "text" }
  | { type: "image" | "audio"; mimeType: string }
  | { type: "blob"; uri: string; mimeType: string };

/**
 * A server on one connection. Calls that give bytes throw a {@link SansmcpError} and have done
 * nothing, or give one whole message.
 */
export class Server {
  /** Throws a `TypeError` that says what is wrong with `info`. */
  constructor(info: ServerInfo, options?: ServerOptions);
  /** The events of a frame, read as they are asked for; `now` in milliseconds from any start. */
  receive(frame: Frame, now?: number): IterableIterator<Event>;
  /** All that the engine can answer by itself. */
  reply(event: Event): Out;
  /** Begins the answer to a call. */
  answer(ticket: Ticket): Answer;
  /** Answers a request with an error. */
  error(ticket: Ticket, code: number, message: string, data?: unknown): Out;
  /** Answers a request with a result of your own making. */
  result(ticket: Ticket, result: object): Out;
  /** As `result`, with the JSON text of the object. */
  resultJson(ticket: Ticket, json: string): Out;
  /** Tells how far a request has come; nothing where the peer did not ask for it. */
  progress(
    ticket: Ticket,
    progress: number | bigint,
    total?: number | bigint | null,
    message?: string | null,
  ): Out;
  /** Begins an answer in pieces. */
  begin(ticket: Ticket, shape: Shape): Out;
  /** Sends a piece; says how many bytes were taken. Offer the rest again. */
  piece(ticket: Ticket, data: Bytes): { taken: number; out: Out };
  /** Ends an answer in pieces; with `failure`, it says that the tool failed. */
  end(ticket: Ticket, failure?: string): Out;
  /** Begins the engine's own answer in pieces, where it is longer than `maxMessage`. */
  beginReply(event: Event): Out;
  /** The next message or piece that is due without being asked for. */
  nextOutput(): Out | undefined;
  /** Gives up on a request: nothing is sent. */
  abandon(ticket: Ticket): void;
  /** The peer cancelled this request. */
  isCancelled(ticket: Ticket): boolean;
  /** The tickets of all requests that are not answered yet. */
  open(): Ticket[];
  /**
   * Gives its memory back now, and not when garbage is collected: for programs that make many.
   * Nothing can be done with it afterwards.
   */
  close(): void;
}

/** Why a call gave no bytes. The engine's state is as before. */
export class SansmcpError extends Error {
  private constructor();
  readonly code:
    | "SHORT"
    | "STALE"
    | "STREAMING"
    | "BUSY"
    | "NOT_SUPPORTED"
    | "NOT_JSON"
    | "NOT_TEXT"
    | "UNDECLARED"
    | "NOT_READY"
    | "NOT_OFFERED";
  /** With `SHORT`: bytes that the whole message takes, its newline included. */
  readonly need?: number;
}
