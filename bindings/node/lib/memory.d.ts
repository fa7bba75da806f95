/**
 * A client and a server in one program, for tests: every byte goes the whole way, but through no
 * pipe.
 */

import type { Connection, ConnectionOptions } from "./connection.mjs";
import type { PipeOptions, Respond, Responder } from "./pipe.mjs";
import type { Server } from "./server.mjs";
import type { Service } from "./service/service.mjs";

/** How a client connects to a server in the same program. */
export interface MemoryOptions extends ConnectionOptions {
  /** Options of the server's side. */
  serving?: PipeOptions;
  /** Bytes of the longest message of the server's; 16 MiB if not said. */
  maxLine?: number;
}

/** Connects to a service, or to a server and what answers its events. */
export function connectMemory(
  served: Service | { server: Server; respond: Respond | Responder },
  options?: MemoryOptions,
): Promise<Connection>;
