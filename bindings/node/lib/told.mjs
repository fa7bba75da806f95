// What the application is still to hear of, and how much of it there is.

/** From so many bytes on nothing more is read, until some of them were heard. */
const MOST = 4_194_304;

/** Does acts in their order, each in a turn of its own; a promise of one is waited for. */
class Told {
  #acts = [];
  #isRunning = false;
  #onError;

  constructor(onError) {
    this.#onError = onError;
  }

  get isEmpty() {
    return !this.#isRunning;
  }

  put(act) {
    this.#acts.push(act);
    if (this.#isRunning) return;
    this.#isRunning = true;
    queueMicrotask(() => void this.#run());
  }

  async #run() {
    while (this.#acts.length > 0) {
      for (const act of this.#acts.splice(0)) {
        try {
          const done = act();
          if (typeof done?.then === "function") await done;
        } catch (error) {
          this.tell(error);
        }
      }
    }
    this.#isRunning = false;
  }

  /** What the application threw is told to it, and ends nothing else. */
  tell(error) {
    try {
      this.#onError(error);
    } catch {
      // There is nobody else.
    }
  }

  /** Waits until all that was put in before is done. */
  flush() {
    return this.isEmpty ? Promise.resolve() : new Promise((resolve) => this.put(resolve));
  }
}

/** Counts the bytes that have come, or wait to go, and are not done with. */
class Backlog {
  #told;
  #size = 0;
  #isFull = false;
  #waiting = [];

  /** `changed(isFull)`: there is too much, or no longer. */
  constructor(told, changed = () => {}) {
    this.#told = told;
    this.changed = changed;
  }

  get isFull() {
    return this.#isFull;
  }

  get size() {
    return this.#size;
  }

  add(size) {
    this.#size += size;
    if (this.#isFull || this.#size <= MOST) return;
    this.#isFull = true;
    this.changed(true);
  }

  done(size) {
    this.#size -= size;
    if (!this.#isFull || this.#size > MOST) return;
    this.#isFull = false;
    this.changed(false);
    this.wake();
  }

  /** So many bytes came in, and what came of them is heard in its turn. */
  heard(size) {
    if (this.#told.isEmpty) return;
    this.add(size);
    this.#told.put(() => this.done(size));
  }

  /** Waits while there is too much. */
  async room(isWanted) {
    while (this.#isFull && isWanted()) {
      await new Promise((resolve) => this.#waiting.push(resolve));
    }
  }

  wake() {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

export { Backlog, Told };
