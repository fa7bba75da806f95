// The driver in JavaScript, on the installed package: does what `drive` does, by the same script.
//
//     drive.mjs SCRIPT URL
//     drive.mjs SCRIPT --stdio COMMAND...
//
// `drive/main.rs` says what a script is, and the lines. A call that is suspended is sent again by
// the package itself, so `again` counts for nothing, and of `how` only the end is known.

import { readSync } from "node:fs";
import {
  CallFailed, Client, ConnectionFailed, Declined, SansmcpError, ServerError, Subscription,
  connectHttp, connectStdio,
} from "sansmcp";

/** Longer than the limits of any script. */
const LONGEST_MS = 300_000;
const DECLARED = { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } };
const SAMPLE = {
  role: "assistant",
  content: { type: "text", text: "Certainly." },
  model: "none",
  stopReason: "endTurn",
};
const ROOTS = { roots: [{ uri: "file:///home/ada", name: "Ada" }] };

const say = (members) => console.log(JSON.stringify(members));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Of what should be an object; servers are wrong about that too. */
const members = (value) => (typeof value === "object" && !Array.isArray(value) && value) || {};

/** What a form requires and has no default for: text, which is a name. */
function form(params) {
  const schema = members(params?.requestedSchema);
  const fields = members(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const names = required.filter((name) => !("default" in members(fields[name])));
  return Object.fromEntries(names.map((name) => [name, "Ada"]));
}

/** How something came to nothing, in the words of the table. */
function how(error) {
  if (error instanceof ServerError) return `error ${error.code}`;
  if (error instanceof CallFailed || error instanceof ConnectionFailed) {
    return howFailed(error.failure, error.received);
  }
  if (error instanceof Declined) return "unanswered";
  if (error instanceof SansmcpError) {
    return error.code === "NOT_READY" ? "failed network gone" : `not sent: ${error.message}`;
  }
  if (error instanceof RangeError) return "stuck";
  throw error;
}

function howFailed({ whose, name }, received) {
  if (name !== "denied") return `failed ${whose} ${name}`;
  return members(received).status === 401 ? "suspended unauthorized" : "suspended forbidden";
}

/** Says how a step ended. What happened on the way is not known here. */
function ended(step, ways, result = null, why = null) {
  say({ end: step.name, how: ways, result, why: String(why).slice(0, 300), last: true });
}

/** A client that begins when a line comes in, since a server takes its time to start. */
class Patient extends Client {
  begun = 0;

  connect(policy, now) {
    if (this.begun === 0) {
      const byte = new Uint8Array(1);
      while (readSync(0, byte) === 1 && byte[0] !== 10);
      this.begun = performance.now();
    }
    super.connect(policy, Math.max(now, Math.trunc(this.begun)));
  }
}

class Driver {
  #listens = [];

  constructor(script) {
    this.script = script;
    this.options = { idleMs: script.idle_ms, hardMs: script.hard_ms };
  }

  client(http) {
    const capabilities = {};
    for (const name of this.script.declares ?? []) capabilities[name] = DECLARED[name];
    const client = new Patient({ name: "drive", version: "1", capabilities }, { slots: 256, http });
    client.begun = this.script.ready ? 0 : performance.now();
    return client;
  }

  connect([first, ...rest], client) {
    const { newest, probe_ms: probeMs, connect_ms: connectMs } = this.script;
    const policy = {};
    if (newest !== undefined) policy.newest = newest;
    if (probeMs !== undefined) policy.probeMs = probeMs;
    if (connectMs !== undefined) policy.connectMs = connectMs;
    const options = {
      client,
      policy,
      onInput: (event) => this.onInput(event),
      onEvent: (event) => this.onEvent(event),
    };
    const max = this.script.receive_bytes ?? 4 << 20;
    if (first === "--stdio") {
      const [command, ...args] = rest;
      return connectStdio(command, args, { ...options, maxLine: max });
    }
    const onDenied = () =>
      this.script.token ? { Authorization: "Bearer of-the-driver" } : undefined;
    return connectHttp(first, { ...options, onDenied, maxMessage: max });
  }

  onInput({ inputs }) {
    const given = {};
    for (const { key, method, params, accept } of inputs) {
      say({ heard: "asked", method, params });
      if (method === "elicitation/create") given[key] = accept(form(params));
      else given[key] = method === "sampling/createMessage" ? SAMPLE : ROOTS;
    }
    return given;
  }

  onEvent(event) {
    const { kind } = event;
    if (kind === "progress") {
      const { progress, total = null, message = "" } = event;
      say({ heard: kind, progress, total, message });
    } else if (kind === "log") {
      say({ heard: kind, level: event.level ?? "", data: event.data });
    } else if (kind === "changed") {
      say({ heard: kind, what: event.what });
    } else if (kind === "updated") {
      say({ heard: kind, uri: event.uri });
    } else if (kind === "failed") {
      say({ heard: kind, whose: event.failure.whose, failure: event.failure.name });
    } else {
      say({ heard: kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) });
    }
  }

  begin(client, step, method, signal) {
    const options = { ...this.options };
    if ("idle_ms" in step) {
      options.idleMs = step.idle_ms;
      options.hardMs = step.hard_ms ?? LONGEST_MS;
    }
    if (step.anyway) options.anyway = true;
    const begun = client.call(method, step.params ?? {}, { ...options, signal });
    begun.catch(() => {});
    return begun;
  }

  async end(step, begun) {
    try {
      ended(step, "result", await begun);
    } catch (error) {
      ended(step, how(error), null, error);
    }
  }

  listen(client, { tools, prompts, lists, resources }) {
    const subscription = new Subscription({ tools, prompts, resources: lists, uris: resources });
    client.listen(subscription);
    this.#listens.push(subscription);
  }

  async entries(client, step) {
    const found = [];
    try {
      const all = client.listAll(step.list ?? "tools/list", step.of ?? "tools", this.options);
      for await (const entry of all) found.push(entry);
      ended(step, "result", "tools" in step ? { tools: found } : found);
    } catch (error) {
      ended(step, how(error), null, error);
    }
  }

  async cancel(client, step) {
    const giver = new AbortController();
    let isOver = false;
    const begun = this.begin(client, step, step.cancel, giver.signal);
    begun.finally(() => (isOver = true)).catch(() => {});
    await sleep(step.after);
    // What has ended by now was not cancelled.
    ended(step, isOver ? "failed" : "cancelled");
    giver.abort();
  }

  async together(client, calls) {
    const begun = calls.map((call) => [call, this.begin(client, call, call.call)]);
    for (const [call, promise] of begun) await this.end(call, promise);
  }

  async step(client, step) {
    if ("listen" in step) return this.listen(client, step.listen);
    if ("unlisten" in step) {
      for (const subscription of this.#listens.splice(0)) client.unlisten(subscription);
      return undefined;
    }
    if ("wait" in step) return await sleep(step.wait);
    if ("level" in step) return await this.end(step, client.setLevel(step.level).then(() => null));
    if ("notify" in step) return client.notify(step.notify, step.params ?? {});
    if ("cancel" in step) return await this.cancel(client, step);
    if ("together" in step) return await this.together(client, step.together);
    if ("call" in step) return await this.end(step, this.begin(client, step, step.call));
    if ("tools" in step || "list" in step) return await this.entries(client, step);
    throw new Error(`no step is ${JSON.stringify(step)}`);
  }

  async run(server) {
    const own = this.client(server[0] !== "--stdio");
    let client;
    try {
      client = await this.connect(server, own);
      const { name = "" } = members(client.connected.serverInfo);
      say({ connect: client.client.revision, server: name });
      for (const step of this.script.steps) await this.step(client, step);
    } catch (error) {
      if (!(error instanceof ConnectionFailed)) throw error;
      say({ connect: how(error), why: String(error).slice(0, 300) });
    } finally {
      await client?.close();
    }
    say({ left: Math.trunc(performance.now() - own.begun) });
  }
}

const [script, ...server] = process.argv.slice(2);
await new Driver(JSON.parse(script)).run(server);
