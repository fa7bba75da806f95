// Replays a transcript of a client; tests/vectors/README.md describes what stands in it.

import assert from "node:assert/strict";
import { Client, Lines, Pages, SansmcpError, Subscription } from "sansmcp";
import { decoded, head } from "./acts.mjs";

const decoder = new TextDecoder();
const WORLD = ["rx", "tx", "slots", "client", "http"];
const METHODS = {
  "elicitation/create": "Elicit",
  "sampling/createMessage": "CreateMessage",
  "roots/list": "ListRoots",
};
const version = "1.0.0";
const CLIENTS = {
  bare: { name: "bare", version },
  forms: { name: "forms", version, capabilities: { elicitation: { form: {} } } },
  whole: {
    name: "whole",
    version,
    title: "Whole",
    capabilities: {
      roots: { listChanged: true },
      sampling: { tools: {} },
      elicitation: { form: {}, url: {} },
      experimental: { x: {} },
      extensions: { "io.modelcontextprotocol/ui": {} },
    },
  },
};
const POLICIES = {
  any: {},
  modern: { oldest: "2026-07-28" },
  legacy: { newest: "2025-11-25" },
};

const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const ticketOf = (ticket) => (ticket === 0 ? "-" : String(ticket));

/** Runs a case; `split` gives the chunks of an input line. */
export function replay({ lines }, split) {
  const run = new Run(lines, split);
  try {
    run.run();
  } finally {
    run.reader?.close();
    run.client?.close();
  }
}

export class Run {
  isHttp = false;
  at = 0;
  now = 0;
  sizes = { rx: 4096, tx: 4096, slots: 8 };
  info = CLIENTS.bare;
  policy = {};
  options = {};
  pages = new Pages();
  last;
  kept = new Map();
  calls = new Map();
  listens = new Map();
  gifts = [];

  constructor(lines, split) {
    this.lines = lines;
    this.split = split;
  }

  get line() {
    return this.lines[this.at];
  }

  run() {
    for (let line; (line = this.line)?.mark === "!"; this.at += 1) {
      const [verb, value] = head(line.rest);
      if (!WORLD.includes(verb)) break;
      if (verb === "client") this.info = CLIENTS[value];
      else if (verb === "http") assert.ok(this.isHttp, "it goes over HTTP");
      else this.sizes[verb] = Number(value);
    }
    const { slots, tx } = this.sizes;
    this.client = new Client(this.info, { slots, maxMessage: tx, http: this.isHttp });
    this.goOn();
    this.replay();
  }

  replay() {
    this.reader = new Lines({ max: this.sizes.rx });
    for (let line; (line = this.line); this.goOn()) {
      this.at += 1;
      if (line.bytes) {
        for (const chunk of this.split(line)) this.take(this.reader.feed(chunk));
      } else {
        assert.equal(line.mark, ">.", `line ${line.number} does not belong here`);
        this.take(this.reader.finish());
      }
    }
  }

  /** This comes next. */
  expect(mark, got) {
    const { line } = this;
    this.at += 1;
    assert.equal(line?.mark, mark, `line ${line?.number}: ${mark} ${JSON.stringify(got)} came`);
    const wanted = mark === "=" ? canonical(line.rest) : line.rest;
    assert.deepEqual(got, wanted, `line ${line.number}`);
  }

  take(frames) {
    for (const frame of frames) {
      for (const event of this.client.receive(frame, this.now)) this.hear(event);
    }
  }

  hear(event, goesOn = true) {
    this.last = event;
    this.expect("=", seen(event));
    if (goesOn) this.goOn();
  }

  goOn() {
    for (let line; ["!", "@"].includes((line = this.line)?.mark); ) {
      this.at += 1;
      if (line.mark === "@") this.now = Number(line.rest);
      else this.act(line);
    }
  }

  act(line) {
    let [verb, rest] = head(line.rest);
    let name = "";
    if (rest.startsWith("@")) [name, rest] = head(rest.slice(1));
    try {
      for (const out of this.perform(line, verb, name, rest)) {
        if (out) this.send(out);
      }
    } catch (error) {
      this.failed(verb, error);
    }
  }

  send(out) {
    if (out.line.length > 0) this.expect("<", decoder.decode(out.json));
  }

  /** What ends without a message. */
  expire() {
    for (const event of this.client.expire(this.now)) this.hear(event, false);
  }

  failed(verb, error) {
    if (error instanceof TypeError && /^(meta|content) must be an object/.test(error.message)) {
      return this.expect("?", "not_json"); // it is said in words
    }
    if (!(error instanceof SansmcpError)) throw error;
    if (error.code === "SHORT") return this.expect("?", `short ${error.need}`);
    const isNoLevel = verb === "level" && error.code === "NOT_SUPPORTED";
    return this.expect("?", isNoLevel ? "not_json" : error.code.toLowerCase());
  }

  eventOf(name) {
    return name === "" ? this.last : this.kept.get(name);
  }

  ticketOf(name) {
    if (name === "") return this.last.ticket;
    return (this.calls.get(name) ?? this.listens.get(name) ?? this.kept.get(name)).ticket;
  }

  *perform(line, verb, name, rest) {
    const { client, now, options } = this;
    const [first, others] = head(rest);
    switch (verb) {
      case "connect":
        return client.connect(this.policy, now);
      case "next":
        return yield client.nextOutput();
      case "call": {
        const params = others || "{}";
        const { ticket, out } = client.call(first, params, options, now);
        this.calls.set(name, { ticket, method: first, params });
        return yield out;
      }
      case "again":
        return yield this.again(name);
      case "cancel":
        return client.cancel(this.ticketOf(name));
      case "listen":
      case "unlisten":
        return yield* this.listen(verb, name, rest);
      case "give":
      case "accept":
        return this.gifts.push([first === "-" ? "" : first, verb, JSON.parse(others)]);
      case "provide":
        return yield this.provide(name);
      case "closed":
        client.closed(now);
        return this.expire();
      case "expire":
        return this.expire();
      case "keep":
        return this.kept.set(rest, this.last);
      case "reply":
        return yield client.reply(this.eventOf(name));
      case "result":
        return yield client.result(this.ticketOf(name), rest);
      case "error":
        return yield client.error(this.eventOf(name).ticket, Number(first), others);
      case "refuse":
        return yield client.refuse(this.eventOf(name), Number(first), others);
      case "notify":
        return yield client.notify(first, others);
      case "level": {
        const { ticket, out } = client.setLevel(rest, options, now);
        if (ticket !== 0) this.calls.set(name, { ticket, method: "logging/setLevel", params: "" });
        return yield out;
      }
      case "limits":
        this.options = { ...options, idleMs: Number(first), hardMs: Number(others) };
        return;
      case "meta":
        this.options = { ...options, meta: rest === "-" ? undefined : rest };
        return;
      case "anyway":
        this.options = { ...options, anyway: rest === "yes" };
        return;
      case "retry":
        this.policy = this.last.retry;
        return assert.ok(this.policy);
      case "policy": {
        const part = { [camel(first)]: first.endsWith("_ms") ? Number(others) : others };
        this.policy = POLICIES[first] ?? { ...this.policy, ...part };
        return;
      }
      default:
        return this.look(line, verb, rest);
    }
  }

  again(name) {
    const ticketOf = name === "" ? this.ticketOf("") : undefined;
    const found = name === ""
      // The handshake is no call.
      ? [...this.calls.values()].find((call) => call.ticket === ticketOf)
        ?? { ticket: ticketOf, method: "", params: "" }
      : this.calls.get(name);
    const { method, params } = found;
    const { ticket, out } = this.client.again(found.ticket, method, params, this.options, this.now);
    found.ticket = ticket;
    return out;
  }

  provide(name) {
    const event = this.eventOf(name);
    const results = Object.fromEntries(this.gifts.map(([key, verb, value]) => {
      if (verb === "give") return [key, value];
      return [key, event.inputs.find((input) => input.key === key).accept(value)];
    }));
    const call = [...this.calls.values()].find((one) => one.ticket === event.ticket);
    const { ticket, out } =
      this.client.provide(event, results, call?.params, this.options, this.now);
    this.gifts = [];
    if (call) call.ticket = ticket;
    return out;
  }

  listen(verb, name, rest) {
    const words = rest.split(" ");
    if (!this.listens.has(name)) {
      const has = (word) => words.includes(word);
      const uris = words.filter((word) => word.includes(":"));
      const lists = { tools: has("tools"), prompts: has("prompts"), resources: has("resources") };
      this.listens.set(name, new Subscription({ ...lists, uris }));
    }
    return this.client[verb](this.listens.get(name), this.now);
  }

  /** Checks. The server's capabilities as a number (`can`) have no form here. */
  look(line, verb, rest) {
    const { client, last } = this;
    const same = (got, wanted = rest) => assert.deepEqual(got, wanted, `line ${line.number}`);
    switch (verb) {
      case "deadline":
        return same(String(client.nextDeadline() ?? "-"));
      case "open":
        return same(String(client.open().length));
      case "revision":
        return same(client.revision ?? "-");
      case "connected":
        return same(client.isConnected ? "yes" : "no");
      case "input": {
        const [key, json] = head(rest);
        const found = last.inputs.find((input) => input.key === (key === "-" ? "" : key));
        return same(found.params, JSON.parse(json));
      }
      case "round":
        return same(String(last.round));
      case "pause":
        return same(String(last.pauseMs));
      case "whose":
        return same(last.failure?.whose ?? "-");
      case "instructions":
        return same(last.instructions ?? "-", decoded(rest));
      case "cache":
        return same(`${last.cache.ttlMs} ${last.cache.scope}`);
      case "page":
        try {
          const cursor = this.pages.next(last.result);
          return same(cursor === undefined ? "-" : `next ${cursor}`, decoded(rest));
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          return same(/circle/.test(error.message) ? "repeated" : "nottext");
        }
      default:
        return assert.equal(verb, "can", `line ${line.number}: the verb is not known`);
    }
  }
}

/** An event line with its texts decoded and its JSON read. */
function canonical(rest) {
  const [kind, more] = head(rest);
  // An id may have blanks in it.
  const [, id, words = ""] = /^("(?:[^"\\]|\\.)*"|\S+)(?: (.*))?$/s.exec(more);
  if (!["answered", "failed", "listen_ended"].includes(kind)) return [kind, id, decoded(words)];
  const count = words.startsWith("failed ") ? 2 : 1;
  const parts = words.split(" ");
  const json = parts.slice(count).join(" ");
  return [kind, id, parts.slice(0, count).join(" "), json === "" ? undefined : JSON.parse(json)];
}

/** The line of an event, as `canonical` has it. */
function seen(event) {
  const isServers = ["ping", "request", "refused", "withdrawn", "ignored"].includes(event.kind);
  const id = isServers || event.isRequest ? event.idJson ?? "-" : ticketOf(event.ticket);
  return [snake(event.kind), id, ...words(event)];
}

function words(event) {
  switch (event.kind) {
    case "connected":
      return [`${event.revision} ${event.serverInfo?.name ?? "-"}`];
    case "failed":
      return [event.failure.name, event.received];
    case "answered":
      if (event.failure) return [`failed ${event.failure.name}`, event.received];
      return event.error ? ["error", event.received] : ["result", event.result];
    case "listenEnded":
      if (event.failure) return [`failed ${event.failure.name}`, undefined];
      if (event.error) return ["error", event.error];
      return [event.isGraceful ? "graceful" : "cancelled", undefined];
    case "inputNeeded": {
      const all = event.inputs.map(({ key, method }) => `${key || "-"} ${METHODS[method]}`);
      return [all.join(" ") || "-"];
    }
    case "suspended":
      return [event.why];
    case "progress": {
      const { progress, total, message } = event;
      return [`${progress ?? "-"} ${total ?? "-"} ${message ?? ""}`.trimEnd()];
    }
    case "log":
      return [`${event.level ?? "-"} ${event.logger ?? "-"} ${JSON.stringify(event.data)}`];
    case "listening": {
      const lists = ["tools", "prompts", "resources"].filter((list) => event[list]);
      const refused = event.refused > 0 ? [`refused ${event.refused}`] : [];
      return [[...lists, ...event.uris, ...refused].join(" ") || "-"];
    }
    case "changed":
      return [event.what];
    case "updated":
      return [event.uri];
    case "withdrawn":
      return [event.reason ?? "-"];
    case "request":
    case "notification":
      return [event.method ?? ""];
    case "refused":
    case "ignored":
      return [String(event.code ?? "-")];
    default:
      return [""];
  }
}
