// A case of a transcript over a pipe.

import { Lines, Server } from "sansmcp";
import { head } from "./acts.mjs";
import { Play } from "./play.mjs";
import { SERVERS } from "./servers.mjs";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const WORLD = ["rx", "tx", "slots", "server"];

/** Runs a case; `split` gives the chunks of an input line. */
export function replay({ lines }, split) {
  const run = new Replay(lines, split);
  try {
    run.run();
  } finally {
    run.reader?.close();
    run.server?.close();
  }
}

class Replay extends Play {
  constructor(lines, split) {
    super(lines);
    this.split = split;
  }

  run() {
    const world = { rx: 4096, tx: 4096, slots: 8, server: "echo" };
    for (let line; (line = this.peek())?.mark === "!"; this.at += 1) {
      const [verb, value] = head(line.rest);
      if (!WORLD.includes(verb)) break;
      world[verb] = verb === "server" ? value : Number(value);
    }
    this.reader = new Lines({ max: world.rx });
    const bounds = { slots: world.slots, maxMessage: world.tx };
    this.server = new Server(SERVERS[world.server], bounds);
    this.goOn();
    for (let line; (line = this.peek()); this.goOn()) {
      this.at += 1;
      if (line.bytes) {
        for (const chunk of this.split(line)) this.take(this.reader.feed(chunk));
      } else if (line.mark === ">.") {
        this.take(this.reader.finish());
      } else {
        this.fail(line, `nothing like this happened: ${line.mark} ${line.rest}`);
      }
    }
  }

  take(frames) {
    for (const frame of frames) {
      for (const event of this.server.receive(frame, this.now)) {
        this.came(event);
        this.goOn();
      }
    }
  }

  /** What is done in another way here. */
  own(verb) {
    if (verb !== "closed") return undefined;
    this.server.closed();
    return [];
  }

  /** The lines of an output. */
  sent(out) {
    if (!out || out.line.length === 0) return [];
    const text = decoder.decode(out.line);
    return [text.endsWith("\n") ? `< ${text.slice(0, -1)}` : `<+ ${text}`];
  }
}
