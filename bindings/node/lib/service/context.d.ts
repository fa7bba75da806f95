/** What a function of a service sees of the call that it serves. */

import type { Level } from "../client.mjs";
import type { Event } from "../events.mjs";
import type { ClientCapability, JsonObject, Revision, Ticket } from "../index.mjs";
import type { Input, Limits } from "../server.mjs";
import { Server } from "../server.mjs";
import type { OutputOf, Schema } from "./schema.mjs";

/** What the user did with a form, or with a page to visit. */
export type Elicited<Content> =
  | { readonly action: "accept"; readonly content: Content }
  | { readonly action: "decline" | "cancel"; readonly content?: undefined };

/**
 * The call that a function serves.
 *
 * **What asks the client** (`ask`, `elicit`, `elicitUrl`, `sample`, `roots`) **ends the run of the
 * function, which runs again from its start once the answer is there**, in all revisions; then the
 * promise has the answer at once. So what must not be done twice is done behind it, keys are the
 * same in each run, and each stands for one question. The run ends with an error that is not to be
 * caught. Promises are rejected with a `MissingCapability` if the client did not declare that it
 * can be asked this, with an `AskFailed` if it did not answer.
 */
export interface Context<State = any> {
  /** The event of the call. */
  readonly event: Event;
  /** The engine that it came by, for what is not said here; over HTTP an `Endpoint`. */
  readonly server: Server;
  /** Names the call in the engine. */
  readonly ticket: Ticket;
  /** The revision it is served in. */
  readonly revision: Revision;
  /** The client's name and version, as far as they are known. */
  readonly client: JsonObject | undefined;
  /** What the client declared. */
  readonly capabilities: ReadonlySet<ClientCapability>;
  /** What `start` of the service gave. */
  readonly state: State;
  /** Who asks: what `principal` of the HTTP host said. */
  readonly principal: string | undefined;
  /** Aborts when nobody waits for the call any more: cancelled, or its client is gone. */
  readonly signal: AbortSignal;
  /** The same without a signal. */
  readonly isCancelled: boolean;

  /** Tells how far the call has come, if the client wants to know. */
  progress(progress: number, total?: number, message?: string): void;
  /** Tells the client what goes on, if it wants to know: a text, or any value of JSON. */
  log(level: Level, data: unknown, logger?: string): void;
  /** Sends a notification of your own on the way of this call. */
  notify(method: string, params?: object): void;
  /**
   * Ends the stream of events that the client waits on, and has it come back for the answer after
   * so many milliseconds: over HTTP in 2025-11-25, with `replay`. Elsewhere it does nothing.
   */
  putOff(retryMs: number): void;

  /** Asks for several things at once, and gives the answers by their keys, as they came. */
  ask(inputs: Iterable<Input>): Promise<{ [key: string]: JsonObject }>;
  /**
   * Asks the user to fill in a form, or, without one, for consent. From 2025-06-18 on. `form`: a
   * schema of an object whose members are texts, numbers, truth values or choices among texts.
   */
  elicit<const S extends Schema = { type: "object" }>(
    key: string,
    message: string,
    form?: S,
  ): Promise<Elicited<OutputOf<S>>>;
  /**
   * Asks the user to visit a page. From 2025-11-25 on. `elicitationId` names it in 2025-11-25 (the
   * key, if not said); there `notify` tells of its end with `notifications/elicitation/complete`.
   */
  elicitUrl(
    key: string,
    message: string,
    url: string,
    options?: { elicitationId?: string },
  ): Promise<{ readonly action: "accept" | "decline" | "cancel" }>;
  /** Asks the client's model: `role`, `content`, `model`, `stopReason`. */
  sample(
    key: string,
    params: { messages: readonly object[]; maxTokens: number; [more: string]: unknown },
  ): Promise<JsonObject>;
  /** Asks for the client's roots; the key is `roots` if not said. */
  roots(key?: string): Promise<{ uri: string; name?: string }[]>;
  /**
   * What this call has to know when it runs again: any value of JSON, `undefined` at first. It goes
   * out with the next question, and is here again once the function begins anew with the answer.
   * The client can read it from 2026-07-28 on, but not change it.
   */
  requestState: any;

  /**
   * Sends a request of the server's own within the call, before 2026-07-28, and gives its result;
   * this run of the function goes on with it. Prefer `ask` and its like, which work in every
   * revision. Rejected with an `AskFailed` where the client gave an error, came too late or gave
   * the call up, with the `SansmcpError` `USE_ASK` from 2026-07-28 on.
   */
  request(
    method: string,
    params?: object,
    limits?: Pick<Limits, "idleMs" | "hardMs">,
  ): Promise<JsonObject>;
}
