// A server behind HTTP, over the engine of a native part.

import { bytes, flat, size, string } from "./convert.mjs";

const decoder = new TextDecoder();

/** The flags and the first bytes of a delivery or a verdict: …/packed/http.rs. */
const [NUMBER, WITH_HEAD, END, BODY, STREAM, CUT] = [1, 2, 4, 8, 16, 64];
const HEAD = 11;
const ERROR = 3;

/** What is in the bytes of a delivery or a verdict. */
function unpack(packed) {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const [flags, body] = [packed[0], HEAD + view.getUint32(5, true)];
  const has = (flag) => (flags & flag) !== 0;
  return {
    has,
    number: has(NUMBER) ? view.getUint32(1, true) : undefined,
    status: has(WITH_HEAD) ? view.getUint16(9, true) : undefined,
    headers: body > HEAD ? JSON.parse(decoder.decode(packed.subarray(HEAD, body))) : [],
    body: packed.subarray(body),
  };
}

function bindEndpoint({ Frame, Server, check, end, engineOf }) {
  class Verdict {
    #native;

    constructor(verdict) {
      const { has, number, status, headers, body } = unpack(verdict.bytes());
      this.kind = has(BODY) ? "body" : has(STREAM) ? "stream" : "reply";
      Object.assign(this, { status, headers, body });
      if (this.kind === "body") {
        this.maxBody = number;
        this.#native = verdict;
      } else {
        this.replaces = number;
        verdict.free?.();
      }
    }

    /** Its memory is free afterwards. */
    #take(make) {
      if (!this.#native) throw new TypeError("there is no body to read, or it was read before");
      const made = make(this.#native);
      this.#native.free?.();
      this.#native = undefined;
      return made;
    }

    frame(body, random) {
      const read = bytes(body, "a body");
      if (bytes(random, "random").length !== 16) throw new RangeError("random must be 16 bytes");
      return this.#take((verdict) => new Frame(verdict.frame(read, bytes(random)), true));
    }

    tooLong() {
      return this.#take((verdict) => new Verdict(verdict.tooLong()));
    }
  }

  class Endpoint extends Server {
    constructor(info, options = {}) {
      const { slots, maxMessage, ...policy } = options;
      if (slots !== undefined) size(slots, 65535, "slots");
      super(info, { maxMessage, policy: { ...policy, slots } });
    }

    judge({ method, headers, number, principal = 0, now = 0 }) {
      size(number, 2 ** 32, "number");
      size(principal, 2 ** 53, "principal");
      const verb = string(method, "method");
      const verdict = engineOf(this).judge(verb, flat(headers), number, principal, now);
      return new Verdict(verdict);
    }

    received(frame) {
      end(frame, engineOf(this));
    }

    nextDelivery({ due = true } = {}) {
      const packed = engineOf(this).nextDelivery(due);
      if (packed.length === 0) return undefined;
      if (packed[0] === ERROR) check(packed);
      const { has, number, status, headers, body } = unpack(packed);
      return { to: number, status, headers, body, isEnd: has(END), isCut: has(CUT) };
    }

    putOff(ticket, retryMs) {
      engineOf(this).putOff(ticket, size(retryMs, 2 ** 32, "retryMs"));
    }

    closed(number) {
      super.closed(size(number, 2 ** 32, "number"));
    }

    cancelled() {
      return Array.from(engineOf(this).cancelled());
    }
  }

  return { Endpoint };
}

export { bindEndpoint };
