// The JavaScript side of `sansmcp` and `sansmcp-wasm`, over the calls of either one's native part
// (native.d.ts). It converts between JavaScript's values and the engine's texts and bytes, and
// decides nothing. The .d.ts files document what is here.
//
// frame: what comes in; event: what came of it; output: what goes out; results: what answers are
// made of; server, endpoint, seal, uri: the server; client: the other role; pipe, serve, http:
// ready I/O for servers; service: functions that answer.

import { bindClient } from "./client.mjs";
import { bindConnectHttp } from "./connect_http.mjs";
import { bindConnection } from "./connection.mjs";
import { bindEndpoint } from "./endpoint.mjs";
import { bindEvents } from "./event.mjs";
import { bindFrames } from "./frame.mjs";
import { Denied, HttpHost } from "./http.mjs";
import { bindMemory } from "./memory.mjs";
import { bindOutput } from "./output.mjs";
import { bindPipe } from "./pipe.mjs";
import { bindPort } from "./port.mjs";
import { SealError, bindSeal } from "./seal.mjs";
import { bindServe } from "./serve.mjs";
import { bindServer } from "./server.mjs";
import { Streamed } from "./service/content.mjs";
import { AskFailed, MissingCapability, RequestError, ToolError } from "./service/failures.mjs";
import { bindService } from "./service/service.mjs";
import { bindUri } from "./uri.mjs";

/** The API over a native part, and `connect` for ways of messages that are not everywhere. */
function bind(native) {
  const words = JSON.parse(native.words());
  const frames = bindFrames(native);
  const output = bindOutput(words);
  const shared = { words, ...frames, ...output, ...bindEvents(native, words) };
  const { Server, engineOf } = bindServer(native, shared);
  const bare = {
    ...bindClient(native, shared),
    ...bindEndpoint({ ...shared, Server, engineOf }),
    ...bindSeal(native, shared),
    ...bindUri(native),
    Denied,
    Frame: frames.Frame,
    HttpHost,
    Lines: frames.Lines,
    SansmcpError: output.SansmcpError,
    SealError,
    Server,
    SseEvents: frames.SseEvents,
  };
  const ready = { ...bare, ...bindPipe(bare) };
  Object.assign(ready, bindServe(ready));
  // With what only ready ways of messages need.
  const own = { ...ready, ...bindConnection(bare) };
  Object.assign(own, bindConnectHttp(own), bindPort(own), bindMemory(own));
  const { portWay: _, ...shown } = own;
  return {
    ...shown,
    ...bindService(native, own),
    AskFailed,
    MissingCapability,
    RequestError,
    Streamed,
    ToolError,
  };
}

export { bind };
