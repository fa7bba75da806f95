// Ready I/O for Node: a server as a process, and calls that give promises. stdio.d.ts documents it.

import { spawn } from "node:child_process";
import { CallFailed, ConnectionFailed, Declined, ServerError } from "./failures.mjs";

const METHOD_NOT_FOUND = -32601;
const FAILED = -32603;
const REFUSED = -1;
/** The longest time that a timer of JavaScript's can have. */
const LONGEST = 2 ** 31 - 1;

const now = () => Math.trunc(performance.now());
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What becomes of a promise, or `undefined` after so many milliseconds. */
function within(promise, ms) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

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
    this.#child.stdin.on("error", () => {}); // what the server wrote last says more
    this.#child.stdout.on("error", () => {});
    this.#child.stdout.on("data", heard);
    this.#child.stdout.once("close", () => heard(undefined));
  }

  get pid() {
    return this.#child.pid;
  }

  send(line) {
    if (line.length > 0 && this.#child.stdin.writable) this.#child.stdin.write(line);
  }

  /** Closes its input, then asks it to end, then makes it (basic/lifecycle, shutdown). */
  async close() {
    this.#child.stdin.end();
    const ended = this.ended.catch(() => true);
    for (const signal of ["SIGTERM", "SIGKILL"]) {
      if ((await within(ended, this.#patience)) !== undefined) break;
      this.#child.kill(signal);
    }
    await within(ended, this.#patience);
    // Who else holds the pipe, such as a child of the server's, is not waited for.
    this.#child.stdout.destroy();
  }
}

/** The class and its constructor, over the API of a native part. */
function bindStdio({ Client, Lines, Pages, SansmcpError }) {
  class StdioClient {
    #client;
    #options;
    #start;
    #pipe;
    #lines;
    #calls = new Map();
    #timer;
    #greeting = resolvers();
    #failed;
    #hasEnded = false;
    #isClosed = false;

    static async connect(command, args, options) {
      const made = new StdioClient(command, args, options);
      try {
        made.connected = await made.#greeting.promise;
      } catch (error) {
        await made.close();
        throw error;
      }
      return made;
    }

    constructor(command, args = [], options = {}) {
      const { client, policy, maxLine = 1 << 24 } = options;
      this.#client = client ?? new Client();
      this.#options = options;
      this.#start = () => {
        this.#hasEnded = false;
        this.#lines = new Lines({ max: maxLine });
        const pipe = new Pipe(command, args, options, (chunk) => {
          if (pipe === this.#pipe) this.#heard(chunk);
        });
        this.#pipe = pipe;
        // A program that cannot be started.
        pipe.ended.catch((error) => this.#greeting.reject(error));
      };
      this.#client.connect(policy, now());
      this.#start();
      this.#flush();
    }

    get client() {
      return this.#client;
    }

    async close() {
      if (this.#isClosed) return;
      this.#isClosed = true;
      await this.#pipe.close();
      this.#ended();
      clearTimeout(this.#timer);
      this.#lines.close();
    }

    async [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
      await this.close();
    }

    // What a server is asked for.

    async call(method, params, options = {}) {
      const { signal, onProgress, ...terms } = options;
      signal?.throwIfAborted();
      this.#mustBeConnected();
      const { promise, resolve, reject } = resolvers();
      const call = { method, params, terms, onProgress, resolve, reject };
      this.#sent(call, this.#client.call(method, params, terms, now()));
      const abort = () => this.#giveUp(call, signal.reason);
      signal?.addEventListener("abort", abort, { once: true });
      try {
        return await promise;
      } finally {
        signal?.removeEventListener("abort", abort);
      }
    }

    callTool(name, args = {}, options) {
      return this.call("tools/call", { name, arguments: args }, options);
    }

    listTools(options) {
      return this.listAll("tools/list", "tools", options);
    }

    listResources(options) {
      return this.listAll("resources/list", "resources", options);
    }

    listTemplates(options) {
      return this.listAll("resources/templates/list", "resourceTemplates", options);
    }

    listPrompts(options) {
      return this.listAll("prompts/list", "prompts", options);
    }

    async *listAll(method, key, options) {
      const pages = new Pages();
      let cursor;
      do {
        const params = cursor === undefined ? undefined : { cursor };
        const page = await this.call(method, params, options);
        if (Array.isArray(page[key])) yield* page[key];
        cursor = pages.next(page);
      } while (cursor !== undefined);
    }

    readResource(uri, options) {
      return this.call("resources/read", { uri }, options);
    }

    getPrompt(name, args = {}, options) {
      return this.call("prompts/get", { name, arguments: args }, options);
    }

    async ping(options) {
      await this.call("ping", undefined, options);
    }

    async setLevel(level) {
      this.#mustBeConnected();
      const { promise, resolve, reject } = resolvers();
      const sent = this.#client.setLevel(level, undefined, now());
      if (sent.ticket === 0) return;
      this.#sent({ method: "logging/setLevel", params: { level }, resolve, reject }, sent);
      await promise;
    }

    listen(subscription) {
      this.#mustBeConnected();
      for (const out of this.#client.listen(subscription, now())) this.#pipe.send(out.line);
      this.#flush();
    }

    unlisten(subscription) {
      this.#mustBeConnected();
      for (const out of this.#client.unlisten(subscription, now())) this.#pipe.send(out.line);
      this.#flush();
    }

    notify(method, params) {
      this.#mustBeConnected();
      this.#pipe.send(this.#client.notify(method, params).line);
    }

    // How it works.

    #mustBeConnected() {
      const failed = this.#failed;
      if (!failed) return;
      throw new ConnectionFailed(failed.failure, failed.received, failed.exitStatus);
    }

    #sent(call, { ticket, out }) {
      call.ticket = ticket;
      this.#calls.set(ticket, call);
      this.#pipe.send(out.line);
      this.#flush();
    }

    #giveUp(call, reason) {
      if (this.#take(call.ticket) !== call) return;
      this.#cancel(call.ticket);
      this.#flush();
      call.reject(reason);
    }

    #take(ticket) {
      const call = this.#calls.get(ticket);
      this.#calls.delete(ticket);
      return call;
    }

    /** Over already, if it is stale. */
    #cancel(ticket) {
      try {
        this.#client.cancel(ticket);
      } catch (error) {
        if (!(error instanceof SansmcpError)) throw error;
      }
    }

    /** Sends what is due, and comes back when something else is. */
    #flush() {
      for (let out; (out = this.#client.nextOutput()); ) this.#pipe.send(out.line);
      clearTimeout(this.#timer);
      const deadline = this.#client.nextDeadline();
      if (deadline === undefined || this.#isClosed) return;
      const ms = Math.min(Math.max(0, deadline - now()), LONGEST);
      this.#timer = setTimeout(() => this.#expire(), ms);
    }

    #expire() {
      for (const event of this.#client.expire(now())) this.#on(event);
      this.#flush();
    }

    #heard(chunk) {
      if (chunk === undefined) {
        // It is likely to end now, and then its status is known.
        void within(this.#pipe.ended.catch(() => {}), 500).then(() => this.#ended());
        return;
      }
      if (!this.#hasEnded) this.#read(this.#lines.feed(chunk));
    }

    #read(frames) {
      for (const frame of frames) {
        for (const event of this.#client.receive(frame, now())) this.#on(event);
      }
      this.#expire();
    }

    #ended() {
      if (this.#hasEnded) return;
      this.#hasEnded = true;
      this.#read(this.#lines.finish());
      this.#client.closed(now());
      this.#expire();
    }

    #on(event) {
      switch (event.kind) {
        case "answered":
          return this.#answered(event);
        case "inputNeeded":
          return void this.#input(event);
        case "suspended":
          return this.#suspended(event);
        case "ping":
        case "refused":
          return this.#pipe.send(this.#client.reply(event).line);
        case "request":
          return void this.#asked(event);
        case "connected":
          return this.#greeting.resolve(event);
        case "failed":
          return this.#lost(event);
        case "progress": {
          const told = this.#calls.get(event.ticket)?.onProgress ?? this.#options.onEvent;
          return this.#tell(told, event);
        }
        default:
          return this.#tell(this.#options.onEvent, event);
      }
    }

    /** In a turn of its own, where what it throws is its own. */
    #tell(told, event) {
      if (told) queueMicrotask(() => void told(event));
    }

    #answered(event) {
      const call = this.#take(event.ticket);
      if (!call) return;
      if (event.failure) {
        const { exitStatus } = this.#pipe;
        call.reject(new CallFailed(event.failure, event.received, exitStatus));
      } else if (event.error) {
        call.reject(new ServerError(event.error));
      } else {
        call.resolve(event.result);
      }
    }

    #lost(event) {
      if (event.retry && !this.#isClosed && this.connected === undefined) {
        // It did not survive the question for its era.
        void this.#again(event.retry);
        return;
      }
      const { exitStatus } = this.#pipe;
      this.#failed = new ConnectionFailed(event.failure, event.received, exitStatus);
      this.#greeting.reject(this.#failed);
      if (!this.#isClosed) this.#tell(this.#options.onEvent, event);
    }

    async #again(policy) {
      await this.#pipe.close();
      if (this.#isClosed) return;
      this.#lines.close();
      this.#client.connect(policy, now());
      this.#start();
      this.#flush();
    }

    #suspended(event) {
      const call = this.#take(event.ticket);
      if (!call) return;
      try {
        const { method, params, terms } = call;
        this.#sent(call, this.#client.again(event.ticket, method, params, terms, now()));
      } catch (error) {
        this.#cancel(event.ticket);
        call.reject(error);
      }
    }

    async #input(event) {
      const { onInput } = this.#options;
      const call = event.isRequest ? undefined : this.#calls.get(event.ticket);
      let results;
      try {
        if (event.inputs.length > 0) {
          results = await onInput?.(event);
        } else {
          await sleep(event.pauseMs);
          results = {};
        }
        if (!event.isRequest && this.#take(event.ticket) !== call) return; // given up meanwhile
        if (results === undefined || results === null) {
          this.#decline(event, call, onInput ? "declined" : "nobody answers here");
        } else if (event.isRequest) {
          this.#pipe.send(this.#client.provide(event, results).out.line);
        } else {
          const { params, terms } = call;
          this.#sent(call, this.#client.provide(event, results, params, terms, now()));
        }
      } catch (error) {
        this.#take(event.ticket);
        this.#refuse(event, FAILED, "the client failed");
        if (!call) throw error;
        call.reject(error);
      }
    }

    #decline(event, call, why) {
      this.#refuse(event, REFUSED, why);
      const wanted = event.inputs.map((input) => input.method).join(", ");
      call?.reject(new Declined(`the server wanted ${wanted}: ${why}`));
    }

    /** Over already, if it is stale. */
    #refuse(event, code, message) {
      try {
        this.#pipe.send(this.#client.refuse(event, code, message).line);
      } catch (error) {
        if (!(error instanceof SansmcpError)) throw error;
      }
    }

    async #asked(event) {
      let out;
      let failure;
      try {
        const result = await this.#options.onRequest?.(event);
        out = result === undefined || result === null
          ? this.#client.error(event.ticket, METHOD_NOT_FOUND, "method not found")
          : this.#client.result(event.ticket, result);
      } catch (error) {
        failure = error;
        if (error instanceof SansmcpError && error.code === "STALE") return;
        out = this.#client.error(event.ticket, FAILED, "the client failed");
      }
      this.#pipe.send(out.line);
      if (failure) throw failure;
    }
  }

  function connectStdio(command, args, options) {
    return StdioClient.connect(command, args, options);
  }

  return { StdioClient, connectStdio };
}

/** As `Promise.withResolvers`, which Node 20 does not have. */
function resolvers() {
  let resolve;
  let reject;
  const promise = new Promise((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}

export { bindStdio };
