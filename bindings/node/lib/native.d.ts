// What api.mjs wants of a native part; ../src/lib.rs and ../../wasm/src/lib.rs are two. It is no
// part of the packages. Texts named `json` are JSON; records and outputs are described in
// bindings/owned/src/record.rs and packed.rs.

type Output = Uint8Array;

export function words(): string;
/** What an event of a server's record says beside what stands in it. */
export function told(record: Uint8Array): string | null | undefined;
/** What a client must have declared for an input: the JSON text of an array of names. */
export function needs(inputJson: string): string;
/** The JSON text of an array of names. */
export function uriVariables(template: string): string;
/** The JSON text of an array in which names and values take turns. */
export function uriMatches(template: string, uri: string): string | null | undefined;
export function uriExpand(template: string, valuesJson: string): string;
export function member(json: string, key: string): string | null | undefined;

export class Frame {
  constructor(bytes: Uint8Array);
  bytes(): Uint8Array;
  on(route: number): Frame;
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

export function tooLong(length: number): Frame;

export class SseEvents {
  constructor(max: number);
  feed(bytes: Uint8Array): SseEvent[];
  lastId(): Uint8Array;
  retry(): number | null | undefined;
  free(): void;
}

export class SseEvent {
  frame(route: number): Frame;
  id(): Uint8Array;
  free?(): void;
}

/** What is wrong is the JSON text of an object: bindings/owned/src/packed/seal.rs. */
export class Seal {
  constructor(keys: Uint8Array[]);
  seal(record: Uint8Array, termsJson: string, data: Uint8Array): string;
  open(record: Uint8Array, termsJson: string): Uint8Array | null | undefined;
}

/** How far those who listen were told. */
export class Telling {
  constructor(uri: string);
}

/** A page under way. */
export class Page {}

export class Verdict {
  /** bindings/owned/src/packed/http.rs says what they are. */
  bytes(): Uint8Array;
  frame(body: Uint8Array, random: Uint8Array): Frame;
  tooLong(): Verdict;
  free?(): void;
}

/** What the event of a client's record says. */
export function heard(record: Uint8Array): string | null | undefined;
export function failure(name: string): string | null | undefined;
export function accept(paramsJson: string, contentJson: string): string;

export class Pages {
  next(resultJson: string): string | null | undefined;
}

export class Listening {
  constructor(filterJson: string);
  ticket(): number;
}

/** Params and terms are the JSON text of objects, or empty. */
export class ClientEngine {
  constructor(infoJson: string, slots: number, maxMessage: number, isHttp: boolean);
  connect(policy: string, now: number): Output;
  receive(frame: Frame, now: number): Uint8Array | null | undefined;
  expire(now: number): Uint8Array | null | undefined;
  nextDeadline(): number | null | undefined;
  closed(route: number, now: number): void;
  /** The JSON text of an array of pairs, as the bytes to send. */
  head(output: Output, schemaJson?: string): Output;
  /** Names and values of the headers take turns. The JSON text of an object. */
  responded(route: number, status: number, headers: string[], now: number): string;
  seen(route: number, lastId: Uint8Array, retryMs?: number): void;
  leave(): void;
  session(): string | null | undefined;
  /** The JSON text of an array. */
  tools(pageJson: string): string;
  nextOutput(): Output;
  reply(record: Uint8Array): Output;
  call(method: string, params: string, terms: string, now: number): Output;
  again(ticket: number, method: string, params: string, terms: string, now: number): Output;
  provide(record: Uint8Array, given: string, params: string, terms: string, now: number): Output;
  refuse(record: Uint8Array, code: number, message: string): Output;
  cancel(ticket: number): Output;
  listen(listening: Listening, now: number): Output;
  unlisten(listening: Listening, now: number): Output;
  setLevel(level: string, terms: string, now: number): Output;
  notify(method: string, params: string): Output;
  result(ticket: number, json: string): Output;
  error(ticket: number, code: number, message: string, dataJson?: string): Output;
  revision(): string | null | undefined;
  isConnected(): boolean;
  open(): Iterable<number>;
  free(): void;
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
  /** What is rarely done: bindings/owned/src/packed/rarely.rs. */
  rarely(verb: string, json: string, data?: Uint8Array[]): Output;
  updated(telling: Telling): Output;
  page(record: Uint8Array): Page;
  /** Nothing if the entry is in. */
  add(page: Page, list: string, json: string): Output;
  endPage(page: Page, next?: string): Output;
  nextDeadline(): number | null | undefined;
  listens(): Iterable<number>;
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
  nextDelivery(isDue: boolean): Output;
  putOff(ticket: number, retryMs: number): void;
  closed(number: number): void;
  cancelled(): Iterable<number>;
  free(): void;
}
