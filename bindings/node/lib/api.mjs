// The JavaScript side of `sansmcp` and `sansmcp-wasm`, over the calls of either one's native part
// (native.d.ts). It converts between JavaScript's values and the engine's texts and bytes, and
// decides nothing. index.d.ts and http.d.ts document what is here.

import { bindClient } from "./client.mjs";
import { bytes, camel, json, number, optional, size, text } from "./convert.mjs";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Where the spans and the text stand in an event's record: bindings/owned/src/record.rs. */
const [
  ID, METHOD, PARAMS, META, NAME, ARGUMENTS, CURSOR, TOKEN, CLIENT_INFO, VERSION, REASON,
] = Array.from({ length: 11 }, (_, index) => 16 + 8 * index);
const TEXT = 128;

/** The first bytes of an output: bindings/owned/src/packed.rs. */
const [LAST, NOTHING, ERROR] = [1, 2, 3];
const START = 5;

/** The flags and the first bytes of a delivery or a verdict: …/packed/http.rs. */
const [NUMBER, WITH_HEAD, END, BODY, STREAM] = [1, 2, 4, 8, 16];
const HEAD = 11;

/** The API over a native part. */
function bind(native) {
  const words = JSON.parse(native.words());
  const kinds = words.kinds.map(camel);

  class SansmcpError extends Error {
    constructor([name, message], need) {
      super(message);
      this.code = name.toUpperCase();
      if (name === "short") this.need = need;
    }

    get name() {
      return "SansmcpError";
    }
  }

  /** The view of an output; throws the error if it is one. */
  function check(output) {
    const view = new DataView(output.buffer, output.byteOffset, output.byteLength);
    if (output[0] === ERROR) {
      const need = Number(view.getBigUint64(5, true));
      throw new SansmcpError(words.errors[view.getUint32(1, true)], need);
    }
    return view;
  }

  class Out {
    constructor(output) {
      this.line = output.subarray(START);
      this.isLast = output[0] === LAST;
    }

    get json() {
      const { line } = this;
      return line.at(-1) === 10 ? line.subarray(0, -1) : line;
    }

    toString() {
      return decoder.decode(this.line);
    }
  }

  function out(output) {
    if (output[0] === ERROR) check(output);
    return new Out(output);
  }

  let recordOf;

  /** An event: its record, of which a member is read when it is asked for. */
  class Event {
    #record;
    #view;
    #text;
    #values = new Map();

    static {
      recordOf = (event) => event.#record;
    }

    constructor(record) {
      this.#record = record;
      this.#view = new DataView(record.buffer, record.byteOffset, record.byteLength);
      this.kind = kinds[record[0] - 1];
      this.ticket = this.#view.getUint32(8, true) * 0x10000 + this.#view.getUint32(4, true);
    }

    /** The part of the message that a span says, as it was written. */
    #at(span) {
      const length = this.#view.getUint32(span + 4, true);
      if (length === 0) return undefined;
      const start = this.#view.getUint32(span, true);
      this.#text ??= decoder.decode(this.#record.subarray(TEXT));
      // Where each character is one byte, places are the same in both.
      if (this.#text.length === this.#record.length - TEXT) {
        return this.#text.slice(start, start + length);
      }
      return decoder.decode(this.#record.subarray(TEXT + start, TEXT + start + length));
    }

    #value(span) {
      if (!this.#values.has(span)) {
        const written = this.#at(span);
        this.#values.set(span, written === undefined ? undefined : JSON.parse(written));
      }
      return this.#values.get(span);
    }

    get id() { return this.#value(ID); }
    get idJson() { return this.#at(ID); }
    get method() { return this.#value(METHOD); }
    get methodJson() { return this.#at(METHOD); }
    get params() { return this.#value(PARAMS); }
    get paramsJson() { return this.#at(PARAMS); }
    get meta() { return this.#value(META); }
    get metaJson() { return this.#at(META); }
    get name() { return this.#value(NAME); }
    get nameJson() { return this.#at(NAME); }
    get arguments() { return this.#value(ARGUMENTS); }
    get argumentsJson() { return this.#at(ARGUMENTS); }
    get cursor() { return this.#value(CURSOR); }
    get clientInfo() { return this.#value(CLIENT_INFO); }
    get requestedVersion() { return this.#value(VERSION); }
    get reason() {
      const reason = this.#value(REASON);
      return typeof reason === "string" ? reason : undefined;
    }
    get reasonJson() { return this.#at(REASON); }
    get wantsProgress() { return this.#at(TOKEN) !== undefined; }
    get revision() { return words.revisions[this.#record[1] - 1]; }
    get code() { return words.refusals[this.#record[2] - 1]?.[0]; }
    get message() { return words.refusals[this.#record[2] - 1]?.[1]; }

    argumentJson(key) {
      const all = this.#at(ARGUMENTS);
      return (all === undefined ? all : native.member(all, key)) ?? undefined;
    }

    /** For logs: what is there. */
    toJSON() {
      const { kind, id, method, revision, name, cursor, reason, code, message } = this;
      const seen = { kind, id, method, revision, name, cursor, reason, code, message };
      return { ...seen, arguments: this.arguments };
    }
  }

  let read;
  let end;

  class Frame {
    #native;
    /** It is the body of a POST, whose end is asked for once more. */
    #isPost;

    static {
      /** The record of the next event; after the last one, the frame's memory is free. */
      read = (frame, engine, now) => {
        const record = frame.#native && engine.receive(frame.#native, now);
        if (!record && !frame.#isPost) frame.#free();
        return record;
      };
      end = (frame, engine) => {
        if (frame.#native) engine.received(frame.#native);
        frame.#free();
      };
    }

    constructor(data, isPost = false) {
      const isNative = data instanceof native.Frame;
      this.#native = isNative ? data : new native.Frame(bytes(data, "a frame"));
      this.#isPost = isNative && isPost;
    }

    #free() {
      this.#native?.free?.();
      this.#native = undefined;
    }

    get bytes() {
      return this.#native?.bytes() ?? new Uint8Array(0);
    }

    get overlong() {
      const known = this.#native?.overlong();
      return known ? JSON.parse(known) : undefined;
    }
  }

  class Lines {
    #native;

    constructor({ max = 1 << 20 } = {}) {
      this.#native = new native.Lines(size(max, 2 ** 32, "max"));
    }

    feed(chunk) {
      return this.#native.feed(bytes(chunk, "a chunk")).map((frame) => new Frame(frame));
    }

    finish() {
      return this.#native.finish().map((frame) => new Frame(frame));
    }

    close() {
      this.#native.free();
      this.#native = undefined;
    }
  }

  class Answer {
    #send;
    #content = [];
    #data;
    #rest = "";

    constructor(send) {
      this.#send = send;
    }

    #add(block) {
      this.#content.push(block);
      return this;
    }

    /** Bytes stand beside the text, and in it where they stand. */
    #put(data) {
      this.#data ??= []; // most answers have none, and an empty array is dear to hand over
      return this.#data.push(bytes(data, "data")) - 1;
    }

    text(value) {
      return this.#add(`{"type":"text","text":${text(value, "text")}}`);
    }

    textJson(value) {
      text(JSON.parse(value), "textJson");
      return this.#add(`{"type":"text","text":${value}}`);
    }

    fail(why) {
      this.#rest += ',"isError":true';
      return this.text(why);
    }

    image(data, mimeType) {
      return this.#add(json({ type: "image", mimeType, data: this.#put(data) }));
    }

    audio(data, mimeType) {
      return this.#add(json({ type: "audio", mimeType, data: this.#put(data) }));
    }

    resource(uri, value, mimeType) {
      text(value, "text");
      return this.#add(json({ type: "resource", resource: { uri, mimeType, text: value } }));
    }

    blob(uri, data, mimeType) {
      const resource = { uri, mimeType, blob: this.#put(data) };
      return this.#add(json({ type: "resource", resource }));
    }

    link(uri, name, mimeType) {
      return this.#add(json({ type: "resource_link", uri, name, mimeType }));
    }

    structured(value) {
      this.#rest += `,"structuredContent":${json(value, "structured")}`;
      return this;
    }

    meta(value) {
      this.#rest += `,"_meta":${json(value, "meta")}`;
      return this;
    }

    end() {
      return out(this.#send(`{"content":[${this.#content.join()}]${this.#rest}}`, this.#data));
    }
  }

  let engineOf;

  class Server {
    #engine;

    static {
      engineOf = (server) => server.#engine;
    }

    constructor(info, options = {}) {
      const { slots = 64, maxMessage = 1 << 24 } = options;
      size(slots, 65535, "slots");
      size(maxMessage, 2 ** 32, "maxMessage");
      const written = json(info, "the server's info");
      const policy = this instanceof Endpoint ? json(options, "the options") : undefined;
      try {
        this.#engine = new native.Engine(written, slots, maxMessage, policy);
      } catch (error) {
        throw new TypeError(error.message);
      }
    }

    *receive(frame, now = 0) {
      for (let record; (record = read(frame, this.#engine, now)); ) yield new Event(record);
    }

    reply(event) {
      return out(this.#engine.reply(recordOf(event)));
    }

    answer(ticket) {
      return new Answer((answer, data) => this.#engine.answer(ticket, answer, data));
    }

    error(ticket, code, message, data) {
      const written = optional(data, "data", json);
      return out(this.#engine.error(ticket, code, text(message, "message"), written));
    }

    result(ticket, value) {
      return out(this.#engine.result(ticket, json(value, "a result")));
    }

    resultJson(ticket, text) {
      return out(this.#engine.result(ticket, text));
    }

    progress(ticket, progress, total, message) {
      return out(this.#engine.progress(
        ticket,
        number(progress, "progress"),
        optional(total, "total", number),
        optional(message, "message", text),
      ));
    }

    begin(ticket, { type, mimeType = "", uri = "" }) {
      return out(this.#engine.begin(ticket, type, mimeType, uri));
    }

    piece(ticket, data) {
      const output = this.#engine.piece(ticket, bytes(data, "a piece"));
      return { taken: check(output).getUint32(1, true), out: new Out(output) };
    }

    end(ticket, failure) {
      return out(this.#engine.end(ticket, optional(failure, "failure", text)));
    }

    beginReply(event) {
      return out(this.#engine.beginReply(recordOf(event)));
    }

    nextOutput() {
      const output = this.#engine.nextOutput();
      return output[0] === NOTHING ? undefined : out(output);
    }

    abandon(ticket) {
      check(this.#engine.abandon(ticket));
    }

    isCancelled(ticket) {
      return this.#engine.isCancelled(ticket);
    }

    open() {
      return Array.from(this.#engine.open());
    }

    close() {
      this.#engine.free();
      this.#engine = undefined;
    }
  }

  /** What is in the bytes of a delivery or a verdict: bindings/owned/src/packed/http.rs. */
  function unpack(packed) {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    const [flags, body] = [packed[0], HEAD + view.getUint32(5, true)];
    const has = (flag) => (flags & flag) !== 0;
    return {
      flags,
      number: has(NUMBER) ? view.getUint32(1, true) : undefined,
      status: has(WITH_HEAD) ? view.getUint16(9, true) : undefined,
      headers: body > HEAD ? JSON.parse(decoder.decode(packed.subarray(HEAD, body))) : [],
      body: packed.subarray(body),
    };
  }

  class Verdict {
    #native;

    constructor(verdict) {
      const { flags, number, status, headers, body } = unpack(verdict.bytes());
      this.kind = flags & BODY ? "body" : flags & STREAM ? "stream" : "reply";
      Object.assign(this, { status, headers, body });
      if (this.kind === "body") {
        this.maxBody = number;
        this.#native = verdict;
      } else {
        this.replaces = number;
        verdict.free?.();
      }
    }

    /** Its memory is free afterwards. */
    #take(make) {
      if (!this.#native) throw new TypeError("there is no body to read, or it was read before");
      const made = make(this.#native);
      this.#native.free?.();
      this.#native = undefined;
      return made;
    }

    frame(body, random) {
      const read = bytes(body, "a body");
      if (bytes(random, "random").length !== 16) throw new RangeError("random must be 16 bytes");
      return this.#take((verdict) => new Frame(verdict.frame(read, bytes(random)), true));
    }

    tooLong() {
      return this.#take((verdict) => new Verdict(verdict.tooLong()));
    }
  }

  class Endpoint extends Server {
    judge({ method, headers, number, principal = 0, now = 0 }) {
      size(number, 2 ** 32, "number");
      size(principal, 2 ** 53, "principal");
      const lines = Array.from(headers, ([name, value]) => [String(name), String(value)]).flat();
      return new Verdict(engineOf(this).judge(method, lines, number, principal, now));
    }

    received(frame) {
      end(frame, engineOf(this));
    }

    nextDelivery() {
      const packed = engineOf(this).nextDelivery();
      if (packed.length === 0) return undefined;
      if (packed[0] === ERROR) check(packed);
      const { flags, number, status, headers, body } = unpack(packed);
      return { to: number, status, headers, body, isEnd: (flags & END) !== 0 };
    }

    closed(number) {
      engineOf(this).closed(size(number, 2 ** 32, "number"));
    }

    cancelled() {
      return Array.from(engineOf(this).cancelled());
    }
  }

  const client = bindClient(native, { words, Out, out, check, read });
  return { ...client, Endpoint, Frame, Lines, SansmcpError, Server };
}

export { bind };
