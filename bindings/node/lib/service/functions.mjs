// Functions as they were declared: how a request becomes arguments, and a value a result.

import { isThenable } from "../pipe.mjs";
import {
  addContents, addMessages, addSuggestions, addValue, isPlain, isResult,
} from "./content.mjs";
import { BadArguments, MissingCapability, RequestError, ToolError } from "./failures.mjs";

const [INVALID_PARAMS, INTERNAL_ERROR] = [-32602, -32603];

/** The name of what was thrown, whatever it is. */
function nameOf(error) {
  try {
    const { name } = error.constructor;
    return typeof name === "string" && name !== "" ? name : "Error";
  } catch {
    return "Error";
  }
}

/** What was thrown in words for the peer: of a subclass, with its name. */
function wordsOf(error) {
  const name = nameOf(error);
  return name === "ToolError" || name === "AskFailed" || name === "BadArguments"
    ? String(error.message)
    : [name, error.message].filter((part) => part !== "").join(": ");
}

function withoutMeta({ _meta, ...params } = {}) {
  return params;
}

/** The classes, over the API of a native part. */
function bindFunctions({ SansmcpError }) {
  /** What the engine says of a result is no secret, and tells more than its name. */
  const isTold = (error) =>
    error instanceof SansmcpError && ["NOT_SUPPORTED", "SHORT"].includes(error.code);

  class DeclaredFunction {
    constructor(name, run, { check, ...about } = {}) {
      Object.assign(this, { name, run, check }, about);
    }

    /** The arguments, or a promise of them. */
    read(event) {
      const given = this.given(event);
      return this.check ? this.check(given) : given;
    }

    begin() {
      throw new TypeError(`${this.name}: only tools and resources can answer in pieces`);
    }

    /** What an answer in pieces ends with where it fails, if there is a place for it. */
    failure() {
      return undefined;
    }

    /** Answers with what was thrown. */
    fail(server, { ticket }, error) {
      if (error instanceof RequestError) {
        return server.error(ticket, error.code, String(error.message), error.data);
      }
      if (error instanceof MissingCapability) return server.undeclared(ticket, ...error.needed);
      if (error instanceof BadArguments) {
        return server.error(ticket, INVALID_PARAMS, `Invalid params: ${error.message}`);
      }
      const why = error instanceof ToolError
        ? wordsOf(error)
        : `Internal error: ${isTold(error) ? error.message : nameOf(error)}`;
      return server.error(ticket, INTERNAL_ERROR, why);
    }
  }

  class ToolFunction extends DeclaredFunction {
    given(event) {
      return event.arguments ?? {};
    }

    write(server, event, value) {
      const write = (given) => addValue(server.answer(event.ticket), given, this).end();
      const isWhole = isResult(value);
      if (!this.checkResult || (isWhole && value.structuredContent === undefined)) {
        return write(value);
      }
      const checked = this.checkResult(isWhole ? value.structuredContent : value);
      const filled = (given) => write(isWhole ? { ...value, structuredContent: given } : given);
      return isThenable(checked) ? checked.then(filled) : filled(checked);
    }

    begin(server, { ticket }, { mimeType, uri }, first) {
      if (typeof first === "string") return server.begin(ticket, { type: "text" });
      if (uri !== undefined) return server.begin(ticket, { type: "blob", mimeType, uri });
      const [type] = (mimeType ?? "").split("/");
      if (type === "image" || type === "audio") return server.begin(ticket, { type, mimeType });
      throw new TypeError(
        "bytes in pieces need a mimeType: of an image, of audio, or of anything else with a uri",
      );
    }

    failure(event, error) {
      if (error instanceof BadArguments) return `Invalid arguments: ${error.message}`;
      if (error instanceof ToolError) return wordsOf(error);
      if (error instanceof RequestError) return `${error.message} (${error.code})`;
      return `${this.name} failed: ${isTold(error) ? error.message : nameOf(error)}`;
    }

    fail(server, event, error) {
      if (error instanceof RequestError || error instanceof MissingCapability) {
        return super.fail(server, event, error);
      }
      return server.answer(event.ticket).fail(this.failure(event, error)).end();
    }
  }

  class ResourceFunction extends DeclaredFunction {
    given(event) {
      return this.template?.matches(event.uri) ?? {};
    }

    write(server, event, value) {
      const contents = server.contents(event.ticket);
      const { ttlMs, scope } = this.cache ?? {};
      if (ttlMs !== undefined) contents.cache(ttlMs, scope);
      return addContents(contents, value, { uri: event.uri, mimeType: this.mimeType }).end();
    }

    begin(server, event, streamed, first) {
      const isText = typeof first === "string";
      const usual = isText ? "text/plain" : "application/octet-stream";
      const mimeType = streamed.mimeType ?? this.mimeType ?? usual;
      const uri = streamed.uri ?? event.uri;
      return server.begin(event.ticket, { type: isText ? "contents" : "bytes", mimeType, uri });
    }

    fail(server, event, error) {
      // There is no resource of this URI.
      if (error instanceof BadArguments) return server.reply(event);
      return super.fail(server, event, error);
    }
  }

  class PromptFunction extends DeclaredFunction {
    given(event) {
      return event.arguments ?? {};
    }

    write(server, event, value) {
      return addMessages(server.messages(event.ticket), value, this.description).end();
    }
  }

  class CompletionFunction extends DeclaredFunction {
    given(event) {
      return event.value;
    }

    write(server, event, value) {
      return addSuggestions(server.completion(event.ticket), value).end();
    }
  }

  class RequestFunction extends DeclaredFunction {
    given(event) {
      return withoutMeta(event.params);
    }

    write(server, event, value) {
      const given = value ?? {};
      if (!isPlain(given)) throw new TypeError(`${this.name} must give an object`);
      return server.result(event.ticket, given);
    }
  }

  class NotificationFunction extends DeclaredFunction {
    given(event) {
      return withoutMeta(event.params);
    }

    write() {
      return undefined;
    }

    fail() {
      return undefined; // nobody waits for an answer
    }
  }

  return {
    CompletionFunction,
    NotificationFunction,
    PromptFunction,
    RequestFunction,
    ResourceFunction,
    ToolFunction,
  };
}

export { bindFunctions };
