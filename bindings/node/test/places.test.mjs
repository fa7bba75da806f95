// The package as it is installed, in each runtime that is here: `RUNTIMES` is the folder of their
// programs, which tests/setup installs.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import * as api from "sansmcp";
import { connectHttp, connectStdio } from "sansmcp";
import { MODERN } from "./http_client.mjs";
import { prove } from "./places/anywhere.mjs";

const run = promisify(execFile);
const here = import.meta.dirname;
const folder = process.env.RUNTIMES ?? "none";

/** Each runtime, and how it is called for a file. */
const RUNTIMES = [
  ["node", process.execPath, []],
  ["node22", join(folder, "node22"), []],
  ["bun", join(folder, "bun"), ["run"]],
  ["deno", join(folder, "deno"), ["run", "--allow-all", "--no-lock"]],
].filter(([, program]) => existsSync(program));

/** What the program prints; nothing may be printed as an error. */
async function printed(program, args) {
  const options = { cwd: here, timeout: 60_000, env: { ...process.env, NO_COLOR: "1" } };
  const { stdout, stderr } = await run(program, args, options);
  assert.equal(stderr, "");
  return stdout;
}

for (const [name, program, args] of RUNTIMES) {
  for (const file of ["print.mjs", "print.cjs"]) {
    test(`${name} runs places/${file}`, async () => {
      const expected = `${await prove(api)}\n`;
      assert.match(expected, /^200 event: message\n.*"progress":1.*\n\n.*"text":"é \\"😀/s);
      assert.equal(await printed(program, [...args, join("places", file)]), expected);
    });
  }

  test(`${name} runs the echo server`, async () => {
    const lines = [
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { jsonrpc: "2.0", id: 2, method: "tools/list" }, // before a handshake
    ];
    const serving = run(program, [...args, "echo.mjs"], { cwd: here, timeout: 60_000 });
    serving.child.stdin.end(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
    const { stdout, stderr } = await serving;
    const [pong, refused] = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual([pong.id, pong.result], [1, {}]);
    assert.deepEqual([refused.id, refused.error.code], [2, -32600]);
    assert.equal(stderr, "");
  });

  test(`${name} runs a service, and what that prints is in nobody's way`, async () => {
    const clientInfo = { name: "test", version: "1" };
    const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const lines = [
      { jsonrpc: "2.0", id: 1, method: "initialize", params: hello },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "prints" } },
    ];
    const file = [...args, "service_stdio_server.mjs", "polite"];
    const serving = run(program, file, { cwd: here, timeout: 60_000 });
    serving.child.stdin.end(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
    const { stdout, stderr } = await serving;
    const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(answers.map(({ id }) => id), [1, 2]);
    assert.equal(answers[1].result.content[0].text, "said");
    assert.equal(stderr.match(/printed/g).length, 5);
    assert.match(stderr, /written\nstopped\nserved\n$/);
  });
}

for (const [name, program, args] of RUNTIMES) {
  test(`${name} keeps standard output to the protocol`, { timeout: 60_000 }, async () => {
    // An answer to each request, and what a tool prints is not among them.
    const server = ["service_stdio_server.mjs", "polite"];
    const client = await connectStdio(program, [...args, ...server], {
      cwd: here,
      stderr: "ignore",
    });
    const { content } = await client.callTool("prints");
    assert.equal(content[0].text, "said");
    assert.equal((await client.callTool("echo", { text: "hi" })).content[0].text, "hi");
    await client.close();
    const head = { name: "prints", arguments: {}, _meta: MODERN };
    const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params: head };
    const serving = run(program, [...args, ...server], { cwd: here, timeout: 60_000 });
    serving.child.stdin.end(`${JSON.stringify(request)}\n`);
    const { stdout, stderr } = await serving;
    assert.deepEqual(stdout.trimEnd().split("\n").map((line) => JSON.parse(line).id), [1]);
    assert.match(stderr, /printed\n/);
  });
}

/** How a runtime serves a default export on a free port, which it tells. */
const SERVERS = [
  ["bun", [], { PORT: "0" }],
  ["deno", ["serve", "--allow-all", "--no-lock", "--host=127.0.0.1", "--port=0"], {}],
];

for (const [name, args, more] of SERVERS) {
  const program = join(folder, name);
  if (!existsSync(program)) continue;
  test(`${name} serves a default export`, { timeout: 60_000 }, async () => {
    const env = { ...process.env, NO_COLOR: "1", ...more };
    const options = { cwd: here, env, stdio: ["ignore", "pipe", "pipe"] };
    const serving = spawn(program, [...args, join("places", "serve.mjs")], options);
    try {
      let said = "";
      let found;
      const hear = (text) => (said += text);
      for (const stream of [serving.stdout, serving.stderr]) {
        stream.setEncoding("utf8").on("data", hear);
      }
      while (!(found = /http:\/\/[\w.]+:(\d+)/.exec(said))) {
        const next = [serving.stdout, serving.stderr].map((stream) => once(stream, "data"));
        await Promise.race([...next, once(serving, "exit").then(() => assert.fail(said))]);
      }
      const client = await connectHttp(`http://127.0.0.1:${found[1]}/mcp`);
      const { content } = await client.callTool("echo", { text: "hi" });
      assert.equal(content[0].text, "hi");
      await client.close();
    } finally {
      serving.kill();
    }
  });
}

test("which runtimes these were", (t) => {
  t.diagnostic(`runtimes: ${RUNTIMES.map(([name]) => name).join(", ")}`);
  assert.ok(RUNTIMES.length >= 1);
});
