// What a function sees of the call that it serves. service/context.d.ts documents it.

import { given, json } from "../convert.mjs";
import { AskFailed, Asked, MissingCapability } from "./failures.mjs";
import { elicited, formOf } from "./forms.mjs";

/** A promise that is nobody's fault if nobody looks at it. */
function quiet(promise) {
  promise.catch(() => {});
  return promise;
}

/** The class, over the API of a native part. */
function bindContext(native, { SansmcpError }) {
  /** What a client must have declared to be asked. */
  const needs = (input) => JSON.parse(given(() => native.needs(json(input, "an input"))));
  const isStale = (error) => error instanceof SansmcpError && error.code === "STALE";

  class Context {
    #responder;
    #event;
    #failed;
    #carried;
    #abort;
    #isCancelled = false;
    #reason;
    #replies = new Set();
    #asked = new Map();

    constructor(responder, event, failed) {
      this.#responder = responder;
      this.#event = event;
      this.#failed = failed;
    }

    get event() { return this.#event; }
    get server() { return this.#responder.server; }
    get ticket() { return this.#event.ticket; }
    get revision() { return this.#event.revision; }
    get client() { return this.#event.clientInfo ?? this.#responder.clientInfo; }
    get capabilities() { return this.#event.capabilities; }
    get state() { return this.#responder.service.state; }
    get principal() { return this.#responder.principalOf(this.ticket); }

    progress(progress, total, message) {
      this.#say((server, ticket) => server.progress(ticket, progress, total, message));
    }

    log(level, data, logger) {
      this.#say((server, ticket) => server.log(level, data, { ticket, logger }));
    }

    notify(method, params) {
      this.#say((server, ticket) => server.notify(method, params, { ticket }));
    }

    #say(make) {
      try {
        this.#responder.say(() => make(this.server, this.ticket));
      } catch (error) {
        if (!isStale(error)) throw error; // given up meanwhile
      }
    }

    putOff(retryMs) {
      this.server.putOff?.(this.ticket, retryMs);
      this.#responder.flush();
    }

    // When nobody waits any more.

    get signal() {
      if (this.#abort === undefined) {
        this.#abort = new AbortController();
        if (this.#isCancelled) this.#abort.abort(this.#reason);
      }
      return this.#abort.signal;
    }

    /** Nobody waits for the call any more. */
    cancel(reason) {
      if (this.#isCancelled) return;
      this.#isCancelled = true;
      this.#reason = reason ?? new DOMException("the call was given up", "AbortError");
      this.#abort?.abort(this.#reason);
      this.close("the call was given up");
    }

    /** The call is over: nobody waits any more for what the client was asked. */
    close(why) {
      for (const reply of this.#replies) reply.giveUp(why);
      this.#replies.clear();
    }

    get isCancelled() {
      return this.#isCancelled;
    }

    // Asking the client.

    request(method, params, limits) {
      return quiet(new Promise((resolve, reject) => {
        const reply = {
          resolve,
          reject,
          method,
          giveUp: (why) => {
            this.#responder.forget(reply);
            reject(new AskFailed(method, why));
          },
          end: () => this.#replies.delete(reply),
        };
        this.#replies.add(reply);
        this.#responder.request(this, reply, params, limits);
      }));
    }

    /** What the client must have declared for a request. */
    missing(method, params) {
      return new MissingCapability(...needs({ key: method, method, params }));
    }

    get requestState() {
      return this.carried.state;
    }

    set requestState(value) {
      this.carried.state = value;
    }

    /** The answers that came so far, and the state. */
    get carried() {
      this.#carried ??= this.#responder.states.open(this.#event);
      return this.#carried;
    }

    /** What this run of the function asked, if it did. */
    get asked() {
      return this.#asked.size > 0 ? [...this.#asked.values()] : undefined;
    }

    ask(inputs) {
      return quiet(this.#ask([...inputs]));
    }

    async #ask(inputs) {
      const { answers } = this.carried;
      const has = ({ key }) => Object.hasOwn(answers, key);
      const missing = inputs.filter((input) => !has(input));
      if (missing.length === 0) {
        return Object.fromEntries(inputs.map(({ key }) => [key, answers[key]]));
      }
      const failed = this.#failed;
      if (failed && missing.some(({ key }) => key === failed.key)) throw failed;
      const needed = new Set(missing.flatMap((input) => needs(input)));
      if (![...needed].every((name) => this.capabilities.has(name))) {
        throw new MissingCapability(...needed);
      }
      for (const input of missing) this.#asked.set(input.key, input);
      throw new Asked();
    }

    async #one(key, method, params) {
      const answers = await this.#ask([{ key, method, params }]);
      return answers[key];
    }

    elicit(key, message, form) {
      return quiet(this.#elicit(key, message, form));
    }

    async #elicit(key, message, form) {
      const { schema, check } = formOf(form);
      const params = { message, requestedSchema: schema };
      return elicited(key, await this.#one(key, "elicitation/create", params), check);
    }

    elicitUrl(key, message, url, { elicitationId = key } = {}) {
      const params = { mode: "url", message, url, elicitationId };
      const asked = this.#one(key, "elicitation/create", params);
      return quiet(asked.then(async (answer) => {
        const { action } = await elicited(key, answer);
        return { action };
      }));
    }

    sample(key, params) {
      return quiet(this.#one(key, "sampling/createMessage", params));
    }

    roots(key = "roots") {
      const asked = this.#one(key, "roots/list");
      return quiet(asked.then(({ roots }) => (Array.isArray(roots) ? roots : [])));
    }
  }

  return { Context };
}

export { bindContext };
