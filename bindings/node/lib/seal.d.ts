/** Request states and cursors that clients cannot change. */

import type { Event } from "./events.mjs";
import type { Bytes } from "./index.mjs";

/** What a sealed text is for, and what it is bound to; all of it must be the same at both ends. */
export interface SealTerms {
  /** `state` if not said. */
  purpose?: "state" | "cursor";
  /** A number that stands for who asks; 0 if not said. */
  principal?: number;
  /**
   * Bound to the arguments: white space and escapes in them may change on the way, the order of
   * members and the spelling of numbers may not. True if not said.
   */
  arguments?: boolean;
}

/**
 * A secret key that makes request states and cursors which clients cannot change. A text that it
 * sealed is good for the event that it was sealed for and its repetition, and no longer than it
 * says. It hides nothing: the client can read the data. It can be used again until it expires.
 */
export class Seal {
  /**
   * Seals with the first key, and opens with any. A key has 16 bytes or more, `RangeError` if not;
   * 32 of `crypto.getRandomValues` are a good one.
   */
  constructor(key: Bytes, ...older: Bytes[]);
  /** A text of the data; `expires` in milliseconds, on a clock that all with the key share. */
  seal(event: Event, data: Bytes, terms: SealTerms & { expires: number }): string;
  /** The data that came with an event, if any did. Throws a {@link SealError}. */
  open(event: Event, terms: SealTerms & { now: number }): Uint8Array | undefined;
}

/**
 * A sealed text that came is not good. What is wrong with it is for the log; to the peer all of it
 * is the same: `server.error(event.ticket, error.code, error.answer)`.
 */
export class SealError extends Error {
  private constructor();
  readonly why: "not_sealed" | "forged" | "expired";
  /** The code of the error to answer with. */
  readonly code: number;
  /** The message of the error to answer with. */
  readonly answer: string;
}
