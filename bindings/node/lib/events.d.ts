/** What a server hears, as a union that narrows by `kind`. */

import type { Level } from "./client.mjs";
import type { ClientCapability, JsonObject, Revision, Ticket } from "./index.mjs";

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
  /** What the client can do. */
  readonly capabilities: ReadonlySet<ClientCapability>;
  /** Over HTTP the session that it belongs to; 0 if it belongs to none, and over a pipe. */
  readonly session: number;
}

/** What requests have in whose course the client can be asked: `server.ask`. */
interface Asking {
  /** The answers to what was asked, by the keys that it was asked under; empty before. */
  readonly inputs: Readonly<Record<string, JsonObject>>;
  /** One answer to what was asked, as it was written. */
  inputJson(key: string): string | undefined;
  /**
   * The state that went out with what was asked, as it came back. From 2026-07-28 on the client
   * could have changed it.
   */
  readonly requestState: string | undefined;
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
export interface CallTool extends Request, Asking {
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

/** A request for one page of another list: `server.reply(event)` answers it. */
export interface ListMore extends Request {
  readonly kind: "listResources" | "listTemplates" | "listPrompts";
  readonly cursor: string | null | undefined;
}

/** `prompts/get`: yours to answer. */
export interface GetPrompt extends Request, Asking {
  readonly kind: "getPrompt";
  /** The prompt. */
  readonly name: string;
  readonly nameJson: string;
  /** The arguments, parsed when they are first asked for. */
  readonly arguments: JsonObject | undefined;
  /** The arguments as they were written. */
  readonly argumentsJson: string | undefined;
  /** One argument as it was written. */
  argumentJson(key: string): string | undefined;
}

/** `resources/read`: yours to answer. */
export interface ReadResource extends Request, Asking {
  readonly kind: "readResource";
  /** The resource. */
  readonly uri: string;
}

/**
 * `resources/subscribe` and its end: `server.reply(event)` notes it, and `server.updated` tells of
 * changes.
 */
export interface Subscribe extends Request {
  readonly kind: "subscribe" | "unsubscribe";
  /** The resource. */
  readonly uri: string;
}

/** `completion/complete`: yours to answer; `server.reply` has no suggestions. */
export interface Complete extends Request {
  readonly kind: "complete";
  /** The prompt whose argument is to be completed, if it is one. */
  readonly prompt: string | undefined;
  /** The template whose variable is to be completed, if it is one. */
  readonly uri: string | undefined;
  /** The name of the argument or variable. */
  readonly argument: string;
  /** What was typed so far. */
  readonly value: string;
  /** What other arguments were already set to. From 2025-06-18 on. */
  readonly context: Readonly<Record<string, string>> | undefined;
}

/** `logging/setLevel`: `server.reply(event)` takes it over. */
export interface SetLevel extends Request {
  readonly kind: "setLevel";
  /** The lowest level wanted. */
  readonly level: Level;
}

/**
 * `subscriptions/listen`: `server.reply` acknowledges all that is offered, `server.accept` what you
 * choose. From 2026-07-28 on.
 */
export interface Listen extends Request {
  readonly kind: "listen";
  /** Changes of these lists are asked for. */
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
  /** The resources whose updates are asked for. */
  readonly uris: readonly string[];
}

/** A request that the protocol does not know: yours to answer, if it is one of yours. */
export interface CustomRequest extends Request {
  readonly kind: "request";
}

/** A request of yours ended: the client answered it, or time ran out. */
export interface Answered {
  readonly kind: "answered";
  /** That of the request, which is over. */
  readonly ticket: Ticket;
  readonly idJson: string | undefined;
  /** The ticket of the call in whose course it was asked, which is still open; 0 if in none. */
  readonly parent: Ticket;
  /** How it ended. `expired`: no answer came in time, and the client is told so. */
  readonly outcome: "result" | "error" | "malformed" | "expired";
  /** The client's result, if it is one. */
  readonly result: JsonObject | undefined;
  /** The client's result as it was written. */
  readonly resultJson: string | undefined;
  /** The client's error, if it is one: it has `code` and `message`. */
  readonly error: JsonObject | undefined;
  /** The client's error as it was written. */
  readonly errorJson: string | undefined;
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
  /** Over HTTP the session that it belongs to; 0 if it belongs to none, and over a pipe. */
  readonly session: number;
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
  | ListMore
  | ReadResource
  | GetPrompt
  | Complete
  | SetLevel
  | Subscribe
  | Listen
  | CustomRequest
  | Answered
  | Cancelled
  | Notification
  | Refused
  | Ignored;
