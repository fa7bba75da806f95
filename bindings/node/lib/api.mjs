// The JavaScript side of `sansmcp` and `sansmcp-wasm`, over the calls of either one's native part
// (native.d.ts). It converts between JavaScript's values and the engine's texts and bytes, and
// decides nothing. index.d.ts documents what is here.

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Where the spans and the text stand in an event's record: bindings/owned/src/record.rs. */
const [
  ID, METHOD, PARAMS, META, NAME, ARGUMENTS, CURSOR, TOKEN, CLIENT_INFO, VERSION, REASON,
] = Array.from({ length: 11 }, (_, index) => 16 + 8 * index);
const TEXT = 120;

/** The first bytes of an output: bindings/owned/src/packed.rs. */
const [LAST, NOTHING, ERROR] = [1, 2, 3];
const START = 5;

/** A value as JSON text. Lone surrogates survive as escapes. */
function json(value, what) {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`${what} cannot be written as JSON`);
  return text;
}

function text(value, what) {
  if (typeof value !== "string") throw new TypeError(`${what} must be a string`);
  return JSON.stringify(value);
}

function optional(value, what, write) {
  return value === undefined || value === null ? undefined : write(value, what);
}

/** A number as JSON text; a bigint keeps all its digits. */
function number(value, what) {
  if (typeof value !== "bigint" && !Number.isFinite(value)) {
    throw new TypeError(`${what} must be a finite number`);
  }
  return String(value);
}

function bytes(value, what) {
  if (value instanceof Uint8Array) return value;
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw new TypeError(`${what} must be bytes: a Uint8Array`);
}

/** A size below `bound`; the native parts would read NaN as 0. */
function size(value, bound, what) {
  if (Number.isInteger(value) && value >= 0 && value < bound) return value;
  throw new RangeError(`${what} must be a whole number from 0 to ${bound - 1}`);
}

/** `call_tool` is `callTool` here. */
function camel(name) {
  return name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
}

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

  class Frame {
    #native;

    static {
      /** The record of the next event; after the last one, the frame's memory is free. */
      read = (frame, engine, now) => {
        const record = frame.#native && engine.receive(frame.#native, now);
        if (!record) {
          frame.#native?.free?.();
          frame.#native = undefined;
        }
        return record;
      };
    }

    constructor(data) {
      const isNative = data instanceof native.Frame;
      this.#native = isNative ? data : new native.Frame(bytes(data, "a frame"));
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

  class Server {
    #engine;

    constructor(info, { slots = 64, maxMessage = 1 << 24 } = {}) {
      size(slots, 65535, "slots");
      size(maxMessage, 2 ** 32, "maxMessage");
      const written = json(info, "the server's info");
      try {
        this.#engine = new native.Engine(written, slots, maxMessage);
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

  return { Frame, Lines, SansmcpError, Server };
}

export { bind };
