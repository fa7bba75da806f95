// The official TypeScript clients against the everything server, all of them side by side.
//
//     drive.mjs [CLIENT:ERA…] -- COMMAND…
//     drive.mjs [CLIENT:ERA…] -- URL          of proxy.py: the same over Streamable HTTP
//
// CLIENT is sdk (1.x), old (1.x as it was when the revision was the latest) or client (2.x). One
// connection with every capability drives all fixtures; further ones declare less, read pages, or
// are slow to answer.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LEGACY, releaseOf } from '../peers.mjs';
import * as modern from './modern.mjs';
import * as overHttp from './overhttp.mjs';
import { HERE, Peer, sleep, TIMEOUT } from './peer.mjs';
import { ALL, PYTHON, Report, totals } from './report.mjs';
import * as steps from './steps.mjs';
import { givenUp } from './tapped.mjs';

const PROFILES = ['full', 'sampling', 'none', 'paged', 'slow'];
// A page that holds few entries, so that a list has several; a server that does not wait for long.
const OPTIONS = { paged: ['--page', '600'], slow: ['--patience', '2000'] };
// More at once would only wait for the processors, and for time-outs.
const AT_ONCE = Number(process.env.INTEROP_AT_ONCE ?? 12);

async function full(report, peer, directory, beside) {
  const check = (what, step, ...more) => report.check(what, () => step(peer, ...more));
  // A check that hears of all changes: over HTTP of those of the others as well.
  const shared = async (...what) =>
    peer.url ? overHttp.alone(path.dirname(directory), () => check(...what)) : check(...what);
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
    await shared('subscriptions', steps.subscribe);
    await shared('list changes', steps.changed);
    await check('changed roots', steps.rootsChanged);
    if (!peer.url) return;
    await check('a call that is put off', overHttp.putOff);
    if (!overHttp.comesBack(peer)) lacks('to come back after the socket of a call broke');
    else await check('a call whose socket breaks', overHttp.brokenCall);
    await shared('a stream that breaks', overHttp.brokenStream);
    await check('an answer by its token', overHttp.byToken, beside('token'));
    await check('others with the same ids', overHttp.twins, beside);
    return;
  }
  for (const method of ['ping', 'logging/setLevel', 'resources/subscribe']) {
    lacks(`${method}, which it refuses to send in this era`);
  }
  lacks('a log level that does not exist; inputResponses that are no object');
  await shared('listening', modern.listen);
  await shared('the end of listens', modern.listenEnd);
  await check('rounds', modern.rounds);
  await check('states', modern.states);
  await check('wrong answers', modern.wrongAnswers);
  await check('rounds of a prompt', modern.prompts);
  if (!peer.url) return;
  lacks('that a call is lost with its socket in this era, but by its time-out');
  lacks('an answer of status 404, but as an error of HTTP');
  await check('a call that is not put off', overHttp.putOff);
  await shared('a listen whose socket breaks', overHttp.brokenListen);
  await shared('a listen that was closed', overHttp.nobodyListens);
  await check('others with the same ids', overHttp.twins, beside);
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

async function judgeWire(report, directory, peer, profile = peer.profile) {
  // The old releases send SIGTERM as soon as they close.
  const kills = peer.which === 'old' ? ['kills'] : [];
  await report.judge(path.join(HERE, 'judge.py'), directory, peer.era, profile, ...kills);
}

async function connection(which, era, profile, command, root) {
  const report = new Report(`${which} ${era} ${profile}`);
  const directory = path.join(root, `${which}-${era}-${profile}`);
  const more = OPTIONS[profile] ?? [];
  const server = overHttp.url(command, profile, directory) ?? {
    command: PYTHON,
    args: ['-S', path.join(HERE, '../tap.py'), directory, '--', ...command, ...more],
    env: process.env,
  };
  // The servers for clients more, whose messages are judged on their own.
  const others = new Set();
  const beside = (name) => {
    others.add(name);
    return overHttp.url(command, profile, `${directory}-${name}`);
  };
  const peer = new Peer(which, era, profile);
  let connected = false;
  await report.check('connect', async () => {
    await peer.connect(server);
    connected = true;
  }, 3 * TIMEOUT);
  if (connected) {
    if (peer.url && !peer.modern) {
      await report.check("the session's stream", () => overHttp.stream(peer));
    }
    await (profile === 'full' ? full : other)(report, peer, directory, beside);
    await report.check('close', () => peer.face.close());
  }
  await sleep(50);
  await judgeWire(report, directory, peer);
  for (const name of others) {
    const few = name === 'token' ? 'token' : 'twin';
    await judgeWire(report, `${directory}-${name}`, peer, few);
  }
}

async function main(wanted, command, root) {
  const profiles = (process.env.INTEROP_PROFILES ?? PROFILES.join(' ')).split(' ');
  const all = profiles.flatMap((profile) => wanted.map((one) => [...one.split(':'), profile]));
  // Since 2026-07-28 the server waits for nobody.
  const waits = ([, era, profile]) => profile !== 'slow' || LEGACY.includes(era);
  const isThere = ([which, era]) => !overHttp.lacks(command, which, era);
  const left = all.filter((run) => waits(run) && isThere(run));
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
