// Stands between a client and the suite, and makes one thing wrong:
// client_meddle.mjs FAULT -- COMMAND… URL
//
// The checks are only worth something if they can fail; `client_prove` runs the suite against each
// fault. Without arguments it lists them: the name, a pattern of what must fail, what it does.
import { spawn } from 'node:child_process';
import http from 'node:http';

import { FAULTS } from './client_faults.mjs';

const [name, dashes, ...command] = process.argv.slice(2);
if (!name) {
  for (const [fault, { finds, what }] of Object.entries(FAULTS)) {
    console.log(`${fault}\t${finds.source}\t${what}`);
  }
  process.exit(0);
}
if (dashes !== '--' || command.length < 2) throw new Error('FAULT -- COMMAND… URL');
const fault = name === 'none' ? {} : FAULTS[name];
const url = new URL(command.pop());
const scenario = process.env.MCP_CONFORMANCE_SCENARIO;

const front = http.createServer(async (request, reply) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const body = Buffer.concat(pieces).toString();
  // What it asks of the server in its own name is no business of the client's.
  const own = await fault.answer?.(request, body, url);
  if (own === 'never') return;
  if (own) reply.writeHead(own[0]).end(own[1]);
  else pass(request, body, reply);
});
front.listen(0, '127.0.0.1', () => {
  const there = `http://127.0.0.1:${front.address().port}${url.pathname}`;
  const client = spawn(command[0], [...command.slice(1), there], { stdio: 'inherit' });
  process.on('SIGTERM', () => client.kill());
  client.on('error', () => process.exit(1));
  client.on('exit', (status) => process.exit(fault.status?.(scenario) ?? status ?? 1));
});

function pass(request, body, reply) {
  const options = {
    hostname: url.hostname,
    port: url.port,
    path: url.pathname,
    method: request.method,
    headers: { ...request.headers },
  };
  for (const hop of ['host', 'content-length', 'connection', 'transfer-encoding']) {
    delete options.headers[hop];
  }
  let sent = body;
  if (body && fault.message) {
    const message = JSON.parse(body);
    fault.message(message, scenario);
    sent = JSON.stringify(message);
  }
  fault.head?.(options.headers, body, scenario);
  if (sent) options.headers['content-length'] = Buffer.byteLength(sent);
  const onward = http.request(options, (response) => {
    delete response.headers['content-length'];
    delete response.headers['transfer-encoding'];
    reply.writeHead(response.statusCode, response.headers);
    reply.flushHeaders();
    let rest = '';
    const shown = (line) => (fault.text ? fault.text(line) : line);
    response.setEncoding('utf8');
    response.on('data', (piece) => {
      const lines = (rest + piece).split('\n');
      rest = lines.pop();
      for (const line of lines) reply.write(`${shown(line)}\n`);
    });
    response.on('end', () => reply.end(rest && shown(rest)));
    response.on('error', () => reply.destroy());
  });
  onward.on('error', () => reply.destroy());
  reply.on('close', () => onward.destroy());
  onward.end(sent);
}
