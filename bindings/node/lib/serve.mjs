// Ready I/O for a server on standard input and output; in Node, Bun and Deno. pipe.d.ts documents
// it. It imports nothing, so that it is in nobody's way where there is no such thing.

/** What of `console` writes to standard output; in Bun and Deno not by way of `process.stdout`. */
const PRINTS = ["log", "info", "debug", "dir", "table"];

/** While it serves, what is printed goes to standard error. */
function redirect(stdout) {
  const { console, process } = globalThis;
  if (stdout !== process.stdout) return () => {};
  const own = Object.getOwnPropertyDescriptor(stdout, "write");
  stdout.write = (...args) => process.stderr.write(...args);
  const prints = PRINTS.map((name) => [name, console[name]]);
  for (const name of PRINTS) console[name] = (...args) => console.error(...args);
  return () => {
    Object.assign(console, Object.fromEntries(prints));
    if (own) Object.defineProperty(stdout, "write", own);
    else delete stdout.write;
  };
}

function bindServe({ ServerPipe }) {
  async function serveStdio(server, respond, options = {}) {
    const { process, setImmediate } = globalThis;
    if (!process?.stdin) throw new Error("there is no standard input here");
    const { stdin = process.stdin, stdout = process.stdout, signal } = options;
    const write = stdout.write.bind(stdout);
    const restore = options.redirect === false ? () => {} : redirect(stdout);
    let pipe;
    const over = new Promise((closed) => {
      const pause = () => stdin.pause();
      const resume = () => stdin.resume();
      const way = { write, pause, resume, closed, defer: setImmediate };
      pipe = new ServerPipe(server, respond, way, options);
    });
    const [feed, finish] = [(chunk) => pipe.feed(chunk), () => void pipe.finish()];
    const [close, flush, drained] = [() => pipe.close(), () => pipe.flush(), () => pipe.drained()];
    stdin.on("data", feed).on("end", finish).on("close", finish).on("error", finish);
    // Nobody reads any more. The listener stays: it may be found out later.
    stdout.on("drain", drained).on("error", close).on("close", close);
    // A handler that ends the program takes no answers along that were made before.
    process.on("exit", flush);
    signal?.addEventListener("abort", close, { once: true });
    if (signal?.aborted) pipe.close();
    await over;
    signal?.removeEventListener("abort", close);
    process.off("exit", flush);
    stdin.off("data", feed).off("end", finish).off("close", finish).pause();
    restore();
  }

  return { serveStdio };
}

export { bindServe };
