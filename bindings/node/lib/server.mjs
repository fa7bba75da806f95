// A server, over the engine of a native part.

import { bytes, given, json, number, object, optional, size, string, text } from "./convert.mjs";
import { Answer, Completion, Contents, Messages } from "./results.mjs";

/** The class of servers and what belongs to it; `engineOf` gives the engine of one. */
function bindServer(native, shared) {
  const { Event, asked, called, check, is, maybe, out, read, record, recordOf, taken } = shared;

  /** One message for each who listens; what it throws ends nothing. */
  class Updates {
    #next;

    constructor(next) {
      this.#next = next;
    }

    next() {
      const value = this.#next();
      return { done: value === undefined, value };
    }

    [Symbol.iterator]() {
      return this;
    }
  }

  class Page {
    #engine;
    #page;

    constructor(engine, page) {
      this.#engine = engine;
      this.#page = page;
    }

    #add(list, entry) {
      const written = json(entry, `a ${list}`);
      return is.nothing(check(given(() => this.#engine.add(this.#page, list, written))));
    }

    tool(tool) { return this.#add("tool", tool); }
    resource(resource) { return this.#add("resource", resource); }
    template(template) { return this.#add("template", template); }
    prompt(prompt) { return this.#add("prompt", prompt); }

    end(nextCursor) {
      return out(this.#engine.endPage(this.#page, optional(nextCursor, "a cursor", string)));
    }
  }

  let engineOf;

  class Server {
    #engine;

    static {
      engineOf = (server) => server.#engine;
    }

    /** `options.policy` is an endpoint's. */
    constructor(info, options = {}) {
      const { slots = 64, maxMessage = 1 << 24, policy } = options;
      size(slots, 65535, "slots");
      size(maxMessage, 2 ** 32, "maxMessage");
      const written = json(info, "the server's info");
      const rules = optional(policy, "the options", json);
      this.#engine = given(() => new native.Engine(written, slots, maxMessage, rules));
    }

    /** What is rarely done: bindings/owned/src/packed/rarely.rs. */
    #rarely(verb, it, data) {
      const written = json(it, verb);
      return given(() => this.#engine.rarely(verb, written, data));
    }

    *receive(frame, now = 0) {
      for (let next; (next = read(frame, this.#engine, now)); ) yield new Event(next);
    }

    reply(event) {
      return out(this.#engine.reply(recordOf(event)));
    }

    answer(ticket) {
      return new Answer((answer, data) =>
        out(given(() => this.#engine.answer(ticket, answer, data))));
    }

    #result(ticket) {
      return (verb, result, data) => out(this.#rarely(verb, { ticket, ...result }, data));
    }

    contents(ticket) {
      return new Contents(this.#result(ticket));
    }

    messages(ticket) {
      return new Messages(this.#result(ticket));
    }

    completion(ticket) {
      return new Completion(this.#result(ticket));
    }

    error(ticket, code, message, data) {
      const written = optional(data, "data", json);
      return out(this.#engine.error(ticket, code, text(message, "message"), written));
    }

    result(ticket, value) {
      return out(this.#engine.result(ticket, json(value, "a result")));
    }

    resultJson(ticket, text) {
      return out(this.#engine.result(ticket, string(text, "a result")));
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
      const [of, at] = [string(mimeType, "mimeType"), string(uri, "uri")];
      return out(this.#engine.begin(ticket, string(type, "type"), of, at));
    }

    piece(ticket, data) {
      return taken(this.#engine.piece(ticket, bytes(data, "a piece")));
    }

    end(ticket, failure) {
      return out(this.#engine.end(ticket, optional(failure, "failure", text)));
    }

    beginReply(event) {
      return out(this.#engine.beginReply(recordOf(event)));
    }

    ask(event, inputs, { state, ...limits } = {}) {
      const it = { inputs: Array.from(inputs), state, ...limits };
      return asked(this.#rarely("ask", it, [recordOf(event)]));
    }

    resume(answered, kept, limits) {
      const output = this.#rarely("resume", { kept, ...limits }, [recordOf(answered)]);
      const event = record(output);
      return event === undefined ? asked(output) : new Event(event);
    }

    request(ticket, method, params, options) {
      const written = object(params, "params") || "{}";
      return called(this.#rarely("request", { ticket, method, params: written, ...options }));
    }

    undeclared(ticket, ...names) {
      return out(this.#rarely("undeclared", { ticket, names }));
    }

    nextDeadline() {
      return this.#engine.nextDeadline() ?? undefined;
    }

    *expire(now) {
      for (let next; (next = record(this.#rarely("expire", { now }))); ) yield new Event(next);
    }

    offer(tables) {
      check(this.#rarely("offer", tables));
    }

    page(event) {
      return new Page(this.#engine, this.#engine.page(recordOf(event)));
    }

    changed(what) {
      check(this.#rarely("changed", { what }));
    }

    updated(uri) {
      const telling = new native.Telling(String(uri));
      return new Updates(() => maybe(this.#engine.updated(telling)));
    }

    accept(event, uris) {
      return out(this.#rarely("accept", { uris }, [recordOf(event)]));
    }

    endListen(ticket) {
      check(this.#rarely("endListen", { ticket }));
    }

    listens() {
      return Array.from(this.#engine.listens());
    }

    log(level, data, options) {
      json(data, "data");
      return out(this.#rarely("log", { level, data, ...options }));
    }

    notify(method, params, options) {
      const written = object(params, "params") || "{}";
      return out(this.#rarely("notify", { method, params: written, ...options }));
    }

    nextOutput() {
      return maybe(this.#engine.nextOutput());
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

    closed(number = 0) {
      this.#engine.closed(size(number, 2 ** 32, "number"));
    }

    close() {
      this.#engine.free();
      this.#engine = undefined;
    }
  }

  return { Server, engineOf };
}

export { bindServer };
