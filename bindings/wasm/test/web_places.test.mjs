// The package in a bundle for browsers and in a Worker. `RUNTIMES` is the folder of esbuild and
// workerd, which tests/setup installs.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync }
  from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import * as api from "sansmcp-wasm";
import { prove } from "./places/anywhere.mjs";

const run = promisify(execFile);
const here = import.meta.dirname;
const folder = process.env.RUNTIMES ?? "none";
const [esbuild, workerd] = ["esbuild", "workerd"].map((name) => join(folder, name));
const dist = dirname(createRequire(import.meta.url).resolve("sansmcp-wasm"));
const made = mkdtempSync(join(tmpdir(), "sansmcp-"));

after(() => rmSync(made, { recursive: true }));

/** Bundles one of places/: what it says, and what it still imports. */
async function bundled(file, ...more) {
  const [out, meta] = [join(made, file), join(made, `${file}.json`)];
  const args = ["--bundle", "--format=esm", "--target=es2022", "--log-level=warning", ...more];
  args.push(join("places", file), `--outfile=${out}`, `--metafile=${meta}`);
  const { stderr } = await run(esbuild, args, { cwd: here });
  assert.equal(stderr, "");
  const [{ imports }] = Object.values(JSON.parse(readFileSync(meta, "utf8")).outputs)
    .filter(({ entryPoint }) => entryPoint);
  return { out, imports: imports.filter((each) => each.external).map(({ path }) => path) };
}

const withEsbuild = existsSync(esbuild) ? test : () => {};
const withWorkerd = existsSync(esbuild) && existsSync(workerd) ? test : () => {};

test("which tools these were", (t) => {
  const there = [esbuild, workerd].filter((each) => existsSync(each));
  t.diagnostic(`tools: ${there.join(", ") || "none"}`);
});

withEsbuild("a bundle for browsers has nothing of Node's", async () => {
  const { out, imports } = await bundled("print.mjs", "--platform=browser");
  assert.deepEqual(imports, []);
  // The package's own entry finds the module beside the bundle.
  copyFileSync(join(dist, "sansmcp_wasm_bg.wasm"), join(made, "sansmcp_wasm_bg.wasm"));
  const page = `globalThis.process = undefined;
import { readFileSync } from "node:fs";
const type = { headers: { "content-type": "application/wasm" } };
globalThis.fetch = async (url) => new Response(readFileSync(url), type);
await import("./print.mjs");
`;
  writeFileSync(join(made, "page.mjs"), page);
  const { stdout } = await run(process.execPath, [join(dirname(out), "page.mjs")]);
  assert.equal(stdout, `${await prove(api)}\n`);
});

withEsbuild("a bundle can bring the module", async () => {
  const options = ["--platform=browser", "--loader:.wasm=binary"];
  const { out, imports } = await bundled("brought.mjs", ...options);
  assert.deepEqual(imports, []);
  const { stdout } = await run(process.execPath, [out]);
  assert.equal(stdout, `${await prove(api)}\n`);
});

const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  compatibilityDate = "2025-01-01",
  modules = [
    (name = "worker.mjs", esModule = embed "worker.mjs"),
    (name = "./sansmcp_wasm_bg.wasm", wasm = embed "sansmcp_wasm_bg.wasm"),
  ],
);
`;

withWorkerd("a Worker", { timeout: 60_000 }, async () => {
  const conditions = "--conditions=workerd,worker,browser";
  const { imports } = await bundled("worker.mjs", conditions, "--external:*.wasm");
  assert.deepEqual(imports, ["./sansmcp_wasm_bg.wasm"]);
  copyFileSync(join(dist, "sansmcp_wasm_bg.wasm"), join(made, "sansmcp_wasm_bg.wasm"));
  writeFileSync(join(made, "config.capnp"), CONFIG);
  const serving = spawn(workerd, ["serve", "--control-fd=3", join(made, "config.capnp")], {
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  try {
    const [said] = await once(serving.stdio[3].setEncoding("utf8"), "data");
    const { port } = JSON.parse(said.split("\n", 1)[0]);
    const response = await fetch(`http://127.0.0.1:${port}/prove`);
    assert.equal(await response.text(), await prove(api));
    const params = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "c", version: "1" },
    };
    const served = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: "POST",
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }),
    });
    assert.equal((await served.json()).result.serverInfo.name, "anywhere");
  } finally {
    serving.kill();
  }
});
