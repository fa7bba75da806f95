// A server on the official TypeScript SDK: `official.mjs WHICH [--http [PORT]]`. WHICH:
//
//   sdk      @modelcontextprotocol/sdk 1.x, the older era; over HTTP with sessions and event ids
//   server   @modelcontextprotocol/server 2.x, both eras; over HTTP without sessions
//   modern   the same, which turns clients of the older era away
//
// Its tools, resources and prompts are those that README.md lists; the other servers of this
// folder have the same. Over HTTP it says `serving URL` on standard error. It ends when its
// standard input does, or with SIGTERM.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const HERE = path.dirname(new URL(import.meta.url).pathname);
const INSTALLED = process.env.SERVERS_NODE ?? path.join(HERE, '../../../build/interop/servers');
const at = createRequire(path.join(path.resolve(INSTALLED), 'package.json'));
const load = (name) => import(pathToFileURL(at.resolve(name)));

const COUNTER = 'demo://counter';
const NAMES = ['Ada', 'Alan', 'Grace'];
const ITEMS = Array.from({ length: 10 }, (_, index) => String(100 + index));
const INFO = { version: '1.0.0' };
const TEXT = { mimeType: 'text/plain' };

const text = (words) => ({ content: [{ type: 'text', text: words }] });
const read = (uri, words) => ({ contents: [{ uri: String(uri), ...TEXT, text: words }] });
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const starting = (all) => (value) => all.filter((one) => one.startsWith(value ?? ''));

let count = 0;

// What both releases are told in the same words. `face` has what they do not share:
// progress(extra, step, of), log(server, extra, level, data), ask(extra, key, request, then),
// updated(server, uri), changed(server).
function furnish(server, face, { z, completable, ResourceTemplate }) {
  const tool = (name, description, shape, run) =>
    server.registerTool(name, { description, inputSchema: z.object(shape) }, run);

  tool('echo', 'Returns its text', { text: z.string() }, async (given) => text(given.text));
  tool('add', 'Adds two numbers', { a: z.number().int(), b: z.number().int() }, async ({ a, b }) =>
    text(String(a + b)),
  );
  tool(
    'slow',
    'Takes its time, and reports progress',
    { steps: z.number().int().default(3), milliseconds: z.number().int().default(50) },
    async ({ steps, milliseconds }, extra) => {
      for (let step = 1; step <= steps; step += 1) {
        await pause(milliseconds);
        await face.progress(extra, step, steps);
      }
      return text(`${steps} steps`);
    },
  );
  tool('fail', 'Fails', {}, async () => ({ ...text('it failed, as it does'), isError: true }));
  tool('ask', 'Asks the person', {}, (given, extra) =>
    face.ask(extra, 'elicit', PERSON, ({ action, content }) => {
      if (action === 'accept') return text(`Hello, ${content.name}!`);
      return text(action === 'decline' ? 'declined' : 'cancelled');
    }),
  );
  tool('sample', 'Asks the model', { prompt: z.string() }, ({ prompt }, extra) =>
    face.ask(extra, 'createMessage', question(prompt), ({ content }) =>
      text(`The model said: ${content.text}`),
    ),
  );
  tool('roots', 'Lists the roots', {}, (given, extra) =>
    face.ask(extra, 'listRoots', undefined, ({ roots }) =>
      text(`Roots: ${roots.map(({ uri }) => uri).join(', ')}`),
    ),
  );
  tool('log', 'Logs three messages', {}, async (given, extra) => {
    for (const level of ['debug', 'info', 'error']) {
      await face.log(server, extra, level, `a message of level ${level}`);
    }
    return text('logged');
  });
  tool('touch', 'Counts, and tells those who want to hear of it', {}, async () => {
    count += 1;
    await face.updated(server, COUNTER);
    return text(String(count));
  });
  tool('change', 'Says that the list of tools has changed', {}, async () => {
    await face.changed(server);
    return text('changed');
  });

  server.registerResource('text', 'demo://text', { description: 'A text', ...TEXT }, (uri) =>
    read(uri, 'A text.'),
  );
  server.registerResource('counter', COUNTER, { description: 'A number', ...TEXT }, (uri) =>
    read(uri, String(count)),
  );
  const items = new ResourceTemplate('demo://item/{id}', {
    list: undefined,
    complete: { id: starting(ITEMS) },
  });
  server.registerResource('item', items, { description: 'An item', ...TEXT }, (uri, { id }) =>
    read(uri, `Item ${id}.`),
  );
  const name = completable(z.string(), starting(NAMES));
  const argsSchema = face.wrapped ? z.object({ name }) : { name };
  server.registerPrompt('greet', { description: 'A greeting', argsSchema }, (given) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${given.name}.` } }],
  }));
  return server;
}

const PERSON = {
  message: 'Who are you?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Your name' },
      polite: { type: 'boolean', default: true, description: 'Whether to be polite' },
    },
    required: ['name'],
  },
};
const question = (prompt) => ({
  messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
  maxTokens: 50,
});
const CAPABILITIES = { logging: {}, resources: { subscribe: true }, tools: { listChanged: true } };

// @modelcontextprotocol/sdk 1.x ------------------------------------------------------------------

async function oldServer() {
  const { McpServer, ResourceTemplate } = await load('@modelcontextprotocol/sdk/server/mcp.js');
  const { completable } = await load('@modelcontextprotocol/sdk/server/completable.js');
  const types = await load('@modelcontextprotocol/sdk/types.js');
  const { z } = await load('zod');
  return () => {
    const server = new McpServer(
      { name: 'official-sdk', ...INFO },
      { capabilities: CAPABILITIES, instructions: 'A server to be tried.' },
    );
    const subscribed = new Set();
    const face = {
      async progress({ _meta, sendNotification }, progress, total) {
        const progressToken = _meta?.progressToken;
        if (progressToken === undefined) return;
        const params = { progressToken, progress, total, message: `step ${progress}` };
        await sendNotification({ method: 'notifications/progress', params });
      },
      log: (of, extra, level, data) =>
        of.sendLoggingMessage({ level, logger: 'official', data }, extra.sessionId),
      ask: async (extra, kind, params, then) => {
        const [method, schema] = {
          elicit: ['elicitation/create', types.ElicitResultSchema],
          createMessage: ['sampling/createMessage', types.CreateMessageResultSchema],
          listRoots: ['roots/list', types.ListRootsResultSchema],
        }[kind];
        return then(await extra.sendRequest({ method, params }, schema));
      },
      updated: (of, uri) =>
        subscribed.has(uri) ? of.server.sendResourceUpdated({ uri }) : undefined,
      changed: (of) => of.sendToolListChanged(),
    };
    furnish(server, face, { z, completable, ResourceTemplate });
    const { SubscribeRequestSchema, UnsubscribeRequestSchema } = types;
    server.server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
      subscribed.add(params.uri);
      return {};
    });
    server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
      subscribed.delete(params.uri);
      return {};
    });
    return server;
  };
}

// Events that a client may ask for again: the ids are their numbers.
class Events {
  kept = [];
  async storeEvent(stream, message) {
    this.kept.push({ stream, message });
    return String(this.kept.length);
  }
  async replayEventsAfter(last, { send }) {
    const from = Number(last);
    const { stream } = this.kept[from - 1];
    for (const [index, event] of this.kept.entries()) {
      if (index < from || event.stream !== stream) continue;
      if (Object.keys(event.message).length > 0) await send(String(index + 1), event.message);
    }
    return stream;
  }
}

async function overSdk(port) {
  const make = await oldServer();
  if (port === undefined) {
    const { StdioServerTransport } = await load('@modelcontextprotocol/sdk/server/stdio.js');
    return make().connect(new StdioServerTransport());
  }
  const { StreamableHTTPServerTransport } = await load(
    '@modelcontextprotocol/sdk/server/streamableHttp.js',
  );
  const sessions = new Map();
  return serve(port, async (request, response) => {
    const id = request.headers['mcp-session-id'];
    if (id !== undefined && !sessions.has(id)) return response.writeHead(404).end();
    if (id !== undefined) return sessions.get(id).handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new Events(),
      onsessioninitialized: (made) => sessions.set(made, transport),
      onsessionclosed: (gone) => sessions.delete(gone),
    });
    await make().connect(transport);
    return transport.handleRequest(request, response);
  });
}

// @modelcontextprotocol/server 2.x ---------------------------------------------------------------

async function overServer(port, legacy) {
  const from = await load('@modelcontextprotocol/server');
  const { z } = await load('zod');
  const { McpServer, inputRequired, inputResponse } = from;
  let handler;
  const asked = { elicit: 'elicit', createMessage: 'sampling', listRoots: 'roots' };
  const face = {
    wrapped: true,
    async progress({ mcpReq }, progress, total) {
      const progressToken = mcpReq._meta?.progressToken;
      if (progressToken === undefined) return;
      const params = { progressToken, progress, total, message: `step ${progress}` };
      await mcpReq.notify({ method: 'notifications/progress', params });
    },
    log: (of, { mcpReq }, level, data) => mcpReq.log(level, data, 'official'),
    // The older era is asked by the SDK itself, which then calls the tool again.
    async ask({ mcpReq }, kind, params, then) {
      const view = inputResponse(mcpReq.inputResponses, 'asked');
      if (view.kind === asked[kind]) return then(view.result ?? view);
      return inputRequired({ inputRequests: { asked: inputRequired[kind](params) } });
    },
    updated: (of, uri) =>
      handler ? handler.notify.resourceUpdated(uri) : of.server.sendResourceUpdated({ uri }),
    changed: (of) => (handler ? handler.notify.toolsChanged() : of.sendToolListChanged()),
  };
  const make = () => {
    const server = new McpServer(
      { name: 'official-server', ...INFO },
      { capabilities: CAPABILITIES, instructions: 'A server to be tried.' },
    );
    furnish(server, face, { z, ...from });
    // Requests of the older era, which nobody remembers: each `touch` tells everyone on the pipe.
    server.server.setRequestHandler('resources/subscribe', () => ({}));
    server.server.setRequestHandler('resources/unsubscribe', () => ({}));
    return server;
  };
  if (port === undefined) {
    const { serveStdio } = await load('@modelcontextprotocol/server/stdio');
    const options = { legacy: legacy ? 'serve' : 'reject' };
    return serveStdio(make, options);
  }
  const { toNodeHandler } = await load('@modelcontextprotocol/node');
  handler = from.createMcpHandler(make, { legacy: legacy ? 'stateless' : 'reject' });
  return serve(port, toNodeHandler(handler));
}

// ------------------------------------------------------------------------------------------------

function serve(port, handle) {
  const http = createServer((request, response) => {
    if (new URL(request.url, 'http://localhost').pathname !== '/mcp') {
      return response.writeHead(404).end();
    }
    return Promise.resolve(handle(request, response)).catch((error) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  http.listen(port, '127.0.0.1', () => {
    console.error(`serving http://127.0.0.1:${http.address().port}/mcp`);
  });
  process.stdin.on('end', () => process.exit(0)).resume();
}

const [which, form, port] = process.argv.slice(2);
const place = form === '--http' ? Number(port ?? 0) : undefined;
process.on('SIGTERM', () => process.exit(0));
const run = {
  sdk: () => overSdk(place),
  server: () => overServer(place, true),
  modern: () => overServer(place, false),
}[which];
if (run === undefined) {
  console.error('usage: official.mjs sdk|server|modern [--http [PORT]]');
  process.exit(2);
}
await run();
// Neither release ends by itself when nobody can ask any more; what is under way may still end.
if (place === undefined) process.stdin.on('end', () => setTimeout(() => process.exit(0), 500));
