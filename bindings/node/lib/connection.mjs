// Ready I/O for the client: calls that give promises, whatever the messages go over. It asks the
// client without I/O for all that is the protocol's. connection.d.ts documents it.
//
// A way of messages is made with a host, which is what this gives it, and has: start(), send(out,
// call, sent) where `sent` is told once the bytes are gone, close(), and, if it has more to say,
// again(policy), entries(key, page), suspended(event, call), resume(call), left, known.

import { bindCalls } from "./calls.mjs";
import { CallFailed, ClientError, ConnectionFailed, Declined, ServerError } from "./failures.mjs";
import { now } from "./pipe.mjs";
import { Told } from "./told.mjs";
import { resolvers, sleep } from "./wait.mjs";

const METHOD_NOT_FOUND = -32601;
const FAILED = -32603;
const REFUSED = -1;
/** How often a call is sent again that was suspended. */
const MOST_TRIES = 4;
/** The longest time that a timer of JavaScript's can have. */
const LONGEST = 2 ** 31 - 1;

/** The class, over the API of a native part; `connect` makes one of a way. */
function bindConnection({ Client, Pages, SansmcpError, failure }) {
  const { Calls } = bindCalls({ Pages });
  let opened;

  class Connection extends Calls {
    #client;
    #options;
    #way;
    #told;
    #calls = new Map();
    #listens = [];
    /** To be sent again as soon as there is a connection. */
    #delayed = [];
    #timer;
    #greeting = resolvers();
    #failed;
    #isClosed = false;

    static {
      opened = async (make, options, isHttp) => {
        const made = new Connection(make, options, isHttp);
        try {
          made.connected = await made.#greeting.promise;
        } catch (error) {
          await made.close();
          throw error;
        }
        return made;
      };
    }

    constructor(make, options = {}, isHttp = false) {
      super();
      const { client, policy, signal, onError = console.error } = options;
      this.#client = client ?? new Client(undefined, { http: isHttp });
      if (this.#client.isHttp !== isHttp) {
        throw new TypeError(`client must be made with { http: ${isHttp} } to be used here`);
      }
      this.#options = options;
      this.#told = new Told(onError);
      this.#greeting.promise.catch(() => {});
      signal?.throwIfAborted();
      this.#way = make(this.#host());
      this.#way.start();
      this.#client.connect(policy, now());
      this.#act(() => {});
      if (signal) {
        const abort = () => this.#greeting.reject(signal.reason);
        signal.addEventListener("abort", abort, { once: true });
        const forget = () => signal.removeEventListener("abort", abort);
        this.#greeting.promise.then(forget, forget);
      }
    }

    /** What a way needs. */
    #host() {
      const host = {
        client: this.#client,
        told: this.#told,
        /** Takes frames; what is due is done afterwards. */
        take: (frames) => this.#act(() => this.#read(frames)),
        /** Does what is due. */
        due: () => this.#act(() => {}),
        /** The route was closed, or the pipe. */
        closed: (route) => this.#act(() => this.#client.closed(now(), route)),
        /** There is no way to the server, since the system says so. */
        reject: (error) => this.#greeting.reject(error),
        /** There is no connection any more. */
        lose: (error) => this.#lose(error),
        callOf: (ticket) => this.#calls.get(ticket),
        listenOf: (ticket) => this.#listens.find((it) => it.ticket === ticket),
        again: (call) => this.#act(() => this.#again(call)),
        giveUp: (call, error) => this.#act(() => this.#giveUp(call, error)),
        listenAgain: (subscription) => this.#act(() => this.#listen(subscription)),
        forget: (ticket) => this.#act(() => {
          this.#forget(ticket);
          this.#cancel(ticket);
        }),
        listTools: () => this.listTools(),
      };
      Object.defineProperty(host, "isClosed", { get: () => this.#isClosed });
      return host;
    }

    get client() {
      return this.#client;
    }

    async close() {
      if (this.#isClosed) return;
      this.#isClosed = true;
      try {
        await this.#way.close();
      } finally {
        this.#ended();
      }
    }

    async [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
      await this.close();
    }

    // What a server is asked for.

    async call(method, params, options = {}) {
      const { signal, onProgress, ...terms } = options;
      signal?.throwIfAborted();
      this.#mustBeConnected();
      const call = { method, params, terms, onProgress, tries: 0, ...resolvers() };
      this.#sent(call, this.#client.call(method, params, terms, now()));
      return await this.#outcome(call, signal);
    }

    async #outcome(call, signal) {
      const abort = () => this.#act(() => {
        if (this.#take(call)) this.#giveUp(call, signal.reason);
      });
      signal?.addEventListener("abort", abort, { once: true });
      try {
        return await call.promise;
      } finally {
        signal?.removeEventListener("abort", abort);
      }
    }

    entries(key, page) {
      return this.#way.entries?.(key, page) ?? super.entries(key, page);
    }

    async setLevel(level, options = {}) {
      const { signal, onProgress, ...terms } = options;
      signal?.throwIfAborted();
      this.#mustBeConnected();
      const params = { level };
      const call = { method: "logging/setLevel", params, terms, onProgress, tries: 0 };
      Object.assign(call, resolvers());
      const sent = this.#client.setLevel(level, terms, now());
      if (sent.ticket === 0) return;
      this.#sent(call, sent);
      await this.#outcome(call, signal);
    }

    listen(subscription) {
      this.#mustBeConnected();
      this.#act(() => this.#listen(subscription));
    }

    unlisten(subscription) {
      this.#mustBeConnected();
      this.#forget(subscription.ticket);
      this.#act(() => {
        this.#unlessStale(() => {
          for (const out of this.#client.unlisten(subscription, now())) this.#send(out);
        });
      });
    }

    notify(method, params) {
      this.#mustBeConnected();
      this.#send(this.#client.notify(method, params));
    }

    setHeaders(headers) {
      if (!this.#way.setHeaders) throw new TypeError("only HTTP has headers");
      this.#way.setHeaders(headers);
    }

    flush() {
      return this.#told.flush();
    }

    // How it works.

    #mustBeConnected() {
      const failed = this.#failed;
      if (!failed) return;
      throw new ConnectionFailed(failed.failure, failed.received, failed);
    }

    #send(out, call, sent) {
      this.#way.send(out, call, sent);
    }

    #sent(call, { ticket, out }) {
      if (call.ticket !== undefined) this.#calls.delete(call.ticket);
      call.ticket = ticket;
      this.#calls.set(ticket, call);
      try {
        this.#act(() => this.#send(out, call));
      } catch (error) {
        this.#take(call);
        throw error;
      }
    }

    /** True if it still waited. */
    #take(call) {
      return this.#calls.get(call.ticket) === call && this.#calls.delete(call.ticket);
    }

    /** What was over already is stale. */
    #unlessStale(act) {
      try {
        return act();
      } catch (error) {
        if (!(error instanceof SansmcpError && error.code === "STALE")) throw error;
        return undefined;
      }
    }

    #cancel(ticket) {
      this.#unlessStale(() => this.#client.cancel(ticket));
    }

    #giveUp(call, error) {
      this.#take(call);
      this.#cancel(call.ticket);
      call.reject(error);
    }

    /** Does something, and what is due after it; comes back when something else is. */
    #act(act) {
      const result = act();
      for (const event of this.#client.expire(now())) this.#on(event);
      for (let out; (out = this.#client.nextOutput()); ) this.#send(out);
      clearTimeout(this.#timer);
      const deadline = this.#client.nextDeadline();
      if (deadline === undefined || this.#isClosed) return result;
      const ms = Math.min(Math.max(0, deadline - now()), LONGEST);
      this.#timer = setTimeout(() => this.#act(() => {}), ms);
      return result;
    }

    #read(frames) {
      for (const frame of frames) {
        for (const event of this.#client.receive(frame, now())) this.#on(event);
        for (let out; (out = this.#client.nextOutput()); ) this.#send(out);
      }
    }

    /** It was closed from here. */
    #ended() {
      clearTimeout(this.#timer);
      const closed = failure("closed");
      this.#lose(new ConnectionFailed(closed, undefined, this.#way.known));
      for (const call of [...this.#calls.values()]) {
        this.#take(call);
        call.reject(new CallFailed(closed, undefined, this.#way.known));
      }
      this.#listens = [];
    }

    #on(event) {
      switch (event.kind) {
        case "answered":
          return this.#answered(event);
        case "inputNeeded":
          return void this.#input(event).catch((error) => this.#told.tell(error));
        case "suspended":
          this.#hear(event);
          return this.#suspended(event);
        case "ping":
        case "refused":
          return this.#send(this.#client.reply(event));
        case "request":
          return void this.#asked(event).catch((error) => this.#told.tell(error));
        case "connected":
          return this.#greeted(event);
        case "failed":
          return this.#lost(event);
        case "progress":
          return this.#hear(event, this.#calls.get(event.ticket)?.onProgress);
        default:
          if (event.kind === "listenEnded") this.#forget(event.ticket);
          return this.#hear(event);
      }
    }

    #hear(event, told = this.#options.onEvent) {
      if (told) this.#told.put(() => told(event));
    }

    #greeted(event) {
      if (this.connected === undefined) {
        this.#greeting.resolve(event);
        this.connected = event;
        return;
      }
      // It was begun anew.
      this.connected = event;
      this.#hear(event);
      for (const call of this.#delayed.splice(0)) this.#resume(call);
    }

    #answered(event) {
      const call = this.#calls.get(event.ticket);
      if (!call) return;
      this.#take(call);
      if (event.failure) {
        call.reject(new CallFailed(event.failure, event.received, this.#way.known));
      } else if (event.error) {
        call.reject(new ServerError(event.error));
      } else {
        this.#way.answered?.(call, event.result);
        call.resolve(event.result);
      }
    }

    #lost(event) {
      if (event.retry && !this.#isClosed && this.connected === undefined && this.#way.again) {
        // It did not survive the question for its era.
        void this.#anew(event.retry);
        return;
      }
      this.#lose(new ConnectionFailed(event.failure, event.received, this.#way.known));
      if (this.connected !== undefined && !this.#isClosed) this.#hear(event);
    }

    #lose(error) {
      this.#failed ??= error;
      for (const call of this.#delayed.splice(0)) if (this.#take(call)) call.reject(error);
      this.#greeting.reject(error);
    }

    async #anew(policy) {
      try {
        await this.#way.again();
        if (this.#isClosed) return;
        this.#way.start();
        this.#client.connect(policy, now());
        this.#act(() => {});
      } catch (error) {
        this.#greeting.reject(error);
      }
    }

    // What is sent again.

    #suspended(event) {
      const call = this.#calls.get(event.ticket);
      if (call && !this.#way.suspended?.(event, call)) this.#resume(call);
      const subscription = this.#listens.find((it) => it.ticket === event.ticket);
      if (!subscription) return;
      try {
        this.#listen(subscription);
      } catch (error) {
        if (!(error instanceof SansmcpError)) throw error; // else its end is told
      }
    }

    #resume(call) {
      if (!this.#way.resume) return this.#again(call);
      return void this.#way.resume(call).catch((error) => this.#giveUp(call, error));
    }

    #again(call) {
      if (this.#calls.get(call.ticket) !== call) return; // given up meanwhile
      call.tries += 1;
      const { ticket, method, params, terms } = call;
      try {
        if (call.tries > MOST_TRIES) {
          throw new ClientError("the server never came to an answer, however often it was asked");
        }
        this.#sent(call, this.#client.again(ticket, method, params, terms, now()));
      } catch (error) {
        if (error instanceof SansmcpError && error.code === "NOT_READY") this.#delayed.push(call);
        else this.#giveUp(call, error);
      }
    }

    #listen(subscription) {
      for (const out of this.#client.listen(subscription, now())) this.#send(out);
      if (!this.#listens.includes(subscription)) this.#listens.push(subscription);
    }

    #forget(ticket) {
      this.#listens = this.#listens.filter((it) => it.ticket !== ticket);
    }

    // What the server asks for.

    async #input(event) {
      const { onInput } = this.#options;
      const call = event.isRequest ? undefined : this.#calls.get(event.ticket);
      let results;
      try {
        if (event.inputs.length > 0) {
          results = await onInput?.(event);
        } else {
          await sleep(event.pauseMs);
          results = {};
        }
        // Given up meanwhile.
        if (this.#isClosed || (!event.isRequest && !(call && this.#take(call)))) return;
        if (results === undefined || results === null) {
          this.#decline(event, call, onInput ? "declined" : "nobody answers here");
        } else if (event.isRequest) {
          this.#act(() => this.#send(this.#client.provide(event, results).out));
        } else {
          const { params, terms } = call;
          this.#sent(call, this.#client.provide(event, results, params, terms, now()));
        }
      } catch (error) {
        if (this.#isClosed) return;
        if (call) this.#take(call);
        this.#refuse(event, FAILED, "the client failed");
        if (!call) throw error;
        call.reject(error);
      }
    }

    #decline(event, call, why) {
      this.#refuse(event, REFUSED, why);
      const wanted = event.inputs.map((input) => input.method).join(", ");
      call?.reject(new Declined(`the server wanted ${wanted}: ${why}`));
    }

    #refuse(event, code, message) {
      this.#act(() => {
        this.#unlessStale(() => this.#send(this.#client.refuse(event, code, message)));
      });
    }

    async #asked(event) {
      let result;
      let failed;
      try {
        result = await this.#options.onRequest?.(event);
      } catch (error) {
        failed = { error };
      }
      if (this.#isClosed) return;
      this.#act(() => this.#unlessStale(() => {
        const { ticket } = event;
        if (failed) this.#send(this.#client.error(ticket, FAILED, "the client failed"));
        else if (result !== undefined && result !== null) this.#answer(ticket, result);
        else this.#send(this.#client.error(ticket, METHOD_NOT_FOUND, "method not found"));
      }));
      if (failed) throw failed.error;
    }

    #answer(ticket, result) {
      try {
        this.#send(this.#client.result(ticket, result));
      } catch (error) {
        if (error instanceof SansmcpError && error.code === "STALE") throw error;
        this.#told.tell(error);
        this.#send(this.#client.error(ticket, FAILED, "the client failed"));
      }
    }
  }

  return { Connection, connect: opened };
}

export { bindConnection };
