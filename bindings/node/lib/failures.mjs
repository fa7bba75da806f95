// What a connection or a call can end with beside a result. client.d.ts documents it.

/** A connection or a call came to no result. */
class ClientError extends Error {
  get name() {
    return this.constructor.name;
  }
}

/** With what happened, whose fault it is, and what can be done. */
class Failed extends ClientError {
  constructor(failure, received, { exitStatus, detail } = {}) {
    const parts = [`${failure.message} (the fault of the ${failure.whose}); ${failure.advice}`];
    if (exitStatus !== undefined) parts.push(`its process ended with ${exitStatus}`);
    if (detail !== undefined) parts.push(detail);
    if (received !== undefined) {
      parts.push(`received: ${JSON.stringify(received).slice(0, 500)}`);
    }
    super(parts.join("; "));
    Object.assign(this, { failure, received, exitStatus, detail });
  }
}

class ConnectionFailed extends Failed {}

class CallFailed extends Failed {}

class Declined extends ClientError {}

class ServerError extends ClientError {
  constructor({ code, message, data }) {
    super(`the server answered with error ${code}: ${message}`);
    Object.assign(this, { code, data, serverMessage: message });
  }
}

export { CallFailed, ClientError, ConnectionFailed, Declined, ServerError };
