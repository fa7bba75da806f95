// Replays a transcript; the format is described in tests/vectors/README.md.

import assert from "node:assert/strict";
import { Lines, SansmcpError, Server } from "sansmcp";
import { SERVERS } from "./servers.mjs";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Inputs longer than this are cut between tokens only. */
const LONG = 4096;

/** The cases of a file: a title, and lines with a mark, the rest and their number. */
export function parse(file) {
  const [head, ...lines] = file.split("\n");
  const count = Number(/^cases (\d+)$/.exec(head)?.[1]);
  const cases = [];
  let current;
  for (const [index, line] of lines.entries()) {
    if (line === "") {
      current = undefined;
      continue;
    }
    const [, mark, rest = ""] = /^(\S+)(?: (.*))?$/s.exec(line) ?? [];
    if (!current) cases.push((current = { title: `line ${index + 2}`, lines: [] }));
    if (mark === "#") {
      if (current.lines.length === 0 && !current.named) {
        Object.assign(current, { title: rest, named: true });
      }
    } else {
      const line = { mark, rest, number: index + 2 };
      const bytes = input(line);
      current.lines.push(bytes ? { ...line, bytes, places: places(bytes) } : line);
    }
  }
  assert.equal(cases.length, count, "the first line says how many cases there are");
  return cases;
}

function input({ mark, rest }) {
  if (mark === ">") return encoder.encode(`${rest}\n`);
  if (mark === ">+") return encoder.encode(rest);
  if (mark === ">x") return new Uint8Array(Buffer.from(rest.replaceAll(" ", ""), "hex"));
  return undefined;
}

/** Where an input may be cut in two. */
function places(bytes) {
  const all = Array.from({ length: Math.max(bytes.length - 1, 0) }, (_, index) => index + 1);
  if (bytes.length <= LONG) return all;
  const isBorder = (byte) => '{}[],:"\n\r '.includes(String.fromCharCode(byte));
  return all.filter((place) => isBorder(bytes[place - 1]) || isBorder(bytes[place]));
}

/** How many runs cut each input of a case at each of its places. */
export function cuts({ lines }) {
  return Math.max(0, ...lines.map((line) => line.places?.length ?? 0));
}

export const WHOLE = ({ bytes }) => [bytes];
export const BYTES = ({ bytes }) => Array.from(bytes, (byte) => Uint8Array.of(byte));
export const CUT = (run) => ({ bytes, places: all }) => {
  const place = all[run];
  return place === undefined ? [bytes] : [bytes.subarray(0, place), bytes.subarray(place)];
};

/** Runs a case; `split` gives the chunks of an input line. */
export function replay({ lines }, split) {
  const run = new Run(lines, split);
  try {
    run.run();
  } finally {
    run.reader?.close();
    run.server?.close();
  }
}

class Run {
  at = 0;
  now = 0;
  sizes = { rx: 4096, tx: 4096, slots: 8, server: "echo" };
  kept = new Map();
  /** Of an action: bytes that came out and were not compared yet, and its error. */
  outs = [];
  error;

  constructor(lines, split) {
    this.lines = lines;
    this.split = split;
  }

  run() {
    while (this.at < this.lines.length) {
      const line = this.lines[this.at];
      try {
        this.step(line);
      } catch (error) {
        error.message = `line ${(this.lines[this.at] ?? line).number}: ${error.message}`;
        throw error;
      }
    }
  }

  /** One line that is no event: those are taken where events come out. */
  step(line) {
    this.at += 1;
    if (line.bytes) {
      this.start();
      for (const chunk of this.split(line)) this.take(this.reader.feed(chunk));
    } else if (line.mark === ">.") {
      this.start();
      this.take(this.reader.finish());
    } else if (line.mark === "@") {
      this.now = Number(line.rest);
    } else if (line.mark === "!") {
      this.action(line.rest);
    } else {
      assert.fail(`nothing like this happened: ${line.mark} ${line.rest}`);
    }
  }

  start() {
    const { rx, tx, slots, server } = this.sizes;
    this.reader ??= new Lines({ max: rx });
    this.server ??= new Server(SERVERS[server], { slots, maxMessage: tx });
  }

  take(frames) {
    for (const frame of frames) {
      for (const event of this.server.receive(frame, this.now)) {
        const line = this.lines[this.at];
        assert.equal(`= ${described(event)}`, line && `${line.mark} ${line.rest}`);
        this.at += 1;
        this.event = event;
        while (["!", "@"].includes(this.lines[this.at]?.mark)) this.step(this.lines[this.at]);
      }
    }
  }

  /** Does what a line says, and compares what comes of it with the lines that follow. */
  action(rest) {
    const [, verb, name, argument = ""] = /^(\S+)(?: @(\S+))?(?: (.*))?$/s.exec(rest);
    const event = name && verb !== "keep" ? this.kept.get(name) : this.event;
    const outs = [];
    let failed;
    try {
      assert.ok(VERBS[verb], `there is no verb ${verb}`);
      VERBS[verb].call(this, argument, event, (out) => outs.push(out));
    } catch (error) {
      if (!(error instanceof SansmcpError)) throw error;
      failed = `? ${error.code.toLowerCase()}${error.need ? ` ${error.need}` : ""}`;
    }
    const came = outs.map((out) => decoder.decode(out.line)).filter((text) => text !== "");
    const seen = came.map((text) => (
      text.endsWith("\n") ? `< ${text.slice(0, -1)}` : `<+ ${text}`
    ));
    if (failed) seen.push(failed);
    const from = this.at;
    while (["<", "<+", "?"].includes(this.lines[this.at]?.mark)) this.at += 1;
    const wanted = this.lines.slice(from, this.at);
    assert.deepEqual(seen, wanted.map(({ mark, rest }) => `${mark} ${rest}`));
  }
}

/** What an event line says. */
function described(event) {
  const inside = (json) => json?.slice(1, -1);
  const kind = event.kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const rest = {
    callTool: () => inside(event.nameJson),
    request: () => inside(event.methodJson),
    notification: () => inside(event.methodJson),
    cancelled: () => (event.reason === undefined ? "-" : inside(event.reasonJson)),
    refused: () => event.code,
  }[event.kind]?.();
  return [kind, event.idJson ?? "-", ...(rest === undefined ? [] : [rest])].join(" ");
}

function number(text) {
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
}

function world(key, read) {
  return function set(argument) {
    assert.equal(this.server, undefined, "a world is set up before the first input");
    this.sizes[key] = read(argument);
  };
}

/** `this` is the run; `send` takes what is sent. */
const VERBS = {
  rx: world("rx", Number),
  tx: world("tx", Number),
  slots: world("slots", Number),
  server: world("server", String),

  keep(argument) {
    this.kept.set(argument, this.event);
  },
  reply(_, event, send) {
    send(this.server.reply(event));
  },
  echo(_, event, send) {
    if (event.kind !== "callTool" || event.name !== "echo") return send(this.server.reply(event));
    const answer = this.server.answer(event.ticket);
    if (typeof event.arguments?.text !== "string") {
      return send(answer.fail("text is missing").end());
    }
    // As it was written: a transcript is compared byte by byte.
    return send(answer.textJson(event.argumentJson("text")).end());
  },
  answer(text, { ticket }, send) {
    send(this.server.answer(ticket).text(text).end());
  },
  fail(text, { ticket }, send) {
    send(this.server.answer(ticket).fail(text).end());
  },
  result(json, { ticket }, send) {
    send(this.server.resultJson(ticket, json));
  },
  error(argument, { ticket }, send) {
    const [, code, text] = /^(\S+) ?(.*)$/s.exec(argument);
    send(this.server.error(ticket, Number(code), text));
  },
  progress(argument, { ticket }, send) {
    const [, progress, total = "-", text = ""] = /^(\S+)(?: (\S+)(?: (.*))?)?$/s.exec(argument);
    const of = total === "-" ? undefined : number(total);
    send(this.server.progress(ticket, number(progress), of, text || undefined));
  },
  begin(argument, { ticket }, send) {
    const [type, ...rest] = argument.split(" ");
    const [mimeType, uri] = rest.reverse();
    send(this.server.begin(ticket, { type, mimeType, uri }));
  },
  piece(text, { ticket }, send) {
    pieces(this.server, ticket, encoder.encode(text), send);
  },
  piecex(hex, { ticket }, send) {
    pieces(this.server, ticket, Buffer.from(hex.replaceAll(" ", ""), "hex"), send);
  },
  end(text, { ticket }, send) {
    send(this.server.end(ticket, text || undefined));
  },
  begin_reply(_, event, send) {
    send(this.server.beginReply(event));
  },
  next(_, __, send) {
    const out = this.server.nextOutput();
    if (out) send(out);
  },
  cancelled(argument, { ticket }) {
    assert.equal(this.server.isCancelled(ticket) ? "yes" : "no", argument);
  },
  abandon(_, { ticket }) {
    this.server.abandon(ticket);
  },
  open(count) {
    this.start();
    assert.equal(this.server.open().length, Number(count));
  },
};

function pieces(server, ticket, data, send) {
  let rest = data;
  do {
    const { taken, out } = server.piece(ticket, rest);
    send(out);
    rest = rest.subarray(taken);
  } while (rest.length > 0);
}
