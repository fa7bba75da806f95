/** Tools, resources, prompts and completions as functions. */

import type { Event, Notification } from "../events.mjs";
import type { EndpointOptions, HostOptions, NodeRequest, NodeResponse } from "../http.mjs";
import { Endpoint, HttpHost } from "../http.mjs";
import type {
  Annotations,
  Bytes,
  Icon,
  Out,
  ServerCapability,
  ServerInfo,
  Tables,
  Tool,
} from "../index.mjs";
import type { PipeEnd, PipeOptions, Responder, ServeOptions } from "../pipe.mjs";
import { ServerPipe } from "../pipe.mjs";
import type { Port, PortOptions } from "../port.mjs";
import type { ServerOptions } from "../server.mjs";
import { Server } from "../server.mjs";
import type { CompletionOutput, PromptOutput, ResourceOutput, ToolOutput } from "./content.mjs";
import type { Context } from "./context.mjs";
import type { InputOf, Issue, JsonSchema, OutputOf, Schema, Variables } from "./schema.mjs";

type MaybePromise<T> = T | PromiseLike<T>;

/** What a service says of itself: as `ServerInfo`, without the tables. */
export type ServiceInfo = Omit<ServerInfo, keyof Tables> & {
  /**
   * Those beside the ones that follow from what is declared: `tools.listChanged` and its like, and
   * `resources.subscribe`; and `tools` and its like where nothing is declared yet.
   */
  capabilities?: readonly ServerCapability[];
};

/** How a service works. */
export interface ServiceOptions<State = any> {
  /**
   * Secrets of 16 bytes or more that seal the states of requests: the first seals, all open.
   * Processes that serve the same clients share them; without any, this one makes its own.
   */
  keys?: readonly Bytes[];
  /** Milliseconds that a client may take over a question from 2026-07-28 on; an hour. */
  stateTtlMs?: number;
  /** Before, how long it may take since it was heard of; 5 minutes, 0 for ever. */
  idleMs?: number;
  /** Before, how long it may take in all; an hour, 0 for ever. */
  hardMs?: number;
  /** Makes what functions find as `ctx.state`, before anything is served. */
  start?: (service: Service<State>) => MaybePromise<State>;
  /** Ends it, once nothing more is served. */
  stop?: (state: State) => MaybePromise<void>;
  /**
   * Checks values against plain JSON Schemas, by a library of your choice: from a schema to a
   * function that gives what is wrong. Without it a plain JSON Schema is told to clients, and what
   * they send is not checked against it.
   */
  validate?: (schema: any) => (value: any) => Iterable<string | Issue> | null | undefined;
  /** Hears what functions throw that nobody else is told of; `console.error`. */
  onError?: (error: unknown) => void;
  /** How `fetch` and `listener` serve. */
  http?: HttpOptions;
}

/** How a service is served over HTTP. */
export interface HttpOptions
  extends EndpointOptions, Pick<HostOptions, "path" | "queue" | "principal" | "patienceMs"> {}

/** What a tool is. */
export interface ToolAbout<I = undefined, O = undefined> {
  /** The name for people. */
  title?: string;
  /** What it does, for the model. */
  description?: string;
  /** A schema of the arguments, which are an object; without one, any object. */
  input?: I;
  /** A schema of the result, which then is structured, and a text. */
  output?: O;
  /** What clients are told in the place of what `input` says of itself. */
  inputSchema?: JsonSchema;
  /** The same of `output`. */
  outputSchema?: JsonSchema;
  /** Hints about what it does to the world. */
  annotations?: NonNullable<Tool["annotations"]>;
  icons?: readonly Icon[];
  /** `_meta`. */
  meta?: object;
}

/** What a resource, or all resources of a template, are. */
export interface ResourceAbout<U extends string = string> {
  /** The name for programs; the URI if not said. */
  name?: string;
  title?: string;
  description?: string;
  mimeType?: string;
  /** Bytes, before any encoding; of a template there is none. */
  size?: number;
  annotations?: Annotations;
  icons?: readonly Icon[];
  /** `_meta`. */
  meta?: object;
  /** A schema that the variables have to fit: to what does not, there is no resource. */
  input?: Schema;
  /** For how many milliseconds, and by whom, what was read may be kept. From 2026-07-28 on. */
  cache?: { ttlMs: number; scope?: "private" | "public" };
  /** What completes the variables: choices, or a function. */
  complete?: { [name in keyof Variables<U>]?: readonly string[] | Completer };
}

/** An argument of a prompt; its value is a text. */
export interface PromptArgument {
  name: string;
  title?: string;
  description?: string;
  required?: boolean;
  /** What completes it: choices, or a function. */
  complete?: readonly string[] | Completer;
}

/** What a prompt is. */
export interface PromptAbout<A> {
  title?: string;
  description?: string;
  /** A list of its arguments, or a schema of an object; choices in there complete themselves. */
  arguments?: A;
  icons?: readonly Icon[];
  /** `_meta`. */
  meta?: object;
}

/** The arguments that a prompt is given. */
export type PromptArguments<A> = A extends readonly PromptArgument[]
  ? { [P in A[number] as P extends { required: true } ? P["name"] : never]: string } & {
      [P in A[number] as P extends { required: true } ? never : P["name"]]?: string;
    }
  : A extends Schema
    ? OutputOf<A>
    : never;

/**
 * Suggests values for what was typed so far; `others` has what other arguments were set to, from
 * 2025-06-18 on.
 */
export type Completer = (
  typed: string,
  others: { readonly [name: string]: string },
  ctx: Context,
) => MaybePromise<CompletionOutput>;

/**
 * Tools, resources, prompts and completions as functions.
 *
 * ```js
 * const service = new Service({ name: "clock", version: "1.0.0" });
 * service.tool("add", { input: z.object({ a: z.number(), b: z.number() }) }, ({ a, b }) => a + b);
 * await service.stdio();
 * ```
 *
 * What a tool gives is its result: a text, a block of content or a list of them, the protocol's
 * own object with `content`, or any other value of JSON, which becomes a text, and structured where
 * it is an object or has a schema; what a generator yields leaves piece by piece. Arguments that do
 * not fit are a failed result that says where, and no call.
 *
 * What is declared while it serves is told to those who are connected, where `capabilities` have
 * `tools.listChanged` or its like. Declarations throw a `TypeError` that says what is wrong.
 */
export class Service<State = any> {
  constructor(info: ServiceInfo, options?: ServiceOptions<State>);
  readonly name: string;
  readonly version: string;
  /** What `start` gave. */
  readonly state: State;

  /** Declares a tool. */
  tool<const I extends Schema | undefined = undefined>(
    name: string,
    about: ToolAbout<I>,
    run: (args: OutputOf<I>, ctx: Context<State>) => unknown,
  ): this;
  tool<const I extends Schema | undefined, const O extends Schema>(
    name: string,
    about: ToolAbout<I, O> & { output: O },
    run: (
      args: OutputOf<I>,
      ctx: Context<State>,
    ) => MaybePromise<InputOf<O> | ToolOutput<InputOf<O>>>,
  ): this;
  tool(name: string, run: (args: any, ctx: Context<State>) => unknown): this;

  /**
   * Declares a resource, or all resources of a URI template, whose variables the function is given.
   * What they say is the client's: a path made of `{+path}` has to be checked.
   */
  resource<const U extends string>(
    uri: U,
    about: ResourceAbout<U>,
    run: (values: Variables<U>, ctx: Context<State>) => MaybePromise<ResourceOutput>,
  ): this;
  resource<const U extends string>(
    uri: U,
    run: (values: Variables<U>, ctx: Context<State>) => MaybePromise<ResourceOutput>,
  ): this;

  /** Declares a prompt. */
  prompt<const A extends readonly PromptArgument[]>(
    name: string,
    about: PromptAbout<A>,
    run: (args: PromptArguments<A>, ctx: Context<State>) => MaybePromise<PromptOutput>,
  ): this;
  prompt<const A extends Schema>(
    name: string,
    about: PromptAbout<A>,
    run: (args: PromptArguments<A>, ctx: Context<State>) => MaybePromise<PromptOutput>,
  ): this;
  prompt(
    name: string,
    run: (args: { [name: string]: string }, ctx: Context<State>) => MaybePromise<PromptOutput>,
  ): this;

  /** Declares what completes an argument of a prompt, or a variable of a template. */
  completion(
    of: { prompt: string; argument: string } | { template: string; argument: string },
    complete: readonly string[] | Completer,
  ): this;

  /** Declares a method of your own: from the members of its params to an object, or nothing. */
  request<const S extends Schema>(
    method: string,
    schema: S,
    run: (params: OutputOf<S>, ctx: Context<State>) => MaybePromise<object | void>,
  ): this;
  request(
    method: string,
    run: (params: any, ctx: Context<State>) => MaybePromise<object | void>,
  ): this;

  /**
   * Declares what is done when a notification comes: one of your own, or one of the protocol's such
   * as `notifications/roots/list_changed`.
   */
  notification<const S extends Schema>(
    method: string,
    schema: S,
    run: (params: OutputOf<S>, ctx: Context<State>) => unknown,
  ): this;
  notification(method: string, run: (params: any, ctx: Context<State>) => unknown): this;

  /**
   * Declares what looks at every event of this kind before the service does, and may answer it by
   * itself: it gives an `Out`, or `undefined`; then the next such function, and in the end the
   * service, has the event. `*` stands for all kinds.
   */
  on<K extends Event["kind"] | "*">(
    kind: K,
    see: (
      event: K extends "*" ? Event : Extract<Event, { readonly kind: K }> | KindOf<K>,
      server: Server,
    ) => MaybePromise<Out | undefined | void>,
  ): this;

  /** Takes a tool or a prompt back by its name, a resource or a template by its URI. */
  withdraw(table: keyof Tables, key: string): void;
  /** Tells all who listen to a resource that it has changed. */
  updated(uri: string): void;
  /**
   * Tells all who want to know that a list has changed that is not the service's own, such as one
   * that a function of `on` gives. Of what is declared and withdrawn it tells by itself.
   */
  changed(what: "tools" | "resources" | "prompts"): void;
  /** Ends what clients listen to from this side, and says how much that was. */
  endListens(): number;

  /** Serves one client on standard input and output, until the input ends. */
  stdio(options?: ServeOptions & ServerOptions): Promise<void>;
  /** From a request to its response: `export default { fetch: service.fetch }` serves. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * For `createServer(service.listener)` of `node:http`, and for Express:
   * `app.use(service.listener)`. What has another path goes on to `next`, or is not found. A body
   * that was read before, as by `express.json()`, is taken from `request.body`.
   */
  readonly listener: (
    request: NodeRequest,
    response: NodeResponse,
    next?: (error?: unknown) => void,
  ) => Promise<void>;
  /** Serves all clients over HTTP, in another way than `options.http` says. */
  http(options?: HttpOptions): HttpHost;
  /** Serves one client on a pipe of any kind. */
  pipe(end: PipeEnd, options?: PipeOptions & ServerOptions): Promise<ServerPipe>;
  /** Serves one client on the other side of a port: postMessage. */
  port(port: Port, options?: PipeOptions & PortOptions & ServerOptions): Promise<ServerPipe>;

  /** The server of one new connection, for a loop of your own. */
  server(options?: ServerOptions): Server;
  /** The server of all clients over HTTP. */
  endpoint(options?: EndpointOptions): Endpoint;
  /** What answers the events of one of these. Call its `over` when its client has gone. */
  respond(server: Server): Responder & Required<Pick<Responder, "attach" | "over">>;
  /** Calls `start`, once; all that serves does so by itself. */
  start(): Promise<void>;
  /**
   * Ends all that is served but standard input and output, once what is still being answered is,
   * and calls `stop`.
   */
  close(): Promise<void>;
}

/** The events whose `kind` is one of several. */
type KindOf<K> = K extends Notification["kind"] ? Notification : Event & { readonly kind: K };

// What is not exported above is for this file alone.
export {};
