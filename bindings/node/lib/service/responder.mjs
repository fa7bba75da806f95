// The answers of a service on one server: events in, outputs out.

import { isThenable, now } from "../pipe.mjs";
import { streamedOf } from "./content.mjs";
import {
  AskFailed, BadArguments, HOOK, INTERNAL_ERROR, MissingCapability, RequestError, ToolError,
  isAbort, seen,
} from "./failures.mjs";

/** What a peer is told of is no news to its author. */
const MEANT = [BadArguments, MissingCapability, RequestError, ToolError];

/** The class, over the API of a native part. */
function bindResponder({ Context, SansmcpError, SealError, flow }) {
  const is = (error, ...codes) => error instanceof SansmcpError && codes.includes(error.code);

  class Responder {
    #catalog;
    #way;
    #running = new Map();
    #requests = new Map();
    #kept = new Map();
    #streams = new Set();
    #turns = [];
    #held = [];

    constructor(service, server, { catalog, states, limits, onError }) {
      Object.assign(this, { service, server, states, limits, onError });
      this.#catalog = catalog;
      catalog.responders.add(this);
    }

    // For its host.

    attach(way) {
      this.#way = way;
    }

    respond(event) {
      try {
        return this.#handle(event, 0);
      } catch (error) {
        if (!is(error, "STREAMING")) throw error;
      }
      return this.made(() => this.#handle(event, 0));
    }

    /** Nobody waits for this call any more. */
    abort(ticket, reason) {
      this.#running.get(ticket)?.cancel(reason);
      if (this.#kept.delete(ticket)) this.abandon(ticket);
    }

    /** The client says nothing more. */
    ended() {
      for (const context of [...this.#running.values()]) context.close("the client has gone");
    }

    /** The client has gone. */
    over() {
      this.isOver = true;
      this.#catalog.responders.delete(this);
      for (const context of [...this.#running.values()]) context.cancel();
      this.#kept.clear();
      for (const resolve of this.#turns.splice(0)) resolve();
    }

    // For what is around it.

    /** Sends what was made; gives it back where there is no way of sending it. */
    send(out) {
      if (!this.#way) return out;
      this.#way.send(out);
      return undefined;
    }

    flush() {
      this.#way?.flush?.();
    }

    room(ticket) {
      return this.#way?.room?.(ticket);
    }

    principalOf(ticket) {
      return this.#way?.principalOf?.(ticket);
    }

    /** Says something in the course of a call. */
    say(make) {
      if (this.isOver) return;
      const out = this.made(make);
      if (!(out?.line.length > 0)) return;
      if (!this.#way) throw new Error("there is no way to send this: attach one to the responder");
      this.#way.send(out);
    }

    offer(tables) {
      this.#soon(() => this.server.offer(tables));
    }

    changed(what) {
      try {
        this.server.changed(what);
      } catch (error) {
        if (!is(error, "NOT_OFFERED", "NOT_SUPPORTED")) throw error; // it is not told of changes
      }
      this.#way?.send();
    }

    updated(uri) {
      const updates = this.server.updated(uri);
      this.#soon(() => {
        for (const out of updates) this.say(() => out); // goes on where it was refused
      });
    }

    endListens() {
      const listens = this.server.listens();
      for (const ticket of listens) this.server.endListen(ticket);
      this.#way?.send();
      return listens.length;
    }

    /** At once, or once an answer in pieces is out. */
    #soon(act) {
      this.made(() => {
        act();
        return undefined;
      });
    }

    // What cannot be said while an answer in pieces is half out.

    /** What `make` gives; nothing where that has to wait: it is called again, and sent then. */
    made(make) {
      for (let isAgain = false; ; isAgain = true) {
        try {
          return make();
        } catch (error) {
          if (!is(error, "STREAMING") || isAgain) throw error;
        }
        if (this.#streams.size > 0) {
          this.#held.push(make);
          return undefined;
        }
        this.flush(); // the rest of a list
      }
    }

    streaming(ticket) {
      this.#streams.add(ticket);
    }

    /** What another answer in pieces waits for. */
    turn() {
      if (this.#streams.size > 0) return new Promise((resolve) => this.#turns.push(resolve));
      this.flush();
      return undefined;
    }

    /** An answer in pieces is out: says what was held back. */
    streamed(ticket) {
      this.#streams.delete(ticket);
      for (const make of this.#held.splice(0)) {
        try {
          const out = this.made(make);
          if (isThenable(out)) out.then(undefined, (error) => this.onError(error));
          else this.send(out);
        } catch (error) {
          if (!is(error, "STALE")) this.onError(error); // given up meanwhile
        }
      }
      for (const resolve of this.#turns.splice(0)) resolve();
      this.#way?.send();
    }

    // Events.

    #handle(event, hook) {
      for (let at = hook; at < this.#catalog.hooks.length; at += 1) {
        const given = this.#hooked(event, at);
        if (given !== undefined) return given;
      }
      switch (event.kind) {
        case "callTool":
          return this.#run(this.#catalog.tools.get(event.name), event);
        case "readResource":
          return this.#run(this.#catalog.findResource(event.uri), event);
        case "getPrompt":
          return this.#run(this.#catalog.prompts.get(event.name), event);
        case "complete":
          return this.#run(this.#catalog.findCompletion(event), event);
        case "request":
          return this.#run(this.#catalog.requests.get(event.method), event);
        case "notification":
          return this.#run(this.#catalog.notifications.get(event.method), event);
        case "listen":
          return this.#listen(event);
        case "answered":
          return this.#answered(event);
        case "cancelled":
          return this.#cancelled(event);
        case "initialize":
          this.clientInfo = this.server.judge ? undefined : event.clientInfo;
          return this.#reply(event);
        default:
          return this.#reply(event);
      }
    }

    /** What was declared to see events before; nothing if it leaves this one to others. */
    #hooked(event, at) {
      const [kind, see] = this.#catalog.hooks[at];
      if (kind !== "*" && kind !== event.kind) return undefined;
      try {
        const given = see(event, this.server);
        if (!isThenable(given)) return given ?? undefined;
        return this.#hookedLater(event, at, given);
      } catch (thrown) {
        const error = seen(thrown);
        if (is(error, "STALE", "STREAMING")) throw error;
        return this.#hookFailed(event, error);
      }
    }

    async #hookedLater(event, at, given) {
      let out;
      try {
        out = await given;
      } catch (error) {
        out = this.#hookFailed(event, seen(error));
        if (event.kind !== "cancelled") return out;
      }
      return out ?? this.made(() => this.#handle(event, at + 1));
    }

    #hookFailed(event, error) {
      if (!(error instanceof RequestError)) this.onError(error);
      // The ticket of a cancel is that of another request, which is still to hear of it.
      if (event.kind === "cancelled") return undefined;
      return this.made(() => this.#fail(HOOK, event, error));
    }

    #reply(event) {
      try {
        return this.server.reply(event);
      } catch (error) {
        if (!is(error, "SHORT")) throw error;
        return this.server.beginReply(event); // the rest is due by itself
      }
    }

    #listen(event) {
      const known = event.uris.filter((uri) => this.#catalog.findResource(uri));
      return this.server.accept(event, known);
    }

    #cancelled(event) {
      const out = this.server.reply(event);
      this.abort(event.ticket);
      return out;
    }

    /** Runs a function, and answers with what it gives. */
    #run(declared, event, failed) {
      if (!declared) return this.#reply(event);
      const context = new Context(this, event, failed);
      let value;
      try {
        // One that is not ours is refused before anything is done.
        if (event.requestState !== undefined) void context.carried;
        const args = declared.read(event);
        value = isThenable(args)
          ? args.then((read) => declared.run(read, context, event))
          : declared.run(args, context, event);
      } catch (error) {
        return this.#threw(declared, context, error);
      }
      if (!isThenable(value)) return this.#give(declared, context, value);
      return this.#wait(declared, context, value);
    }

    async #wait(declared, context, value) {
      const { ticket } = context;
      if (ticket) this.#running.set(ticket, context);
      let out;
      try {
        out = this.#give(declared, context, await value);
        if (isThenable(out)) out = await out;
      } catch (error) {
        out = this.#threw(declared, context, error);
      } finally {
        if (this.#running.get(ticket) === context) this.#running.delete(ticket);
        context.close("the call is over");
      }
      return this.send(out);
    }

    /** Answers with what a function returned. */
    #give(declared, context, value) {
      if (context.asked) return this.#ask(declared, context);
      const streamed = streamedOf(value);
      if (streamed) return this.#stream(declared, context, streamed);
      return this.#write(declared, context, value);
    }

    async #stream(declared, context, streamed) {
      const { ticket } = context;
      this.#running.set(ticket, context);
      try {
        await flow(this, declared, context, streamed);
        return undefined;
      } catch (error) {
        return this.send(this.#threw(declared, context, error));
      } finally {
        if (this.#running.get(ticket) === context) this.#running.delete(ticket);
      }
    }

    #write(declared, context, value) {
      return this.made(() => {
        try {
          const out = declared.write(this.server, context.event, value);
          if (!isThenable(out)) return out;
          return out.then(
            (made) => this.send(made),
            (error) => this.send(this.#threw(declared, context, error)),
          );
        } catch (error) {
          if (is(error, "STREAMING")) throw error;
          return this.#threw(declared, context, error);
        }
      });
    }

    /** What a function threw: a question, or why it failed. */
    #threw(declared, context, thrown) {
      const error = seen(thrown);
      if (context.asked) return this.#ask(declared, context);
      if (context.isCancelled && isAbort(error, context.signal.reason)) {
        this.abandon(context.ticket);
        return undefined;
      }
      this.tell(context, error);
      return this.made(() => this.#fail(declared, context.event, error));
    }

    tell({ event }, error) {
      const isMeant = MEANT.some((kind) => error instanceof kind) || error instanceof SealError;
      // Of a notification nobody else is told.
      if (event.kind !== "notification" && (isMeant || is(error, "STALE"))) return;
      this.onError(error);
    }

    failureOf(declared, event, error) {
      try {
        return declared.failure(event, error);
      } catch {
        return `${declared.name} failed`; // its text cannot be made
      }
    }

    #fail(declared, event, error) {
      const { server } = this;
      try {
        if (error instanceof SealError) return server.error(event.ticket, error.code, error.answer);
        return declared.fail(server, event, error);
      } catch (wrong) {
        if (is(wrong, "STREAMING")) throw wrong; // it is made again
        if (is(wrong, "STALE") || !event.ticket) return undefined; // given up meanwhile
        this.onError(wrong);
      }
      try {
        return server.error(event.ticket, INTERNAL_ERROR, "Internal error");
      } catch (wrong) {
        if (is(wrong, "STREAMING")) throw wrong;
        return undefined;
      }
    }

    abandon(ticket) {
      if (this.isOver) return;
      try {
        this.server.abandon(ticket);
      } catch (error) {
        if (!(error instanceof SansmcpError)) throw error; // its host may have done so
      }
    }

    // What the client is asked.

    #ask(declared, context) {
      return this.made(() => {
        const { event, carried, asked } = context;
        try {
          const state = this.states.seal(event, carried);
          const options = { state, now: now(), ...this.limits };
          const out = this.server.ask(event, asked, options);
          this.#keep(event, declared, asked.map(({ key }) => key), out);
          return out;
        } catch (error) {
          if (is(error, "STREAMING")) throw error;
          this.tell(context, error);
          return this.#fail(declared, event, error);
        }
      });
    }

    /** A call that waits for an answer, in a revision before 2026-07-28. */
    #keep(event, declared, keys, { keep }) {
      if (keep) this.#kept.set(event.ticket, { event, declared, keys, keep });
    }

    #answered(event) {
      const reply = this.#requests.get(event.ticket);
      if (reply) {
        this.#requests.delete(event.ticket);
        this.#replied(reply, event);
        return undefined;
      }
      const kept = this.#kept.get(event.parent);
      if (!kept) return this.#reply(event);
      const { declared, keys } = kept;
      let again;
      try {
        again = this.server.resume(event, kept.keep, { now: now(), ...this.limits });
      } catch (error) {
        if (is(error, "STREAMING")) throw error; // the next question: it is asked later
        this.#kept.delete(event.parent);
        if (is(error, "REJECTED")) {
          const why = event.error?.message ?? error.message;
          return this.#run(declared, kept.event, new AskFailed(keys[0], why, event.error));
        }
        if (is(error, "STALE")) return undefined;
        this.tell(kept, error);
        return this.made(() => this.#fail(declared, kept.event, error));
      }
      this.#kept.delete(event.parent);
      if (again.kind) return this.#run(declared, again);
      this.#keep(kept.event, declared, keys.slice(1), again);
      return again;
    }

    // Requests of the server's own.

    request(context, reply, params, limits) {
      if (this.isOver) {
        reply.giveUp("the client has gone");
        return;
      }
      if (this.#streams.has(context.ticket)) {
        throw new TypeError("a request has to come before the first piece of the answer");
      }
      const options = { ...this.limits, now: now(), ...limits };
      this.say(() => {
        let made;
        try {
          made = this.server.request(context.ticket, reply.method, params, options);
        } catch (error) {
          if (is(error, "STREAMING")) throw error; // it is made again
          reply.end();
          reply.reject(is(error, "UNDECLARED") ? context.missing(reply.method, params) : error);
          return undefined;
        }
        if (made.ticket) {
          reply.ticket = made.ticket;
          this.#requests.set(made.ticket, reply);
        } else {
          reply.giveUp("the call was given up");
        }
        return made.out;
      });
    }

    #replied(reply, { outcome, result, error }) {
      reply.end();
      if (outcome === "result" && result) {
        reply.resolve(result);
        return;
      }
      const why = outcome === "expired" ? "no answer came in time" : undefined;
      const said = error?.message ?? "its answer makes no sense";
      reply.reject(new AskFailed(reply.method, why ?? String(said), error));
    }

    /** Takes it back where it was not answered. */
    forget(reply) {
      if (reply.ticket && this.#requests.delete(reply.ticket)) this.abandon(reply.ticket);
      this.#way?.send();
    }
  }

  return { Responder };
}

export { bindResponder };
