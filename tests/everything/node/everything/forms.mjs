// The forms that are asked with, and how answers of the model are read.

import { RequestError } from "sansmcp";
import { itemsOf, membersOf } from "./values.mjs";

const INVALID_PARAMS = -32602;

const asking = (name, field) => ({
  type: "object",
  properties: { [name]: field },
  required: [name],
});

export const NAMED = asking("name", { type: "string", title: "Name" });
export const COLOUR = asking("color", { type: "string" });
export const CONSENT = asking("ok", { type: "boolean" });
export const SUBJECT = asking("context", { type: "string" });

export const USER = {
  type: "object",
  properties: {
    username: { type: "string", description: "The name you go by" },
    email: { type: "string", description: "Where mail reaches you" },
  },
  required: ["username", "email"],
};

export const DEFAULTS = {
  type: "object",
  properties: {
    name: { type: "string", description: "Your name", default: "John Doe" },
    age: { type: "integer", description: "Your age in years", default: 30 },
    score: { type: "number", description: "Your score", default: 95.5 },
    status: {
      type: "string",
      description: "How you are",
      enum: ["active", "inactive", "pending"],
      default: "active",
    },
    verified: { type: "boolean", description: "Whether it was checked", default: true },
  },
};

const OPTIONS = ["option1", "option2", "option3"];
const TITLED = [
  { const: "value1", title: "First Option" },
  { const: "value2", title: "Second Option" },
  { const: "value3", title: "Third Option" },
];

export const CHOICES = {
  type: "object",
  properties: {
    untitledSingle: { type: "string", enum: OPTIONS },
    titledSingle: { type: "string", oneOf: TITLED },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array", items: { type: "string", enum: OPTIONS } },
    titledMulti: { type: "array", items: { anyOf: TITLED } },
  },
};

/** The field of a form of one that was filled in; the client's mistake if it is not there. */
export function filledIn(key, { content }, { required: [name], properties }) {
  const value = content?.[name];
  if (typeof value !== properties[name].type) {
    throw new RequestError(INVALID_PARAMS, `${key} is not the result of the form`);
  }
  return value;
}

/** The messages for a model, of which there is one. */
export function ofUser(text) {
  return [{ role: "user", content: { type: "text", text } }];
}

function blocksOf({ content }) {
  return (Array.isArray(content) ? content : [content]).map(membersOf);
}

/** The text that the model wrote. */
export function saidByModel(key, answer) {
  const said = blocksOf(answer).find(({ type, text }) => type === "text" && text !== undefined);
  if (said) return said.text;
  throw new RequestError(INVALID_PARAMS, `${key} is not a message of text`);
}

/** The tool that the model wants to call, with its input. */
export function wishedByModel(answer) {
  return blocksOf(answer).find(({ type }) => type === "tool_use");
}

/** The client's folders, each as `uri (name)`. */
export function told(roots) {
  return itemsOf(roots)
    .map(({ uri, name }) => (name === undefined ? uri : `${uri} (${name})`))
    .join(", ");
}
