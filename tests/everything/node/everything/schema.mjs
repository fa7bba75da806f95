// What is wrong with the arguments of a tool: of JSON Schema as much as the tools here need. The
// package checks nothing by itself where it is given plain JSON Schema; it calls this.

import { membersOf } from "./values.mjs";

const IS = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: Number.isInteger,
};

/** The issues, in words. */
export function* issuesOf({ properties = {}, required = [] }, value) {
  const given = membersOf(value);
  for (const name of required) {
    if (given[name] === undefined) yield `${name} is missing`;
  }
  for (const [name, { type, minimum, maximum }] of Object.entries(properties)) {
    const one = given[name];
    if (one === undefined || type === undefined) continue;
    if (IS[type]?.(one) === false) yield `${name} is no ${type}`;
    else if (one < minimum) yield `${name} is less than ${minimum}`;
    else if (one > maximum) yield `${name} is more than ${maximum}`;
  }
}
