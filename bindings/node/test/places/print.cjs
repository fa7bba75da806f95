// The same for `require`.
const api = require("sansmcp");

import("./anywhere.mjs").then(async ({ prove }) => console.log(await prove(api)));
