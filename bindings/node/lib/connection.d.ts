/// <reference lib="esnext.disposable" />
/** Ready I/O for the client: calls that give promises, whatever the messages go over. */

import type {
  CallOptions,
  Client,
  ClientEvent,
  ConnectPolicy,
  Connected,
  InputNeeded,
  Level,
  Progress,
  ServerRequest,
  Subscription,
} from "./client.mjs";
import type { Json, JsonObject } from "./index.mjs";

/** What a tool gave, as the server wrote it: nothing of it is checked. */
export interface ToolResult extends JsonObject {
  content?: { type: string; text?: string; [key: string]: Json | undefined }[];
  structuredContent?: Json;
  /** The tool failed: a text says why. */
  isError?: boolean;
}

/** How a call is made and given up. */
export interface ConnectionCallOptions extends CallOptions {
  /** Gives the call up; the server is told, and the promise is rejected with the reason. */
  signal?: AbortSignal;
  /** Hears how far it has come. A promise of it is waited for before anything else is told. */
  onProgress?: (event: Progress) => unknown;
}

/** A value, or a promise of one. */
export type MaybePromise<T> = T | Promise<T>;

/** How a connection is made, and what the server may ask. */
export interface ConnectionOptions {
  /**
   * Who it is that connects; this package, without capabilities, if not said. For one connection.
   * Over HTTP it must be made with `{ http: true }`.
   */
  client?: Client;
  policy?: ConnectPolicy;
  /** Gives up connecting. Of no effect once that is done. */
  signal?: AbortSignal;
  /**
   * Gives what the server wants of the user or the model, a result under the key of each input, or
   * nothing to decline.
   */
  onInput?: (event: InputNeeded) => MaybePromise<{ readonly [key: string]: object } | undefined>;
  /** Answers a request that the protocol does not know; nothing if it is not known here either. */
  onRequest?: (event: ServerRequest) => MaybePromise<object | undefined>;
  /**
   * Hears everything else, one after the other: a promise of it is waited for, and a server that
   * sends without end is read no faster than what it sends is heard.
   */
  onEvent?: (event: ClientEvent) => unknown;
  /** Hears what these functions throw, and warnings; `console.error` if not said. */
  onError?: (error: unknown) => void;
}

/**
 * A client that is connected: `connectStdio`, `connectHttp`, `connectPort` and `connectMemory` give
 * one. Calls give promises of the server's result. They are rejected with a `ServerError` where the
 * server answered with an error, a `CallFailed` where there was no answer, a `ConnectionFailed`
 * where there is no connection (any more), a `Declined` where the server wanted input and was not
 * given it, and a `SansmcpError` where nothing was sent.
 */
export class Connection {
  private constructor();
  /** What the server said of itself. */
  readonly connected: Connected;
  /** The client without I/O. */
  readonly client: Client;
  /**
   * Ends the connection, and the server's process or session with it. What still waits fails as
   * `closed`. `await using` does this by itself.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
  /** Any request. */
  call(method: string, params?: object, options?: ConnectionCallOptions): Promise<JsonObject>;
  /** `tools/call`. */
  callTool(name: string, args?: object, options?: ConnectionCallOptions): Promise<ToolResult>;
  /**
   * All tools, page after page. Over HTTP, from 2026-07-28 on, tools are left out that cannot be
   * called, since what their schemas say of headers is invalid; `onError` hears of them.
   */
  listTools(options?: ConnectionCallOptions): AsyncGenerator<JsonObject, void>;
  /** All resources, page after page. */
  listResources(options?: ConnectionCallOptions): AsyncGenerator<JsonObject, void>;
  /** All resource templates, page after page. */
  listTemplates(options?: ConnectionCallOptions): AsyncGenerator<JsonObject, void>;
  /** All prompts, page after page. */
  listPrompts(options?: ConnectionCallOptions): AsyncGenerator<JsonObject, void>;
  /**
   * The entries under `key` of all pages of a list. Throws a `RangeError` where the server's
   * cursors go in a circle.
   */
  listAll(
    method: string,
    key: string,
    options?: ConnectionCallOptions,
  ): AsyncGenerator<JsonObject, void>;
  /** The entries under `key` of one page that are objects, and of use here. */
  entries(key: string, page: JsonObject): JsonObject[];
  /** `resources/read`. */
  readResource(uri: string, options?: ConnectionCallOptions): Promise<JsonObject>;
  /** `prompts/get`. */
  getPrompt(
    name: string,
    args?: { readonly [name: string]: string },
    options?: ConnectionCallOptions,
  ): Promise<JsonObject>;
  /**
   * `completion/complete`: what may follow `value` in the argument `name` of a prompt, or in that
   * variable of a resource template, which is named by its URI template. `context` are the other
   * arguments, as far as they are known.
   */
  complete(
    of: { prompt: string; template?: undefined } | { template: string; prompt?: undefined },
    name: string,
    value: string,
    options?: ConnectionCallOptions & { context?: { readonly [name: string]: string } },
  ): Promise<JsonObject>;
  /** `ping`, which the server has to answer. Up to 2025-11-25. */
  ping(options?: ConnectionCallOptions): Promise<void>;
  /** Asks for log messages from a level on; they come to `onEvent`. */
  setLevel(level: Level, options?: ConnectionCallOptions): Promise<void>;
  /**
   * Asks to be told of changes; `listening`, and then they, come to `onEvent`. Where the server or
   * a lost session ends it, `listenEnded` comes.
   */
  listen(subscription: Subscription): void;
  /** Asks not to be told any more. Nothing is to do where the server has ended it. */
  unlisten(subscription: Subscription): void;
  /** Sends a notification. */
  notify(method: string, params?: object): void;
  /**
   * Over HTTP: headers of your own that all requests have from now on, instead of those before.
   * Throws a `TypeError` over anything else, and where one is no header.
   */
  setHeaders(headers: { readonly [name: string]: string } | Headers): void;
  /**
   * Waits until `onEvent` and `onProgress` have heard all that came before this. Not to be waited
   * for in these.
   */
  flush(): Promise<void>;
}
