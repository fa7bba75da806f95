// An official TypeScript client against a server command: one connection, one list of checks.
//
//     client.mjs sdk|old|client ERA -- COMMAND…
//
// ERA is a revision (2024-11-05 … 2025-11-25: the initialize handshake; 2026-07-28: pinned),
// `auto` (server/discover first) or 2099-01-01 (an offer that no server knows).

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, LEGACY, MODERN, releaseOf, UNKNOWN } from './peers.mjs';

const HERE = path.dirname(new URL(import.meta.url).pathname);
const PYTHON = process.env.INTEROP_PYTHON ?? 'python3';
const TIMEOUT = 1000 * Number(process.env.INTEROP_TIMEOUT ?? 10);
const BUFFER = Number(process.env.INTEROP_BUFFER ?? 4096);
const [INVALID_PARAMS, METHOD_NOT_FOUND] = [-32602, -32601];
const MISSING = 'text is missing';

class Late extends Error {}
let passed = 0;
let failed = 0;
let late = 0;

function line(name, why) {
  if (why === undefined) passed += 1;
  else failed += 1;
  console.log(why === undefined ? `ok   ${name}` : `FAIL ${name}: ${why}`);
}

function need(condition, message) {
  if (!condition) throw new Error(message);
}

function brief(value) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length < 200 ? text : `${text.slice(0, 150)}… (${text.length} characters)`;
}

function within(milliseconds, promise) {
  let timer;
  const limit = new Promise((_, reject) => {
    const late = () => reject(new Late(`no end within ${milliseconds / 1000} s`));
    timer = setTimeout(late, milliseconds);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

// Runs one check, bounded in time. After the second time-out the rest is not waited for.
async function check(name, action, milliseconds = TIMEOUT + 500) {
  if (late > 1) return line(name, 'not tried after two time-outs');
  try {
    await within(milliseconds, action());
    line(name);
  } catch (error) {
    if (error instanceof Late || /timed out/i.test(error.message)) late += 1;
    line(name, `${error.name} ${error.code ?? ''}: ${brief(error.message)}`);
  }
}

async function echo(peer, text, more) {
  const result = await peer.call({ name: 'echo', arguments: { text } }, more);
  need(!result.isError, `isError: ${brief(result.content)}`);
  need(result.content.length === 1, `${result.content.length} pieces of content`);
  need(result.content[0].type === 'text', `content of type ${result.content[0].type}`);
  const got = result.content[0].text;
  need(got === text, `sent ${brief(text)}, got ${brief(got)}`);
}

// The promise must be rejected by an error of the server. `code` undefined: any code.
async function mustFail(peer, code, promise) {
  let result;
  try {
    result = await promise;
  } catch (error) {
    const got = peer.refusal(error);
    if (got === undefined) throw error;
    need(code === undefined || got === code, `error ${got} instead of ${code}`);
    return error;
  }
  throw new Error(`no error but ${brief(result)}`);
}

async function mustBeErrorResult(promise) {
  const result = await promise;
  need(result.isError === true, `no isError: ${brief(result)}`);
  const text = result.content.map((part) => part.text).join();
  need(text === MISSING, `the text is ${brief(text)}`);
}

const count = (peer, number) =>
  Promise.all(
    Array.from({ length: number }, (_, n) => echo(peer, `call ${n} of ${number} \u2713`)),
  );

async function listTools(peer) {
  const { tools, nextCursor } = await peer.list();
  need(tools.length === 1 && tools[0].name === 'echo', `tools ${brief(tools)}`);
  need(nextCursor === undefined, `there is more: ${nextCursor}`);
  need(tools[0].description === 'Returns its text', `description ${tools[0].description}`);
  need(tools[0].inputSchema.type === 'object', `inputSchema ${brief(tools[0].inputSchema)}`);
}

const lines = (directory) =>
  readdirSync(directory)
    .flatMap((name) => readFileSync(path.join(directory, name), 'utf8').split('\n'))
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text));

// Gives up a call right after it went out; the client then says so to the server. How many turns
// it takes until a request is out differs between the clients, so several are tried.
async function cancel(peer, directory) {
  const seen = () =>
    lines(directory).filter((record) => record.line?.includes('notifications/cancelled')).length;
  const before = seen();
  for (let turns = 0; turns < 40 && seen() === before; turns += 1) {
    const stop = new AbortController();
    const call = echo(peer, 'to be cancelled', { signal: stop.signal }).catch(() => {});
    for (let turn = 0; turn < turns; turn += 1) await null;
    stop.abort('changed my mind');
    await call;
    await echo(peer, 'after the cancel');
  }
  need(seen() > before, 'the client sent no notifications/cancelled');
}

async function overLong(peer) {
  const text = 'long '.repeat((2 * BUFFER || 200_000) / 5 + 800);
  if (BUFFER === 0) return echo(peer, text);
  return mustFail(peer, undefined, peer.call({ name: 'echo', arguments: { text } }));
}

// Lengths about that of the buffer: each is answered, by the text or by an error.
async function aroundBuffer(peer) {
  const size = BUFFER || 4096;
  for (let length = size - 500; length < size + 100; length += 12) {
    try {
      await echo(peer, 'y'.repeat(length));
    } catch (error) {
      if (peer.refusal(error) === undefined) throw error;
    }
  }
}

// Calls that nearly fill the buffer with what a writer may have to escape at greater length.
async function escapes(peer) {
  for (const letter of '"\\/\b\f\n\r\t\x00\x1f\x7f\x80\u00e9\u2028\uffff\u{1f600}<') {
    const size = Buffer.byteLength(JSON.stringify(letter)) - 2;
    try {
      await echo(peer, letter.repeat(((BUFFER || 4096) - 600) / size));
    } catch (error) {
      if (peer.refusal(error) === undefined) throw error;
    }
  }
}

async function loneSurrogate(peer) {
  try {
    await peer.call({ name: 'echo', arguments: { text: 'a\ud800b' } });
  } catch (error) {
    if (peer.refusal(error) === undefined) throw error;
  }
  await echo(peer, 'after a lone surrogate');
}

// What the pipe says was negotiated, for the client that does not tell.
function negotiated(directory) {
  const all = lines(directory).filter((record) => record.to === 'client');
  return JSON.parse(all[0].line).result?.protocolVersion;
}

async function checks(peer, which, era, directory) {
  const legacy = era === UNKNOWN ? LEGACY[0] : LEGACY.find((version) => version === era);
  const tool = (args) => peer.call({ name: 'echo', arguments: args });
  await check('the negotiated version', async () => {
    const version = peer.version() ?? negotiated(directory);
    need(version === (legacy ?? MODERN), `it is ${version}`);
  });
  await check("the server's name and version", async () => {
    const { name, version } = peer.info() ?? {};
    need(name === 'echo' && version === '1.0.0', `it is ${name} ${version}`);
  });
  await check("the server's capabilities: tools and nothing else", async () => {
    const names = Object.keys(peer.capabilities() ?? {});
    need(names.length === 1 && names[0] === 'tools', `they are ${names}`);
  });
  await check('tools/list gives exactly the echo tool', () => listTools(peer));
  const texts = JSON.parse(readFileSync(path.join(HERE, 'texts.json'), 'utf8'));
  for (const [name, text, times] of texts) {
    await check(`echo: ${name}`, () => echo(peer, text.repeat(times ?? 1)));
  }
  await check('echo: half a character, then the next call', () => loneSurrogate(peer));
  await check('echo with an argument it does not know', async () => {
    const result = await tool({ before: { text: 'no' }, text: 'yes', z: null });
    need(result.content.map((part) => part.text).join() === 'yes', `got ${brief(result.content)}`);
  });
  await check('echo with a progress token', () => echo(peer, 'token', { onprogress: () => {} }));
  await check('echo without text', () => mustBeErrorResult(tool({})));
  await check('echo without arguments', () => mustBeErrorResult(peer.call({ name: 'echo' })));
  await check('an unknown tool', () =>
    mustFail(peer, INVALID_PARAMS, peer.call({ name: 'no such tool', arguments: {} })));
  await check('a method the server lacks', () =>
    mustFail(peer, METHOD_NOT_FOUND, peer.request('resources/list')));
  await check('a method nobody has', () =>
    mustFail(peer, METHOD_NOT_FOUND, peer.request('x/y', { a: 1 })));
  await check('an unknown notification', async () => {
    await peer.notify('notifications/nonsense', { a: [1, {}] });
    await echo(peer, 'after an unknown notification');
  });
  if (legacy) await check('ping', () => peer.ping());
  else console.log('--   ping is no more: this client refuses to send it in this era');
  if (!legacy) await check('server/discover again', async () => {
    const { supportedVersions } = await peer.discover();
    need(supportedVersions.includes(MODERN), `it knows ${supportedVersions}`);
  });
  await check('50 calls at once', () => count(peer, 50), 3 * TIMEOUT);
  await check('a call that is cancelled', () => cancel(peer, directory));
  await check('a cancel of nothing', async () => {
    await peer.notify('notifications/cancelled', { requestId: 987654321, reason: 'never sent' });
    await echo(peer, 'after a cancel of nothing');
  });
  const wanted = BUFFER ? 'is refused' : 'is answered whole';
  await check(`a call longer than any buffer ${wanted}`, () => overLong(peer));
  await check('the call after it', () => echo(peer, 'still here'));
  await check("lengths around the buffer's", () => aroundBuffer(peer), 3 * TIMEOUT);
  await check('buffers full of escapes', () => escapes(peer), 3 * TIMEOUT);
  await check('50 calls at once again', () => count(peer, 50), 3 * TIMEOUT);
}

// The rules about the lines themselves are judged by the same program for every language.
function judgeWire(directory, which, era) {
  // The old releases send SIGTERM as soon as they close.
  const kills = which === 'old' ? ['kills'] : [];
  const judge = spawnSync(PYTHON, [path.join(HERE, 'wire.py'), directory, era, ...kills], {
    encoding: 'utf8', timeout: 60_000,
  });
  const found = (judge.stdout ?? '').split('\n').filter((text) => text !== '');
  for (const text of found) {
    if (text.startsWith('ok ')) passed += 1;
    else failed += 1;
    console.log(text);
  }
  if (found.length === 0) line('wire', `could not be judged: ${judge.error ?? judge.stderr}`);
}

async function main(which, era, command, directory) {
  const server = {
    command: PYTHON, args: [path.join(HERE, 'tap.py'), directory, '--', ...command],
    env: process.env,
  };
  let peer;
  await check('connect', async () => {
    peer = await connect(which, era, server, TIMEOUT);
  }, 2 * TIMEOUT + 1000);
  if (peer !== undefined) {
    await checks(peer, which, era, directory);
    await check('close', () => peer.close());
  }
  judgeWire(directory, which, era);
  console.log(`${passed} passed, ${failed} failed`);
}

const [which, era, dashes, ...command] = process.argv.slice(2);
if (!['sdk', 'old', 'client'].includes(which) || dashes !== '--' || command.length === 0) {
  console.error('client.mjs sdk|old|client ERA -- COMMAND…');
  process.exit(2);
}
console.log(`--   ${releaseOf(which, era)}`);
const kept = process.env.INTEROP_LOG;
const log = kept ?? mkdtempSync(path.join(tmpdir(), 'interop-'));
await main(which, era, command, log);
if (!kept) rmSync(log, { recursive: true, force: true });
process.exit(failed > 0 ? 1 : 0);
