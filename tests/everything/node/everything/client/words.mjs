// Results in a few words.

import { itemsOf, membersOf } from "../values.mjs";

/** Characters of a text that are shown. */
const SHOWN = 100;

/** Prints a line. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** The start of a text, on one line. */
export function short(text) {
  const line = [...String(text ?? "").split(/\s+/).filter(Boolean).join(" ")];
  return line.length <= SHOWN ? line.join("") : `${line.slice(0, SHOWN).join("")} …`;
}

/** A piece of content, or a resource's contents. */
function content(piece) {
  const { type = "", uri = "", mimeType = "", text, blob, data = blob } = membersOf(piece);
  if (typeof text === "string") return short(text);
  if (typeof data === "string") return `${mimeType}, ${data.length} characters of base64`;
  const inside = membersOf(membersOf(piece).resource);
  const isInside = Object.keys(inside).length > 0;
  if (isInside) return `${inside.uri ?? ""}: ${short(JSON.stringify(inside))}`;
  return `${type} ${uri}`;
}

const joined = (pieces) => short(pieces.join(" | "));

/** What a result says, in one line. */
export function result(method, given) {
  switch (method) {
    case "tools/call": {
      const failed = given.isError === true ? "the tool failed: " : "";
      return failed + joined(itemsOf(given.content).map(content));
    }
    case "resources/read":
      return joined(itemsOf(given.contents).map(content));
    case "prompts/get":
      return joined(itemsOf(given.messages)
        .map((message) => `${message.role ?? ""}: ${content(message.content)}`));
    case "completion/complete":
      return joined(itemsOf(membersOf(given.completion).values));
    default:
      return short(JSON.stringify(given));
  }
}
