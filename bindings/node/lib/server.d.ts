/** A server, and what it says. */

import type { Called, Level } from "./client.mjs";
import type {
  Answered,
  CallTool,
  Event,
  GetPrompt,
  Listen,
  ListMore,
  ListTools,
  ReadResource,
} from "./events.mjs";
import { Frame } from "./index.mjs";
import type {
  Bytes,
  ClientCapability,
  Out,
  Prompt,
  Resource,
  ResourceTemplate,
  ServerInfo,
  Tables,
  Ticket,
  Tool,
} from "./index.mjs";
import type { Answer, Completion, Contents, Messages } from "./results.mjs";

/** The bounds of a server. */
export interface ServerOptions {
  /** How many requests may be open at once, 256 bytes each; 64 if not said, 65,534 at most. */
  slots?: number;
  /** Bytes of the longest message that is sent, its newline included; 16 MiB if not said. */
  maxMessage?: number;
}

/** How long an answer may take, in milliseconds. */
export interface Limits {
  /** Since the client was heard of; 5 minutes if not said, 0 for ever. */
  idleMs?: number;
  /** In all; an hour if not said, 0 for ever. */
  hardMs?: number;
  /** The time on the clock of `receive`; the latest that was said there if not said. */
  now?: number;
}

/** What a message of the server's belongs to. */
export interface Whose {
  /** The request; the connection without one. */
  ticket?: Ticket;
  /** Over HTTP the connection of this session, which is that of an event. */
  session?: number;
}

/** One thing to ask the client for, under a key that no other in the same `ask` has. */
export interface Input {
  key: string;
  /**
   * `elicitation/create` asks the user to fill in a form (`{ message, requestedSchema }`) or to
   * visit a page (`{ mode: "url", message, url, elicitationId }`), `sampling/createMessage` the
   * client's model, `roots/list` for the client's roots.
   */
  method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  /**
   * The params of that method: of an object each revision gets what it knows, and a `TypeError`
   * says what is missing or known to none. JSON text goes out as it is.
   */
  params?: object | string;
}

/** A page of a list under way. One that is not to be sent is dropped. */
export interface Page {
  /** Adds a tool. False: it does not fit any more; end with a cursor that leads to it. */
  tool(tool: Tool): boolean;
  /** Adds a resource, in the same way. */
  resource(resource: Resource): boolean;
  /** Adds a resource template, in the same way. */
  template(template: ResourceTemplate): boolean;
  /** Adds a prompt, in the same way. */
  prompt(prompt: Prompt): boolean;
  /** The bytes; `nextCursor`, of any form, if there is more. */
  end(nextCursor?: string): Out;
}

/**
 * What a streamed answer consists of: one block of a call, or of a read one part, `contents` its
 * text, `bytes` its bytes.
 */
export type Shape =
  | { type: "text" }
  | { type: "image" | "audio"; mimeType: string }
  | { type: "blob" | "contents" | "bytes"; uri: string; mimeType: string };

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
  /** Begins the result of a read. Of a resource that is not there `reply` says so. */
  contents(ticket: Ticket): Contents;
  /** Begins the result of a prompt. Of a prompt that is not there `reply` says so. */
  messages(ticket: Ticket): Messages;
  /** Begins the result of a completion. */
  completion(ticket: Ticket): Completion;
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
  /**
   * Asks the client for something that a call, a read or a prompt needs. `event` is the request as
   * it came, or as `resume` gave it. Look first what the client can do (`event.capabilities`), and
   * answer one that cannot with `undeclared`.
   *
   * From 2026-07-28 on the exchange has ended with this, and the request comes again with the
   * answers. Before, it stays open: keep `Out.keep` under its ticket, and give it to `resume` when
   * an `answered` event comes with that ticket as its `parent`. Either way the handler runs from
   * its start, and finds the answers under their keys in `event.inputs`, and `state` in
   * `event.requestState`. From 2026-07-28 on the client sees the state and can change it: `Seal`
   * makes one of which that is found out.
   */
  ask(
    event: CallTool | ReadResource | GetPrompt,
    inputs: Iterable<Input>,
    options?: Limits & { state?: string },
  ): Out;
  /**
   * Makes the call again of what was kept and the answer that came, or asks what is next: send that
   * `Out`, and keep its `keep` in the place of `kept`.
   *
   * Throws `REJECTED` if the client did not answer with a result, or not in time: the call is yours
   * to answer.
   */
  resume(
    answered: Answered,
    kept: string,
    limits?: Limits,
  ): CallTool | ReadResource | GetPrompt | Out;
  /**
   * Sends a request to the client; gives its ticket, under which `answered` comes. Prefer `ask`,
   * which works in every revision. With the ticket of a call it belongs to that call and ends with
   * it; with 0 to the client: that of the pipe, over HTTP that of `session`. Throws `USE_ASK` from
   * 2026-07-28 on.
   */
  request(
    ticket: Ticket,
    method: string,
    params?: object | string,
    options?: Limits & { session?: number },
  ): Called;
  /** Answers a request with the error that it needs what the client did not declare. */
  undeclared(ticket: Ticket, ...names: ClientCapability[]): Out;
  /** When to call `expire`, on the clock of `receive`. Ask again after each event. */
  nextDeadline(): number | undefined;
  /**
   * The ends of requests of yours whose time is over. Then ask for `nextOutput`, which tells the
   * client.
   */
  expire(now: number): IterableIterator<Answered>;
  /**
   * Puts these tables in the place of those that the server has. Say so with `changed`. Throws
   * `STREAMING` while the engine's own answer goes out in pieces.
   */
  offer(tables: Tables): void;
  /** Begins to answer a list entry by entry, for entries that are in no table. */
  page(event: ListTools | ListMore): Page;
  /**
   * Says that a list has changed: `nextOutput` tells those who want to know, once. Resources are
   * their templates, too.
   */
  changed(what: "tools" | "resources" | "prompts"): void;
  /**
   * Tells those who listen to a resource that it has changed: one message each, made when it is
   * asked for. What that throws ends nothing. `uri` is what the client subscribed to, to the
   * letter.
   */
  updated(uri: string): Iterable<Out> & Iterator<Out>;
  /** Acknowledges a listen with what is offered, and with these of its URIs, 16 at most. */
  accept(event: Listen, uris: readonly string[]): Out;
  /** Ends a listen from this side: `nextOutput` tells the client. */
  endListen(ticket: Ticket): void;
  /** The tickets of the listens that were acknowledged and have not ended. */
  listens(): Ticket[];
  /**
   * Tells the client what goes on: `data` is a text, or anything that has a form in JSON. Without
   * a ticket it belongs to the connection, which only the revisions before 2026-07-28 have, and
   * which over HTTP is that of `session`. Empty where the client does not want it.
   */
  log(level: Level, data: unknown, options?: Whose & { logger?: string }): Out;
  /** Sends a notification that has no call of its own. */
  notify(method: string, params?: object | string, options?: Whose): Out;
  /** The next message or piece that is due without being asked for. */
  nextOutput(): Out | undefined;
  /** Gives up on a request: nothing is sent. */
  abandon(ticket: Ticket): void;
  /** The peer cancelled this request. */
  isCancelled(ticket: Ticket): boolean;
  /** The tickets of all requests that are not answered yet. */
  open(): Ticket[];
  /**
   * The pipe was closed; of an `Endpoint`, the exchange `number` is gone. What was open there is
   * cancelled: stop its work and abandon its tickets.
   */
  closed(number?: number): void;
  /**
   * Gives its memory back now, and not when garbage is collected: for programs that make many.
   * Nothing can be done with it afterwards.
   */
  close(): void;
}
