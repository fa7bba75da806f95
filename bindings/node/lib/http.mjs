// Ready I/O over HTTP, for runtimes with `Request` and `Response` and for `node:http`. It reads,
// waits and sends; every decision is the endpoint's. http.d.ts documents what is here.

const INTERNAL_ERROR = -32603;

function now() {
  return Math.floor(performance.now());
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
  if (parts.length === 1) return parts[0];
  const body = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return body;
}

function* pairs(flat) {
  for (let at = 0; at < flat.length; at += 2) yield [flat[at], flat[at + 1]];
}

class HttpHost {
  #endpoint;
  #respond;
  #path;
  #queue;
  #onError;
  #open = new Map();
  #waiting = new Set();
  #last = 0;

  constructor(endpoint, respond, { path = "/mcp", queue = 256, onError = console.error } = {}) {
    this.#endpoint = endpoint;
    this.#respond = respond;
    this.#path = path;
    this.#queue = queue;
    this.#onError = onError;
  }

  /** From a `Request` to its `Response`. */
  fetch = async (request) => {
    const { method, body, signal, headers } = request;
    const url = new URL(request.url);
    if (url.pathname !== this.#path) return new Response(null, { status: 404 });
    const lines = [...headers];
    if (!headers.has("host")) lines.push(["host", url.host]);
    const answer = await this.#exchange(method, lines, body ? pieces(body) : [], (gone) => {
      if (signal?.aborted) gone();
      signal?.addEventListener("abort", gone, { once: true });
      return () => signal?.removeEventListener("abort", gone);
    });
    if (answer === undefined) throw signal?.reason ?? new Error("the client is gone");
    const { status, headers: lead, body: rest } = answer;
    const isEmpty = rest.length === 0;
    return new Response(isEmpty ? null : rest, { status, headers: lead });
  };

  /** What `createServer` of node:http takes. */
  listener = async (request, response) => {
    if (request.url.split("?", 1)[0] !== this.#path) {
      response.writeHead(404, { "content-length": 0 }).end();
      return;
    }
    const lines = [...pairs(request.rawHeaders)];
    if (request.authority) lines.push(["host", request.authority]);
    try {
      // Read no further, it still has to be answered.
      const chunks = request.iterator({ destroyOnReturn: false });
      const answer = await this.#exchange(request.method, lines, chunks, (gone) => {
        response.on("close", gone);
        return () => response.off("close", gone);
      });
      if (answer !== undefined) await this.#write(request, response, answer);
    } catch (error) {
      if (!response.destroyed) this.#onError(error);
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
    response.on("close", () => reader.cancel().catch(() => {}));
    for (let next; !(next = await reader.read()).done; ) {
      if (response.write(next.value)) continue;
      await new Promise((resolve) => {
        response.once("drain", resolve).once("close", resolve);
      });
    }
    response.end();
  }

  send() {
    let isLost = false;
    for (let delivery; (delivery = this.#endpoint.nextDelivery()); ) {
      isLost = !this.#deliver(delivery) || isLost;
    }
    if (isLost) this.#giveUp();
  }

  /** False if the client cannot follow: it is cut off. */
  #deliver({ to, status, headers, body, isEnd }) {
    const exchange = this.#open.get(to);
    if (exchange === undefined) return true;
    if (isEnd) this.#close(to);
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
        controller.error(new Error("the client reads too slowly"));
        return false;
      }
      controller.enqueue(body);
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
    const strategy = new CountQueuingStrategy({ highWaterMark: this.#queue });
    const body = new ReadableStream({ start, cancel }, strategy);
    exchange.answer({ status, headers: [...exchange.headers, ...headers], body });
  }

  /** From a request to its response; undefined if the client has gone. */
  async #exchange(method, headers, chunks, watch) {
    do this.#last = (this.#last + 1) >>> 0;
    while (this.#open.has(this.#last));
    const number = this.#last;
    const verdict = this.#endpoint.judge({ method, headers, number, now: now() });
    if (verdict.kind === "reply") {
      this.#giveUp(); // a session may have ended with it
      return verdict;
    }
    const exchange = { headers: [] };
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
      this.#start(number, exchange, verdict.status, verdict.headers);
      if (verdict.body.length > 0) exchange.controller.enqueue(verdict.body);
      return answer;
    }
    exchange.headers = verdict.headers;
    try {
      const body = await whole(chunks, verdict.maxBody);
      if (body === undefined) {
        this.#close(number);
        return verdict.tooLong();
      }
      if (this.#open.get(number) === exchange) await this.#post(verdict, body);
    } catch (error) {
      this.#lose(number, exchange);
      throw error;
    }
    return answer;
  }

  async #post(verdict, body) {
    const frame = verdict.frame(body, crypto.getRandomValues(new Uint8Array(16)));
    for (const event of this.#endpoint.receive(frame, now())) {
      let isDone = false;
      this.#deal(event).then(() => (isDone = true));
      // What need not wait is answered before the rest is read.
      for (let turn = 0; turn < 8 && !isDone; turn += 1) await null;
      if (event.kind === "cancelled") this.#giveUp();
    }
    this.#endpoint.received(frame);
    this.send();
  }

  async #deal(event) {
    // The ticket of a cancel is that of another request.
    const ticket = event.kind === "cancelled" ? undefined : event.ticket;
    this.#waiting.add(ticket);
    try {
      const out = this.#respond(event);
      if (typeof out?.then === "function") await out;
    } catch (error) {
      this.#failed(event, error);
    }
    this.#waiting.delete(ticket);
    this.send();
  }

  #failed(event, error) {
    try {
      this.#endpoint.error(event.ticket, INTERNAL_ERROR, "Internal error");
    } catch {
      // It needs no answer, or has one.
    }
    this.#onError(error);
  }

  #close(number) {
    this.#open.get(number)?.unwatch?.();
    this.#open.delete(number);
  }

  /** The client has gone before the end. */
  #lose(number, exchange) {
    if (this.#open.get(number) !== exchange) return;
    this.#close(number);
    this.#endpoint.closed(number);
    exchange.answer(undefined);
    this.#giveUp();
  }

  /** Nobody waits for these any more: a handler that works on one answers into the void. */
  #giveUp() {
    for (const ticket of this.#endpoint.cancelled()) {
      if (!this.#waiting.has(ticket)) this.#endpoint.abandon(ticket);
    }
    this.send();
  }
}

export { HttpHost };
