// What every fixture has at hand: the service that it is declared on.

import { readFileSync } from "node:fs";
import { Service } from "sansmcp";
import { issuesOf } from "./schema.mjs";
import { VERSION } from "./version.mjs";

const fixture = (name) => readFileSync(new URL(name, import.meta.url));

export const PIXEL = fixture("pixel.png");
export const SILENCE = fixture("silence.wav");

/** The service, and what outlives the single call. */
export class Desk {
  /** How often the watched resource was changed. */
  changes = 0;

  constructor({ idleMs, hardMs }) {
    const about = {
      name: "everything",
      version: VERSION,
      title: "Everything, with sansmcp",
      instructions: "Each tool shows one feature of the protocol.",
      // That there are tools, resources, prompts, log messages and completions is announced anyway.
      capabilities: [
        "tools.listChanged",
        "resources.subscribe",
        "resources.listChanged",
        "prompts.listChanged",
      ],
    };
    const validate = (schema) => (value) => issuesOf(schema, value);
    this.service = new Service(about, { idleMs, hardMs, validate });
  }
}
