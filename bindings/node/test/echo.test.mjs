// The echo server as a process of its own, over its standard input and output.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

/** Runs it with these chunks as input, and gives its lines. */
async function run(chunks) {
  const args = [join(import.meta.dirname, "echo.mjs")];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("close", resolve));
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
  for (const chunk of chunks) child.stdin.write(chunk);
  child.stdin.end();
  assert.equal(await ended, 0);
  assert.ok(output === "" || output.endsWith("\n"));
  return output.split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

const call = (id, params) => ({ jsonrpc: "2.0", id, method: "tools/call", params });
const SESSION = [
  {
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: {} },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: "l", method: "tools/list" },
  call(1, { name: "echo", arguments: { text: "héllo 😀 \u2028\0" } }),
  call(2, { name: "echo", arguments: {} }),
  call(3, { name: "other" }),
  call(4, { name: "echo", arguments: { text: "x".repeat(500000) } }),
];

test("a session", async () => {
  const text = SESSION.map((message) => JSON.stringify(message)).join("\n");
  const bytes = Array.from(Buffer.from(`${text}\n`).subarray(0, 900), (byte) => [byte]);
  for (const chunks of [[`${text}\n`], [text], bytes.map((byte) => Uint8Array.from(byte))]) {
    const lines = await run(chunks);
    const by = Object.fromEntries(lines.map((line) => [line.id, line.result ?? line.error]));
    assert.equal(by[0].serverInfo.name, "echo");
    assert.equal(by.l.tools[0].name, "echo");
    assert.equal(by[1].content[0].text, "héllo 😀 \u2028\0");
    if (chunks.length > 1) continue;
    assert.equal(lines.length, 6, "one for each request");
    assert.deepEqual([by[2].isError, by[3].code], [true, -32602]);
    assert.equal(by[4].content[0].text.length, 500000);
  }
});

test("no input, no output", async () => {
  assert.deepEqual(await run([]), []);
});
