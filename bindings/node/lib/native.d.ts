// What api.mjs wants of a native part; ../src/lib.rs and ../../wasm/src/lib.rs are two. It is no
// part of the packages. Texts named `json` are JSON; records and outputs are described in
// bindings/owned/src/record.rs and packed.rs.

type Output = Uint8Array;

export function words(): string;
export function member(json: string, key: string): string | null | undefined;

export class Frame {
  constructor(bytes: Uint8Array);
  bytes(): Uint8Array;
  overlong(): string | null | undefined;
  /** Where there is one, it gives back what is left after the bytes. */
  free?(): void;
}

export class Lines {
  constructor(max: number);
  feed(bytes: Uint8Array): Frame[];
  finish(): Frame[];
  free(): void;
}

export class Verdict {
  /** bindings/owned/src/packed/http.rs says what they are. */
  bytes(): Uint8Array;
  frame(body: Uint8Array, random: Uint8Array): Frame;
  tooLong(): Verdict;
  free?(): void;
}

export class Engine {
  /** With a policy it is an endpoint, whose policy has the slots. */
  constructor(infoJson: string, slots: number, maxMessage: number, policyJson?: string);
  receive(frame: Frame, now: number): Uint8Array | null | undefined;
  reply(record: Uint8Array): Output;
  beginReply(record: Uint8Array): Output;
  answer(ticket: number, json: string, data?: Uint8Array[]): Output;
  error(ticket: number, code: number, messageJson: string, dataJson?: string): Output;
  result(ticket: number, json: string): Output;
  progress(ticket: number, progress: string, total?: string, messageJson?: string): Output;
  begin(ticket: number, shape: string, mimeType: string, uri: string): Output;
  piece(ticket: number, data: Uint8Array): Output;
  end(ticket: number, failureJson?: string): Output;
  nextOutput(): Output;
  abandon(ticket: number): Output;
  isCancelled(ticket: number): boolean;
  open(): Iterable<number>;
  /** Names and values of the headers take turns. */
  judge(
    method: string,
    headers: string[],
    number: number,
    principal: number,
    now: number,
  ): Verdict | null | undefined;
  received(frame: Frame): void;
  /** A delivery, an error, or nothing. */
  nextDelivery(): Output;
  closed(number: number): void;
  cancelled(): Iterable<number>;
  free(): void;
}
