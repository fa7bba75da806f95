// A case of a transcript of a server under way, whatever brings its messages.

import assert from "node:assert/strict";
import { ACTS, SERVERS_ACTS, decoded, errorLine, head } from "./acts.mjs";

/** What comes out, line by line. */
const OUT = ["<", "<+", "<<", "<:", "<.", "<x", "<id", "?"];
const EVENT = /^(\w+) ("(?:[^"\\]|\\.)*"|\S+)(?: (.*))?$/s;

export class Play {
  at = 0;
  now = 0;
  limits = {};
  kept = new Map();
  /** What is remembered of a call while the client is asked, by the call's ticket. */
  questions = new Map();
  /** Events that an act made. */
  events = [];

  constructor(lines) {
    this.lines = lines;
  }

  peek() {
    return this.lines[this.at];
  }

  /** The next line if it has one of these marks; it is done then. */
  next(...marks) {
    const line = this.peek();
    if (!marks.includes(line?.mark)) return undefined;
    this.at += 1;
    return line;
  }

  fail(line, why) {
    assert.fail(`line ${line?.number ?? "end"}: ${why}`);
  }

  /** The event has to stand in the next line. */
  came(event) {
    const line = this.next("=");
    const [, kind, id, words] = EVENT.exec(line?.rest ?? "") ?? [];
    const own = wordsOf(event);
    const isWritten = own === undefined || event.kind === "answered";
    const wanted = isWritten || words === undefined ? words : decoded(words);
    const seen = event.kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const got = [seen, event.idJson ?? "-", own];
    assert.deepEqual(got, [kind, id, wanted], `line ${line?.number ?? "end"}`);
    this.last = event;
  }

  /** All that happens before the next message. */
  goOn() {
    for (let line; (line = this.next("!", "@")); ) {
      if (line.mark === "@") this.now = Number(line.rest);
      else this.act(line);
    }
  }

  act(line) {
    let [verb, rest] = head(line.rest);
    let event = this.last;
    if (rest.startsWith("@")) {
      const [name, more] = head(rest.slice(1));
      [event, rest] = [this.kept.get(name), more];
    }
    const got = [];
    try {
      for (const out of this.perform(line, verb, rest, event)) got.push(...this.sent(out));
      got.push(...this.sent());
    } catch (error) {
      const written = errorLine(error);
      got.push(...this.sent(), written);
    }
    this.expect(line, got);
    const { events } = this;
    this.events = [];
    for (const made of events) this.came(made);
  }

  /** What came out has to stand in the next lines. */
  expect(line, got) {
    const wanted = [];
    this.passOver();
    for (let next; wanted.length < got.length && (next = this.next(...OUT)); this.passOver()) {
      wanted.push(next.rest === "" ? next.mark : `${next.mark} ${next.rest}`);
    }
    assert.deepEqual(got, wanted, `line ${line.number}`);
  }

  /** What is kept shows when somebody comes back for it. */
  passOver() {
    while (this.next("<k"));
  }

  perform(line, verb, rest, event) {
    const own = this.own(verb, rest, event);
    if (own) return own;
    if (SERVERS_ACTS[verb]) return SERVERS_ACTS[verb](this, rest, event?.session ?? 0);
    if (!ACTS[verb]) this.fail(line, `there is no verb ${verb}`);
    if (!event) this.fail(line, "no event came yet");
    return ACTS[verb](this, rest, event);
  }
}

/** What stands in the line of an event behind its id. */
function wordsOf(event) {
  switch (event.kind) {
    case "callTool":
    case "getPrompt":
      return event.name;
    case "readResource":
    case "subscribe":
    case "unsubscribe":
      return event.uri;
    case "complete":
      return `${event.argument} ${event.value}`;
    case "setLevel":
      return event.level;
    case "answered": {
      const json = event.resultJson ?? event.errorJson;
      return json === undefined ? event.outcome : `${event.outcome} ${json}`;
    }
    case "request":
    case "notification":
      return event.method;
    case "cancelled":
      return event.reason ?? "-";
    case "refused":
      return String(event.code);
    default:
      return undefined;
  }
}
