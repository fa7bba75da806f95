// The client's side of the API, over the calls of a native part (native.d.ts). It converts and
// decides nothing. client.d.ts documents what is here.

import { camel, json, optional, size, text } from "./convert.mjs";

/** The ticket of a call stands before its bytes: bindings/owned/src/packed/client.rs. */
const [START, TICKET] = [5, 13];
const NOTHING = 2;

/** What events say: bindings/owned/src/client/said.rs. Absent where an event does not say it. */
const MEMBERS = [
  "method", "revision", "capabilities", "serverInfo", "instructions", "result", "received",
  "failure", "retry", "error", "cache", "call", "isRequest", "round", "pauseMs", "why", "progress",
  "total", "message", "level", "logger", "data", "tools", "prompts", "resources", "uris", "refused",
  "isGraceful", "what", "uri", "reason", "params", "code",
];

/** `params` and options as JSON text, which they may be already; nothing for none. */
function object(value, what) {
  return typeof value === "string" ? value : optional(value, what, json) ?? "";
}

/** The classes of a client, over a native part and what `bind` of api.mjs shares. */
function bindClient(native, { words, Out, out, check, read }) {
  const kinds = words.heard.map(camel);

  /** What is wrong in an argument is a TypeError, as for a server's info. */
  function given(make) {
    try {
      return make();
    } catch (error) {
      throw new TypeError(error.message);
    }
  }

  /** A call: its ticket and what to send. */
  function called(make) {
    const output = given(make);
    const view = check(output);
    const ticket = Number(view.getBigUint64(START, true));
    const sent = output.subarray(TICKET - START);
    sent[0] = output[0];
    return { ticket, out: new Out(sent) };
  }

  function maybe(output) {
    return output[0] === NOTHING ? undefined : out(output);
  }

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
      const { slots = 64, maxMessage = 1 << 24 } = options;
      size(slots, 65535, "slots");
      size(maxMessage, 2 ** 32, "maxMessage");
      const written = json(info, "the client's info");
      this.#engine = given(() => new native.ClientEngine(written, slots, maxMessage));
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

    closed(now = 0) {
      this.#engine.closed(now);
    }

    nextOutput() {
      return maybe(this.#engine.nextOutput());
    }

    reply(event) {
      return out(this.#engine.reply(recordOf(event)));
    }

    call(method, params, options, now = 0) {
      const [written, terms] = [object(params, "params"), object(options, "options")];
      return called(() => this.#engine.call(String(method), written, terms, now));
    }

    again(ticket, method, params, options, now = 0) {
      const [written, terms] = [object(params, "params"), object(options, "options")];
      return called(() => this.#engine.again(ticket, String(method), written, terms, now));
    }

    provide(event, results, params, options, now = 0) {
      const [record, written] = [recordOf(event), json(results, "the results")];
      const [again, terms] = [object(params, "params"), object(options, "options")];
      return called(() => this.#engine.provide(record, written, again, terms, now));
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
      return called(() => this.#engine.setLevel(String(level), terms, now));
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

  return { Client, Pages, Subscription };
}

export { bindClient };
