// Replays a transcript of a client over HTTP.

import assert from "node:assert/strict";
import { Frame, SseEvents } from "sansmcp";
import { CUT } from "./cases.mjs";
import { Run } from "./client_replay.mjs";

const encoder = new TextEncoder();
const KINDS = { json: "application/json", events: "text/event-stream" };
const IMPLIED = {
  POST: [
    ["Accept", "application/json, text/event-stream"],
    ["Content-Type", "application/json"],
  ],
  GET: [["Accept", "text/event-stream"]],
  DELETE: [],
};

/** Bytes as a text with one character for each, and back. */
const latin1 = (text) => Buffer.from(text).toString("latin1");
const utf8 = (text) => Buffer.from(text, "latin1").toString();

/** Runs a case; `split` gives the chunks of a piece of an event stream. */
export function replayHttp({ lines }, split) {
  const run = new HttpRun(lines, split);
  try {
    run.run();
  } finally {
    run.client?.close();
  }
}

/** How many runs cut each piece of an event stream of a case at each of its places. */
export function streamCuts({ lines }) {
  const isStream = new Map();
  let [longest, number] = [0, ""];
  for (const { mark, rest } of lines) {
    if (mark === ">>") {
      const [first, ...words] = rest.split(" ");
      number = first;
      if (words.length > 0) isStream.set(number, words.at(-1) === "events");
    } else if ([">", ">+"].includes(mark) && isStream.get(number)) {
      longest = Math.max(longest, streamOf({ mark, rest }).length);
    }
  }
  return Math.max(longest - 1, 0);
}

/** The cut of a run, of pieces as `streamOf` gives them. */
export const STREAM_CUT = (run) => ({ bytes }) => {
  const places = Array.from({ length: Math.max(bytes.length - 1, 0) }, (_, at) => at + 1);
  return CUT(run)({ bytes, places });
};

/** What of a stream a line stands for: an event with this data, or bytes as they are. */
function streamOf({ mark, rest }) {
  const text = mark === ">"
    ? `event: message\ndata: ${rest}\n\n`
    : rest.replaceAll("␊", "\n").replaceAll("␍", "\r");
  return encoder.encode(text);
}

class HttpRun extends Run {
  isHttp = true;
  /** The requests whose response has not ended, by their number. */
  open = new Map();
  count = 0;

  replay() {
    for (let line; (line = this.line); this.goOn()) {
      this.at += 1;
      if (line.mark === ">>") this.respond(line);
      else if ([">", ">+"].includes(line.mark)) this.takeBody(line);
      else if (line.mark === ">.") this.end(line);
      else assert.fail(`line ${line.number}: ${line.mark} does not belong here`);
    }
  }

  send(out) {
    if (out.verb === undefined) {
      if (out.isLast) this.abort(out.route);
      return;
    }
    this.count += 1;
    this.open.set(this.count, { route: out.route, body: [] });
    const lines = this.client.head(out, this.schema);
    const implied = IMPLIED[out.verb];
    assert.deepEqual(lines.slice(0, implied.length), implied);
    this.expect("<<", `${out.verb} ${this.count}`);
    for (const [name, value] of lines.slice(implied.length)) this.expect("<:", `${name}: ${value}`);
    super.send(out);
  }

  /** The newest exchange on this way is closed from this side, if it is open. */
  abort(route) {
    const found = [...this.open].filter(([, exchange]) => exchange.route === route).at(-1);
    if (!found) return;
    this.open.delete(found[0]);
    this.expect("<x", String(found[0]));
  }

  exchange(line) {
    const exchange = this.open.get(this.number);
    assert.ok(exchange, `line ${line.number}: this exchange is not open`);
    return exchange;
  }

  /** The head of a response, or more of one that has begun. */
  respond(line) {
    const [number, status, kind] = line.rest.split(" ");
    this.number = Number(number);
    const exchange = this.exchange(line);
    if (status === undefined) return;
    const headers = kind in KINDS ? [["content-type", KINDS[kind]]] : [];
    for (let next; (next = this.line)?.mark === ">:"; this.at += 1) {
      const at = next.rest.indexOf(":");
      headers.push([next.rest.slice(0, at), latin1(next.rest.slice(at + 1))]);
    }
    const expect = this.client.responded(exchange.route, Number(status), headers, this.now);
    exchange.reads = expect.kind;
    const said = [expect.kind];
    if (expect.kind === "events") exchange.events = new SseEvents({ max: this.sizes.rx });
    if (expect.kind === "denied") {
      this.denied = expect.ticket;
      said.push(expect.ticket === 0 ? "-" : String(expect.ticket), utf8(expect.challenge));
    }
    const wanted = this.line;
    this.at += 1;
    assert.equal(`= expect ${said.join(" ")}`.trimEnd(), `${wanted?.mark} ${wanted?.rest}`);
    this.expire();
  }

  takeBody(line) {
    const { route, reads, events, body } = this.exchange(line);
    if (reads === "json") {
      body.push(encoder.encode(line.rest + (line.mark === ">" ? "\n" : "")));
    } else if (events) {
      for (const chunk of this.split({ bytes: streamOf(line) })) {
        for (const { frame, id } of events.feed(chunk, route)) {
          this.take([frame]);
          this.client.seen(route, id);
        }
        this.client.seen(route, events.lastId, events.retry);
      }
    }
  }

  /** The response has ended. */
  end(line) {
    const { route, reads, body, events } = this.exchange(line);
    this.open.delete(this.number);
    if (reads === "json") {
      const frame = new Frame(Buffer.concat(body)).on(route);
      for (const event of this.client.receive(frame, this.now)) this.hear(event, false);
    }
    events?.close();
    this.client.closed(this.now, route);
    this.expire();
  }

  hear(event, goesOn) {
    this.denied = undefined;
    super.hear(event, goesOn);
  }

  ticketOf(name) {
    return name === "" && this.denied !== undefined ? this.denied : super.ticketOf(name);
  }

  *perform(line, verb, name, rest) {
    switch (verb) {
      case "schema":
        this.schema = rest === "-" ? undefined : rest;
        return;
      case "broken": {
        const { route } = this.open.get(Number(rest));
        this.open.delete(Number(rest));
        this.client.closed(this.now, route);
        return this.expire();
      }
      case "leave":
        return this.client.leave();
      default:
        yield* super.perform(line, verb, name, rest);
    }
  }

  look(line, verb, rest) {
    if (verb !== "tools") return super.look(line, verb, rest);
    const listed = this.last.result.tools.map(({ name }) => name);
    const found = this.client.tools(this.last.result);
    const kept = found.filter(({ why }) => why === undefined).map(({ name }) => name);
    assert.deepEqual(found.map(({ name }) => name).sort(), [...listed].sort());
    const shown = listed.map((name) => (kept.includes(name) ? name : `-${name}`));
    return assert.equal(shown.join(" "), rest, `line ${line.number}`);
  }
}
