// Schemas that a service is given: JSON Schema as it is, or anything with `~standard`
// (https://standardschema.dev), which checks values and may know its JSON Schema.

import { BadArguments, BadResult } from "./failures.mjs";

const TARGET = { target: "draft-2020-12" };

/** A schema of a library's, which may be a function. */
function isStandard(schema) {
  return schema?.["~standard"] !== undefined;
}

/** Where an issue was found, in the form `a.b.0`. */
function pathOf(issue) {
  const keys = (issue.path ?? []).map((part) => part?.key ?? part);
  return keys.length > 0 ? `${keys.map(String).join(".")}: ` : "";
}

function refuse(issues, way) {
  const found = issues.map((issue) =>
    typeof issue === "string" ? issue : `${pathOf(issue)}${issue.message}`);
  const Wrong = way === "input" ? BadArguments : BadResult;
  throw new Wrong(found.join("; "));
}

/**
 * What is told of a schema, and what checks a value: it gives the value or a promise, and throws
 * `BadArguments` or `BadResult`. `way`: "input" or "output"; `beside`: JSON Schema that is told in
 * its place.
 */
function readSchema(schema, { way = "input", beside, validate, what }) {
  if (!isStandard(schema)) {
    const told = beside ?? schema;
    const hook = told === undefined || !validate ? undefined : validate(told);
    const check = hook && ((value) => {
      const issues = [...(hook(value) ?? [])];
      return issues.length > 0 ? refuse(issues, way) : value;
    });
    return { told, check };
  }
  const standard = schema["~standard"];
  const told = beside ?? standard.jsonSchema?.[way]?.(TARGET);
  if (told === undefined) {
    const names = `${standard.vendor} does not say the JSON Schema of its schemas`;
    throw new TypeError(`${what}: ${names}; give it beside, as ${way}Schema`);
  }
  const settled = ({ issues, value }) => (issues ? refuse([...issues], way) : value);
  const check = (value) => {
    const result = standard.validate(value);
    return typeof result?.then === "function" ? result.then(settled) : settled(result);
  };
  return { told, check };
}

/** JSON Schema as an object, where it is not JSON text. */
function readable(told) {
  return typeof told === "object" && told !== null ? told : undefined;
}

/** What a tool takes is an object, whatever else is said of it. */
function ofArguments(told) {
  const type = readable(told)?.type;
  if (type !== undefined && type !== "object") {
    throw new TypeError(`the arguments of a tool are an object, not of the type ${type}`);
  }
  return readable(told) ? { type: "object", ...told } : told;
}

/** What is structured is an object: of anything else, one with `result`. */
function ofResult(told) {
  if (!readable(told) || told.type === "object") return { told, wraps: false };
  const { $schema, $defs, ...result } = told;
  const around = { type: "object", properties: { result }, required: ["result"] };
  return { told: { $schema, ...around, $defs }, wraps: true };
}

export { isStandard, ofArguments, ofResult, readSchema };
