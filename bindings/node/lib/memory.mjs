// A client and a server in one program, for tests: every byte goes the whole way, but through no
// pipe. memory.d.ts documents it.

import { Backlog } from "./told.mjs";

function bindMemory({ Lines, ServerPipe, connect }) {
  /** The way of a client to a server that is made by `attach`, for each connection anew. */
  function wayTo(attach, options, host) {
    const { maxLine = 1 << 24 } = options;
    const lines = new Lines({ max: maxLine });
    let pipe;
    let backlog;
    let hasEnded = false;

    // Each waits until the other has done its turn.
    function heard(bytes) {
      queueMicrotask(() => {
        if (hasEnded) return;
        host.take(lines.feed(bytes));
        backlog.heard(bytes.length);
      });
      return !backlog.isFull;
    }

    function ended() {
      queueMicrotask(() => {
        if (hasEnded) return;
        hasEnded = true;
        host.take(lines.finish());
        lines.close();
        host.closed();
      });
    }

    return {
      known: {},
      start() {
        backlog = new Backlog(host.told, (isFull) => {
          if (!isFull) queueMicrotask(() => void pipe.then((made) => made.drained()));
        });
        pipe = attach({ write: heard, closed: ended });
        pipe.catch((error) => host.reject(error));
      },
      send({ line }) {
        if (line.length === 0) return;
        pipe.then((made) => made.feed(line), () => {});
      },
      async close() {
        await pipe.then((made) => made.close(), () => {});
        ended();
      },
    };
  }

  function connectMemory(served, options = {}) {
    const attach = typeof served.pipe === "function"
      ? (way) => served.pipe(way, options.serving)
      : async (way) => new ServerPipe(served.server, served.respond, way, options.serving);
    return connect((host) => wayTo(attach, options, host), options);
  }

  return { connectMemory };
}

export { bindMemory };
