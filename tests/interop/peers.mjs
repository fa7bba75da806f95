// The official TypeScript clients behind one face: connect(which, era, server, timeout, setup)
// gives { version(), info(), capabilities(), list(), call(), ping(), request(), notify(),
//   discover(), refusal(error), close(), client, transport }.
// `server` is the command of one, as their stdio transports take it, or a URL.
// `setup` is what the client declares and how it answers: { capabilities, requests: { METHOD:
// (params, signal) => result }, notes: { METHOD: (params) => {} } }.
//
// `sdk` is @modelcontextprotocol/sdk 1.x, which knows the initialize handshake only.
// `old` is the same package as it was when the revision asked for was the latest.
// `client` is @modelcontextprotocol/client 2.x, which knows both eras.

import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const MODERN = '2026-07-28';
export const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
export const UNKNOWN = '2099-01-01';

const INFO = { name: 'interop-typescript', version: '1.0.0' };
const HERE = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const INSTALLED = process.env.INTEROP_NODE ?? path.join(HERE, '../../build/interop/node');
const at = createRequire(path.join(path.resolve(INSTALLED), 'package.json'));
// Some releases are CommonJS and some are not; an import takes both.
const load = async (name) => {
  const module = await import(pathToFileURL(at.resolve(name)));
  return { ...module.default, ...module };
};

const packageOf = (which, era) =>
  which === 'old' ? `sdk-${era}` : `@modelcontextprotocol/${which}`;

// Not all packages export their package.json, so it is read where it lies.
export const releaseOf = (which, era) => {
  const file = path.join(INSTALLED, 'node_modules', packageOf(which, era), 'package.json');
  const { name, version } = JSON.parse(readFileSync(file, 'utf8'));
  return `${name} ${version}`;
};

// 1.x always offers its latest revision; rewriting the offer is the only way to another one.
function offering(transport, era) {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (message.method === 'initialize') message.params.protocolVersion = era;
    return send(message, options);
  };
  return transport;
}

// 1.x names a method by the schema of its request.
const SCHEMAS = {
  'sampling/createMessage': 'CreateMessageRequestSchema',
  'elicitation/create': 'ElicitRequestSchema',
  'roots/list': 'ListRootsRequestSchema',
  'notifications/message': 'LoggingMessageNotificationSchema',
  'notifications/resources/updated': 'ResourceUpdatedNotificationSchema',
  'notifications/tools/list_changed': 'ToolListChangedNotificationSchema',
  'notifications/prompts/list_changed': 'PromptListChangedNotificationSchema',
  'notifications/resources/list_changed': 'ResourceListChangedNotificationSchema',
};
const NOTHING = { capabilities: {}, requests: {}, notes: {} };

function prepare(client, setup, key) {
  for (const [method, answer] of Object.entries(setup.requests)) {
    client.setRequestHandler(key(method), (request, extra) =>
      answer(request.params ?? {}, extra?.mcpReq?.signal ?? extra?.signal),
    );
  }
  for (const [method, note] of Object.entries(setup.notes)) {
    client.setNotificationHandler(key(method), ({ params }) => note(params ?? {}));
  }
}

// A transport to a server; over HTTP to a session that there is already, if one is named.
async function transportTo(which, era, server, sessionId) {
  const from = packageOf(which, era);
  if (typeof server !== 'string') {
    const place = which === 'client' ? `${from}/stdio` : `${from}/client/stdio.js`;
    const { StdioClientTransport } = await load(place);
    return new StdioClientTransport(server);
  }
  const place = which === 'client' ? from : `${from}/client/streamableHttp.js`;
  const { StreamableHTTPClientTransport } = await load(place);
  return new StreamableHTTPClientTransport(new URL(server), { sessionId });
}

async function connectSdk(which, era, server, timeout, setup) {
  const from = packageOf(which, era);
  const { Client } = await load(`${from}/client/index.js`);
  const types = await load(`${from}/types.js`);
  const { LATEST_PROTOCOL_VERSION, McpError, ResultSchema } = types;
  if (!LEGACY.includes(era) && era !== UNKNOWN) {
    throw new Error(`${era}: sdk 1.x knows only the initialize handshake`);
  }
  // The first releases want to be told that they have no capabilities.
  const client = new Client(INFO, { capabilities: setup.capabilities });
  prepare(client, setup, (method) => types[SCHEMAS[method]]);
  const transport = await transportTo(which, era, server);
  const own = era === LATEST_PROTOCOL_VERSION;
  if (which === 'old' && !own) throw new Error(`${from} offers ${LATEST_PROTOCOL_VERSION}`);
  await client.connect(own ? transport : offering(transport, era), { timeout });
  // 1.x tells the negotiated revision to its HTTP transport only, so it is read from the pipe.
  return face(client, transport, ResultSchema, (error) => error instanceof McpError, timeout);
}

// The modern package takes any validator of the "standard schema" form.
const validate = (value) => ({ value });
const ANYTHING = { '~standard': { version: 1, vendor: 'interop', validate } };

async function connectClient(era, server, timeout, setup) {
  const { Client, ProtocolError } = await load('@modelcontextprotocol/client');
  const rest = LEGACY.filter((version) => version !== era);
  const options = {
    auto: { versionNegotiation: { mode: 'auto', probe: { timeoutMs: timeout } } },
    [MODERN]: { versionNegotiation: { mode: { pin: MODERN }, probe: { timeoutMs: timeout } } },
  }[era] ?? { supportedProtocolVersions: [era, ...rest] };
  const client = new Client(INFO, { ...options, capabilities: setup.capabilities });
  prepare(client, setup, (method) => method);
  const transport = await transportTo('client', era, server);
  await client.connect(transport, { timeout });
  return face(client, transport, ANYTHING, (error) => ProtocolError.isInstance(error), timeout);
}

// The answer to a request of a session that there is already, by the token of its last event.
export async function resume(which, era, url, { sessionId, resumptionToken, request, timeout }) {
  const from = packageOf(which, era);
  const { Client } = await load(which === 'client' ? from : `${from}/client/index.js`);
  const schema =
    which === 'client' ? ANYTHING : (await load(`${from}/types.js`)).ResultSchema;
  const transport = await transportTo(which, era, url, sessionId);
  const client = new Client(INFO, { capabilities: {} });
  await client.connect(transport, { timeout });
  // The first release with this transport has no such header.
  transport.setProtocolVersion?.(era);
  const result = await client.request(request, schema, { resumptionToken, timeout });
  await transport.terminateSession();
  await client.close();
  return result;
}

function face(client, transport, schema, refused, timeout) {
  const options = { timeout };
  const modern = client.getProtocolEra !== undefined;
  return {
    version: () => client.getNegotiatedProtocolVersion?.(),
    info: () => client.getServerVersion(),
    capabilities: () => client.getServerCapabilities(),
    list: () => client.listTools(undefined, options),
    // 2.x has dropped the second argument, a schema.
    call: (params, more) =>
      modern
        ? client.callTool(params, { ...options, ...more })
        : client.callTool(params, undefined, { ...options, ...more }),
    ping: () => client.ping(options),
    request: (method, params) => client.request({ method, params }, schema, options),
    notify: (method, params) => client.notification({ method, params }),
    discover: () => client.discover?.(options),
    // The code of an error that the server sent, undefined for one that the client made itself.
    refusal: (error) =>
      refused(error) && !madeHere(error) ? error.code : answeredWith404(error)?.error?.code,
    // Over HTTP the end of a session has to be asked for.
    close: async () => {
      await transport.terminateSession?.();
      await client.close();
    },
    client,
    transport,
  };
}

// 1.x reports its own time-out (-32001) and a lost connection (-32000) as errors of the protocol.
const madeHere = (error) =>
  (error.code === -32001 && /timed out/i.test(error.message)) ||
  (error.code === -32000 && /connection closed/i.test(error.message));

// 2.x takes an answer of status 400 for what it is, but not one of 404, which 2026-07-28 demands
// for a method that does not exist: it is in the text of the error of HTTP.
function answeredWith404({ data, message }) {
  if (data?.status !== 404) return undefined;
  try {
    return JSON.parse(data.text ?? message);
  } catch {
    return undefined;
  }
}

export const connect = (which, era, server, timeout, setup = NOTHING) =>
  which === 'client'
    ? connectClient(era, server, timeout, setup)
    : connectSdk(which, era, server, timeout, setup);
