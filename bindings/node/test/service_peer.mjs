// A client that writes the protocol by hand, of a service in the same process.

import { once } from "node:events";

const META = "io.modelcontextprotocol/";
export const ERAS = ["2026-07-28", "2025-11-25", "2024-11-05"];
const CAN = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** `_meta` of a request from 2026-07-28 on. */
export function metaOf(capabilities = CAN, more = {}) {
  return {
    [`${META}protocolVersion`]: "2026-07-28",
    [`${META}clientInfo`]: { name: "peer", version: "1" },
    [`${META}clientCapabilities`]: capabilities,
    ...more,
  };
}

export class Peer {
  /** All messages that came, with those that nobody has asked for yet. */
  heard = [];
  #waiting = [];
  #rest = "";
  #last = 0;
  #decoder = new TextDecoder();

  /** Connected to a service in a revision, as a client that `can` do this. */
  static async of(service, { revision = "2026-07-28", can = CAN, takes, ...options } = {}) {
    const peer = new Peer();
    Object.assign(peer, { revision, can, takes, isModern: revision === "2026-07-28" });
    peer.pipe = await service.pipe({ write: (bytes) => peer.#hear(bytes) }, options);
    if (!peer.isModern) {
      const clientInfo = { name: "peer", version: "1" };
      const params = { protocolVersion: revision, capabilities: can, clientInfo };
      peer.welcome = await peer.call("initialize", params);
      peer.tell("notifications/initialized");
    }
    return peer;
  }

  #hear(bytes) {
    this.#rest += this.#decoder.decode(bytes, { stream: true });
    const lines = bytes.includes(10) ? this.#rest.split("\n") : [this.#rest];
    this.#rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      this.heard.push(message);
      this.#waiting = this.#waiting.filter((look) => !look(message));
    }
    return this.takes?.(bytes);
  }

  /** The first message like this that comes, or has come and was not asked for. */
  async next(isIt) {
    const found = this.heard.find(isIt);
    if (found) return this.#taken(found);
    const it = await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`not heard: ${isIt}`)), 20_000);
      this.#waiting.push((message) => {
        if (!isIt(message)) return false;
        clearTimeout(late);
        resolve(message);
        return true;
      });
    });
    return this.#taken(it);
  }

  #taken(message) {
    this.heard = this.heard.filter((one) => one !== message);
    return message;
  }

  /** Sends messages at once; texts as they are. */
  say(...messages) {
    const lines = messages.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
    this.pipe.feed(Buffer.from(lines.map((line) => `${line}\n`).join("")));
  }

  request(method, params = {}, meta = {}) {
    this.#last += 1;
    const _meta = this.isModern ? metaOf(this.can, meta) : meta;
    return { jsonrpc: "2.0", id: this.#last, method, params: { ...params, _meta } };
  }

  tell(method, params) {
    this.say({ jsonrpc: "2.0", method, params });
  }

  /** The answer to a request. */
  answerTo({ id }) {
    return this.next((message) => message.id === id && message.method === undefined);
  }

  /** The result; throws the error. */
  async call(method, params, meta) {
    const request = this.request(method, params, meta);
    this.say(request);
    const { result, error } = await this.answerTo(request);
    if (error) throw Object.assign(new Error(error.message), error);
    return result;
  }

  tool(name, args, more) {
    return this.call("tools/call", { name, arguments: args, ...more });
  }

  /** The texts of a tool's result. */
  async texts(name, args) {
    const { content } = await this.tool(name, args);
    return content.map(({ text }) => text);
  }

  /**
   * The result of a call in whose course the client is asked: `answer` makes the result from the
   * method and the params of each question.
   */
  async asked(method, params, answer) {
    const request = this.request(method, params);
    this.say(request);
    if (!this.isModern) {
      for (;;) {
        const message = await this.next(({ id, method: asks }) => id === request.id || asks);
        if (!message.method) return message.result ?? message.error;
        const given = answer(message.method, message.params);
        this.say({ jsonrpc: "2.0", id: message.id, ...given });
      }
    }
    let { result, error } = await this.answerTo(request);
    while (result?.resultType === "input_required") {
      const { inputRequests, requestState } = result;
      const pairs = Object.entries(inputRequests)
        .map(([key, one]) => [key, answer(one.method, one.params).result]);
      const again = { ...params, inputResponses: Object.fromEntries(pairs), requestState };
      const next = this.request(method, again);
      this.say(next);
      ({ result, error } = await this.answerTo(next));
    }
    return result ?? error;
  }
}

/** An error that was told, without the noise. */
export function collecting() {
  const told = [];
  return { told, onError: (error) => told.push(error) };
}

/** What a process wrote until it ended. */
export async function outputOf(child) {
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    child[name].setEncoding("utf8").on("data", (text) => (texts[name] += text));
  }
  const [code, signal] = await once(child, "close");
  return { code, signal, ...texts };
}
