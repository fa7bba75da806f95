// What the package exports is the same in its modules, for `require`, and in its types.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import ts from "typescript";
import * as api from "sansmcp";

const require = createRequire(import.meta.url);
const dist = dirname(require.resolve("sansmcp"));

/** The values that a module's types promise. */
function promised(types) {
  const options = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: [],
    noEmit: true,
  };
  const program = ts.createProgram([types], options);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(types));
  return checker.getExportsOfModule(module).filter((one) => {
    const { flags } = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
    return flags & ts.SymbolFlags.Value;
  }).map(({ name }) => name).sort();
}

test("names", () => {
  const names = Object.keys(api).sort();
  assert.ok(names.length > 20 && names.includes("Server"));
  for (const name of names) assert.notEqual(api[name], undefined, name);
  assert.deepEqual(Object.keys(require("sansmcp")).sort(), names);
  for (const types of ["index.d.mts", "index.d.cts"]) {
    assert.deepEqual(promised(join(dist, types)), names, types);
  }
});

test("modules and require give the same", () => {
  const required = require("sansmcp");
  for (const [name, value] of Object.entries(api)) assert.equal(required[name], value, name);
});
