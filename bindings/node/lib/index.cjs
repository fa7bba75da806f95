"use strict";

const { bind } = require("./api.cjs");

/** The addon of this platform, which the build put beside this file. */
function load() {
  const name = `sansmcp.${process.platform}-${process.arch}.node`;
  try {
    return require(`./${name}`);
  } catch (cause) {
    const why = `sansmcp has no ${name} that works here; sansmcp-wasm runs everywhere`;
    throw new Error(why, { cause });
  }
}

module.exports = { ...bind(load()), ...require("./http.cjs") };
