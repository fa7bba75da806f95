// The entry for those who bring the module. In a process of its own: what is loaded stays.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { load } from "sansmcp-wasm/load";

test("a module that is none may be tried again", async () => {
  await assert.rejects(load(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
  const file = createRequire(import.meta.url).resolve("sansmcp-wasm/module.wasm");
  const { Server } = await load(readFile(file));
  assert.ok(new Server({ name: "again", version: "1" }));
});
