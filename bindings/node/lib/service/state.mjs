// What goes along with a question, so that the call can be taken up again where it comes back.
//
// A client answers the last question only. The answers before, and what the function wants to know
// when it runs again, are in the state of the request: sealed, since a client could change it.

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Of the calendar: all machines that share a key share it too. */
const clock = () => Date.now();

function bindStates({ Seal }) {
  class States {
    #seal;
    #ttl;

    constructor(keys, ttlMs) {
      this.#ttl = ttlMs;
      // What is wrong with keys is told where they stand.
      if (keys.length > 0) this.#seal = new Seal(...keys);
    }

    /** Made when it is needed: most services never ask. */
    get #sealer() {
      this.#seal ??= new Seal(crypto.getRandomValues(new Uint8Array(32)));
      return this.#seal;
    }

    /** The state of a request; nothing where there is nothing to carry. */
    seal(event, { answers, state }) {
      if (state === undefined && Object.keys(answers).length === 0) return undefined;
      const data = encoder.encode(JSON.stringify([answers, state]));
      return this.#sealer.seal(event, data, { expires: clock() + this.#ttl });
    }

    /** What a call brings along. Throws a `SealError` where the state is not one of ours. */
    open(event) {
      const inputs = event.inputs ?? {};
      if (event.requestState === undefined) return { answers: { ...inputs }, state: undefined };
      const data = this.#sealer.open(event, { now: clock() });
      const [answers, state] = JSON.parse(decoder.decode(data));
      return { answers: { ...answers, ...inputs }, state: state ?? undefined };
    }
  }

  return { States };
}

export { bindStates };
