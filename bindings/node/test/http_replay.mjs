// A case of a transcript over HTTP.

import assert from "node:assert/strict";
import { Endpoint } from "sansmcp";
import { head, hex } from "./acts.mjs";
import { Play } from "./play.mjs";
import { Host, eventsIn } from "./responses.mjs";
import { SERVERS } from "./servers.mjs";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const WORLD = ["tx", "slots", "server", "sessions", "streams", "store", "policy"];
const HOST = ["host", "localhost"];
const BOTH = ["accept", "application/json, text/event-stream"];
const EVENTS = ["accept", "text/event-stream"];
const JSON_BODY = ["content-type", "application/json"];
const IMPLIED = { POST: [HOST, BOTH, JSON_BODY], GET: [HOST, EVENTS] };
// Every response to a page of another site has them; the transcripts leave them out.
const EXPOSED = ["Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Vary"];
const POLICY = {
  longest_body: "maxBody",
  retry_ms: "retryMs",
  idle_ms: "idleMs",
  sessions_each: "sessionsEach",
  slots_each: "slotsEach",
};

/** Runs a case on a new endpoint. */
export function replayHttp({ lines }) {
  const run = new HttpReplay(lines);
  try {
    run.run();
  } finally {
    run.server?.close();
  }
}

class HttpReplay extends Play {
  name = "echo";
  policy = { slots: 8, sessions: 4, streams: 8, maxMessage: 4096 };
  store = 4096;
  isKept = false;
  hasSessions = true;
  host = new Host();

  run() {
    for (let line; (line = this.peek())?.mark === "!"; this.at += 1) {
      const [verb, ...words] = line.rest.split(" ");
      if (!WORLD.includes(verb)) break;
      this.setUp(verb, words);
    }
    const policy = { ...this.policy, replay: this.isKept ? this.store : 0 };
    if (!this.hasSessions) policy.sessions = 0;
    this.server = new Endpoint(SERVERS[this.name], policy);
    this.goOn();
    for (let line; (line = this.peek()); this.goOn()) {
      if (line.mark !== ">>") this.fail(line, `${line.mark} does not belong here`);
      this.at += 1;
      this.request(line);
    }
  }

  setUp(verb, [name, ...values]) {
    if (verb === "server") this.name = name;
    else if (verb === "store") this.store = Number(name);
    else if (verb === "tx") this.policy.maxMessage = Number(name);
    else if (verb !== "policy") this.policy[verb] = Number(name);
    else if (["hosts", "origins"].includes(name)) this.policy[name] = values;
    else if (name === "sessions") this.hasSessions = values[0] === "yes";
    else if (name === "replay") this.isKept = values[0] === "yes";
    else {
      assert.ok(POLICY[name], `the policy has no ${name}`);
      this.policy[POLICY[name]] = Number(values[0]);
    }
  }

  request(line) {
    const [method, number, ...words] = line.rest.split(" ");
    const exchange = Number(number);
    const headers = [];
    for (let header; (header = this.next(">:")); ) {
      const at = header.rest.indexOf(":");
      headers.push([header.rest.slice(0, at), header.rest.slice(at + 1)]);
    }
    if (!words.includes("bare")) {
      const own = headers.map(([name]) => name.toLowerCase());
      headers.push(...(IMPLIED[method] ?? [HOST]).filter(([name]) => !own.includes(name)));
    }
    const body = [];
    for (let piece; (piece = this.next(">", ">+", ">x")); ) body.push(piece.bytes);
    const principal = words.includes("by") ? Number(words[words.indexOf("by") + 1]) : 0;
    this.host.begin(exchange);
    const { now } = this;
    const verdict = this.server.judge({ method, headers, number: exchange, principal, now });
    if (verdict.kind !== "body") return this.expect(line, this.judged(verdict, exchange));
    const random = this.random ?? new Uint8Array(16).fill(exchange);
    const frame = verdict.frame(Buffer.concat(body), random);
    for (const event of this.server.receive(frame, now)) {
      this.came(event);
      this.goOn();
    }
    this.next(">.");
    this.server.received(frame);
    return this.expect(line, this.sent());
  }

  /** What the head alone is answered with. */
  judged({ kind, status, headers: all, body, replaces }, number) {
    const lines = replaces === undefined ? [] : this.host.send(replaces, undefined, "", true);
    if (status === 204) {
      this.host.closed(number);
      lines.push(`<< ${number} 204 empty`);
      lines.push(...all.map(([name, value]) => `<: ${name}: ${value}`), "<.");
      return lines;
    }
    const headers = all.filter(([name]) => !EXPOSED.includes(name));
    const text = decoder.decode(body);
    const isStream = headers.some(([name, value]) =>
      name === "content-type" && value === "text/event-stream");
    if (!isStream) return [...lines, ...this.host.send(number, { status, headers }, text, true)];
    // What was missed comes event by event.
    const missed = eventsIn(text);
    const isMessage = missed.length === 0 || missed[0].startsWith("event: message\n");
    const first = isMessage ? "" : missed.shift();
    lines.push(...this.host.send(number, { status, headers }, first, false));
    for (const event of missed) lines.push(...this.host.send(number, undefined, event, false));
    if (kind === "reply") lines.push(...this.host.send(number, undefined, "", true));
    return lines;
  }

  /** What is done in another way here. */
  own(verb, rest, event) {
    switch (verb) {
      case "random":
        this.random = hex(rest);
        return [];
      case "closed":
        this.server.closed(Number(rest));
        this.host.closed(Number(rest));
        return [];
      case "given_up":
        assert.equal(this.server.cancelled().length, Number(rest));
        return [];
      case "put_off":
        this.server.putOff(event?.ticket ?? 0, Number(head(rest)[0]));
        return [];
      default:
        return undefined;
    }
  }

  /** What became of an output is a delivery. */
  sent() {
    const lines = [];
    for (let one; (one = this.server.nextDelivery({ due: false })); ) {
      const body = decoder.decode(one.body);
      if (one.isCut) {
        lines.push(...this.host.cut(one.to, body));
        continue;
      }
      const { status, headers } = one;
      const whole = status === undefined ? undefined : { status, headers };
      lines.push(...this.host.send(one.to, whole, body, one.isEnd));
    }
    return lines;
  }
}
