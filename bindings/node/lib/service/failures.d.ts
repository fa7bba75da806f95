/** What functions of a service throw to be understood by the peer. */

import type { ClientCapability, JsonObject } from "../index.mjs";

/**
 * A tool failed in a way that the model shall read about: its message is the tool's result, that of
 * a subclass behind the name of its class. Of any other error the peer learns the name of the class
 * and nothing else; `onError` has it whole.
 */
export class ToolError extends Error {}

/** Answers a request with an error of the protocol, as it is given here. */
export class RequestError extends Error {
  constructor(code: number, message: string, data?: unknown);
  readonly code: number;
  readonly data: unknown;
}

/** The client did not answer what it was asked: it gave an error, or no answer in time. */
export class AskFailed extends ToolError {
  constructor(key: string, why: string, error?: JsonObject);
  /** That of the question, or the method of a request. */
  readonly key: string;
  readonly why: string;
  /** What the client said, with `code` and `message`. */
  readonly error: JsonObject | undefined;
}

/** The client did not declare what a question needs; uncaught, it is told so. */
export class MissingCapability extends Error {
  constructor(...needed: ClientCapability[]);
  readonly needed: readonly ClientCapability[];
}
