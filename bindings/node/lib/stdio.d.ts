/** Ready I/O for the client: a server that is a process of its own. In Node and what is like it. */

import type { Connection, ConnectionOptions } from "./connection.mjs";

/** How a server is started. */
export interface StdioOptions extends ConnectionOptions {
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

/**
 * Starts a server and connects to it. Rejected with a `ConnectionFailed`, and with the system's
 * error where the process cannot be started. A server that does not survive the question for its
 * era is started a second time.
 */
export function connectStdio(
  command: string,
  args?: readonly string[],
  options?: StdioOptions,
): Promise<Connection>;
