// One instance for both kinds of modules, so that a frame of one is a frame of the other.
import sansmcp from "./index.cjs";

export const {
  CallFailed,
  Client,
  ClientError,
  ConnectionFailed,
  Declined,
  Endpoint,
  Frame,
  HttpHost,
  Lines,
  Pages,
  SansmcpError,
  Server,
  ServerError,
  StdioClient,
  Subscription,
  connectStdio,
} = sansmcp;
