// Ready I/O over HTTP, for runtimes with `Request` and `Response` and for `node:http`. It reads,
// waits and sends; every decision is the endpoint's. http.d.ts documents what is here.

import { LONGEST, isThenable, joined, mustBeOut, now, responderOf } from "./pipe.mjs";

const INTERNAL_ERROR = -32603;
const encoder = new TextEncoder();
/** With it names become numbers. Workers have no randomness before their first request. */
let secret;

/** The client of a stream was cut off, which is nobody's fault. */
class Cut extends Error {}

/** Who asks is not let in. */
class Denied {
  constructor(status = 401, message = "Unauthorized", { challenge = "Bearer" } = {}) {
    Object.assign(this, { status, message, challenge });
  }
}

/** The number under which the endpoint knows who asks. */
async function numberOf(principal) {
  if (principal === undefined || principal === null) return 0;
  secret ??= crypto.getRandomValues(new Uint8Array(32));
  const name = encoder.encode(String(principal));
  const seed = joined([secret, name], secret.length + name.length);
  const digest = new DataView(await crypto.subtle.digest("SHA-256", seed));
  return digest.getUint32(0) * 2 ** 20 + (digest.getUint32(4) >>> 12) + 1;
}

/** The pieces of a web stream, of which not every runtime can be iterated. */
async function* pieces(stream) {
  const reader = stream.getReader();
  try {
    for (let next; !(next = await reader.read()).done; ) yield next.value;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** A whole body; undefined if it is longer than it may be. */
async function whole(chunks, longest) {
  const parts = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > longest) return undefined;
    parts.push(chunk);
  }
  return joined(parts, length);
}

function* pairs(flat) {
  for (let at = 0; at < flat.length; at += 2) yield [flat[at], flat[at + 1]];
}

/** Nobody has to wait for the client any more. */
function giveRoom(exchange) {
  for (const resolve of exchange.rooms.splice(0)) resolve();
}

class HttpHost {
  #endpoint;
  #responder;
  #options;
  #queue;
  #open = new Map();
  /** The exchange of each request that a handler works on, and who asks there. */
  #ways = new Map();
  #waiting = new Set();
  /** The requests of exchanges that broke off. */
  #gone = [];
  #last = 0;
  #deadline;
  #timer;
  #handlers = 0;
  #idle;
  #isClosed = false;
  #closing;
  #isOver = false;

  constructor(endpoint, respond, options = {}) {
    this.#endpoint = endpoint;
    this.#responder = responderOf(respond);
    this.#options = { ...options, path: options.path ?? "/mcp" };
    this.#queue = options.queue ?? 256;
    this.#responder.attach?.(this);
  }

  /** From a `Request` to its `Response`. */
  fetch = async (request) => {
    const { method, body, signal, headers } = request;
    const url = new URL(request.url);
    if (url.pathname !== this.#options.path) return new Response(null, { status: 404 });
    const lines = [...headers];
    if (!headers.has("host")) lines.push(["host", url.host]);
    const answer = await this.#exchange({
      method,
      headers: lines,
      chunks: body ? pieces(body) : [],
      request,
      watch: (gone) => {
        if (signal?.aborted) gone();
        signal?.addEventListener("abort", gone, { once: true });
        return () => signal?.removeEventListener("abort", gone);
      },
    });
    if (answer === undefined) throw signal?.reason ?? new Error("the client is gone");
    const { status, headers: lead, body: rest } = answer;
    const isEmpty = rest.length === 0;
    return new Response(isEmpty ? null : rest, { status, headers: lead });
  };

  /** What `createServer` of node:http takes. */
  listener = async (request, response, next) => {
    // Below where a router has mounted it, or as it was asked for.
    const urls = [request.url, request.originalUrl ?? request.url];
    if (!urls.some((url) => url.split("?", 1)[0] === this.#options.path)) {
      if (typeof next === "function") return void next();
      response.writeHead(404, { "content-length": 0 }).end();
      return;
    }
    const lines = [...pairs(request.rawHeaders)];
    if (request.authority) lines.push(["host", request.authority]);
    try {
      // Read no further, it still has to be answered.
      const chunks = request.readableEnded && request.body !== undefined
        ? [encoder.encode(JSON.stringify(request.body))] // another one has read it
        : request.iterator({ destroyOnReturn: false });
      const answer = await this.#exchange({
        method: request.method,
        headers: lines,
        chunks,
        request,
        watch: (gone) => {
          if (response.destroyed) gone();
          response.on("close", gone);
          return () => response.off("close", gone);
        },
      });
      if (answer !== undefined) await this.#write(request, response, answer);
    } catch (error) {
      if (!response.destroyed && !(error instanceof Cut)) this.#tell(error);
      response.destroy();
    }
  };

  async #write(request, response, { status, headers, body }) {
    const lines = [...headers];
    // What was not read of a body would be taken for the next request.
    if (!request.complete && request.httpVersionMajor === 1) lines.push(["connection", "close"]);
    if (body instanceof Uint8Array) {
      if (status !== 204) lines.push(["content-length", String(body.length)]);
      response.writeHead(status, lines.flat()).end(body);
      return;
    }
    response.writeHead(status, lines.flat()).flushHeaders();
    const reader = body.getReader();
    let goOn;
    response.on("drain", () => goOn?.()).on("close", () => {
      reader.cancel().catch(() => {});
      goOn?.();
    });
    for (let next; !(next = await reader.read()).done && !response.destroyed; ) {
      if (!response.write(next.value)) await new Promise((resolve) => (goOn = resolve));
    }
    response.end();
  }

  send() {
    let isLost = false;
    for (let delivery; (delivery = this.#endpoint.nextDelivery()); ) {
      isLost = !this.#deliver(delivery) || isLost;
    }
    if (isLost) this.#giveUp();
    this.#setClock();
  }

  /** Who asks in the course of the request of this ticket: what `principal` said. */
  principalOf(ticket) {
    return this.#ways.get(ticket)?.who;
  }

  /** What to wait for before more is sent of an answer, if its client has much to take already. */
  room(ticket) {
    const exchange = this.#ways.get(ticket);
    const controller = exchange?.controller;
    if (!controller || exchange.isOver || controller.desiredSize > this.#queue / 2) {
      return undefined;
    }
    return new Promise((resolve) => exchange.rooms.push(resolve));
  }

  /** Ends all streams, and those that are begun from now on. */
  close() {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end() {
    this.#isClosed = true;
    for (const ticket of this.#endpoint.listens()) this.#endpoint.endListen(ticket);
    this.send();
    for (const [number, exchange] of [...this.#open]) {
      if (!exchange.isStream) continue;
      this.#close(number);
      this.#endpoint.closed(number);
      exchange.controller.close();
    }
    this.#giveUp();
    await new Promise((resolve) => {
      this.#idle = () => {
        if (this.#handlers === 0) resolve();
      };
      this.#idle();
      setTimeout(resolve, this.#options.patienceMs ?? 5000).unref?.();
    });
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#responder.over?.();
  }

  #tell(error) {
    try {
      (this.#options.onError ?? console.error)(error);
    } catch {
      // There is nobody else.
    }
  }

  /** False if the client is cut off. */
  #deliver({ to, status, headers, body, isEnd, isCut }) {
    const exchange = this.#open.get(to);
    if (exchange === undefined) return true;
    if (isEnd || isCut) this.#close(to);
    if (status !== undefined && isEnd) {
      exchange.answer({ status, headers: [...exchange.headers, ...headers], body });
      return true;
    }
    if (status !== undefined) this.#start(to, exchange, status, headers);
    const { controller } = exchange;
    if (body.length > 0) {
      if (controller.desiredSize <= 0) {
        this.#close(to);
        this.#endpoint.closed(to);
        this.#gone.push(...exchange.tickets);
        controller.error(new Cut("the client reads too slowly"));
        return false;
      }
      controller.enqueue(body);
    }
    if (isCut) {
      this.#gone.push(...exchange.tickets);
      controller.error(new Cut("the session has ended"));
      return false;
    }
    if (isEnd) controller.close();
    return true;
  }

  /** Begins a response that stays open. */
  #start(number, exchange, status, headers) {
    const start = (controller) => {
      exchange.controller = controller;
    };
    const cancel = () => this.#lose(number, exchange);
    const pull = (controller) => {
      if (controller.desiredSize > this.#queue / 2) giveRoom(exchange);
    };
    const strategy = new CountQueuingStrategy({ highWaterMark: this.#queue });
    const body = new ReadableStream({ start, pull, cancel }, strategy);
    exchange.answer({ status, headers: [...exchange.headers, ...headers], body });
  }

  /** From a request to its response; undefined if the client has gone. */
  async #exchange({ method, headers, chunks, request, watch }) {
    const { start, principal } = this.#options;
    await start?.();
    // A browser that asks whether it may ask says nobody's name.
    const who = method === "OPTIONS" ? undefined : await principal?.(request);
    if (who instanceof Denied) return this.#denied(who, headers);
    const of = await numberOf(who);
    const number = this.#number();
    const verdict = this.#endpoint.judge({ method, headers, number, principal: of, now: now() });
    if (verdict.kind === "reply") {
      this.#giveUp(); // a session may have ended with it
      return verdict;
    }
    const exchange = { headers: [], who, rooms: [], tickets: [] };
    const answer = new Promise((resolve) => {
      exchange.answer = resolve;
    });
    this.#open.set(number, exchange);
    exchange.unwatch = watch(() => this.#lose(number, exchange));
    if (verdict.kind === "stream") {
      const before = this.#open.get(verdict.replaces);
      if (before !== undefined) {
        this.#close(verdict.replaces);
        before.controller.close();
      }
      exchange.isStream = true;
      this.#start(number, exchange, verdict.status, verdict.headers);
      if (verdict.body.length > 0) exchange.controller.enqueue(verdict.body);
      if (this.#isClosed) {
        this.#close(number);
        this.#endpoint.closed(number);
        exchange.controller.close();
      }
      return answer;
    }
    exchange.headers = verdict.headers;
    try {
      const body = await whole(chunks, verdict.maxBody);
      if (body === undefined) {
        this.#close(number);
        return verdict.tooLong();
      }
      if (this.#open.get(number) === exchange) await this.#post(exchange, verdict, body);
    } catch (error) {
      this.#lose(number, exchange);
      throw error;
    }
    return answer;
  }

  async #post(exchange, verdict, body) {
    const frame = verdict.frame(body, crypto.getRandomValues(new Uint8Array(16)));
    for (const event of this.#endpoint.receive(frame, now())) {
      let isDone = false;
      this.#deal(event, exchange).then(() => (isDone = true));
      // What need not wait is answered before the rest is read.
      for (let turn = 0; turn < 8 && !isDone; turn += 1) await null;
      if (event.kind === "cancelled") this.#giveUp();
    }
    this.#endpoint.received(frame);
    this.send();
  }

  async #deal(event, exchange) {
    // The ticket of a cancel is that of another request.
    const ticket = event.kind === "cancelled" ? undefined : event.ticket;
    this.#waiting.add(ticket);
    this.#handlers += 1;
    if (exchange && ticket) {
      this.#ways.set(ticket, exchange);
      exchange.tickets.push(ticket);
    }
    try {
      const out = this.#responder.respond(event);
      mustBeOut(event, isThenable(out) ? await out : out);
    } catch (error) {
      this.#failed(event, error);
    }
    this.#waiting.delete(ticket);
    if (exchange?.isOver) this.#ways.delete(ticket);
    this.send();
    this.#handlers -= 1;
    this.#idle?.();
  }

  #failed(event, error) {
    try {
      this.#endpoint.error(event.ticket, INTERNAL_ERROR, "Internal error");
    } catch {
      // It needs no answer, or has one.
    }
    this.#tell(error);
  }

  /** The response to who is not let in, with what a page of another site needs to read it. */
  #denied({ status, message, challenge }, headers) {
    // With a method that is never served the endpoint says just that, and who may read it.
    const number = this.#number();
    const verdict = this.#endpoint.judge({ method: "PUT", headers, number });
    if (verdict.status !== 405) return verdict; // the host or the page is a wrong one
    const lead = verdict.headers.filter(([name]) => /^(vary|access-control-.*)$/i.test(name));
    lead.push(["content-type", "text/plain; charset=utf-8"]);
    if (challenge) lead.push(["www-authenticate", challenge]);
    return { status, headers: lead, body: encoder.encode(message) };
  }

  #number() {
    do this.#last = (this.#last + 1) >>> 0;
    while (this.#open.has(this.#last));
    return this.#last;
  }

  #setClock() {
    const deadline = this.#isOver ? undefined : this.#endpoint.nextDeadline();
    if (deadline === this.#deadline) return;
    clearTimeout(this.#timer);
    this.#deadline = deadline;
    if (deadline === undefined) return;
    const ms = Math.min(Math.max(0, deadline - now()), LONGEST);
    this.#timer = setTimeout(() => this.#expire(), ms);
    this.#timer.unref?.();
  }

  /** Ends what was asked of a client and took too long. */
  #expire() {
    this.#deadline = undefined;
    for (const event of this.#endpoint.expire(now())) void this.#deal(event);
    this.send();
  }

  #close(number) {
    const exchange = this.#open.get(number);
    if (exchange === undefined) return;
    this.#open.delete(number);
    exchange.unwatch?.();
    exchange.isOver = true;
    giveRoom(exchange);
    for (const ticket of exchange.tickets) {
      if (!this.#waiting.has(ticket)) this.#ways.delete(ticket);
    }
  }

  /** The client has gone before the end. */
  #lose(number, exchange) {
    if (this.#open.get(number) !== exchange) return;
    this.#close(number);
    this.#endpoint.closed(number);
    this.#gone.push(...exchange.tickets);
    exchange.answer(undefined);
    this.#giveUp();
  }

  /** Nobody waits for these any more: a handler that works on one answers into the void. */
  #giveUp() {
    for (const ticket of this.#endpoint.cancelled()) {
      this.#responder.abort?.(ticket);
      if (!this.#waiting.has(ticket)) this.#abandon(ticket);
    }
    // Half an answer goes with its exchange.
    const gone = this.#gone.splice(0);
    const open = gone.length > 0 ? new Set(this.#endpoint.open()) : undefined;
    for (const ticket of gone) if (!open.has(ticket)) this.#responder.abort?.(ticket);
    this.send();
  }

  #abandon(ticket) {
    try {
      this.#endpoint.abandon(ticket);
    } catch {
      // It is over already.
    }
  }
}

export { Denied, HttpHost };
