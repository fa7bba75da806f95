// The types of the CommonJS entry. It is compiled, not run.

import sansmcp = require("sansmcp");

export const frames: sansmcp.Frame[] = new sansmcp.Lines({ max: 64 }).finish();
