// One instance for both kinds of modules, so that a frame of one is a frame of the other.
import sansmcp from "./index.cjs";

export const { Endpoint, Frame, HttpHost, Lines, SansmcpError, Server } = sansmcp;
