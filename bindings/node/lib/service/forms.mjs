// Forms for the user, and what was filled in.

import { AskFailed, BadArguments } from "./failures.mjs";
import { isStandard, readSchema } from "./schema.mjs";

/** What the schema of a field may say; libraries say more, which no form has. */
const FIELD = [
  "type", "title", "description", "default", "minLength", "maxLength", "minimum", "maximum",
  "minItems", "maxItems",
];
const FORMATS = ["email", "uri", "date", "date-time"];

/** The choices that a field leaves, if they are texts. */
function choicesOf({ enum: several, const: one, anyOf = [] }) {
  const all = several ?? (one === undefined ? anyOf.map((each) => each.const) : [one]);
  const choices = all.filter((choice) => choice !== null);
  const areTexts = choices.every((choice) => typeof choice === "string");
  return choices.length > 0 && areTexts ? choices : undefined;
}

/** A member that can be told; libraries bound integers by what numbers can hold. */
function isTold([key, value]) {
  const isNoBound = (key === "minimum" || key === "maximum")
    && Math.abs(value) >= Number.MAX_SAFE_INTEGER;
  return FIELD.includes(key) && value !== null && !isNoBound;
}

/** A field as libraries draw it, in the words of forms. */
function field(drawn) {
  const others = drawn.anyOf?.filter(({ type }) => type !== "null");
  // It may be null, or left out.
  if (others?.length === 1) return field({ ...drawn, anyOf: undefined, ...others[0] });
  if (Array.isArray(drawn.type)) {
    const types = drawn.type.filter((type) => type !== "null");
    return field({ ...drawn, type: types.length === 1 ? types[0] : types.join(" or ") });
  }
  const known = Object.fromEntries(Object.entries(drawn).filter(isTold));
  const choices = choicesOf(drawn);
  if (choices) return { ...known, type: "string", enum: choices };
  if (drawn.type === "array" && drawn.items) return { ...known, items: field(drawn.items) };
  return FORMATS.includes(drawn.format) ? { ...known, format: drawn.format } : known;
}

/** The schema that is sent, and what checks an answer. */
function formOf(form) {
  if (!isStandard(form)) return { schema: form ?? { type: "object", properties: {} } };
  const { told, check } = readSchema(form, { what: "a form" });
  const { type, properties = {}, required } = told;
  const fields = Object.entries(properties).map(([name, drawn]) => [name, field(drawn)]);
  return { schema: { type, properties: Object.fromEntries(fields), required }, check };
}

/** What the user did. Throws `AskFailed`. */
async function elicited(key, answer, check) {
  const { action, content } = answer ?? {};
  if (!["accept", "decline", "cancel"].includes(action)) {
    throw new AskFailed(key, `its action is ${JSON.stringify(action)}`);
  }
  if (action !== "accept") return { action };
  try {
    const given = content ?? {};
    return { action, content: check ? await check(given) : given };
  } catch (error) {
    throw error instanceof BadArguments ? new AskFailed(key, error.message) : error;
  }
}

export { elicited, formOf };
