// Judges what the suite wrote of a client: client_judge.mjs NAME RESULTS EXPECTED SET...
//
// A check that is not SUCCESS failed, whether the suite scores its scenario or not; INFO is what
// the suite notes beside its checks. The fixed list says how many must succeed, and which may be
// SKIPPED, by name. A client must also end in time, and with status 0.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [name, results, expected, ...sets] = process.argv.slice(2);
const quiet = Boolean(process.env.CONFORMANCE_QUIET);
// Left out by name: what needs an authorization server, and what is an extension's.
const LEFT_OUT = [/^auth\//, /^sep-2640-/];
const leftOut = (scenario) => LEFT_OUT.some((pattern) => pattern.test(scenario));

let passed = 0;
let failed = 0;
const say = (line) => console.log(line);
function fail(line) {
  failed += 1;
  say(line);
}

// The fixed list: set, scenario, checks that must succeed, names that may be skipped.
const wanted = new Map(sets.map((set) => [set, new Map()]));
for (const line of readFileSync(expected, 'utf8').split('\n')) {
  const [set, scenario, count, ...skipped] = line.split(' ');
  if (!line.startsWith('#') && scenario) {
    wanted.get(set)?.set(scenario, { least: Number(count), skipped: new Set(skipped) });
  }
}

const short = (text) => String(text ?? '').replace(/\s+/g, ' ').slice(0, 400);
const read = (...path) => {
  try {
    return readFileSync(join(results, ...path), 'utf8');
  } catch {
    return undefined;
  }
};

function judge(set, scenario, checks, { least, skipped }) {
  const lines = [];
  let good = 0;
  let bad = 0;
  const seen = new Set();
  for (const check of checks) {
    if (check.status === 'SUCCESS') {
      good += 1;
    } else if (check.status === 'SKIPPED' && skipped.has(check.name)) {
      seen.add(check.name);
    } else if (check.status !== 'INFO') {
      bad += 1;
      const why = short(check.errorMessage ?? check.details?.message ?? check.description);
      lines.push(`     ${check.status} ${check.id} (${check.name}): ${why}`);
    }
  }
  for (const check of skipped) {
    if (!seen.has(check)) {
      bad += 1;
      lines.push(`     NOT SKIPPED ${check}: the list says that it is`);
    }
  }
  // Only where nothing failed: else what is missing follows from what failed.
  if (bad === 0 && good < least) {
    bad += 1;
    lines.push(`     MISSING ${good} checks succeeded, the list wants ${least}`);
  }
  const status = read(`${set}.ends`, scenario)?.trim();
  if (status !== '0') {
    bad += 1;
    const why = status === undefined || status === '124' || status === '137'
      ? 'the client did not end in time' : `the client ended with status ${status}`;
    lines.push(`     ENDED ${why}`);
  }
  passed += good;
  failed += bad;
  if (bad === 0 && quiet) return;
  const words = [`${good} passed`];
  if (bad > 0) words.push(`${bad} failed`);
  if (seen.size > 0) words.push(`${seen.size} skipped by name`);
  say(`${bad === 0 ? 'ok  ' : 'FAIL'} ${set} ${scenario}: ${words.join(', ')}`);
  lines.forEach((line) => say(line));
}

let run = 0;
let authorization = 0;
for (const set of sets) {
  const list = wanted.get(set);
  if (list.size === 0) fail(`FAIL ${set}: the fixed list has no scenario of it`);
  const status = read(`${set}.status`)?.trim();
  if (status !== '0' && status !== '1') {
    const why = status === '124' || status === '137' ? 'took too long' : `ended with ${status}`;
    fail(`FAIL ${set}: the suite ${why}; see build/conformance/results/${name}-client/${set}.log`);
  }
  const found = new Map();
  let folders = [];
  try {
    folders = readdirSync(join(results, set));
  } catch {
    // Nothing was written: every scenario of the list is missing below.
  }
  for (const folder of folders) {
    if (folder === 'auth') {
      authorization += readdirSync(join(results, set, folder)).length;
      continue;
    }
    const scenario = /^(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder)?.[1];
    if (!scenario) {
      fail(`FAIL ${set}: a result that the judge cannot name: ${folder}`);
      continue;
    }
    // The suite writes none when a scenario threw.
    const checks = read(set, folder, 'checks.json');
    found.set(scenario, checks && JSON.parse(checks));
  }
  for (const [scenario, wants] of list) {
    const checks = found.get(scenario);
    run += 1;
    if (!found.has(scenario)) fail(`FAIL ${set} ${scenario}: was not run`);
    else if (!Array.isArray(checks) || checks.length === 0) {
      fail(`FAIL ${set} ${scenario}: came to no check`);
    } else judge(set, scenario, checks, wants);
  }
  for (const scenario of found.keys()) {
    if (!list.has(scenario)) fail(`FAIL ${set} ${scenario}: the fixed list does not know it`);
  }
}

// A newer suite may have more scenarios than its sets name: say so, and have them looked at.
const known = [...(read('list') ?? '').matchAll(/^ {2}- (\S+) \[/gm)].map((match) => match[1]);
const judged = new Set([...wanted.values()].flatMap((list) => [...list.keys()]));
const rest = known.filter((scenario) => !judged.has(scenario));
if (known.length === 0) fail('FAIL the suite does not list its scenarios');
if (wanted.size > 1) {
  for (const scenario of rest.filter((one) => !leftOut(one))) {
    fail(`FAIL ${scenario}: the suite has it, and no set of the fixed list does`);
  }
}
if (passed === 0) fail('FAIL no check succeeded');

const of = (pattern) => rest.filter((scenario) => pattern.test(scenario)).length;
say(`conformance: left out by name: auth/* (${of(LEFT_OUT[0])} scenarios, asked for ` +
  `${authorization} times), sep-2640-* (${of(LEFT_OUT[1])}, in no requirement set)`);
say(`conformance: ${name} client: ${run} scenarios of ${sets.join(' and ')}`);
say(`conformance: ${name} client: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
