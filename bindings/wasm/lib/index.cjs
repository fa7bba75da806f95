"use strict";

const { bind } = require("./api.cjs");

module.exports = { ...bind(require("./glue.cjs")), ...require("./http.cjs") };
