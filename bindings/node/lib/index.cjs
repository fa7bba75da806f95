"use strict";

const { bind } = require("./api.cjs");
const { bindStdio } = require("./stdio.cjs");

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

const api = bind(load());

module.exports = {
  ...api,
  ...bindStdio(api),
  ...require("./failures.cjs"),
  ...require("./http.cjs"),
};
