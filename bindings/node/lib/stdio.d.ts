/** Ready I/O for the client: a server that is a process of its own. In Node alone. */

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
export interface StdioCallOptions extends CallOptions {
  /** Gives the call up; the server is told, and the promise is rejected with the reason. */
  signal?: AbortSignal;
  /** Hears how far it has come. */
  onProgress?: (event: Progress) => void;
}

/** How a server is started, and what it may ask. */
export interface StdioOptions {
  /** Who it is that connects; this package, without capabilities, if not said. */
  client?: Client;
  policy?: ConnectPolicy;
  /**
   * Gives what the server wants of the user or the model, a result under the key of each input, or
   * nothing to decline.
   */
  onInput?: (event: InputNeeded) => MaybePromise<{ readonly [key: string]: object } | undefined>;
  /** Answers a request that the protocol does not know; nothing if it is not known here either. */
  onRequest?: (event: ServerRequest) => MaybePromise<object | undefined>;
  /** Hears everything else. */
  onEvent?: (event: ClientEvent) => void;
  /** What the server's environment has beside this one's. */
  env?: { readonly [name: string]: string };
  cwd?: string;
  /** Where what it writes beside goes; where this program's goes, if not said. */
  stderr?: "inherit" | "ignore" | number;
  /** How long to wait before a server that does not end is made to, in milliseconds; 2000. */
  patienceMs?: number;
  /** Bytes of the longest message of the server's; 16 MiB if not said. */
  maxLine?: number;
}

type MaybePromise<T> = T | Promise<T>;

/**
 * A client of a server that is a process of its own. Calls give promises of the server's result.
 * They are rejected with a `ServerError` where the server answered with an error, a `CallFailed`
 * where there was no answer, a `ConnectionFailed` where there is no connection (any more), a
 * `Declined` where the server wanted input and was not given it, and a `SansmcpError` where nothing
 * was sent.
 */
export class StdioClient {
  private constructor();
  /** What the server said of itself. */
  readonly connected: Connected;
  /** The client without I/O. */
  readonly client: Client;
  /** Ends the connection and the server's process. What still waits fails as `closed`. */
  close(): Promise<void>;
  /** Any request. */
  call(method: string, params?: object, options?: StdioCallOptions): Promise<JsonObject>;
  /** `tools/call`. */
  callTool(name: string, args?: object, options?: StdioCallOptions): Promise<ToolResult>;
  /** All tools, page after page. */
  listTools(options?: StdioCallOptions): AsyncGenerator<JsonObject, void>;
  /** All resources, page after page. */
  listResources(options?: StdioCallOptions): AsyncGenerator<JsonObject, void>;
  /** All resource templates, page after page. */
  listTemplates(options?: StdioCallOptions): AsyncGenerator<JsonObject, void>;
  /** All prompts, page after page. */
  listPrompts(options?: StdioCallOptions): AsyncGenerator<JsonObject, void>;
  /**
   * The entries under `key` of all pages of a list. Throws a `RangeError` where the server's
   * cursors go in a circle.
   */
  listAll(
    method: string,
    key: string,
    options?: StdioCallOptions,
  ): AsyncGenerator<JsonObject, void>;
  /** `resources/read`. */
  readResource(uri: string, options?: StdioCallOptions): Promise<JsonObject>;
  /** `prompts/get`. */
  getPrompt(
    name: string,
    args?: { readonly [name: string]: string },
    options?: StdioCallOptions,
  ): Promise<JsonObject>;
  /** `ping`, which the server has to answer. Up to 2025-11-25. */
  ping(options?: StdioCallOptions): Promise<void>;
  /** Asks for log messages from a level on; they come to `onEvent`. */
  setLevel(level: Level): Promise<void>;
  /** Asks to be told of changes; `listening`, and then they, come to `onEvent`. */
  listen(subscription: Subscription): void;
  /** Asks not to be told any more. */
  unlisten(subscription: Subscription): void;
  /** Sends a notification. */
  notify(method: string, params?: object): void;
}

/**
 * Starts a server and connects to it; in Node alone. Rejected with a `ConnectionFailed`, and with
 * the system's error where the process cannot be started. A server that does not survive the
 * question for its era is started a second time.
 */
export function connectStdio(
  command: string,
  args?: readonly string[],
  options?: StdioOptions,
): Promise<StdioClient>;
