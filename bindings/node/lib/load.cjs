"use strict";

const { version } = require("../package.json");

/** What this platform's package is called after. */
function platform() {
  const { arch, platform: system } = process;
  if (system === "win32") return `win32-${arch}-msvc`;
  return system === "linux" ? `linux-${arch}-${isMusl() ? "musl" : "gnu"}` : `${system}-${arch}`;
}

/** Whether this Linux has no glibc. A process knows that of itself. */
function isMusl() {
  try {
    process.report.excludeNetwork = true; // or it looks up names
    return !process.report.getReport().header.glibcVersionRuntime;
  } catch {
    return false;
  }
}

/** A package of the same version as this one: what a lock file has kept may be another. */
function same(name) {
  const found = require(`${name}/package.json`).version;
  if (found !== version) throw new Error(`${name} is ${found}, and sansmcp ${version}`);
  return require(name);
}

/**
 * The API on this machine: `bind` makes it of the native part, which is the addon beside this file
 * if one was built here, or that of the platform's package. Where there is none, it is that of
 * sansmcp-wasm.
 */
function load(bind) {
  const name = platform();
  const [addon, other] = [`sansmcp-${name}`, "sansmcp-wasm"];
  const failed = [];
  for (const [what, give] of [
    [`sansmcp.${name}.node`, () => bind(require(`./sansmcp.${name}.node`))],
    [addon, () => bind(same(addon))],
    [other, () => same(other)],
  ]) {
    try {
      return give();
    } catch (error) {
      // What is not there need not be told of one by one.
      if (error.code !== "MODULE_NOT_FOUND") failed.push(`${what}: ${error.message}`);
    }
  }
  const why = failed.length > 0 ? failed.join("; ") : `neither ${addon} nor ${other} is installed`;
  throw new Error(`sansmcp does not run on ${name}: ${why}. Install ${addon}, which npm does by \
itself unless it was told to omit optional dependencies, or ${other}@${version}, which runs \
everywhere.`);
}

module.exports = { load, platform };
