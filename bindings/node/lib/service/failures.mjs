// What functions of a service throw to be understood by the peer. service/errors.d.ts documents it.

const INTERNAL_ERROR = -32603;

class ToolError extends Error {
  get name() {
    return this.constructor.name;
  }
}

class RequestError extends Error {
  constructor(code, message, data) {
    super(message);
    Object.assign(this, { code, data });
  }

  get name() {
    return this.constructor.name;
  }
}

class AskFailed extends ToolError {
  constructor(key, why, error) {
    super(`The client was asked for ${JSON.stringify(key)} and did not answer: ${why}`);
    Object.assign(this, { key, why, error });
  }
}

class MissingCapability extends Error {
  constructor(...needed) {
    const word = needed.length === 1 ? "capability" : "capabilities";
    super(`the client did not declare the ${word} ${needed.join(" and ")}`);
    this.needed = needed;
  }

  get name() {
    return this.constructor.name;
  }
}

/** Arguments that do not fit. */
class BadArguments extends Error {}

/** A result that does not fit, which is its author's fault. */
class BadResult extends Error {}

/** Ends a run of a function whose question has to be answered first. Not to be caught. */
class Asked extends Error {
  constructor() {
    super("the question goes out once this has left the function");
  }
}

/** What was thrown, where it can be looked at: a revoked Proxy cannot. */
function seen(error) {
  try {
    void (error instanceof Error);
    return error;
  } catch {
    return new Error("what was thrown cannot be looked at");
  }
}

/** How a request is answered where what sees it before has thrown. */
const HOOK = {
  fail(server, { ticket }, error) {
    if (!(error instanceof RequestError)) {
      return server.error(ticket, INTERNAL_ERROR, "Internal error");
    }
    return server.error(ticket, error.code, String(error.message), error.data);
  },
};

/** True for what a function throws because its call was given up. */
function isAbort(error, reason) {
  try {
    return error === reason || error.name === "AbortError" || error.cause === reason;
  } catch {
    return false; // what was thrown cannot be looked at
  }
}

export {
  AskFailed, Asked, BadArguments, BadResult, HOOK, INTERNAL_ERROR, MissingCapability, RequestError,
  ToolError, isAbort, seen,
};
