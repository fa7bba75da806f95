// postMessage, for both roles: messages are objects, as the structured clone makes them. The ways
// of messages between windows, workers, threads. port.d.ts documents it.

import { joined } from "./pipe.mjs";
import { Backlog } from "./told.mjs";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** How much may wait at most of a peer that sends and sends, since nothing can hold it. */
const FLOOD = 67_108_864;
const NEWLINE = 10;
const ENDS = ["close", "exit"];

/** True of windows, also of those of another origin, which give away no more than this. */
function isWindow(port) {
  return port.window === port;
}

/** What other things say on the same port is none of the protocol's. */
function isMessage(data) {
  return Array.isArray(data) || (typeof data === "object" && data !== null && "jsonrpc" in data);
}

/** One end of it. */
class Link {
  #port;
  #origin;
  #heard;
  #source;
  #listeners = [];
  #isOpen = true;

  constructor(port, { targetOrigin, here = globalThis }, { message, closed }) {
    if (typeof port?.postMessage !== "function") throw new TypeError("a port has postMessage");
    if (isWindow(port) && typeof targetOrigin !== "string") {
      throw new TypeError("to a window goes nothing without targetOrigin, such as location.origin");
    }
    this.#port = port;
    this.#origin = isWindow(port) ? targetOrigin : undefined;
    this.#heard = message;
    this.#source = isWindow(port) ? here : port;
    this.#on("message", (data) => this.#message(data));
    const end = () => this.#isOpen && closed();
    if (isWindow(port)) return;
    for (const name of ENDS) this.#on(name, end);
    port.start?.();
  }

  /** A worker of Node's has only `on`, which gives the message itself. */
  #on(name, listener) {
    const source = this.#source;
    if (source.addEventListener) {
      const listen = (event) => {
        if (name !== "message" || this.#isMine(event)) listener(event.data);
      };
      source.addEventListener(name, listen);
      this.#listeners.push(() => source.removeEventListener(name, listen));
    } else {
      source.on(name, listener);
      this.#listeners.push(() => source.off(name, listener));
    }
  }

  #isMine({ origin, source }) {
    if (this.#origin === undefined) return true;
    return source === this.#port && (this.#origin === "*" || origin === this.#origin);
  }

  #message(data) {
    if (!this.#isOpen || !isMessage(data)) return;
    let text;
    try {
      text = JSON.stringify(data);
    } catch {
      return; // a bigint, or a circle
    }
    this.#heard(encoder.encode(`${text}\n`));
  }

  /** Sends whole lines. */
  post(bytes) {
    for (const line of decoder.decode(bytes).split("\n")) {
      if (line === "" || !this.#isOpen) continue;
      const message = JSON.parse(line);
      if (this.#origin === undefined) this.#port.postMessage(message);
      else this.#port.postMessage(message, this.#origin);
    }
  }

  /** A port is closed with it, which its other end hears; a worker or a window is not. */
  close() {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const off of this.#listeners) off();
    const { close, start } = isWindow(this.#port) ? {} : this.#port;
    if (close && start) this.#port.close();
  }
}

function bindPort({ Lines, ServerPipe, connect }) {
  /** The way of a client. */
  function clientWay(port, options, host) {
    const lines = new Lines({ max: options.maxMessage ?? 1 << 24 });
    const backlog = new Backlog(host.told);
    let link;
    let hasEnded = false;

    function ended() {
      if (hasEnded) return;
      hasEnded = true;
      link?.close();
      lines.close();
      host.closed();
    }

    function message(bytes) {
      host.take(lines.feed(bytes));
      backlog.heard(bytes.length);
      if (backlog.size > FLOOD) ended();
    }

    return {
      known: {},
      start() {
        link = new Link(port, options, { message, closed: ended });
      },
      send: ({ line }) => link?.post(line),
      async close() {
        ended();
      },
    };
  }

  function connectPort(port, options = {}) {
    return connect((host) => clientWay(port, options, host), options);
  }

  /** The way of a server's pipe: what `attach` is given. */
  function portWay(port, options = {}) {
    let pipe;
    let rest = [];
    // What comes before there is a server waits for it.
    const early = [];
    const soon = (act) => (pipe ? act() : early.push(act));
    const link = new Link(port, options, {
      message: (bytes) => soon(() => pipe.feed(bytes)),
      // Nobody is there any more who could hear an answer.
      closed: () => soon(() => pipe.close()),
    });
    return {
      /** An answer in pieces goes out as the one message that it is. */
      write(bytes) {
        rest.push(bytes);
        if (bytes.at(-1) !== NEWLINE) return true;
        const size = rest.reduce((sum, part) => sum + part.length, 0);
        link.post(joined(rest, size));
        rest = [];
        return true;
      },
      closed: () => link.close(),
      attach(made) {
        pipe = made;
        for (const act of early.splice(0)) act();
      },
    };
  }

  /** Serves until the port is closed. */
  async function servePort(server, respond, port, options = {}) {
    await new Promise((resolve) => {
      const { attach, ...way } = portWay(port, options);
      const closed = () => {
        way.closed();
        resolve();
      };
      const pipe = new ServerPipe(server, respond, { ...way, closed }, options);
      attach(pipe);
      options.signal?.addEventListener("abort", () => pipe.close(), { once: true });
      if (options.signal?.aborted) pipe.close();
    });
  }

  return { connectPort, portWay, servePort };
}

export { bindPort };
