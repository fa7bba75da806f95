// Each program in the package's README is checked by tsc --strict, and runs. A block begins with
// the name of its file.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { Client, connectHttp, connectStdio } from "sansmcp";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const readme = join(dirname(dirname(require.resolve("sansmcp"))), "README.md");
// In this project, so that what is installed here is found.
const folder = join(import.meta.dirname, "readme");
const programs = new Map();

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
after(() => rmSync(folder, { recursive: true }));
for (const [, name, text] of readFileSync(readme, "utf8")
  .matchAll(/^```js\n\/\/ (\S+\.mjs)\n(.*?)^```$/gms)) {
  programs.set(name, text);
  writeFileSync(join(folder, name), text);
}

const when = (name, what) => programs.has(name) && test(`${name}: ${what}`, { timeout: 60_000 },
  () => check[name]());

const check = {
  async "stdio.mjs"() {
    const person = { name: "test", version: "1", capabilities: { elicitation: {} } };
    const client = await connectStdio(process.execPath, [join(folder, "stdio.mjs")], {
      client: new Client(person),
      onInput: () => ({ sure: { action: "accept", content: {} } }),
    });
    const result = await client.callTool("buy", { thing: "pears" });
    assert.deepEqual(result.structuredContent, { pears: 1 });
    const wrong = await client.callTool("buy", { thing: 7 });
    assert.ok(wrong.isError);
    const { completion } = await client.complete({ prompt: "sell" }, "thing", "a");
    assert.deepEqual(completion.values, ["apples"]);
    await client.close();
  },

  async "http.mjs"() {
    const text = programs.get("http.mjs").replace(/createServer\(.*\)\.listen\(8080, (.*)\);.*/,
      "const s = createServer(service.listener).listen(0, $1);\n"
      + "s.on('listening', () => console.log(s.address().port));");
    writeFileSync(join(folder, "http_run.mjs"), text);
    const serving = spawn(process.execPath, [join(folder, "http_run.mjs")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const [port] = await once(serving.stdout, "data");
      const client = await connectHttp(`http://127.0.0.1:${String(port).trim()}/mcp`);
      const { contents } = await client.readResource("stock:pears");
      assert.equal(contents[0].text, "5 left");
      await client.close();
    } finally {
      serving.kill();
    }
  },

  async "files.mjs"() {
    const { service } = await import(join(folder, "files.mjs"));
    const asked = new Request("http://mcp.example.com/mcp", { method: "POST", body: "{}" });
    assert.equal((await service.fetch(asked)).status, 401);
  },

  async "client.mjs"() {
    const text = programs.get("client.mjs").replace('"node"', "process.execPath");
    writeFileSync(join(folder, "client_run.mjs"), text);
    const { stdout } = await run(process.execPath, ["client_run.mjs"], { cwd: folder });
    assert.match(stdout, /^buy\n.*6 left/s);
  },

  async "port.mjs"() {
    const { stdout } = await run(process.execPath, ["port.mjs"], { cwd: folder });
    assert.match(stdout, /Sell me pears\./);
  },

  async "shop.test.mjs"() {
    const { NODE_TEST_CONTEXT, ...env } = process.env; // or it is taken for a part of this
    await run(process.execPath, ["--test", "shop.test.mjs"], { cwd: folder, env });
  },

  async "echo.mjs"() {
    const client = await connectStdio(process.execPath, [join(folder, "echo.mjs")]);
    const { content } = await client.callTool("echo", { text: "hi" });
    assert.deepEqual(JSON.parse(content[0].text), { text: "hi" });
    await client.close();
  },

  async "server.mjs"() {
    const { default: service } = await import(join(folder, "server.mjs"));
    const to = (url, init) => service.fetch(new Request(url, init));
    const client = await connectHttp("http://localhost/mcp", { fetch: to });
    const { content } = await client.callTool("price", { thing: "pears" });
    assert.equal(content[0].text, "pears cost 5 each");
    await client.close();
  },
};

test("each program is understood by tsc --strict", { timeout: 120_000 }, async () => {
  assert.ok(programs.size >= 4);
  for (const [name, text] of programs) {
    const typed = text.replace("/** @type {const} */ ({", "({").replace(/^\}\);$/m, (end) =>
      (text.includes("@type {const}") ? "} as const);" : end));
    writeFileSync(join(folder, name.replace(/mjs$/, "mts")), typed);
  }
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022",
    "--lib", "es2023,dom", "--types", "node", "--skipLibCheck", "false"];
  const files = [...programs.keys()].map((name) => name.replace(/mjs$/, "mts"));
  // `--module nodenext` looks for .mts behind .mjs.
  const tsc = require.resolve("typescript/bin/tsc");
  await run(process.execPath, [tsc, ...options, ...files], { cwd: folder }).catch((error) => {
    assert.fail(error.stdout);
  });
});

for (const [name, what] of [
  ["stdio.mjs", "serves"],
  ["http.mjs", "serves"],
  ["files.mjs", "lets nobody in without a name"],
  ["client.mjs", "prints what a server has"],
  ["port.mjs", "talks to itself"],
  ["shop.test.mjs", "passes"],
  ["echo.mjs", "echoes"],
  ["server.mjs", "serves"],
]) when(name, what);

test("no program is left out", () => {
  const seen = new Set(Object.keys(check));
  // Others are imported by these, or need a browser or a bundler, where places/ has their like.
  for (const name of ["shop.mjs", "worker.mjs", "page.mjs", "brought.mjs"]) seen.add(name);
  for (const name of programs.keys()) assert.ok(seen.has(name), `${name} is not run`);
});
