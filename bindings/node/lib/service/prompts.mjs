// The arguments of prompts, whose values are texts.

import { BadArguments } from "./failures.mjs";
import { isStandard, readSchema } from "./schema.mjs";

/** The arguments that an object's schema has, and what completes them. */
function drawn({ properties = {}, required = [] }) {
  const completes = [];
  const list = Object.entries(properties).map(([name, { title, description, ...more }]) => {
    const choices = more.enum ?? (more.const === undefined ? undefined : [more.const]);
    if (choices) completes.push([name, choices]);
    return { name, title, description, required: required.includes(name) };
  });
  return { list, completes };
}

/** What checks that those are there that have to be, and no others. */
function checkNames(list) {
  const names = list.map(({ name }) => name);
  const required = list.filter((one) => one.required).map(({ name }) => name);
  return (given) => {
    const missing = required.filter((name) => !Object.hasOwn(given, name));
    const unknown = Object.keys(given).filter((name) => !names.includes(name));
    const wrong = [
      ...missing.map((name) => `${name} is missing`),
      ...unknown.map((name) => `there is no ${name}`),
    ];
    if (wrong.length > 0) throw new BadArguments(wrong.join("; "));
    return given;
  };
}

/** What a prompt takes: a list, an object's JSON Schema, or a library's schema. */
function promptOf(given = [], what) {
  if (isStandard(given)) {
    const { told, check } = readSchema(given, { what });
    return { ...drawn(told), check };
  }
  if (!Array.isArray(given)) {
    const read = drawn(given);
    return { ...read, check: checkNames(read.list) };
  }
  const completes = given.filter(({ complete }) => complete)
    .map(({ name, complete }) => [name, complete]);
  const list = given.map(({ complete, ...about }) => about);
  return { list, completes, check: checkNames(list) };
}

export { promptOf };
