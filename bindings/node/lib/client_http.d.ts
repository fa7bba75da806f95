/** What a client over HTTP reads: responses, event streams, lists of tools. */

import type { Bytes, Frame, JsonObject, Ticket } from "./index.mjs";

/** What to do with the body of a response; `Client.closed` follows in any case. */
export interface Expect {
  /**
   * `json`: read it whole and give `Client.receive` a frame of it, on the route. `events`: read it
   * as an event stream, {@link SseEvents}. `nothing`: drop it. `denied`: 401 or 403; the exchange
   * is suspended until `again` or `cancel`.
   */
  readonly kind: "json" | "events" | "nothing" | "denied";
  /** What was denied; 0 of a message that nobody answers. */
  readonly ticket: Ticket;
  /** Of what was denied `WWW-Authenticate`, as it came. */
  readonly challenge: string;
}

/** A tool of a list with its input schema as it was written, or why it is left out. */
export type ListedTool =
  | { readonly name: string; readonly tool: JsonObject; readonly schema: string; why?: undefined }
  | { readonly name: string; readonly why: string };

/** Cuts an event stream into events, each a message. */
export class SseEvents {
  /** `max`: the data of an event must be shorter than so many bytes; 16 MiB if not said. */
  constructor(options?: { max?: number });
  /** Takes bytes of the response of an exchange, and gives the events that became whole. */
  feed(chunk: Bytes, route: number): { readonly frame: Frame; readonly id: Uint8Array }[];
  /** The last id that an event set, one without data as well; empty if there is none. */
  readonly lastId: Uint8Array;
  /** How long to wait before the stream is asked for again, in milliseconds, if it said so. */
  readonly retry: number | undefined;
  /** Gives its memory back now, and not when garbage is collected. */
  close(): void;
}
