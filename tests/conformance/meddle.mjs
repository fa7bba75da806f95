// Stands between the suite and a server, and makes one thing wrong: meddle.mjs FAULT -- COMMAND…
//
// The checks are only worth something if they can fail; `prove` runs the suite against each fault.
// Without arguments it lists the faults: the name, a pattern of what must fail then, what it does.
import { spawn } from 'node:child_process';
import http from 'node:http';
import { createInterface } from 'node:readline';

// A fault may have `request(options, body)`, which changes what goes to the server and gives the
// body; `answer(request, body)`, which answers in the server's stead: [status, text] or 'never';
// `head(response)`, which gives the status and changes the headers; `text(line)`, which changes a
// line of a body or of an event stream, or drops it (null).
const FAULTS = {};
function fault(name, finds, what, hooks) {
  FAULTS[name] = { finds, what, ...hooks };
}
const swap = (old, by) => ({ text: (line) => line.replaceAll(old, by) });
const dropped = (pattern) => ({ text: (line) => (pattern.test(line) ? null : line) });
const json = (body) => {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
};
const header = (options, name, value) => {
  for (const key of Object.keys(options.headers)) {
    if (key.toLowerCase() === name.toLowerCase()) delete options.headers[key];
  }
  if (value !== undefined) options.headers[name] = value;
};

fault('any-host', /2025-11-25 dns|2026-07-28 dns/, 'lets every Host and Origin in', {
  request(options, body) {
    if (/evil/.test(options.headers.host)) {
      options.headers.host = `127.0.0.1:${options.port}`;
      options.headers.origin = `http://127.0.0.1:${options.port}`;
    }
    return body;
  },
});
fault('status', /server-stateless|http-header-validation/, 'answers errors with status 200', {
  head: (response) => (response.statusCode >= 400 ? 200 : response.statusCode),
});
fault('undead', /server-session-lifecycle/, 'says that a session ended, and lets it live', {
  answer: (request) => (request.method === 'DELETE' ? [200, ''] : undefined),
});
fault('no-delete', /server-session-lifecycle/, 'refuses to end sessions (skipped checks)', {
  answer: (request) => (request.method === 'DELETE' ? [405, ''] : undefined),
});
fault('no-session', /server-initialize|server-session-lifecycle/, 'has no sessions (info)', {
  head(response) {
    delete response.headers['mcp-session-id'];
    return response.statusCode;
  },
});
fault('unprimed', /server-sse-polling/, 'sends no priming event', dropped(/^data: *\r?$/));
fault('no-retry', /server-sse-polling/, 'says no time to reconnect', dropped(/^retry:/));
fault('no-resume', /server-sse-polling/, 'takes no stream up again (info)', {
  answer: (request) => (request.headers['last-event-id'] ? [405, ''] : undefined),
});
fault('forgiving', /http-header-validation/, 'takes any Mcp-Method and Mcp-Name', {
  request(options, body) {
    const message = json(body);
    if (!message.params?._meta || !message.method) return body;
    header(options, 'Mcp-Method', message.method);
    const name = message.params.name ?? message.params.uri;
    header(options, 'Mcp-Name', name);
    return body;
  },
});
fault('deaf', /http-custom-header-server-validation/, 'does not look at parameter headers', {
  request(options, body) {
    const value = json(body).params?.arguments?.region;
    if (value === undefined) return body;
    for (const key of Object.keys(options.headers)) {
      if (/^mcp-param-/i.test(key)) delete options.headers[key];
    }
    const encoded = Buffer.from(value).toString('base64');
    options.headers['Mcp-Param-Region'] = `=?base64?${encoded}?=`;
    return body;
  },
});
fault('untagged', /server-stateless/, 'does not tag what a listener hears',
  swap('io.modelcontextprotocol/subscriptionId', 'io.modelcontextprotocol/subscription'));
fault('silent', /server-stateless/, 'loses changes of the prompts (warning)',
  dropped(/notifications\/prompts\/list_changed/));
fault('nameless', /server-stateless/, 'does not say who it is (warning)',
  swap('io.modelcontextprotocol/serverInfo', 'io.modelcontextprotocol/server'));
fault('trusting', /input-required-result-tampered-state/, 'takes a state that was changed', {
  request: (_, body) => body.replace('-TAMPERED', ''),
});
fault('lifetime', /2026-07-28 caching/, 'writes the time to live as text', {
  text: (line) => line.replace(/"ttlMs":(\d+)/g, '"ttlMs":"$1"'),
});
fault('anchor', /2025-11-25 json-schema.*|2026-07-28 json-schema/,
  'loses a keyword of a schema (a skipped check in the first set)',
  swap('"$anchor":', '"anchor":'));
fault('default', /elicitation-sep1034-defaults/, 'changes a default of a form',
  swap('"default":95.5', '"default":95'));
fault('untyped', /2026-07-28 tools-call-image/, 'does not say the type of a result (its schema)',
  swap('"resultType":"complete",', ''));
fault('prompts', /prompts-list/, 'does not describe its prompts',
  swap('"description":"A prompt', '"summary":"A prompt'));
fault('progress', /tools-call-with-progress/, 'loses a report of progress',
  dropped(/"progress":50/));
fault('hangs', /2026-07-28: the suite took too long/, 'never says what it can', {
  answer: (_, body) => (json(body).method === 'server/discover' ? 'never' : undefined),
});
fault('dies', /the server ended while the suite ran/, 'ends when it is asked for its prompts', {
  answer(_, body) {
    if (json(body).method === 'prompts/list') end(0);
  },
});
fault('broken', /2025-11-25 tools-list|came to no check/, 'answers 500 and nothing else', {
  answer: () => [500, ''],
});

const [name, dashes, ...command] = process.argv.slice(2);
if (!name) {
  for (const [fault, { finds, what }] of Object.entries(FAULTS)) {
    console.log(`${fault}\t${finds.source}\t${what}`);
  }
  process.exit(0);
}
const { request: changed, answer, head, text } = name === 'none' ? {} : FAULTS[name];
if (dashes !== '--' || command.length === 0) throw new Error('meddle.mjs FAULT -- COMMAND…');

const server = spawn(command[0], command.slice(1), { stdio: ['ignore', 'ignore', 'pipe'] });
let over = false;
function end(status) {
  if (over) return;
  over = true;
  server.kill();
  setTimeout(() => process.exit(status), 50);
}
process.on('SIGTERM', () => end(0));
server.on('exit', () => end(1));
server.on('error', () => end(1));
createInterface({ input: server.stderr }).on('line', (line) => {
  const url = /^serving (http:\S+)/.exec(line)?.[1];
  if (url) listen(new URL(url));
  else console.error(line);
});

function listen(url) {
  const front = http.createServer(async (request, reply) => {
    let body = '';
    for await (const piece of request) body += piece;
    const own = answer?.(request, body);
    if (own === 'never' || over) return;
    if (own) {
      reply.writeHead(own[0]).end(own[1]);
      return;
    }
    pass(url, front.address().port, request, body, reply);
  });
  front.listen(0, '127.0.0.1', () => {
    console.error(`serving http://127.0.0.1:${front.address().port}${url.pathname}`);
  });
}

function pass(url, port, request, body, reply) {
  const headers = { ...request.headers };
  for (const name of ['host', 'origin']) {
    // The server must see its own port.
    if (headers[name]) headers[name] = headers[name].replace(`:${port}`, `:${url.port}`);
  }
  delete headers['content-length'];
  delete headers.connection;
  const options = {
    hostname: url.hostname, port: url.port, path: url.pathname, method: request.method, headers,
  };
  const sent = changed ? changed(options, body) : body;
  if (sent) headers['content-length'] = Buffer.byteLength(sent);
  const onward = http.request(options, (response) => {
    const status = head ? head(response) : response.statusCode;
    delete response.headers['content-length'];
    delete response.headers['transfer-encoding'];
    reply.writeHead(status, response.headers);
    reply.flushHeaders();
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (piece) => {
      const lines = (rest + piece).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        const shown = text ? text(line) : line;
        if (shown !== null) reply.write(`${shown}\n`);
      }
    });
    response.on('end', () => {
      const shown = text && rest ? text(rest) : rest;
      reply.end(shown ?? '');
    });
    response.on('error', () => reply.destroy());
  });
  onward.on('error', () => reply.destroy());
  reply.on('close', () => onward.destroy());
  onward.end(sent);
}
