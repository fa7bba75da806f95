// The official TypeScript clients against an echo server over Streamable HTTP, all side by side.
//
//     drive.mjs URL [CLIENT:ERA…]
//
// CLIENT is sdk (1.x), old (1.x as it was when the revision was the latest) or client (2.x).

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { connect, LEGACY, MODERN, UNKNOWN } from '../peers.mjs';

const TIMEOUT = 1000 * Number(process.env.INTEROP_TIMEOUT ?? 10);
const TEXTS = path.join(import.meta.dirname, '../texts.json');
const [INVALID_PARAMS, METHOD_NOT_FOUND] = [-32602, -32601];
const ALL = [
  ...['sdk', 'client'].flatMap((which) => [...LEGACY, UNKNOWN].map((era) => `${which}:${era}`)),
  'old:2025-03-26',
  'old:2025-06-18',
  `client:${MODERN}`,
  'client:auto',
];
let passed = 0;
let failed = 0;

function need(condition, message) {
  if (!condition) throw new Error(message);
}

function within(milliseconds, promise) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('no end in time')), milliseconds);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

async function drive(which, era, url) {
  const check = async (name, action, milliseconds = TIMEOUT) => {
    try {
      await within(milliseconds, action());
      passed += 1;
      console.log(`ok   ${which} ${era}: ${name}`);
    } catch (error) {
      failed += 1;
      const why = `${error.name} ${error.code ?? ''} ${error.message}`;
      console.log(`FAIL ${which} ${era}: ${name}: ${why}`);
    }
  };
  let peer;
  await check('connect', async () => {
    peer = await connect(which, era, url, TIMEOUT);
  }, 2 * TIMEOUT);
  if (peer === undefined) return;

  const call = (args, more) => peer.call({ name: 'echo', arguments: args }, more);
  const echo = async (text, more) => {
    const { content, isError } = await call({ text }, more);
    need(!isError && content.length === 1, `isError: ${isError}, ${content.length} pieces`);
    need(content[0].text === text, `${text.length} characters gave ${content[0].text.length}`);
  };
  const many = (count) =>
    Promise.all(Array.from({ length: count }, (_, n) => echo(`call ${n} of ${count} \u2713`)));
  const refused = async (code, promise) => {
    const error = await promise.then(() => new Error('no error'), (error) => error);
    const got = peer.refusal(error);
    need(got === code, `error ${got} instead of ${code}: ${error.message}`);
  };
  const missing = async (args) => {
    const { content, isError } = await call(args);
    need(isError && content[0].text === 'text is missing', JSON.stringify(content));
  };

  const legacy = era === UNKNOWN ? LEGACY[0] : LEGACY.find((version) => version === era);
  await check('the negotiated version', async () => {
    const version = peer.version() ?? peer.transport.protocolVersion ?? legacy;
    need(version === (legacy ?? MODERN), `it is ${version}`);
  });
  await check("the server's name and capabilities", async () => {
    const { name, version } = peer.info() ?? {};
    need(name === 'echo' && version === '1.0.0', `it is ${name} ${version}`);
    const names = Object.keys(peer.capabilities() ?? {});
    need(names.join() === 'tools', `they are ${names}`);
  });
  await check('the session, or none', async () => {
    const id = peer.transport.sessionId;
    need((id !== undefined) === (legacy !== undefined), `it is ${id}`);
  });
  await check('tools/list gives exactly the echo tool', async () => {
    const { tools, nextCursor } = await peer.list();
    need(tools.length === 1 && tools[0].name === 'echo', `tools ${JSON.stringify(tools)}`);
    need(nextCursor === undefined, `there is more: ${nextCursor}`);
  });
  for (const [name, text, times] of JSON.parse(readFileSync(TEXTS, 'utf8'))) {
    await check(`echo: ${name}`, () => echo(text.repeat(times ?? 1)));
  }
  await check('echo with a progress token', () => echo('token', { onprogress: () => {} }));
  await check('echo without text', () => missing({}));
  await check('echo without arguments', () => missing(undefined));
  await check('an unknown tool', () =>
    refused(INVALID_PARAMS, peer.call({ name: 'no such tool', arguments: {} })));
  await check('a method the server lacks', () =>
    refused(METHOD_NOT_FOUND, peer.request('resources/list')));
  await check('a method nobody has', () =>
    refused(METHOD_NOT_FOUND, peer.request('x/y', { a: 1 })));
  await check('an unknown notification', async () => {
    await peer.notify('notifications/nonsense', { a: [1, {}] });
    await echo('after an unknown notification');
  });
  if (legacy) await check('ping', () => peer.ping());
  await check('50 calls at once', () => many(50), 3 * TIMEOUT);
  await check('calls that are cancelled', async () => {
    for (let turns = 0; turns < 10; turns += 1) {
      const stop = new AbortController();
      const given = echo('to be cancelled', { signal: stop.signal }).catch(() => {});
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      stop.abort('changed my mind');
      await given;
    }
    await echo('after the cancels');
  });
  await check('a call of 200 KB', () => echo('long '.repeat(40_000)));
  await check('50 calls at once again', () => many(50), 3 * TIMEOUT);
  await check('close', () => peer.close());
}

const [url, ...wanted] = process.argv.slice(2);
if (!url?.startsWith('http://')) {
  console.error('drive.mjs URL [CLIENT:ERA…]');
  process.exit(2);
}
const runs = wanted.length > 0 ? wanted : ALL;
await Promise.all(runs.map((run) => drive(...run.split(':'), url)));
console.log(`${passed} passed, ${failed} failed`);
// What comes to no end has said nothing.
process.exit(failed > 0 || passed < 28 * runs.length ? 1 : 0);
