// What comes out of a native part: messages, and why there are none.

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** An output of a native part: bindings/owned/src/packed.rs. */
const [LAST, NOTHING, ERROR, EVENT] = [1, 2, 3, 4];
const [NUMBER, TICKET, ROUTE, KIND, START] = [4, 8, 16, 20, 24];
const VERBS = { 68: "DELETE", 71: "GET", 80: "POST" };

function viewOf(output) {
  return new DataView(output.buffer, output.byteOffset, output.byteLength);
}

/** The classes of what comes out, in the words of a native part. */
function bindOutput(words) {
  class SansmcpError extends Error {
    constructor([name, message], need) {
      super(message);
      this.code = name.toUpperCase();
      if (name === "short") this.need = need;
    }

    get name() {
      return "SansmcpError";
    }
  }

  /** The output itself; throws the error if it is one. */
  function check(output) {
    if (output[0] !== ERROR) return output;
    const view = viewOf(output);
    const need = Number(view.getBigUint64(TICKET, true));
    throw new SansmcpError(words.errors[view.getUint32(NUMBER, true)], need);
  }

  let packedOf;

  class Out {
    #output;

    static {
      packedOf = (out) => out.#output;
    }

    /** `kept`: bytes at the end that are not to be sent. */
    constructor(output, kept = 0) {
      this.#output = output;
      this.line = output.subarray(START, output.length - kept);
      this.isLast = output[0] === LAST;
      if (kept > 0) this.keep = decoder.decode(output.subarray(output.length - kept));
    }

    get json() {
      const { line } = this;
      return line.at(-1) === 10 ? line.subarray(0, -1) : line;
    }

    get route() {
      const view = viewOf(this.#output);
      return view.getUint32(KIND, true) * 2 ** 32 + view.getUint32(ROUTE, true);
    }

    get verb() {
      return VERBS[this.#output[1]];
    }

    toString() {
      return decoder.decode(this.line);
    }
  }

  function out(output) {
    return new Out(check(output));
  }

  /** What is to be sent, if something is. */
  function maybe(output) {
    return output[0] === NOTHING ? undefined : out(output);
  }

  /** The answer to a question: what is to be sent, and what to be kept. */
  function asked(output) {
    return new Out(check(output), viewOf(output).getUint32(NUMBER, true));
  }

  /** A request: its ticket, and what to send. */
  function called(output) {
    const ticket = Number(viewOf(check(output)).getBigUint64(TICKET, true));
    return { ticket, out: new Out(output) };
  }

  /** A piece: how much of it was taken, and what to send. */
  function taken(output) {
    const count = viewOf(check(output)).getUint32(NUMBER, true);
    return { taken: count, out: new Out(output) };
  }

  /** The record of an event, if it is one. */
  function record(output) {
    return check(output)[0] === EVENT ? output.subarray(START) : undefined;
  }

  const is = { nothing: (output) => output[0] === NOTHING };
  return { SansmcpError, Out, asked, called, check, is, maybe, out, packedOf, record, taken };
}

export { bindOutput };
