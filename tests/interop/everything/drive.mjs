// The official TypeScript clients against the everything server, all of them side by side.
//
//     drive.mjs [CLIENT:ERA…] -- COMMAND…
//
// CLIENT is sdk (1.x), old (1.x as it was when the revision was the latest) or client (2.x). One
// connection with every capability drives all fixtures; further ones declare less, read pages, or
// are slow to answer.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LEGACY, MODERN, releaseOf } from '../peers.mjs';
import * as modern from './modern.mjs';
import { HERE, Peer, TIMEOUT } from './peer.mjs';
import * as steps from './steps.mjs';
import { givenUp } from './tapped.mjs';

const PYTHON = process.env.INTEROP_PYTHON ?? 'python3';
const ALL = [
  ...LEGACY.map((era) => `sdk:${era}`),
  ...LEGACY.slice(1).map((era) => `old:${era}`),
  ...[...LEGACY, MODERN, 'auto'].map((era) => `client:${era}`),
];
const PROFILES = ['full', 'sampling', 'none', 'paged', 'slow'];
// A page that holds few entries, so that a list has several; a server that does not wait for long.
const OPTIONS = { paged: ['--page', '600'], slow: ['--patience', '200'] };
// More at once would only wait for the processors, and for time-outs.
const AT_ONCE = 12;
const totals = { passed: 0, failed: 0 };

class Late extends Error {}

function within(milliseconds, promise) {
  let timer;
  const limit = new Promise((_, reject) => {
    const late = () => reject(new Late(`no end within ${milliseconds / 1000} s`));
    timer = setTimeout(late, milliseconds);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

class Report {
  late = 0;

  constructor(name) {
    this.name = name;
  }

  line(what, why) {
    totals[why === undefined ? 'passed' : 'failed'] += 1;
    const mark = why === undefined ? 'ok  ' : 'FAIL';
    console.log(`${mark} ${this.name}: ${what}${why === undefined ? '' : `: ${why}`}`);
  }

  lacks(client, what) {
    console.log(`--   ${this.name}: not supported by ${client}: ${what}`);
  }

  // Runs one check, bounded in time. After the second time-out the rest is not waited for.
  async check(what, action, milliseconds = 2 * TIMEOUT) {
    if (this.late > 1) return this.line(what, 'not tried after two time-outs');
    try {
      const result = await within(milliseconds, action());
      this.line(what);
      return result;
    } catch (error) {
      if (error instanceof Late || /timed out/i.test(error.message)) this.late += 1;
      const text = error.message.length < 300 ? error.message : `${error.message.slice(0, 250)}…`;
      return this.line(what, `${error.name} ${error.code ?? ''}: ${text}`);
    }
  }
}

async function full(report, peer, directory) {
  const check = (what, step, ...more) => report.check(what, () => step(peer, ...more));
  const lacks = (what) => report.lacks(releaseOf(peer.which, peer.era), what);
  await check('identity', steps.identity);
  const tools = (await check('lists', steps.lists)) ?? [];
  await check("the client's own lists", steps.ownLists);
  await check('a cursor that nobody gave', steps.badCursor);
  for (const one of steps.cases(peer)) {
    const what = steps.lacks(peer, one);
    if (what === undefined) await check(one.name, steps.perform, one);
    else lacks(`${what} (${one.name})`);
  }
  await check('completion', steps.completion);
  await check('logging', steps.logging);
  await check('progress', steps.progress);
  await check('unknown methods', steps.unknown);
  await check('a method of our own', steps.custom);
  await check('a large resource', steps.large);
  await check('all capabilities', steps.declared);
  if (peer.revision >= '2025-06-18') await check('structured content', steps.structured, tools);
  await check('a cancelled call', steps.cancelWork, () => givenUp(directory));
  if (!peer.modern) {
    await check('ping', steps.pings);
    await check('a cancelled question', steps.cancelQuestion);
    await check('subscriptions', steps.subscribe);
    await check('list changes', steps.changed);
    await check('changed roots', steps.rootsChanged);
    return;
  }
  for (const method of ['ping', 'logging/setLevel', 'resources/subscribe']) {
    lacks(`${method}, which it refuses to send in this era`);
  }
  lacks('a log level that does not exist; inputResponses that are no object');
  await check('listening', modern.listen);
  await check('the end of listens', modern.listenEnd);
  await check('rounds', modern.rounds);
  await check('states', modern.states);
  await check('wrong answers', modern.wrongAnswers);
  await check('rounds of a prompt', modern.prompts);
}

async function other(report, peer) {
  const check = (what, step, ...more) => report.check(what, () => step(peer, ...more));
  if (peer.profile === 'paged') {
    await check('lists in pages', steps.lists, 3);
    await check("the client's own lists", steps.ownLists, peer.which === 'client');
    return;
  }
  if (peer.profile === 'slow') {
    await check('an answer that does not come', steps.tooSlow);
    return;
  }
  await check('what the client lacks', steps.lacking);
  if (peer.profile === 'sampling') await check('what it has is used', steps.declared);
}

// The rules about the lines themselves are judged by the same program for every language.
async function judgeWire(report, directory, peer) {
  // The old releases send SIGTERM as soon as they close.
  const kills = peer.which === 'old' ? ['kills'] : [];
  const args = [path.join(HERE, 'judge.py'), directory, peer.era, peer.profile, ...kills];
  const judge = await new Promise((resolve) => {
    execFile(PYTHON, ['-S', ...args], { timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ stdout, problem: stderr || error });
    });
  });
  const found = judge.stdout.split('\n').filter((text) => text !== '');
  for (const text of found) {
    totals[text.startsWith('ok ') ? 'passed' : 'failed'] += 1;
    console.log(`${text.slice(0, 5)}${report.name}: ${text.slice(5)}`);
  }
  if (found.length === 0) report.line('wire', `could not be judged: ${judge.problem}`);
}

async function connection(which, era, profile, command, root) {
  const report = new Report(`${which} ${era} ${profile}`);
  const directory = path.join(root, `${which}-${era}-${profile}`);
  const more = OPTIONS[profile] ?? [];
  const server = {
    command: PYTHON,
    args: ['-S', path.join(HERE, '../tap.py'), directory, '--', ...command, ...more],
    env: process.env,
  };
  const peer = new Peer(which, era, profile);
  let connected = false;
  await report.check('connect', async () => {
    await peer.connect(server);
    connected = true;
  }, 3 * TIMEOUT);
  if (connected) {
    await (profile === 'full' ? full : other)(report, peer, directory);
    await report.check('close', () => peer.face.close());
  }
  await judgeWire(report, directory, peer);
}

async function main(wanted, command, root) {
  const profiles = (process.env.INTEROP_PROFILES ?? PROFILES.join(' ')).split(' ');
  const all = profiles.flatMap((profile) => wanted.map((one) => [...one.split(':'), profile]));
  // Since 2026-07-28 the server waits for nobody.
  const left = all.filter(([, era, profile]) => profile !== 'slow' || LEGACY.includes(era));
  const worker = async () => {
    for (let run = left.shift(); run !== undefined; run = left.shift()) {
      await connection(...run, command, root);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
}

const dashes = process.argv.indexOf('--');
const wanted = process.argv.slice(2, Math.max(dashes, 2));
const command = dashes > 0 ? process.argv.slice(dashes + 1) : [];
if (command.length === 0 || wanted.some((one) => !ALL.includes(one))) {
  console.error(`drive.mjs [${ALL.join('|')}…] -- COMMAND…`);
  process.exit(2);
}
console.debug = () => {};
const kept = process.env.INTEROP_LOG;
const log = kept ?? mkdtempSync(path.join(tmpdir(), 'interop-'));
await main(wanted.length > 0 ? wanted : ALL, command, log);
if (!kept) rmSync(log, { recursive: true, force: true });
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
