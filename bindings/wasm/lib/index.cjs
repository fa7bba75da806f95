"use strict";

const { bind } = require("./api.cjs");
const { bindStdio } = require("./stdio.cjs");

const api = bind(require("./glue.cjs"));

module.exports = {
  ...api,
  ...bindStdio(api),
  ...require("./failures.cjs"),
  ...require("./http.cjs"),
};
