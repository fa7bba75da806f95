// What the packages `sansmcp` and `sansmcp-wasm` export: the only list of it. A test holds it
// beside the modules and the types.

/** Everywhere. */
export const SHARED = [
  "AskFailed",
  "CallFailed",
  "Client",
  "ClientError",
  "Connection",
  "ConnectionFailed",
  "Declined",
  "Denied",
  "Endpoint",
  "Frame",
  "HttpHost",
  "Lines",
  "MissingCapability",
  "Pages",
  "RequestError",
  "SansmcpError",
  "Seal",
  "SealError",
  "Server",
  "ServerError",
  "ServerPipe",
  "Service",
  "SseEvents",
  "Streamed",
  "Subscription",
  "ToolError",
  "UriTemplate",
  "connectHttp",
  "connectMemory",
  "connectPort",
  "failure",
  "servePort",
  "serveStdio",
];

/** What needs Node, or what is like it: child processes. */
export const NODE = [
  "connectStdio",
];
