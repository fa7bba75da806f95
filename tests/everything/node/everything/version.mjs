// The version of the package, which is that of these programs, too.

import { createRequire } from "node:module";

export const VERSION = createRequire(import.meta.url)("sansmcp/package.json").version;
