// A server on one pipe, whatever the pipe is: what comes in is answered in order, what goes out
// waits for a peer that reads slowly. It decides nothing of the protocol. pipe.d.ts documents it.

const INTERNAL_ERROR = -32603;
/** How often more than `maxWaiting` may wait, at most, before a peer counts as gone. */
const FLOOD = 64;
/** The longest time that a timer of JavaScript's can have. */
const LONGEST = 2 ** 31 - 1;
const [NEWLINE, BRACE, BRACKET] = [10, 123, 91];

const now = () => Math.trunc(performance.now());

/** What answers events, which may be a function alone. */
function responderOf(respond) {
  return typeof respond === "function" ? { respond } : respond;
}

function isThenable(value) {
  return typeof value?.then === "function";
}

/** Refuses what cannot be sent. */
function mustBeOut({ kind }, out) {
  if (out === undefined || out === null || out.line instanceof Uint8Array) return;
  const what = `respond gave a ${typeof out} for ${kind}`;
  throw new TypeError(`${what}: give the Out of a call of the server, or nothing`);
}

/** One piece of bytes of several. */
function joined(parts, length) {
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The class, over the API of a native part. */
function bindPipe({ Lines, SansmcpError }) {
  const is = (error, code) => error instanceof SansmcpError && error.code === code;

  class ServerPipe {
    #server;
    #responder;
    #way;
    #lines;
    #onError;
    #max;
    #patience;
    /** What goes out next, and what waits for the end of a message that leaves in pieces. */
    #queue = [];
    #held = [];
    /** The requests whose failure could not be told in the middle of another message. */
    #owed = [];
    #size = 0;
    #isHalf = false;
    /** Bytes that the pipe has and the peer has not. */
    #sent = 0;
    #isFull = false;
    #isInTurn = false;
    #isDue = false;
    #rooms = [];
    #handlers = 0;
    #deadline;
    #timer;
    #idle;
    #isEnding = false;
    #isOver = false;

    constructor(server, respond, way, options = {}) {
      const { maxLine = 4_194_304, maxWaiting = 1_048_576, patienceMs = 5000 } = options;
      this.#server = server;
      this.#responder = responderOf(respond);
      this.#way = way;
      this.#lines = new Lines({ max: maxLine });
      this.#max = maxWaiting;
      this.#patience = patienceMs;
      this.#onError = options.onError ?? console.error;
      this.#responder.attach?.(this);
    }

    // What comes in.

    feed(chunk) {
      if (!this.#isOver) this.take(this.#lines.feed(chunk));
    }

    take(frames) {
      if (this.#isOver) return;
      this.#isInTurn = true;
      try {
        for (const frame of frames) {
          for (const event of this.#server.receive(frame, now())) {
            this.#hear(event);
            if (this.#isOver) return;
          }
        }
      } finally {
        this.#isInTurn = false;
      }
      this.#flush();
    }

    #hear(event) {
      let out;
      try {
        out = this.#responder.respond(event);
        if (!isThenable(out)) mustBeOut(event, out);
      } catch (error) {
        out = this.#failed(event, error);
      }
      if (isThenable(out)) {
        this.#wait(event, out);
        return;
      }
      this.#add(out);
      // The other pieces of an answer of the engine's: until its end nothing else can be said.
      if (this.#isHalf) this.#pull();
    }

    async #wait(event, promise) {
      this.#handlers += 1;
      let out;
      try {
        out = await promise;
        mustBeOut(event, out);
      } catch (error) {
        out = this.#failed(event, error);
      }
      this.#handlers -= 1;
      if (out) this.#late(out);
      this.#soon();
    }

    /** What an application threw: its peer learns nothing of it. */
    #failed(event, error) {
      this.tell(error);
      // The ticket of a cancel is that of another request.
      return event.kind === "cancelled" ? undefined : this.#refuse(event.ticket);
    }

    #refuse(ticket) {
      if (this.#isOver || !ticket) return undefined;
      try {
        return this.#server.error(ticket, INTERNAL_ERROR, "Internal error");
      } catch (error) {
        if (!(error instanceof SansmcpError)) throw error;
        if (error.code === "STREAMING") this.#owed.push(ticket); // once that has ended
        return undefined; // or it has an answer
      }
    }

    /** Says what went wrong, to whom it may concern. */
    tell(error) {
      try {
        this.#onError(error);
      } catch {
        // There is nobody else.
      }
    }

    // What goes out.

    send(out) {
      this.#add(out);
      this.#soon();
    }

    #add(out) {
      const line = out?.line;
      if (!(line?.length > 0) || this.#isOver) return;
      this.#queue.push(line);
      this.#size += line.length;
      this.#isHalf = line[line.length - 1] !== NEWLINE;
      if (!this.#isHalf && this.#held.length > 0) this.#queue.push(...this.#held.splice(0));
    }

    /** A whole message may have been made before one in pieces was begun that is under way now. */
    #late(out) {
      const { line } = out;
      const isWhole = (line[0] === BRACE || line[0] === BRACKET)
        && line[line.length - 1] === NEWLINE;
      if (this.#isHalf && isWhole && !this.#isOver) {
        this.#held.push(line);
        this.#size += line.length;
      } else {
        this.#add(out);
      }
    }

    /** Sends what was made in this turn of the event loop with one write. */
    #soon() {
      if (this.#isInTurn || this.#isDue || this.#isOver) return;
      this.#isDue = true;
      const { defer = queueMicrotask } = this.#way;
      defer(() => {
        this.#isDue = false;
        this.#flush();
      });
    }

    flush() {
      this.#flush();
    }

    #flush() {
      if (this.#isOver) return;
      this.#pull();
      if (!this.#isHalf) for (const ticket of this.#owed.splice(0)) this.#add(this.#refuse(ticket));
      if (this.#sent === 0 && this.#queue.length > 0) {
        const data = joined(this.#queue, this.#queue.reduce((sum, part) => sum + part.length, 0));
        this.#queue = [];
        this.#size -= data.length;
        this.#sent = data.length;
        try {
          if (this.#way.write(data) !== false) this.#sent = 0;
        } catch (error) {
          this.tell(error); // nobody takes it any more
          this.close();
          return;
        }
      }
      this.#mind();
      this.#setClock();
      this.#idle?.();
    }

    /** The peer has taken what was written. */
    drained() {
      this.#sent = 0;
      this.#flush();
    }

    /** Takes what is due by itself. */
    #pull() {
      try {
        for (let out; (out = this.#server.nextOutput()); ) this.#add(out);
      } catch (error) {
        if (!is(error, "STREAMING")) this.tell(error);
      }
    }

    get #waiting() {
      return this.#size + this.#sent;
    }

    /** Reads no more from a peer that does not read, until it does. */
    #mind() {
      const waiting = this.#waiting;
      if (waiting > this.#max * FLOOD) {
        this.tell(new Error(`the peer does not read: ${waiting} bytes wait for it`));
        this.close();
      } else if (this.#isFull && waiting <= this.#max / 2) {
        this.#isFull = false;
        this.#way.resume?.();
      } else if (!this.#isFull && waiting > this.#max) {
        this.#isFull = true;
        this.#way.pause?.();
      }
      if (this.#rooms.length > 0 && waiting <= this.#max / 2) this.#giveRoom();
    }

    room() {
      if (this.#isOver || this.#waiting <= this.#max) return undefined;
      this.#soon();
      return new Promise((resolve) => this.#rooms.push(resolve));
    }

    #giveRoom() {
      for (const resolve of this.#rooms.splice(0)) resolve();
    }

    // The clock.

    #setClock() {
      const deadline = this.#isOver ? undefined : this.#server.nextDeadline();
      if (deadline === this.#deadline) return;
      clearTimeout(this.#timer);
      this.#deadline = deadline;
      if (deadline === undefined) return;
      const ms = Math.min(Math.max(0, deadline - now()), LONGEST);
      this.#timer = setTimeout(() => this.#expire(), ms);
      this.#timer.unref?.();
    }

    /** Ends what was asked of the client and took too long. */
    #expire() {
      this.#deadline = undefined;
      if (this.#isOver) return;
      for (const event of this.#server.expire(now())) this.#hear(event);
      this.#flush();
    }

    // The end.

    async finish() {
      if (this.#isOver || this.#isEnding) return;
      this.#isEnding = true;
      this.take(this.#lines.finish());
      this.#responder.ended?.();
      this.#soon();
      await new Promise((resolve) => {
        let timer;
        let waiting = -1;
        const over = () => {
          clearTimeout(timer);
          this.#idle = undefined;
          resolve();
        };
        this.#idle = () => {
          const isIdle = this.#handlers === 0 && this.#waiting === 0 && !this.#isDue;
          if (this.#isOver || isIdle) return over();
          if (waiting === this.#waiting) return undefined;
          waiting = this.#waiting; // the peer is at it
          clearTimeout(timer);
          timer = setTimeout(over, this.#patience);
          return undefined;
        };
        this.#idle();
      });
      this.close();
    }

    close() {
      if (this.#isOver) return;
      this.#isOver = true;
      clearTimeout(this.#timer);
      [this.#queue, this.#held, this.#size, this.#sent] = [[], [], 0, 0];
      this.#server.closed();
      this.#responder.over?.();
      this.#giveRoom();
      this.#lines.close();
      this.#idle?.();
      this.#way.closed?.();
    }

    get isClosed() {
      return this.#isOver;
    }
  }

  return { ServerPipe };
}

export { LONGEST, bindPipe, isThenable, joined, mustBeOut, now, responderOf };
