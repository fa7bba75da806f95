// Ready I/O for the client over Streamable HTTP, on `fetch`. connect_http.d.ts documents it.

import { CallFailed, ConnectionFailed } from "./failures.mjs";
import { Keys } from "./keys.mjs";
import { joined, now } from "./pipe.mjs";
import { Backlog } from "./told.mjs";

/** How long an exchange may take that no call waits for: the engine has the time of all others. */
const ASIDE_MS = 30_000;
/**
 * Requests at once that nobody waits for. A server that sends pings without end is read no faster
 * than it takes the answers.
 */
const MOST_ASIDES = 16;
/** Bytes that are read of a body that nobody wants, so that its socket can be used again. */
const MOST_UNWANTED = 65536;
/** How long a server may take to note that a session has begun, before calls come all the same. */
const OPENING_MS = 2000;
const MOST_TRIES = 3;
/** What may be sent a second time where a socket was closed before any answer came: it reads. */
const HARMLESS = [
  "completion/complete", "initialize", "ping", "prompts/get", "prompts/list", "resources/list",
  "resources/read", "resources/templates/list", "server/discover", "tools/list",
];

/** The address as it is asked for; a TypeError says what is wrong with it. */
function addressOf(url) {
  let address;
  try {
    address = new URL(url, globalThis.location?.href);
  } catch {
    throw new TypeError(`${JSON.stringify(String(url))} is no URL such as http://localhost/mcp`);
  }
  if (!["http:", "https:"].includes(address.protocol)) {
    throw new TypeError(`${address.protocol} is not spoken, but http: and https:`);
  }
  if (address.username !== "" || address.password !== "") {
    throw new TypeError("put no name or password into the URL, but give headers");
  }
  return address.href;
}

/** What an error says, and what is below it: `fetch` itself only says that it failed. */
function told(error) {
  const words = [];
  for (let at = error; at !== undefined && at !== null && words.length < 4; at = at.cause) {
    words.push(String(at));
  }
  return words.join(": ");
}

/** Node's `fetch` says so where a socket was closed just when it was used again. */
function isStale(error) {
  return error?.cause?.code === "UND_ERR_SOCKET" && error.cause.socket?.bytesRead > 0;
}

/** The pieces of a body as they come. */
async function* piecesOf(response) {
  if (!response.body) return;
  const reader = response.body.getReader();
  try {
    for (let read; !(read = await reader.read()).done; ) yield read.value;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The way of messages over HTTP. */
function bindHttpWay({ Frame, SseEvents, failure }) {
  return class HttpWay {
    #host;
    #url;
    #fetch;
    #keys;
    #patience;
    #max;
    #backlog;
    /** The exchanges that have not ended. */
    #running = new Set();
    #news = new Set();
    #schemas = new Map();
    #tries = 0;
    #detail;

    constructor(url, options, host) {
      const { headers, onDenied, patienceMs = 2000, maxMessage = 1 << 24 } = options;
      this.#host = host;
      this.#url = addressOf(url);
      this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
      this.#keys = new Keys(headers, onDenied);
      this.#patience = patienceMs;
      this.#max = maxMessage;
      this.#backlog = new Backlog(host.told);
    }

    get known() {
      return { detail: this.#detail };
    }

    setHeaders(headers) {
      this.#keys.replace(headers);
    }

    start() {}

    /** Waits until the server knows of the connection, but not for ever. */
    opened() {
      return this.#until((running) => !running.hasHead, OPENING_MS);
    }

    entries(key, page) {
      if (key !== "tools" || !Array.isArray(page.tools)) return undefined;
      const found = this.#host.client.tools(page);
      for (const { name, why } of found) {
        if (why === undefined) continue;
        const words = `the tool ${JSON.stringify(name)} of ${this.#url} is left out: ${why}`;
        this.#host.told.tell(new Error(words));
      }
      return found.filter(({ why }) => why === undefined).map(({ tool }) => tool);
    }

    answered(call, result) {
      if (call.method !== "tools/list" || !Array.isArray(result.tools)) return;
      for (const { name, schema } of this.#host.client.tools(result)) {
        if (schema) this.#schemas.set(name, schema);
      }
    }

    suspended(event, call) {
      if (event.why !== "header") return false;
      // What it said of the tool's headers is out of date.
      void this.#lookUp(call);
      return true;
    }

    async #lookUp(call) {
      try {
        for await (const _ of this.#host.listTools());
      } catch {
        // The call says so itself when it is made again.
      }
      this.#host.again(call);
    }

    async resume(call) {
      // First the server has to know that the session has begun.
      await this.#until((running) => running.isAside && !running.hasHead, OPENING_MS);
      this.#host.again(call);
    }

    async close() {
      this.#host.client.leave();
      this.#host.due();
      await this.#until((running) => running.isAside, this.#patience);
      for (const running of this.#running) this.#cut(running);
    }

    // What is sent.

    send(out, call) {
      if (out.verb === undefined) {
        if (!out.isLast) return;
        for (const running of this.#running) if (running.route === out.route) this.#cut(running);
        return;
      }
      const { route, verb } = out;
      const headers = this.#keys.with(this.#headOf(out, call));
      const running = {
        route,
        key: this.#keys.count,
        isAside: route % 2 ** 32 === 0,
        isHarmless: verb !== "POST" || HARMLESS.includes(call?.method ?? "initialize"),
        abort: new AbortController(),
        hasHead: false,
        isCut: false,
      };
      this.#running.add(running);
      if (running.isAside) {
        running.isHarmless = verb !== "POST";
        running.timer = setTimeout(() => this.#cut(running), ASIDE_MS);
      }
      const body = verb === "POST" ? out.line : undefined;
      void this.#run(running, { method: verb, headers, body });
    }

    #headOf(out, call) {
      try {
        return this.#host.client.head(out, call && this.#schemaOf(call));
      } catch (error) {
        // It cannot go out, so nothing will come of it.
        this.#host.client.closed(now(), out.route);
        throw error;
      }
    }

    #schemaOf({ method, params }) {
      return method === "tools/call" ? this.#schemas.get(params?.name) : undefined;
    }

    #cut(running) {
      running.isCut = true;
      running.abort.abort();
      this.#backlog.wake();
      this.#changed();
    }

    #changed() {
      for (const resolve of [...this.#news]) resolve();
      this.#news.clear();
    }

    /** Waits until no exchange is like this, but not longer than that. */
    async #until(isOpen, ms = Infinity, isWanted = () => true) {
      const end = performance.now() + ms;
      while ([...this.#running].some(isOpen) && isWanted()) {
        const left = end - performance.now();
        if (left <= 0) return;
        let timer;
        await new Promise((resolve) => {
          this.#news.add(resolve);
          if (left !== Infinity) timer = setTimeout(resolve, left);
        });
        clearTimeout(timer);
      }
    }

    // What comes back.

    /** One exchange, to its end. */
    async #run(running, request) {
      let detail;
      try {
        detail = await this.#talk(running, request);
      } catch (error) {
        detail = told(error);
      }
      clearTimeout(running.timer);
      this.#running.delete(running);
      this.#changed();
      if (running.isCut) return;
      this.#detail = detail;
      try {
        this.#host.closed(running.route);
      } catch (error) {
        this.#host.told.tell(error);
      } finally {
        this.#detail = undefined;
      }
    }

    async #talk(running, request) {
      const response = await this.#respond(running, request);
      // A browser does not say which status it was, where it would go on to another address.
      const status = response.status === 0 ? 302 : response.status;
      running.hasHead = true;
      this.#changed();
      if (running.isCut) return undefined;
      const { client } = this.#host;
      const expect = client.responded(running.route, status, response.headers, now());
      this.#host.due();
      if (expect.kind === "denied") await this.#denied(running, status, expect);
      if (expect.kind === "json") await this.#readJson(running, response);
      else if (expect.kind === "events") await this.#readEvents(running, response);
      else await this.#readRest(response);
      if (status >= 200 && status < 300) return undefined;
      const to = response.headers.get("location");
      const moved = to === null ? "" : `, and the way to ${JSON.stringify(to)} is not followed`;
      return `HTTP status ${status}${moved}`;
    }

    async #respond(running, request) {
      const init = { ...request, redirect: "manual", signal: running.abort.signal };
      const fetch = this.#fetch;
      try {
        return await fetch(this.#url, init);
      } catch (error) {
        if (!isStale(error) || !running.isHarmless || running.isCut) throw error;
        return await fetch(this.#url, init);
      }
    }

    async #readRest(response) {
      let seen = 0;
      for await (const piece of piecesOf(response)) {
        seen += piece.length;
        if (seen > MOST_UNWANTED) return;
      }
    }

    async #readJson(running, response) {
      const parts = [];
      let [length, frame] = [0, undefined];
      for await (const piece of piecesOf(response)) {
        parts.push(piece);
        length += piece.length;
        if (length <= this.#max) continue;
        frame = Frame.tooLong(length);
        break;
      }
      if (running.isCut) return;
      frame ??= new Frame(joined(parts, length));
      this.#host.take([frame.on(running.route)]);
    }

    async #readEvents(running, response) {
      const events = new SseEvents({ max: this.#max });
      try {
        for await (const piece of piecesOf(response)) {
          await this.#backlog.room(() => !running.isCut);
          const isCut = await this.#takeEvents(running, events, piece);
          this.#backlog.heard(piece.length);
          if (isCut) return;
        }
      } finally {
        events.close();
      }
    }

    /** Takes what a piece of a stream ends; true if nobody wants its rest. */
    async #takeEvents(running, events, piece) {
      const isAside = (one) => one.isAside;
      const tooMany = () => [...this.#running].filter(isAside).length > MOST_ASIDES;
      for (const { frame, id } of events.feed(piece, running.route)) {
        if (tooMany()) await this.#until(() => tooMany(), Infinity, () => !running.isCut);
        if (running.isCut) return true;
        this.#host.take([frame]);
        this.#host.client.seen(running.route, id);
      }
      if (!running.isCut) this.#host.client.seen(running.route, events.lastId, events.retry);
      return running.isCut;
    }

    // What is not allowed.

    async #denied(running, status, { ticket, challenge }) {
      let mayAgain = false;
      let failed;
      try {
        mayAgain = await this.#keys.renew(running.key, { status, challenge });
      } catch (error) {
        failed = error;
      }
      if (running.isCut || ticket === 0) return;
      const said = { status, challenge };
      const call = this.#host.callOf(ticket);
      const listen = this.#host.listenOf(ticket);
      const denied = failure("denied");
      if (call && mayAgain && call.tries < MOST_TRIES) {
        this.#host.again(call);
      } else if (call) {
        this.#host.giveUp(call, failed ?? new CallFailed(denied, said));
      } else if (listen && mayAgain) {
        this.#host.listenAgain(listen);
      } else if (listen) {
        this.#host.forget(ticket);
        this.#host.told.tell(failed ?? new CallFailed(denied, said));
      } else {
        this.#greetAgain(ticket, mayAgain, failed, new ConnectionFailed(denied, said));
      }
    }

    /** It was the handshake that was denied. */
    #greetAgain(ticket, mayAgain, failed, error) {
      this.#tries += 1;
      if (mayAgain && this.#tries <= MOST_TRIES) {
        this.send(this.#host.client.again(ticket, "", undefined, undefined, now()).out);
      } else {
        this.#host.client.cancel(ticket);
        if (failed) this.#host.reject(failed);
        this.#host.lose(error);
      }
      this.#host.due();
    }
  };
}

function bindConnectHttp({ connect, ...api }) {
  const HttpWay = bindHttpWay(api);

  async function connectHttp(url, options = {}) {
    let way;
    const make = (host) => (way = new HttpWay(url, options, host));
    const connection = await connect(make, options, true);
    await way.opened();
    return connection;
  }

  return { connectHttp };
}

export { bindConnectHttp };
