// The official TypeScript clients drive the device, all of them side by side.
//
//     drive.mjs [CLIENT:ERA…] -- COMMAND…
//
// CLIENT is sdk (1.x), old (1.x as it was when the revision was the latest) or client (2.x).
// COMMAND becomes a machine whose serial line is its standard input and output; each connection has
// one of its own, two a client and revision: one with all capabilities and one with none. Prints a
// line a check, then the most stack that any device needed, and how many checks passed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MODERN } from '../../interop/peers.mjs';
import { Peer, sleep, TIMEOUT } from '../../interop/everything/peer.mjs';
import { ALL, PYTHON, Report, totals } from '../../interop/everything/report.mjs';
import { givenUp } from '../../interop/everything/tapped.mjs';
import * as checks from './checks.mjs';

const USUAL = ['sdk:2025-11-25', 'sdk:2025-06-18', 'old:2025-03-26', 'old:2024-11-05'];
const BOTH = ['client:2025-11-25', `client:${MODERN}`, 'client:auto'];
const PROFILES = { full: [full, 150], none: [few, 5] };
// More machines at once would only wait for the processors, and for time-outs.
const AT_ONCE = Number(process.env.DEVICES ?? 3);
// The most that any device needed.
let most = 0;

async function full(report, peer, directory) {
  const check = (what, step, ...more) => report.check(what, () => step(peer, ...more));
  await check('identity', checks.identity);
  await check('lists', checks.lists);
  await check("the client's own lists", checks.ownLists);
  await check('forty channels', checks.channels);
  for (const [n, one] of checks.DEVICE.set_pin.entries()) {
    await check(`set_pin ${n}`, checks.typed, one);
  }
  await check('measurements', checks.measure);
  await check('steps out of bounds', checks.badSteps);
  await check('two measurements, not three', checks.sideBySide);
  await check('errors', checks.errors);
  await check('a dump larger than the buffers', checks.dump);
  await check('cancelled measurements', checks.cancel, () => givenUp(directory));
  await check('cancelled dumps', checks.cancelDump);
  await check('the prompt', checks.prompt);
  const asks = peer.revision >= '2025-06-18' && peer.can.elicitation;
  if (asks) await check('rename', checks.rename);
  else await check('nobody can be asked', checks.unasked);
  if (peer.modern) return check('listening', checks.listen);
  await check('subscribing', checks.subscribe);
  return check('ping', checks.pings);
}

async function few(report, peer) {
  await report.check('nobody can be asked', () => checks.unasked(peer));
  await report.check('lists', () => checks.lists(peer));
  await report.check('measurements', () => checks.measure(peer));
}

async function connection(which, era, profile, command, root) {
  const report = new Report(`${which} ${era} ${profile}`);
  const directory = path.join(root, `${which}-${era}-${profile}`);
  const tap = path.join(checks.HERE, '../../interop/tap.py');
  const args = ['-S', tap, directory, '--', ...command];
  const [drive, enough] = PROFILES[profile];
  const peer = new Peer(which, era, profile);
  let connected = false;
  await report.check('connect', async () => {
    await peer.connect({ command: PYTHON, args, env: process.env });
    connected = true;
  }, 3 * TIMEOUT);
  if (connected) {
    await drive(report, peer, directory);
    const stack = await report.check('the stack', () => checks.stack(peer));
    most = Math.max(most, stack ?? 0);
    await report.check('close', () => peer.face.close());
    // They lose a report that comes in one piece with the answer, and are surprised by an answer
    // that was on its way when they cancelled; judge.py sees what should not have come.
    const known = /progress notification for an unknown|response for an unknown message ID/;
    const odd = peer.wrong.filter((why) => !known.test(why));
    report.line('nothing odd came', odd.length > 0 ? odd.join('; ') : undefined);
  }
  // The tap waits for the device to end, which it does not.
  await sleep(2500);
  await report.judge(path.join(checks.HERE, 'judge.py'), directory, era, String(enough));
}

async function main(wanted, command, root) {
  const profiles = process.env.FIRMWARE_PROFILES?.split(' ') ?? Object.keys(PROFILES);
  const all = profiles.flatMap((profile) =>
    wanted.map((one) => [...one.split(':'), profile]),
  );
  const worker = async () => {
    for (let run = all.shift(); run !== undefined; run = all.shift()) {
      await connection(...run, command, root);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  console.log(`stack ${most}`);
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
const log = mkdtempSync(path.join(tmpdir(), 'firmware-'));
await main(wanted.length > 0 ? wanted : [...USUAL, ...BOTH], command, log);
rmSync(log, { recursive: true, force: true });
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
