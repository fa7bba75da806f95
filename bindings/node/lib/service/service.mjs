// The service: what functions are declared on. service/service.d.ts documents it.

import { bindCatalog } from "./catalog.mjs";
import { bindContext } from "./context.mjs";
import { bindFunctions } from "./functions.mjs";
import { bindResponder } from "./responder.mjs";
import { promptOf } from "./prompts.mjs";
import { ofArguments, ofResult, readSchema } from "./schema.mjs";
import { bindStates } from "./state.mjs";
import { bindStream } from "./stream.mjs";

/** What a list must not lack where there are calls of it. */
const TABLES = ["tools", "resources", "templates", "prompts"];

function wantsFunction(run, what) {
  if (typeof run !== "function") throw new TypeError(`${what}: give a function`);
}

const BOTH = ["title", "description", "icons", "meta"];
/** What can be said of each; a typing error is told. */
const ABOUT = {
  tool: [...BOTH, "input", "output", "inputSchema", "outputSchema", "annotations"],
  resource: [...BOTH, "name", "mimeType", "size", "annotations", "input", "cache", "complete"],
  prompt: [...BOTH, "arguments"],
};

function wantsKnown(about, kind) {
  const wrong = Object.keys(about).filter((key) => !ABOUT[kind].includes(key));
  if (wrong.length === 0) return;
  throw new TypeError(`there is no ${wrong.join(", ")}; there are ${ABOUT[kind].join(", ")}`);
}

/** Says where a declaration stands that is wrong. */
function declaring(what, declare) {
  try {
    return declare();
  } catch (error) {
    if (!(error instanceof TypeError) || error.message.startsWith(what)) throw error;
    throw new TypeError(`${what}: ${error.message}`);
  }
}

/** The class, over the API of a native part. */
function bindService(native, api) {
  const { Endpoint, HttpHost, Server, ServerPipe, UriTemplate } = api;
  const functions = bindFunctions(api);
  const { Catalog } = bindCatalog(api);
  const { States } = bindStates(api);
  const { Responder } = bindResponder({
    ...api,
    ...bindContext(native, api),
    ...bindStream(api),
  });

  class Service {
    #info;
    #options;
    #catalog = new Catalog();
    #states;
    #limits;
    #state;
    #started;
    #hosts = new Set();
    #http;

    constructor(info, options = {}) {
      const { keys = [], stateTtlMs = 3_600_000, idleMs = 300_000, hardMs = 3_600_000 } = options;
      this.#info = { ...info };
      this.#options = options;
      this.#states = new States(keys, stateTtlMs);
      this.#limits = { idleMs, hardMs };
      // The engine reads it now, so that what is wrong is told where it stands.
      this.server({ slots: 1 }).close();
    }

    get name() { return this.#info.name; }
    get version() { return this.#info.version; }
    get state() { return this.#state; }

    // What is declared.

    tool(name, about, run) {
      if (typeof about === "function") return this.tool(name, {}, about);
      const what = `tool ${name}`;
      wantsFunction(run, what);
      return declaring(what, () => {
        wantsKnown(about, "tool");
        const { input, output, inputSchema, outputSchema, meta, ...more } = about;
        const taken = this.#read(input, { beside: inputSchema, what });
        const given = this.#read(output, { way: "output", beside: outputSchema, what });
        const { told, wraps } = ofResult(given.told);
        const entry = {
          name,
          ...more,
          inputSchema: ofArguments(taken.told),
          outputSchema: told,
          _meta: meta,
        };
        const declared = new functions.ToolFunction(name, run, {
          check: taken.check,
          checkResult: given.check,
          isStructured: told !== undefined,
          wraps,
        });
        this.#catalog.offer("tools", name, entry, declared);
        return this;
      });
    }

    resource(uri, about, run) {
      if (typeof about === "function") return this.resource(uri, {}, about);
      const what = `resource ${uri}`;
      wantsFunction(run, what);
      return declaring(what, () => {
        wantsKnown(about, "resource");
        const { name = uri, mimeType, cache, input, complete = {}, meta, ...more } = about;
        const isTemplate = uri.includes("{");
        const template = isTemplate ? new UriTemplate(uri) : undefined;
        const { check } = this.#read(input, { beside: {}, what });
        const key = isTemplate ? { uriTemplate: uri } : { uri };
        const entry = { ...key, name, mimeType, ...more, _meta: meta };
        const names = template?.variables;
        const of = { template, names, mimeType, cache, check };
        const declared = new functions.ResourceFunction(name, run, of);
        this.#catalog.offer(isTemplate ? "templates" : "resources", uri, entry, declared);
        for (const [argument, by] of Object.entries(complete)) {
          this.completion({ template: uri, argument }, by);
        }
        return this;
      });
    }

    prompt(name, about, run) {
      if (typeof about === "function") return this.prompt(name, {}, about);
      const what = `prompt ${name}`;
      wantsFunction(run, what);
      return declaring(what, () => {
        wantsKnown(about, "prompt");
        const { arguments: given, meta, ...more } = about;
        const { list, check, completes } = promptOf(given, what);
        const entry = { name, ...more, arguments: list, _meta: meta };
        const { description } = about;
        const names = list.map((one) => one.name);
        const of = { check, description, names };
        const declared = new functions.PromptFunction(name, run, of);
        this.#catalog.offer("prompts", name, entry, declared);
        for (const [argument, by] of completes) this.completion({ prompt: name, argument }, by);
        return this;
      });
    }

    completion({ prompt, template, argument }, complete) {
      const of = prompt ?? template;
      const what = `completion of ${argument} of ${of}`;
      if (Array.isArray(complete)) {
        const values = complete.map(String);
        const run = (typed) => values.filter((value) => value.startsWith(typed));
        return this.completion({ prompt, template, argument }, run);
      }
      wantsFunction(complete, what);
      return declaring(what, () => {
        const table = prompt === undefined ? this.#catalog.templates : this.#catalog.prompts;
        if (!table.has(of)) throw new TypeError(`no ${of} is declared; declare it before`);
        const { names } = table.get(of);
        if (!names.includes(argument)) throw new TypeError(`${of} has no ${argument}`);
        const run = (typed, context, event) => complete(typed, event.context ?? {}, context);
        const declared = new functions.CompletionFunction(argument, run);
        this.#catalog.addCompletion(of, argument, declared);
        return this;
      });
    }

    request(method, schema, run) {
      if (run === undefined) return this.request(method, undefined, schema);
      return this.#message("requests", functions.RequestFunction, method, schema, run);
    }

    notification(method, schema, run) {
      if (run === undefined) return this.notification(method, undefined, schema);
      return this.#message("notifications", functions.NotificationFunction, method, schema, run);
    }

    #message(table, Kind, method, schema, run) {
      const what = `${table.slice(0, -1)} ${method}`;
      wantsFunction(run, what);
      return declaring(what, () => {
        const { check } = this.#read(schema, { beside: {}, what });
        this.#catalog.note(table, method, new Kind(method, run, { check }));
        return this;
      });
    }

    on(kind, see) {
      wantsFunction(see, `on ${kind}`);
      this.#catalog.hooks.push([kind, see]);
      return this;
    }

    #read(schema, options) {
      return readSchema(schema, { ...options, validate: this.#options.validate });
    }

    withdraw(table, key) {
      if (!TABLES.includes(table)) throw new TypeError(`there are ${TABLES.join(", ")}`);
      this.#catalog.withdraw(table, key);
    }

    // What is told.

    updated(uri) {
      for (const responder of [...this.#catalog.responders]) responder.updated(uri);
    }

    changed(what) {
      this.#catalog.tell(what);
    }

    endListens() {
      const all = [...this.#catalog.responders];
      return all.reduce((sum, responder) => sum + responder.endListens(), 0);
    }

    // The engine's half of connections.

    server(options) {
      return new Server(this.#all(), options);
    }

    endpoint(options) {
      return new Endpoint(this.#all(), options);
    }

    #all() {
      const capabilities = new Set(this.#info.capabilities);
      capabilities.add("logging");
      if (this.#catalog.completions.size > 0) capabilities.add("completions");
      // `tools.listChanged` says that there are tools, or will be.
      for (const name of [...capabilities]) capabilities.add(name.split(".")[0]);
      return { ...this.#info, ...this.#catalog.offered(), capabilities: [...capabilities] };
    }

    respond(server) {
      return new Responder(this, server, {
        catalog: this.#catalog,
        states: this.#states,
        limits: this.#limits,
        onError: (error) => this.#tell(error),
      });
    }

    #tell(error) {
      try {
        (this.#options.onError ?? console.error)(error);
      } catch {
        // There is nobody else.
      }
    }

    // Ready I/O.

    /** What is to be there before the first call; once. */
    start() {
      this.#started ??= (async () => {
        this.#state = await this.#options.start?.(this);
      })();
      return this.#started;
    }

    async close() {
      const hosts = [...this.#hosts];
      await Promise.all(hosts.map((host) => (host.finish ? host.finish() : host.close())));
      this.#hosts.clear();
      const started = this.#started;
      if (started === undefined) return;
      this.#started = undefined;
      const isStarted = await started.then(() => true, () => false);
      if (isStarted) await this.#options.stop?.(this.#state);
      this.#state = undefined;
    }

    async stdio(options = {}) {
      await this.start();
      const server = this.server(options);
      try {
        await api.serveStdio(server, this.respond(server), this.#io(options));
      } finally {
        server.close();
        await this.close();
      }
    }

    #io(options) {
      return { onError: (error) => this.#tell(error), ...options };
    }

    /** A pipe of any kind: what C's transports take. */
    async pipe(way, options = {}) {
      await this.start();
      const server = this.server(options);
      const pipe = new ServerPipe(server, this.respond(server), {
        ...way,
        closed: () => {
          this.#hosts.delete(pipe);
          server.close();
          way.closed?.();
        },
      }, this.#io(options));
      this.#hosts.add(pipe);
      return pipe;
    }

    async port(port, options = {}) {
      const way = api.portWay(port, options);
      const pipe = await this.pipe(way, options);
      way.attach(pipe);
      return pipe;
    }

    http(options = {}) {
      const { path, queue, principal, patienceMs, ...policy } = options;
      const endpoint = this.endpoint(policy);
      const io = this.#io({ path, queue, principal, patienceMs, start: () => this.start() });
      const host = new HttpHost(endpoint, this.respond(endpoint), io);
      this.#hosts.add(host);
      return host;
    }

    get #host() {
      this.#http ??= this.http(this.#options.http);
      return this.#http;
    }

    fetch = (request) => this.#host.fetch(request);

    listener = (request, response, next) => this.#host.listener(request, response, next);
  }

  return { Service };
}

export { bindService };
