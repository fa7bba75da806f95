// Request states and cursors that clients cannot change.

import { bytes, json } from "./convert.mjs";

class SealError extends Error {
  constructor({ message, why, code, answer }) {
    super(message);
    Object.assign(this, { why, code, answer });
  }

  get name() {
    return "SealError";
  }
}

/** What is wrong is an object's JSON text where it was found by the seal: …/packed/seal.rs. */
function sealing(make) {
  try {
    return make();
  } catch (error) {
    if (!error.message.startsWith("{")) throw new TypeError(error.message);
    const wrong = JSON.parse(error.message);
    throw wrong.why === undefined ? new RangeError(wrong.message) : new SealError(wrong);
  }
}

function bindSeal(native, { recordOf }) {
  class Seal {
    #native;

    constructor(key, ...older) {
      const keys = [key, ...older].map((one) => bytes(one, "a key"));
      this.#native = sealing(() => new native.Seal(keys));
    }

    seal(event, data, terms) {
      const [record, written] = [recordOf(event), json(terms, "terms")];
      return sealing(() => this.#native.seal(record, written, bytes(data, "data")));
    }

    open(event, terms) {
      const [record, written] = [recordOf(event), json(terms, "terms")];
      return sealing(() => this.#native.open(record, written)) ?? undefined;
    }
  }

  return { Seal };
}

export { SealError, bindSeal };
