// The events of a server, over the records of a native part: bindings/owned/src/record.rs.

import { camel, string } from "./convert.mjs";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Where the words, the spans and the text stand in a record. */
const [INDEX, SESSION, GENERATION, CAPABILITIES, PARENT, PARENTS, TEXT] =
  [4, 6, 8, 12, 120, 124, 128];
const [
  ID, METHOD, PARAMS, META, NAME, ARGUMENTS, CURSOR, TOKEN, CLIENT_INFO, VERSION, REASON, INPUTS,
  STATE,
] = Array.from({ length: 13 }, (_, index) => 16 + 8 * index);

/** Those whose `name` is a URI. */
const URIS = ["readResource", "subscribe", "unsubscribe"];

/** What only some events say: bindings/owned/src/told.rs. */
const TOLD = [
  "prompt", "argument", "value", "context", "level", "tools", "prompts", "resources", "uris",
  "outcome", "result", "error",
];

function textOf(value) {
  return typeof value === "string" ? value : undefined;
}

/** The class of events, and what gives the record of one. */
function bindEvents(native, words) {
  const kinds = words.kinds.map(camel);
  let recordOf;

  /** An event: its record, of which a member is read when it is asked for. */
  class Event {
    #record;
    #view;
    #text;
    #values = new Map();

    static {
      recordOf = (event) => {
        if (event instanceof Event) return event.#record;
        throw new TypeError("an event of a server is needed");
      };
      for (const name of TOLD) {
        const get = function () {
          return this.#told[name];
        };
        Object.defineProperty(Event.prototype, name, { get });
      }
    }

    constructor(record) {
      this.#record = record;
      this.#view = new DataView(record.buffer, record.byteOffset, record.byteLength);
      this.kind = kinds[record[0] - 1];
      this.ticket = this.#ticket(INDEX, GENERATION);
    }

    #ticket(index, generation) {
      return this.#view.getUint32(generation, true) * 0x10000 + this.#view.getUint16(index, true);
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

    get #toldJson() {
      if (!this.#values.has("told")) this.#values.set("told", native.told(this.#record) ?? "{}");
      return this.#values.get("told");
    }

    get #told() {
      if (!this.#values.has(TOLD)) this.#values.set(TOLD, JSON.parse(this.#toldJson));
      return this.#values.get(TOLD);
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
    get arguments() { return this.#value(ARGUMENTS) ?? undefined; }
    get argumentsJson() { return this.arguments && this.#at(ARGUMENTS); }
    get cursor() { return this.#value(CURSOR); }
    get clientInfo() { return this.#value(CLIENT_INFO); }
    get requestedVersion() { return this.#value(VERSION); }
    get reason() { return textOf(this.#value(REASON)); }
    get reasonJson() { return this.#at(REASON); }
    get wantsProgress() { return this.#at(TOKEN) !== undefined; }
    get revision() { return words.revisions[this.#record[1] - 1]; }
    get code() { return words.refusals[this.#record[2] - 1]?.[0]; }
    get message() { return words.refusals[this.#record[2] - 1]?.[1]; }
    get session() { return this.#view.getUint16(SESSION, true); }
    get inputs() { return this.#value(INPUTS) ?? {}; }
    get requestState() { return textOf(this.#value(STATE)); }
    get parent() { return this.#ticket(PARENT, PARENTS); }
    get resultJson() { return native.member(this.#toldJson, "result") ?? undefined; }
    get errorJson() { return native.member(this.#toldJson, "error") ?? undefined; }

    get uri() {
      return URIS.includes(this.kind) ? this.#value(NAME) : this.#told.uri;
    }

    get capabilities() {
      const bits = this.#view.getUint32(CAPABILITIES, true);
      const has = ([, bit]) => (bits & bit) === bit;
      return new Set(words.capabilities.filter(has).map(([name]) => name));
    }

    argumentJson(key) {
      return this.#member(ARGUMENTS, key);
    }

    inputJson(key) {
      return this.#member(INPUTS, key);
    }

    #member(span, key) {
      const all = this.#at(span);
      return all === undefined ? all : native.member(all, string(key, "a name")) ?? undefined;
    }

    /** For logs: what is there. */
    toJSON() {
      const { kind, id, method, revision, name, cursor, reason, code, message } = this;
      const seen = { kind, id, method, revision, name, cursor, reason, code, message };
      return { ...seen, arguments: this.arguments, ...this.#told };
    }
  }

  return { Event, recordOf };
}

export { bindEvents };
