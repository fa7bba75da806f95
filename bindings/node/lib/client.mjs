// The client's side of the API, over the calls of a native part (native.d.ts). It converts and
// decides nothing. client.d.ts documents what is here.

import { bytes, camel, flat, given, json, object, optional, size, text } from "./convert.mjs";

const decoder = new TextDecoder();

/** What events say: bindings/owned/src/client/said.rs. Absent where an event does not say it. */
const MEMBERS = [
  "method", "revision", "capabilities", "serverInfo", "instructions", "result", "received",
  "failure", "retry", "error", "cache", "call", "isRequest", "round", "pauseMs", "why", "progress",
  "total", "message", "level", "logger", "data", "tools", "prompts", "resources", "uris", "refused",
  "isGraceful", "what", "uri", "reason", "params", "code",
];

/** The classes of a client, over a native part and what `bind` of api.mjs shares. */
function bindClient(native, shared) {
  const { words, called, check, maybe, out, packedOf, read } = shared;
  const kinds = words.heard.map(camel);

  let recordOf;

  /** An event: its record, of which what it says is read when it is asked for. */
  class ClientEvent {
    #record;
    #written;
    #said;

    static {
      recordOf = (event) => {
        if (event instanceof ClientEvent) return event.#record;
        throw new TypeError("an event of a client is needed");
      };
      for (const name of MEMBERS) {
        const get = function () {
          return this.#all[name];
        };
        Object.defineProperty(ClientEvent.prototype, name, { get });
      }
    }

    constructor(record) {
      const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
      this.#record = record;
      this.kind = kinds[record[0] - 1];
      this.ticket = view.getUint32(8, true) * 0x10000 + view.getUint32(4, true);
    }

    get #text() {
      return (this.#written ??= native.heard(this.#record));
    }

    get #all() {
      return (this.#said ??= this.#read());
    }

    #read() {
      const said = JSON.parse(this.#text);
      if (this.kind === "inputNeeded") {
        said.inputs = said.inputs.map((input) => ({
          ...input,
          accept: (content = {}) =>
            JSON.parse(given(() => native.accept(json(input.params), json(content, "content")))),
        }));
      }
      return said;
    }

    get inputs() {
      return this.#all.inputs;
    }

    get idJson() {
      return native.member(this.#text, "id") ?? undefined;
    }

    get resultJson() {
      return native.member(this.#text, "result") ?? undefined;
    }

    /** For logs: what is there. */
    toJSON() {
      return { kind: this.kind, ...this.#all };
    }
  }

  class Pages {
    #native = new native.Pages();

    next(result) {
      let cursor;
      try {
        cursor = this.#native.next(json(result, "result"));
      } catch (error) {
        throw new RangeError(error.message);
      }
      return cursor === undefined || cursor === null ? undefined : JSON.parse(cursor);
    }
  }

  let listeningOf;

  class Subscription {
    #native;

    static {
      listeningOf = (subscription) => subscription.#native;
    }

    constructor(filter) {
      this.#native = given(() => new native.Listening(json(filter, "the filter")));
    }

    get ticket() {
      return this.#native.ticket();
    }
  }

  class Client {
    #engine;

    constructor(info = { name: "sansmcp", version: words.version }, options = {}) {
      const { slots = 64, maxMessage = 1 << 24, http = false } = options;
      size(slots, 65535, "slots");
      size(maxMessage, 2 ** 32, "maxMessage");
      const written = json(info, "the client's info");
      this.isHttp = http;
      this.#engine = given(() => new native.ClientEngine(written, slots, maxMessage, http));
    }

    connect(policy, now = 0) {
      check(given(() => this.#engine.connect(object(policy, "the policy"), now)));
    }

    *receive(frame, now = 0) {
      for (let record; (record = read(frame, this.#engine, now)); ) yield new ClientEvent(record);
    }

    *expire(now) {
      for (let record; (record = this.#engine.expire(now)); ) yield new ClientEvent(record);
    }

    nextDeadline() {
      return this.#engine.nextDeadline() ?? undefined;
    }

    closed(now = 0, route = 0) {
      this.#engine.closed(route, now);
    }

    head(sent, schema) {
      const written = object(schema, "schema") || undefined;
      return JSON.parse(decoder.decode(out(this.#engine.head(packedOf(sent), written)).line));
    }

    responded(route, status, headers, now = 0) {
      return JSON.parse(this.#engine.responded(route, status, flat(headers), now));
    }

    seen(route, lastId, retryMs) {
      this.#engine.seen(route, bytes(lastId, "lastId"), retryMs);
    }

    leave() {
      this.#engine.leave();
    }

    get session() {
      return this.#engine.session() ?? undefined;
    }

    tools(page) {
      return JSON.parse(this.#engine.tools(object(page, "a page")));
    }

    nextOutput() {
      return maybe(this.#engine.nextOutput());
    }

    reply(event) {
      return out(this.#engine.reply(recordOf(event)));
    }

    call(method, params, options, now = 0) {
      const [written, terms] = [object(params, "params"), object(options, "options")];
      return called(given(() => this.#engine.call(String(method), written, terms, now)));
    }

    again(ticket, method, params, options, now = 0) {
      const [written, terms] = [object(params, "params"), object(options, "options")];
      return called(given(() => this.#engine.again(ticket, String(method), written, terms, now)));
    }

    provide(event, results, params, options, now = 0) {
      const [record, written] = [recordOf(event), json(results, "the results")];
      const [again, terms] = [object(params, "params"), object(options, "options")];
      return called(given(() => this.#engine.provide(record, written, again, terms, now)));
    }

    refuse(event, code = -1, message = "declined") {
      text(message, "message");
      return out(this.#engine.refuse(recordOf(event), code, message));
    }

    cancel(ticket) {
      check(this.#engine.cancel(ticket));
    }

    *listen(subscription, now = 0) {
      const listening = listeningOf(subscription);
      for (let one; (one = maybe(this.#engine.listen(listening, now))); ) yield one;
    }

    *unlisten(subscription, now = 0) {
      const listening = listeningOf(subscription);
      for (let one; (one = maybe(this.#engine.unlisten(listening, now))); ) yield one;
    }

    setLevel(level, options, now = 0) {
      const terms = object(options, "options");
      return called(given(() => this.#engine.setLevel(String(level), terms, now)));
    }

    notify(method, params) {
      return out(this.#engine.notify(String(method), object(params, "params")));
    }

    result(ticket, result) {
      return out(this.#engine.result(ticket, object(result, "a result")));
    }

    error(ticket, code, message, data) {
      text(message, "message");
      return out(this.#engine.error(ticket, code, message, optional(data, "data", json)));
    }

    get revision() {
      return this.#engine.revision() ?? undefined;
    }

    get isConnected() {
      return this.#engine.isConnected();
    }

    open() {
      return Array.from(this.#engine.open());
    }

    close() {
      this.#engine.free();
      this.#engine = undefined;
    }
  }

  /** What is to be said about the failure of this name. */
  function failure(name) {
    const account = native.failure(name);
    return account ? JSON.parse(account) : undefined;
  }

  return { Client, Pages, Subscription, failure };
}

export { bindClient };
