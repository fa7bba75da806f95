// For browsers: the module is fetched before the import is through.
import { bind } from "./api.mjs";
import init, * as glue from "./glue.mjs";

await init({ module_or_path: new URL("sansmcp_wasm_bg.wasm", import.meta.url) });

export const {
  Client,
  Endpoint,
  Frame,
  Lines,
  Pages,
  SansmcpError,
  Server,
  Subscription,
} = bind(glue);
export {
  CallFailed,
  ClientError,
  ConnectionFailed,
  Declined,
  ServerError,
} from "./failures.mjs";
export { HttpHost } from "./http.mjs";
