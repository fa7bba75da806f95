// For browsers: the module is fetched before the import is through.
import { bind } from "./api.mjs";
import init, * as glue from "./glue.mjs";

await init({ module_or_path: new URL("sansmcp_wasm_bg.wasm", import.meta.url) });

export const { Endpoint, Frame, Lines, SansmcpError, Server } = bind(glue);
export { HttpHost } from "./http.mjs";
