// The command line of the everything server and client in JavaScript.

import { Misused, parse } from "./options.mjs";

const HELP = `\
everything: a Model Context Protocol server with every feature, built on sansmcp

  server --stdio         serve over standard input and output, one JSON message a line, until the
                         input ends
    --page BYTES         how long a message may be, lists and answers alike: 512 at least
    --patience MS        how long the client may take to answer what it is asked (before 2026-07-28)
  server --http ADDRESS  serve over HTTP, such as 127.0.0.1:8080 (port 0: any free one); the
                         endpoint is /mcp, and the line "serving URL" on standard error says when it
                         is ready; --page and --patience as above
  --help                 this text
As a client: client --help
`;

/** Does what the command line says; gives the status to exit with. */
async function main(words) {
  const [role, way, ...rest] = words;
  try {
    if (role === undefined || (role === "--help" && way === undefined)) {
      process.stdout.write(HELP);
    } else if (role === "server" && way === "--stdio") {
      const { overStdio } = await import("./server.mjs");
      await overStdio(parse(rest));
    } else if (role === "server" && way === "--http" && rest.length > 0) {
      const { overHttp } = await import("./server.mjs");
      await overHttp(rest[0], parse(rest.slice(1)));
    } else if (role === "client") {
      const { run } = await import("./client/run.mjs");
      return await run(words.slice(1));
    } else {
      throw new Misused(`unknown argument: ${words.join(" ")}`);
    }
  } catch (error) {
    if (error instanceof Misused) {
      process.stderr.write(`everything: ${error.message}\n\n${HELP}`);
      return 2;
    }
    // The system has refused something: a port that is taken, and the like.
    if (error.syscall === undefined) throw error;
    process.stderr.write(`everything: ${error.message}\n`);
    return 1;
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
