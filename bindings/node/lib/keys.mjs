// The headers of the user's that all requests have beside the protocol's, such as `Authorization`,
// and where new ones come from.

/** Headers that every `fetch` takes, and in which no other header hides. */
function checked(headers = {}) {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  for (const [name, value] of entries) {
    if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(name)) {
      throw new TypeError(`headers: ${JSON.stringify(name)} is no name of a header`);
    }
    // The value itself may be a secret.
    if (typeof value !== "string" || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new TypeError(`headers: the value of "${name}" has what it must not have`);
    }
  }
  return new Map(entries);
}

class Keys {
  #headers;
  #onDenied;
  /** How often they have changed. */
  #count = 0;
  /** While the application is asked: one after the other. */
  #asking = Promise.resolve();

  constructor(headers, onDenied) {
    this.#headers = checked(headers);
    this.#onDenied = onDenied;
  }

  get count() {
    return this.#count;
  }

  /** The headers of a request of which `lines` are the protocol's, which go before. */
  with(lines) {
    const names = new Set(lines.map(([name]) => name.toLowerCase()));
    const own = [...this.#headers].filter(([name]) => !names.has(name.toLowerCase()));
    return [...own, ...lines];
  }

  replace(headers) {
    this.#headers = checked(headers);
    this.#count += 1;
  }

  /**
   * Asks the application for headers that do better than those of this count; false if there are
   * none. There may be some already, which another request got meanwhile.
   */
  renew(count, denial) {
    const renewed = this.#asking.then(async () => {
      if (this.#count !== count) return true;
      const found = await this.#onDenied?.(denial);
      if (found === undefined || found === null) return false;
      const more = checked(found);
      const names = new Set([...more.keys()].map((name) => name.toLowerCase()));
      const kept = [...this.#headers].filter(([name]) => !names.has(name.toLowerCase()));
      this.replace(Object.fromEntries([...kept, ...more]));
      return true;
    });
    this.#asking = renewed.catch(() => {});
    return renewed;
  }
}

export { Keys };
