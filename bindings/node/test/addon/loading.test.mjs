// How the package finds its native part. The projects are made of what is installed here.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync }
  from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

const installed = dirname(dirname(createRequire(import.meta.url).resolve("sansmcp")));
const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
const { version } = manifest;
const made = mkdtempSync(join(tmpdir(), "sansmcp-"));

after(() => rmSync(made, { recursive: true }));

/** A project with the package but without any addon, and what is in `modules`. */
function project(name, modules = {}) {
  const folder = join(made, name, "node_modules");
  const own = (source) => !source.endsWith(".node");
  cpSync(installed, join(folder, "sansmcp"), { recursive: true, dereference: true, filter: own });
  for (const [module, { code, ...more }] of Object.entries(modules)) {
    mkdirSync(join(folder, module), { recursive: true });
    const about = { name: module, version, main: "main.cjs", ...more };
    writeFileSync(join(folder, module, "package.json"), JSON.stringify(about));
    writeFileSync(join(folder, module, "main.cjs"), code);
  }
  return join(made, name);
}

/** What a program there prints, or the error that it ends with. On another platform if said. */
function printed(cwd, on = {}, code = "console.log(require('sansmcp').which)") {
  const as = Object.entries({ platform: "linux", arch: "x64", ...on }).map(([key, value]) =>
    `Object.defineProperty(process, "${key}", { value: ${JSON.stringify(value)} });`);
  const program = `${as.join("")}
    process.report.getReport = () => ({ header: ${on.musl ? "{}" : "{ glibcVersionRuntime: 1 }"} });
    try { ${code} } catch (error) { console.log(error.message) }`;
  return execFileSync(process.execPath, ["-e", program], { cwd, encoding: "utf8" }).trimEnd();
}

const stub = { code: "module.exports = { which: __filename }" };
/** An addon that says who it is where the package asks it for its words. */
const addon = (name) => ({ code: `module.exports = { words() { throw Error("${name}") } }` });
const WASM = { "sansmcp-wasm": stub };

test("each platform has its package", () => {
  const names = Object.keys(manifest.optionalDependencies);
  assert.equal(names.length, 8);
  for (const of of Object.values(manifest.optionalDependencies)) assert.equal(of, version);
  const folder = project("all", Object.fromEntries(names.map((name) => [name, addon(name)])));
  for (const [on, name] of [
    [{ platform: "linux" }, "linux-x64-gnu"],
    [{ platform: "linux", arch: "arm64" }, "linux-arm64-gnu"],
    [{ platform: "linux", musl: true }, "linux-x64-musl"],
    [{ platform: "linux", arch: "arm64", musl: true }, "linux-arm64-musl"],
    [{ platform: "darwin" }, "darwin-x64"],
    [{ platform: "darwin", arch: "arm64" }, "darwin-arm64"],
    [{ platform: "win32" }, "win32-x64-msvc"],
    [{ platform: "win32", arch: "arm64" }, "win32-arm64-msvc"],
  ]) {
    assert.match(printed(folder, on), new RegExp(`sansmcp-${name}: sansmcp-${name}\\b`));
  }
});

test("where there is no addon, the WebAssembly is used", () => {
  const elsewhere = { platform: "sunos", arch: "sparc" };
  const folder = project("wasm", WASM);
  assert.match(printed(folder, elsewhere), /sansmcp-wasm.main\.cjs$/);
  assert.match(printed(folder), /sansmcp-wasm.main\.cjs$/);
});

test("an addon that does not load", () => {
  const broken = { "sansmcp-linux-x64-gnu": { code: "throw Error('wrong ELF class')" } };
  assert.match(printed(project("falls", { ...broken, ...WASM })), /sansmcp-wasm.main\.cjs$/);
  const said = printed(project("broken", broken));
  assert.match(said, /does not run on linux-x64-gnu: sansmcp-linux-x64-gnu: wrong ELF class\. /);
});

test("what is of another version is not used", () => {
  const old = { "sansmcp-linux-x64-gnu": { ...addon("old"), version: "0.0.9" } };
  const said = printed(project("old", { ...old, "sansmcp-wasm": { ...stub, version: "0.0.8" } }));
  assert.match(said, /sansmcp-linux-x64-gnu is 0\.0\.9, and sansmcp \d/);
  assert.match(said, /sansmcp-wasm is 0\.0\.8, and sansmcp \d/);
});

test("nothing there: what to do is said", () => {
  const said = printed(project("none"));
  assert.match(said, /neither sansmcp-linux-x64-gnu nor sansmcp-wasm is installed\. Install sans/);
  assert.ok(said.includes(`sansmcp-wasm@${version}`));
});

test("this machine has its addon", () => {
  const { platform } = createRequire(import.meta.url)(join(installed, "dist", "load.cjs"));
  const { Server } = createRequire(import.meta.url)("sansmcp");
  assert.ok(new Server({ name: "here", version: "1" }));
  assert.ok(Object.keys(manifest.optionalDependencies).includes(`sansmcp-${platform()}`));
});
