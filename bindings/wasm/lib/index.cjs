"use strict";

const { bind } = require("./api.cjs");
const { bindStdio } = require("./stdio.cjs");

const { connect, ...api } = bind(require("./glue.cjs"));

module.exports = {
  ...api,
  ...bindStdio({ ...api, connect }),
  ...require("./failures.cjs"),
};
