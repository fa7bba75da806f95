"use strict";

const { bind } = require("./api.cjs");
const { load } = require("./load.cjs");
const { bindStdio } = require("./stdio.cjs");

/** All that the package exports, over the addon. */
function whole(native) {
  const { connect, ...api } = bind(native);
  return {
    ...api,
    ...bindStdio({ ...api, connect }),
    ...require("./failures.cjs"),
  };
}

module.exports = load(whole);
