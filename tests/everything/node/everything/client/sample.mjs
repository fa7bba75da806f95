// Values made up to fit a schema: what a person or a model would have chosen.

import { itemsOf, membersOf } from "../values.mjs";

/** How deep a value may be. Deeper ones are `{}` and may not fit. */
const DEEPEST = 8;

const WORDS = {
  email: "ada@example.com",
  uri: "https://example.com/",
  date: "2026-07-28",
  "date-time": "2026-07-28T12:00:00Z",
};

/**
 * An object with the properties that the schema requires; with `hasAll`, with every one that has no
 * default.
 */
export function members(schema, { hasAll = false, deep = DEEPEST } = {}) {
  const { properties, required } = membersOf(schema);
  const needed = itemsOf(required);
  const chosen = Object.entries(membersOf(properties)).filter(([name, each]) =>
    needed.includes(name) || (hasAll && membersOf(each).default === undefined));
  return Object.fromEntries(chosen.map(([name, each]) => [name, value(each, deep)]));
}

/** A value that fits. */
export function value(schema, deep = DEEPEST) {
  const of = membersOf(schema);
  for (const key of ["const", "default"]) if (of[key] !== undefined) return of[key];
  const [first] = itemsOf(of.enum);
  if (first !== undefined) return first;
  if (deep === 0) return {};
  for (const key of ["oneOf", "anyOf"]) {
    const [one] = itemsOf(of[key]);
    if (one !== undefined) return value(one, deep - 1);
  }
  switch ([of.type].flat()[0]) { // the first of several
    case "string":
      return WORDS[of.format] ?? "Ada";
    case "integer":
    case "number":
      return typeof of.minimum === "number" ? of.minimum : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return of.items === undefined ? [] : [value(of.items, deep - 1)];
    default:
      return members(schema, { deep: deep - 1 });
  }
}
