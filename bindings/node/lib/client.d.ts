/**
 * The client role: calls in, bytes out; bytes in, events out.
 *
 * ```js
 * const client = await connectStdio("server", ["--stdio"]);
 * const result = await client.callTool("echo", { text: "hi" });
 * await client.close();
 * ```
 */

import type { Expect, ListedTool } from "./client_http.mjs";
import type { Bytes, Frame, Icon, Json, JsonObject, Out, Revision, Ticket } from "./index.mjs";

/** What a client says of itself. */
export interface ClientInfo {
  /** The name for programs. */
  name: string;
  version: string;
  /** The name for people. */
  title?: string;
  description?: string;
  websiteUrl?: string;
  icons?: readonly Icon[];
  /**
   * What it can do for servers, the protocol's object, such as
   * `{ elicitation: { form: {} }, sampling: {} }`. What a revision lacks is not declared in it.
   */
  capabilities?: object;
}

/** The bounds of a client. */
export interface ClientOptions {
  /** How many requests may be open at once, those of the server included; 64 if not said. */
  slots?: number;
  /** Bytes of the longest message that is sent, its newline included; 16 MiB if not said. */
  maxMessage?: number;
  /** Speak over HTTP, where each message is a request of its own: `head`, `responded`. */
  http?: boolean;
}

/** How a connection comes about. */
export interface ConnectPolicy {
  /** The newest revision that may be spoken; the latest if not said. */
  newest?: Revision;
  /** The oldest revision that may be spoken; the first if not said. */
  oldest?: Revision;
  /** What was spoken with this server last time, if that is known. */
  known?: Revision;
  /**
   * How long to wait for an answer to `server/discover`, in milliseconds, before it counts as a
   * server of an older revision; 3000 if not said, 0 is for ever.
   */
  probeMs?: number;
  /** How long to wait for an answer to `initialize`; 30,000 if not said, 0 is for ever. */
  connectMs?: number;
}

/** How a request is made. */
export interface CallOptions {
  /**
   * How long the answer may take, in milliseconds, since the request was sent or the last progress
   * on it came; five minutes if not said. 0 is for ever, and then no progress is asked for.
   */
  idleMs?: number;
  /** How long it may take in all, in milliseconds; one hour if not said, 0 is for ever. */
  hardMs?: number;
  /** Members of `_meta` of your own. */
  meta?: object;
  /** Ask even for what the server did not announce. */
  anyway?: boolean;
}

/** A level of log messages, the least serious first. */
export type Level =
  | "debug"
  | "info"
  | "notice"
  | "warning"
  | "error"
  | "critical"
  | "alert"
  | "emergency";

/** Why a connection or a call failed. */
export interface Failure {
  /** Its name in logs, such as `silent` or `closed`. */
  readonly name: string;
  /** Whose fault it is; `network` is what lies between the two. */
  readonly whose: "server" | "client" | "network";
  /** What happened. */
  readonly message: string;
  /** What can be done. */
  readonly advice: string;
}

/** An error of the server's. */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
}

/** What all events of a client have. Members are read when they are first asked for. */
interface Heard {
  /** Names the exchange that it is of; 0 where there is none. */
  readonly ticket: Ticket;
  /** The id of the message as it was written, quotes included. */
  readonly idJson: string | undefined;
  /** The method, where there is one and it is known. */
  readonly method: string | undefined;
  /** The revision that it was spoken in. */
  readonly revision: Revision;
}

/** The server is there: calls can be made from now on. */
export interface Connected extends Heard {
  readonly kind: "connected";
  /** What the server announced, as it wrote it. */
  readonly capabilities: JsonObject | undefined;
  /** The server's name and version, as it wrote them. */
  readonly serverInfo: JsonObject | undefined;
  /** What the model should know before it uses the server. */
  readonly instructions: string | undefined;
  /** The whole result of `server/discover` or `initialize`. */
  readonly result: JsonObject | undefined;
}

/** No connection came about, or it ended: all that was open has ended before. */
export interface Failed extends Heard {
  readonly kind: "failed";
  readonly failure: Failure;
  /** What was received, where something was: the error, or the result. */
  readonly received: Json | undefined;
  /** How to connect to the server once it was started again, where that may help. */
  readonly retry: ConnectPolicy | undefined;
}

/** A request of ours came to its end. Its ticket is over. */
export interface CallAnswered extends Heard {
  readonly kind: "answered";
  /** The result, if it ended with one. */
  readonly result: JsonObject | undefined;
  /** The result as it was written. */
  readonly resultJson: string | undefined;
  /** The server's error, if it ended with one. */
  readonly error: ErrorObject | undefined;
  /** Why it failed, if it ended with neither. */
  readonly failure: Failure | undefined;
  /** What was received under `result` or `error`, also where it failed because of it. */
  readonly received: Json | undefined;
  /** How long, in milliseconds, and for whom the result may be kept. From 2026-07-28 on. */
  readonly cache: { readonly ttlMs: number; readonly scope: "private" | "public" };
}

/** One thing that the server wants of the user or the model. */
export interface NeededInput {
  /** The name under which the answer goes back; empty before 2026-07-28. */
  readonly key: string;
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  /** The params of that method. */
  readonly params: JsonObject | null;
  /**
   * Of an elicitation the answer that agrees; `content` is the form as it was filled in. The
   * defaults of what was left out are added.
   */
  accept(content?: object): JsonObject;
}

/** The server wants input before it goes on: answer with `provide` or `refuse`. */
export interface InputNeeded extends Heard {
  readonly kind: "inputNeeded";
  /** The call in whose course it was asked; 0 where that is not known. */
  readonly call: Ticket;
  /** What is wanted; nothing where the server only wants to be asked again. */
  readonly inputs: readonly NeededInput[];
  /** It is a request of the server's, as it is before 2026-07-28. */
  readonly isRequest: boolean;
  /** How often the server has asked in the course of this call. From 2026-07-28 on. */
  readonly round: number;
  /** How long to wait before asking again, where nothing else is wanted, in milliseconds. */
  readonly pauseMs: number;
}

/** A request of ours has to be sent `again`, or given up: `cancel`. */
export interface Suspended extends Heard {
  readonly kind: "suspended";
  /** On a pipe only `revision`: the server named another one, which is spoken from now on. */
  readonly why: "unauthorized" | "forbidden" | "session_lost" | "revision" | "header";
}

/** How far a request of ours has come. */
export interface Progress extends Heard {
  readonly kind: "progress";
  readonly progress: number | undefined;
  readonly total: number | undefined;
  /** What is being done. From 2025-03-26 on. */
  readonly message: string | undefined;
}

/** A log message. */
export interface Log extends Heard {
  readonly kind: "log";
  /** `undefined` for a word that is no level. */
  readonly level: Level | undefined;
  readonly logger: string | undefined;
  readonly data: Json | undefined;
}

/** The server listens to what we want to be told of, and says what of it it agrees to. */
export interface Listening extends Heard {
  readonly kind: "listening";
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
  /** The resources that it tells of. From 2026-07-28 on. */
  readonly uris: readonly string[];
  /** How many resources it did not agree to tell of. Before 2026-07-28. */
  readonly refused: number;
}

/** A listen came to its end. */
export interface ListenEnded extends Heard {
  readonly kind: "listenEnded";
  /** The server ended it as the protocol has it. */
  readonly isGraceful: boolean;
  readonly error: ErrorObject | undefined;
  readonly failure: Failure | undefined;
}

/** A list has changed. */
export interface Changed extends Heard {
  readonly kind: "changed";
  readonly what: "tools" | "prompts" | "resources";
}

/** A resource has changed. */
export interface Updated extends Heard {
  readonly kind: "updated";
  readonly uri: string;
}

/** The server does not need the answer to the request `ticket` of its any more. */
export interface Withdrawn extends Heard {
  readonly kind: "withdrawn";
  readonly reason: string | undefined;
}

/** `ping`: `client.reply` answers it. */
export interface PingRequest extends Heard {
  readonly kind: "ping";
}

/** A request that the protocol does not know: yours to answer, if it is one of yours. */
export interface ServerRequest extends Heard {
  readonly kind: "request";
  readonly method: string;
  readonly params: JsonObject | undefined;
}

/** A notification that the protocol does not know, or one that needs nothing done. */
export interface ServerNotification extends Heard {
  readonly kind: "notification";
  readonly params: JsonObject | undefined;
}

/** A request that breaks a rule: `client.reply` answers it with the error. */
export interface RefusedRequest extends Heard {
  readonly kind: "refused";
  readonly code: number;
  readonly message: string;
}

/** A message that needs no answer and means nothing here: for a log. */
export interface IgnoredMessage extends Heard {
  readonly kind: "ignored";
  /** Which rule it breaks; neither for what nothing waits for. */
  readonly code: number | undefined;
  readonly message: string | undefined;
}

/** What came in, or came to its end. */
export type ClientEvent =
  | Connected
  | Failed
  | CallAnswered
  | InputNeeded
  | Suspended
  | Progress
  | Log
  | Listening
  | ListenEnded
  | Changed
  | Updated
  | Withdrawn
  | PingRequest
  | ServerRequest
  | ServerNotification
  | RefusedRequest
  | IgnoredMessage;

/** What a client wants to be told of, and how far that was said. For one listen. */
export class Subscription {
  /** Changes of these lists, and of the resources with these URIs. */
  constructor(filter: {
    tools?: boolean;
    prompts?: boolean;
    resources?: boolean;
    uris?: readonly string[];
  });
  /** Names it in events, once it was said. */
  readonly ticket: Ticket;
}

/** The guard of a walk through the pages of a list, against cursors that go in a circle. */
export class Pages {
  /**
   * The cursor of the next page; `undefined` after the last. Throws a `RangeError` if the server
   * would give the same pages for ever.
   */
  next(result: object): string | undefined;
}

/** What is to be said about the failure of this name, such as `silent`. */
export function failure(name: string): Failure | undefined;

/** A request that was written: the ticket that names it, and what to send. */
export interface Called {
  ticket: Ticket;
  out: Out;
}

/**
 * A client of one server. Calls that give bytes throw a `SansmcpError` and have done nothing, or
 * give one whole message. `now` is the time in milliseconds from any start.
 */
export class Client {
  /**
   * Throws a `TypeError` that says what is wrong with `info`. Without one it is this package that
   * connects.
   */
  constructor(info?: ClientInfo, options?: ClientOptions);
  /** It was made to speak over HTTP. */
  readonly isHttp: boolean;
  /** Begins a connection; `nextOutput` has its first message. */
  connect(policy?: ConnectPolicy, now?: number): void;
  /** The events of a frame, read as they are asked for. */
  receive(frame: Frame, now?: number): IterableIterator<ClientEvent>;
  /**
   * The next message that is due without being asked for: the handshake, what is taken back. Call
   * it until there is none, after each of the other calls.
   */
  nextOutput(): Out | undefined;
  /** When to call `expire`; 0 if there is something to be told at once. */
  nextDeadline(): number | undefined;
  /** What came to its end without a message: at a deadline, or since the pipe was closed. */
  expire(now: number): IterableIterator<ClientEvent>;
  /**
   * Says that the pipe was closed, or over HTTP that the response of an exchange has ended or did
   * not come. `expire` tells what that ended.
   */
  closed(now?: number, route?: number): void;
  /**
   * Over HTTP: the names and values of the request head that goes with an output, right after it
   * was made. `schema` is the input schema of the tool that is called, if it is known, or its JSON
   * text.
   */
  head(out: Out, schema?: object | string): [string, string][];
  /**
   * Over HTTP: takes the head of the response to an output, whose route it is. A value has one
   * character for each of its bytes, as those of a `Headers`. Then ask `expire`.
   */
  responded(
    route: number,
    status: number,
    headers: Iterable<readonly [string, string]>,
    now?: number,
  ): Expect;
  /** Over HTTP: takes what an event stream said of itself. */
  seen(route: number, lastId: Bytes, retryMs?: number): void;
  /** Over HTTP: ends the session, where there is one. `nextOutput` says so to the server. */
  leave(): void;
  /** Over HTTP: the id of the session, a secret. */
  readonly session: string | undefined;
  /**
   * The tools of a page, a result of `tools/list` or its JSON text. Those whose arguments go into
   * headers that cannot be are left out, and `why`.
   */
  tools(page: object | string): ListedTool[];
  /** Answers what the engine can by itself: `ping` and `refused`. Empty for all else. */
  reply(event: ClientEvent): Out;
  /**
   * Writes a request. Its ticket names it in the events that follow: at last `answered`. The
   * params, here and in others, are an object or its JSON text.
   */
  call(method: string, params?: object | string, options?: CallOptions, now?: number): Called;
  /** Writes a suspended request again, with the method and the params as they were. */
  again(
    ticket: Ticket,
    method: string,
    params?: object | string,
    options?: CallOptions,
    now?: number,
  ): Called;
  /**
   * Gives the server what it wants: a result under the key of each input. From 2026-07-28 on the
   * call goes out again, under the ticket that this gives: `params` and `options` are those of the
   * call. Before, it is the answer to the server's request; the ticket is that of the call, or 0.
   */
  provide(
    event: InputNeeded,
    results: { readonly [key: string]: object },
    params?: object | string,
    options?: CallOptions,
    now?: number,
  ): Called;
  /**
   * Gives the server nothing. Before 2026-07-28 its request is answered with an error; from then on
   * the call ends here, without an event.
   */
  refuse(event: InputNeeded, code?: number, message?: string): Out;
  /** Ends a call or a listen without an answer; there will be no event of it. */
  cancel(ticket: Ticket): void;
  /** What asks to be told of changes: send all of it. */
  listen(subscription: Subscription, now?: number): IterableIterator<Out>;
  /** What asks not to be told any more: send all of it, then `nextOutput` as always. */
  unlisten(subscription: Subscription, now?: number): IterableIterator<Out>;
  /**
   * Asks for log messages from a level on. From 2026-07-28 on nothing is sent and the ticket is 0:
   * each later request says so.
   */
  setLevel(level: Level, options?: CallOptions, now?: number): Called;
  /** Writes a notification. */
  notify(method: string, params?: object | string): Out;
  /** Answers a `request` of the server's. */
  result(ticket: Ticket, result: object | string): Out;
  /** Answers a `request` of the server's with an error. */
  error(ticket: Ticket, code: number, message: string, data?: unknown): Out;
  /** The revision that is spoken, once there is a connection. */
  readonly revision: Revision | undefined;
  /** True once there is a connection, and until it ends. */
  readonly isConnected: boolean;
  /** The tickets of all that is open: our requests and listens, and the server's requests. */
  open(): Ticket[];
  /**
   * Gives its memory back now, and not when garbage is collected: for programs that make many.
   * Nothing can be done with it afterwards.
   */
  close(): void;
}

/** A connection or a call came to no result. */
export class ClientError extends Error {
  protected constructor();
}

/** No connection came about, or it has ended. */
export class ConnectionFailed extends ClientError {
  private constructor();
  /** What happened, whose fault it is, and what can be done. */
  readonly failure: Failure;
  /** What was received of the server, if anything was. */
  readonly received: Json | undefined;
  /** With which status, or by which signal, the server's process ended, if it had. */
  readonly exitStatus: number | string | undefined;
  /** What HTTP or the system said, if it did. */
  readonly detail: string | undefined;
}

/** A call ended without an answer, or with one that is none. */
export class CallFailed extends ClientError {
  private constructor();
  readonly failure: Failure;
  readonly received: Json | undefined;
  readonly exitStatus: number | string | undefined;
  /** What HTTP or the system said, if it did. */
  readonly detail: string | undefined;
}

/** The server wanted something before it went on, and was not given it. */
export class Declined extends ClientError {
  private constructor();
}

/** The server answered a call with an error. */
export class ServerError extends ClientError {
  private constructor();
  /** What kind of error it is: -32602 for wrong params, and so on. */
  readonly code: number;
  /** What the server said, without the words around it that `message` has. */
  readonly serverMessage: string;
  /** More of it, if the server said more. */
  readonly data: Json | undefined;
}
