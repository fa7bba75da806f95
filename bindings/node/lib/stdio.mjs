// Ready I/O for Node: a server that is a process. stdio.d.ts documents it.

import { spawn } from "node:child_process";
import { Backlog } from "./told.mjs";
import { within } from "./wait.mjs";

/** The process of a server. */
class Pipe {
  #child;
  #patience;

  constructor(command, args, { env, cwd, stderr = "inherit", patienceMs = 2000 }, heard) {
    this.#patience = patienceMs;
    this.#child = spawn(command, args, {
      cwd,
      env: env === undefined ? undefined : { ...process.env, ...env },
      stdio: ["pipe", "pipe", stderr],
    });
    /** Its status or the signal that ended it; rejected if it could not be started. */
    this.ended = new Promise((resolve, reject) => {
      this.#child.once("error", reject);
      this.#child.once("exit", (code, signal) => {
        this.exitStatus = code ?? signal;
        resolve(this.exitStatus);
      });
    });
    this.ended.catch(() => {});
    this.#child.stdin?.on("error", () => {}); // what the server wrote last says more
    this.#child.stdout?.on("error", () => {});
    this.#child.stdout?.on("data", heard);
    this.#child.stdout?.once("close", () => heard(undefined));
  }

  /** `sent` is called once the bytes are gone, or cannot go. */
  send(line, sent) {
    if (this.#child.stdin?.writable) this.#child.stdin.write(line, sent);
    else sent?.();
  }

  /** Reads no more for a while, or goes on. */
  hold(isFull) {
    if (isFull) this.#child.stdout?.pause();
    else this.#child.stdout?.resume();
  }

  /** Closes its input, then asks it to end, then makes it (basic/lifecycle, shutdown). */
  async close() {
    this.#child.stdin?.end();
    this.hold(false); // it may wait for somebody who reads
    const ended = this.ended.catch(() => true);
    for (const signal of ["SIGTERM", "SIGKILL"]) {
      if ((await within(ended, this.#patience)) !== undefined) break;
      this.#child.kill(signal);
    }
    await within(ended, this.#patience);
    // Who else holds the pipe, such as a child of the server's, is not waited for.
    this.#child.stdin?.destroy();
    this.#child.stdout?.destroy();
  }
}

/** The way of messages through a process. */
function wayOf(Lines, command, args, options, host) {
  let pipe;
  let lines;
  let backlog;
  let hasEnded;

  function heard(chunk) {
    if (hasEnded) return;
    if (chunk !== undefined) {
      host.take(lines.feed(chunk));
      backlog.heard(chunk.length);
      return;
    }
    // It is likely to end now, and then its status is known.
    const mine = pipe;
    void within(mine.ended.catch(() => {}), 500).then(() => mine === pipe && ended());
  }

  function ended() {
    if (hasEnded) return;
    hasEnded = true;
    host.take(lines.finish());
    lines.close();
    host.closed();
  }

  return {
    get known() {
      return { exitStatus: pipe?.exitStatus };
    },

    start() {
      const { maxLine = 1 << 24 } = options;
      hasEnded = false;
      lines = new Lines({ max: maxLine });
      const made = new Pipe(command, args, options, (chunk) => {
        if (made === pipe) heard(chunk);
      });
      pipe = made;
      backlog = new Backlog(host.told, (isFull) => made.hold(isFull));
      // A program that cannot be started.
      made.ended.catch((error) => host.reject(error));
    },

    /** What is answered to the server counts as what came from it, until the server takes it. */
    send({ line }, call) {
      if (line.length === 0) return;
      const { length } = line;
      if (call) return pipe.send(line);
      const mine = backlog;
      mine.add(length);
      pipe.send(line, () => mine.done(length));
    },

    /** Ends the process, to start another one. */
    async again() {
      if (!hasEnded) lines.close();
      hasEnded = true;
      await pipe.close();
    },

    async close() {
      await pipe.close();
      ended();
    },
  };
}

function bindStdio({ Lines, connect }) {
  function connectStdio(command, args = [], options = {}) {
    return connect((host) => wayOf(Lines, command, args, options, host), options);
  }

  return { connectStdio };
}

export { bindStdio };
