// The person at the client, and the model: they answer what servers ask, and read what comes.

import { members } from "./sample.mjs";
import { say } from "./words.mjs";

const SAYS = {
  role: "assistant",
  content: { type: "text", text: "Certainly." },
  model: "none",
  stopReason: "endTurn",
};
const ROOTS = { roots: [{ uri: "file:///project", name: "project" }] };

function answerTo(needed) {
  switch (needed.method) {
    case "elicitation/create":
      return needed.accept(members(needed.params?.requestedSchema, { hasAll: true }));
    case "sampling/createMessage":
      return SAYS;
    default:
      return ROOTS;
  }
}

/** What an event says, in one line; nothing of those that are for programs. */
function lineOf(event) {
  switch (event.kind) {
    case "progress": {
      const of = event.total === undefined ? "" : ` of ${event.total}`;
      return `    … ${event.progress}${of} ${event.message ?? ""}`;
    }
    case "log":
      return `    log, ${event.level}: ${JSON.stringify(event.data)}`;
    case "listening":
      return "  the server tells of changes";
    case "listenEnded":
      return "    the server tells of changes no more";
    case "changed":
      return `    the ${event.what[0].toUpperCase()}${event.what.slice(1)} have changed`;
    case "updated":
      return `    ${event.uri} has changed`;
    default:
      return undefined;
  }
}

/** Somebody who says yes to everything, with made-up answers. */
export class Person {
  /** Print what happens. */
  isLoud = false;
  /** Is called when something is asked. */
  wasAsked = () => {};
  #hurries = Promise.resolve();

  /** Thinks about each answer until what this gives is called. */
  slowDown() {
    let hurry;
    this.#hurries = new Promise((resolve) => (hurry = resolve));
    return hurry;
  }

  /** What the server wants. */
  async answer({ inputs }) {
    if (this.isLoud) for (const { method } of inputs) say(`    the server asks: ${method}`);
    this.wasAsked();
    await this.#hurries;
    return Object.fromEntries(inputs.map((needed) => [needed.key, answerTo(needed)]));
  }

  /** Prints what came. */
  hear(event) {
    const line = this.isLoud ? lineOf(event) : undefined;
    if (line !== undefined) say(line);
  }
}
