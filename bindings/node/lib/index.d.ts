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
export * from "./client_http.mjs";
export * from "./connect_http.mjs";
export * from "./connection.mjs";
export * from "./events.mjs";
export * from "./http.mjs";
export * from "./memory.mjs";
export * from "./pipe.mjs";
export * from "./port.mjs";
export * from "./results.mjs";
export * from "./seal.mjs";
export * from "./server.mjs";
export * from "./service/content.mjs";
export * from "./service/context.mjs";
export * from "./service/failures.mjs";
export * from "./service/schema.mjs";
export * from "./service/service.mjs";
export * from "./stdio.mjs";
export * from "./uri.mjs";

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

/** For whom a resource or a piece of content is, and how important. */
export interface Annotations {
  audience?: readonly ("user" | "assistant")[];
  /** From 0 to 1. */
  priority?: number;
  /** As in `2025-01-12T15:00:58Z`. */
  lastModified?: string;
}

/** Something that can be read. */
export interface Resource {
  /** Where it is: a URI, the key that it is read by. */
  uri: string;
  /** The name for programs. */
  name: string;
  /** The name for people. */
  title?: string;
  /** What it is, for the model. */
  description?: string;
  mimeType?: string;
  /** Bytes, before any encoding. */
  size?: number;
  annotations?: Annotations;
  icons?: readonly Icon[];
  /** An object, or its JSON text. */
  _meta?: object | string;
}

/** A family of resources whose URIs follow a pattern. */
export interface ResourceTemplate {
  /** A URI template (RFC 6570), such as `file:///{+path}`. */
  uriTemplate: string;
  /** The name for programs. */
  name: string;
  /** The name for people. */
  title?: string;
  /** What the resources are, for the model. */
  description?: string;
  /** Their media type, if all have the same. */
  mimeType?: string;
  annotations?: Annotations;
  icons?: readonly Icon[];
  /** An object, or its JSON text. */
  _meta?: object | string;
}

/** A template for messages that a person may pick. */
export interface Prompt {
  /** The name it is asked for by. */
  name: string;
  /** The name for people. */
  title?: string;
  /** What it is for. */
  description?: string;
  /** What it can be filled in with; values are texts. */
  arguments?: readonly { name: string; title?: string; description?: string; required?: boolean }[];
  icons?: readonly Icon[];
  /** An object, or its JSON text. */
  _meta?: object | string;
}

/** What a server has; what is missing it has none of. */
export interface Tables {
  tools?: readonly Tool[];
  resources?: readonly Resource[];
  templates?: readonly ResourceTemplate[];
  prompts?: readonly Prompt[];
}

/** What a server can announce beside what follows from its tables. */
export type ServerCapability =
  | "tools"
  | "resources"
  | "prompts"
  | "logging"
  | "completions"
  | "tools.listChanged"
  | "resources.subscribe"
  | "resources.listChanged"
  | "prompts.listChanged";

/** What a client can do. */
export type ClientCapability =
  | "roots"
  | "roots.listChanged"
  | "sampling"
  | "sampling.tools"
  | "sampling.context"
  | "elicitation.form"
  | "elicitation.url";

/** What a server says of itself, and what it has. What a revision does not have is left out. */
export interface ServerInfo extends Tables {
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
  /**
   * `logging` to send log messages, `completions` to suggest values, `tools.listChanged` and its
   * like to tell of changes, `resources.subscribe` to tell of those of one resource; and `tools`,
   * `resources`, `prompts` where a table is empty for now.
   */
  capabilities?: readonly ServerCapability[];
  /** Extensions and their settings: an object of objects, or its JSON text. */
  extensions?: object | string;
  /** Capabilities that the protocol does not know, likewise. */
  experimental?: object | string;
}

/** One message, or one batch of them. After its last event its memory is let go. */
export class Frame {
  /** A message that stands alone, such as the body of an HTTP POST. */
  constructor(data: Bytes);
  /** A response that was longer than you take: so many bytes of it were seen. */
  static tooLong(length: number): Frame;
  /** The same message on the way of an exchange, which is the `route` of an `Out`. */
  on(route: number): Frame;
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
  /**
   * What to keep under the call's ticket until the answer to this question comes: of `Server.ask`
   * and `Server.resume` before 2026-07-28. Not to be sent.
   */
  readonly keep?: string;
  /** Names the way that it takes: the pipe, which is 0, or an HTTP exchange. */
  readonly route: number;
  /**
   * Of a client's over HTTP the method of its request; `undefined` where nothing is to be sent.
   * Then, if `isLast`, close the exchange of its route.
   */
  readonly verb: "POST" | "GET" | "DELETE" | undefined;
  /** The line as text. */
  toString(): string;
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
    | "NOT_OFFERED"
    | "USE_ASK"
    | "REJECTED";
  /** With `SHORT`: bytes that the whole message takes, its newline included. */
  readonly need?: number;
}
