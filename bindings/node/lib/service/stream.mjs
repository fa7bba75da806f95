// Answers that leave in pieces, as fast as the client takes them.
//
// On a pipe nothing else can be said between the first piece and the end: the responder holds it
// back, and a second answer in pieces waits for its turn.

import { bytesOf } from "./content.mjs";
import { seen } from "./failures.mjs";

/** The client wants no more of it. */
class GivenUp extends Error {}

function bindStream({ SansmcpError }) {
  const is = (error, code) => error instanceof SansmcpError && error.code === code;

  /** Sends all of it. Throws what was thrown before the first piece. */
  async function flow(responder, declared, context, streamed) {
    const { server, ticket, event } = context;
    let isBegun = false;
    const isGone = () => context.isCancelled || server.isCancelled(ticket);

    /** Begins once no other answer in pieces is under way. */
    const begin = async (first) => {
      for (;;) {
        if (isGone()) throw new GivenUp();
        try {
          responder.send(declared.begin(server, event, streamed, first));
          isBegun = true;
          responder.streaming(ticket);
          return;
        } catch (error) {
          if (!is(error, "STREAMING")) throw error;
        }
        await responder.turn();
      }
    };

    const end = (failure) => {
      try {
        responder.send(server.end(ticket, failure));
      } catch (error) {
        if (is(error, "SHORT")) responder.send(server.end(ticket, `${declared.name} failed`));
        else responder.abandon(ticket); // its client has gone, and the exchange with it
      }
    };

    try {
      for await (const piece of streamed.pieces) {
        if (!isBegun) await begin(piece);
        for (let left = bytesOf(piece); left.length > 0; ) {
          if (isGone()) throw new GivenUp();
          const { taken, out } = server.piece(ticket, left);
          left = left.subarray(taken);
          responder.send(out);
          await responder.room(ticket);
        }
      }
      if (!isBegun) await begin(streamed.mimeType ? new Uint8Array(0) : "");
      end();
    } catch (thrown) {
      const error = seen(thrown);
      const isGivenUp = error instanceof GivenUp || is(error, "STALE");
      if (!isBegun) {
        if (!isGivenUp) throw error;
        responder.abandon(ticket);
        return;
      }
      if (!isGivenUp) responder.tell(context, error);
      end(isGivenUp ? undefined : responder.failureOf(declared, event, error));
    } finally {
      if (isBegun) responder.streamed(ticket);
    }
  }

  return { flow };
}

export { bindStream };
