// The host's side of HTTP: which responses have begun, which have ended, and that each is one.

import assert from "node:assert/strict";

const NO_STORE = ["cache-control", "no-cache, no-store"];
export const KINDS = {
  json: [["content-type", "application/json"], NO_STORE],
  events: [["content-type", "text/event-stream"], NO_STORE, ["x-accel-buffering", "no"]],
  empty: [],
};

export class Host {
  #open = new Map();

  begin(number) {
    assert.ok(!this.#open.has(number), `exchange ${number} is still open`);
    this.#open.set(number, { kind: undefined, body: "" });
  }

  /** Its client is gone. */
  closed(number) {
    assert.ok(this.#open.delete(number), `exchange ${number} is not open`);
  }

  /** Breaks a response off in the middle of a message. */
  cut(number, body) {
    const response = this.#open.get(number);
    const ends = response.kind === "events" && response.body.endsWith("\n\n");
    assert.ok(response.kind && !ends && body === "", `nothing is half out on ${number}`);
    this.#open.delete(number);
    return [`<< ${number}`, "<x"];
  }

  /** The lines of a head, bytes and the end of a response, as far as they are there. */
  send(number, head, body, isEnd) {
    if (!head && body === "" && !isEnd) return [];
    const response = this.#open.get(number);
    assert.ok(response, `exchange ${number} is not open`);
    assert.equal(!head, Boolean(response.kind), `exchange ${number} has no head, or two`);
    const lines = [];
    if (head) {
      const { kind, rest } = kindOf(head.headers);
      response.kind = kind;
      lines.push(`<< ${number} ${head.status} ${kind}`);
      lines.push(...rest.map(([name, value]) => `<: ${name}: ${value}`));
    } else {
      lines.push(`<< ${number}`);
    }
    response.body += body;
    lines.push(...bodyLines(response.kind, body, head && isEnd));
    if (isEnd) {
      lines.push("<.");
      check(response);
      this.#open.delete(number);
    }
    return lines;
  }
}

/** The kind that a head is of, and its headers beside those of the kind. */
function kindOf(headers) {
  for (const [kind, implied] of Object.entries(KINDS)) {
    const is = implied.every(([name, value], at) =>
      headers[at]?.[0] === name && headers[at][1] === value);
    if (implied.length > 0 && is) return { kind, rest: headers.slice(implied.length) };
  }
  return { kind: "empty", rest: headers };
}

function bodyLines(kind, text, isWhole) {
  if (text === "") return [];
  assert.notEqual(kind, "empty", `a body where there is none: ${text}`);
  if (kind === "json") return [isWhole && !text.includes("\n") ? `< ${text}` : raw(text)];
  return eventsIn(text).map((event) => eventLine(event) ?? raw(event));
}

/** The events of a stream; the last may be under way. */
export function eventsIn(text) {
  const whole = text.split("\n\n");
  const rest = whole.pop();
  return [...whole.map((event) => `${event}\n\n`), ...(rest === "" ? [] : [rest])];
}

function raw(text) {
  return `<+ ${text.replaceAll("\n", "␊")}`;
}

/** The line of a whole event with a message. */
function eventLine(text) {
  const [, id, data] = /^event: message\n(?:id: (.*)\n)?data: (.*)\n\n$/.exec(text) ?? [];
  if (data === undefined) return undefined;
  return id === undefined ? `< ${data}` : `<id ${id} ${data}`;
}

/** A whole body is what it says it is. */
function check({ kind, body }) {
  const isObject = (text) => {
    const value = JSON.parse(text);
    assert.ok(value && typeof value === "object" && !Array.isArray(value), `no object: ${text}`);
  };
  if (kind === "json") isObject(body);
  if (kind !== "events") return;
  for (const line of body.split("\n")) {
    if (line.startsWith("data: ") && line !== "data: ") isObject(line.slice(6));
  }
}
