// Messages on their way in.

import { bytes, size } from "./convert.mjs";

/** The classes of what comes in; `read` gives the record of the next event of a frame. */
function bindFrames(native) {
  let read;
  let end;

  class Frame {
    #native;
    /** It is the body of a POST, whose end is asked for once more. */
    #isPost;

    static {
      /** The record of the next event; after the last one, the frame's memory is free. */
      read = (frame, engine, now) => {
        const record = frame.#native && engine.receive(frame.#native, now);
        if (!record && !frame.#isPost) frame.#free();
        return record;
      };
      end = (frame, engine) => {
        if (frame.#native) engine.received(frame.#native);
        frame.#free();
      };
    }

    constructor(data, isPost = false) {
      const isNative = data instanceof native.Frame;
      this.#native = isNative ? data : new native.Frame(bytes(data, "a frame"));
      this.#isPost = isNative && isPost;
    }

    static tooLong(length) {
      return new Frame(native.tooLong(size(length, 2 ** 53, "length")));
    }

    on(route) {
      if (!this.#native) throw new TypeError("the frame was read");
      return new Frame(this.#native.on(route));
    }

    #free() {
      this.#native?.free?.();
      this.#native = undefined;
    }

    get bytes() {
      return this.#native?.bytes() ?? new Uint8Array(0);
    }

    get overlong() {
      const known = this.#native?.overlong();
      return known ? JSON.parse(known) : undefined;
    }
  }

  class Lines {
    #native;

    constructor({ max = 1 << 20 } = {}) {
      this.#native = new native.Lines(size(max, 2 ** 32, "max"));
    }

    feed(chunk) {
      return this.#native.feed(bytes(chunk, "a chunk")).map((frame) => new Frame(frame));
    }

    finish() {
      return this.#native.finish().map((frame) => new Frame(frame));
    }

    close() {
      this.#native.free();
      this.#native = undefined;
    }
  }

  class SseEvents {
    #native;

    constructor({ max = 1 << 24 } = {}) {
      this.#native = new native.SseEvents(size(max, 2 ** 32, "max"));
    }

    feed(chunk, route) {
      return this.#native.feed(bytes(chunk, "a chunk")).map((event) => {
        const read = { frame: new Frame(event.frame(route)), id: event.id() };
        event.free?.();
        return read;
      });
    }

    get lastId() {
      return this.#native.lastId();
    }

    get retry() {
      return this.#native.retry() ?? undefined;
    }

    close() {
      this.#native.free();
      this.#native = undefined;
    }
  }

  return { Frame, Lines, SseEvents, end, read };
}

export { bindFrames };
