// Judges what the suite wrote: judge.mjs NAME RESULTS EXPECTED SET...
//
// A check that is not SUCCESS or INFO failed, whether the suite scores its scenario or not. INFO
// says that a check could not be made, so the fixed list says how many must succeed: a server that
// leaves something out must not pass for that.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [name, results, expected, ...sets] = process.argv.slice(2);
const quiet = Boolean(process.env.CONFORMANCE_QUIET);
// Scenarios of extensions: the first are in the set of 2026-07-28 and are run, but not judged; the
// others are in no set, so that the suite does not run them.
const LEFT_OUT = [/^tasks-/, /^sep-2640-/];
const leftOut = (scenario) => LEFT_OUT.some((pattern) => pattern.test(scenario));

let passed = 0;
let failed = 0;
const say = (line) => console.log(line);
function fail(line) {
  failed += 1;
  say(line);
}

// The fixed list: set, scenario, checks that must succeed.
const wanted = new Map(sets.map((set) => [set, new Map()]));
for (const line of readFileSync(expected, 'utf8').split('\n')) {
  const [set, scenario, count] = line.split(' ');
  if (!line.startsWith('#') && scenario) wanted.get(set)?.set(scenario, Number(count));
}

const short = (text) => String(text ?? '').replace(/\s+/g, ' ').slice(0, 400);

function judge(set, scenario, checks, least) {
  const count = { SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0, INFO: 0 };
  const lines = [];
  for (const check of checks) {
    count[check.status] = (count[check.status] ?? 0) + 1;
    if (check.status === 'SUCCESS') {
      passed += 1;
    } else if (check.status === 'INFO') {
      lines.push(`     info ${check.id}: ${short(check.description)}`);
    } else {
      failed += 1;
      const why = short(check.errorMessage ?? check.details?.message ?? check.description);
      lines.push(`     ${check.status} ${check.id} (${check.name}): ${why}`);
    }
  }
  // Only where nothing failed: else what is missing follows from what failed.
  const bad = checks.length - count.SUCCESS - count.INFO;
  if (bad === 0 && count.SUCCESS < least) {
    failed += 1;
    lines.push(`     MISSING ${count.SUCCESS} checks succeeded, the list wants ${least}`);
  }
  const good = bad === 0 && count.SUCCESS >= least;
  const words = [`${count.SUCCESS} passed`];
  if (count.FAILURE) words.push(`${count.FAILURE} failed`);
  if (count.WARNING) words.push(`${count.WARNING} warned`);
  if (count.SKIPPED) words.push(`${count.SKIPPED} skipped`);
  if (count.INFO) words.push(`${count.INFO} info`);
  if (good && quiet) return;
  say(`${good ? 'ok  ' : 'FAIL'} ${set} ${scenario}: ${words.join(', ')}`);
  lines.forEach((line) => say(line));
}

let run = 0;
let extensions = 0;
for (const set of sets) {
  const list = wanted.get(set);
  if (list.size === 0) fail(`FAIL ${set}: the fixed list has no scenario of it`);
  const status = readFileSync(join(results, `${set}.status`), 'utf8').trim();
  if (status !== '0' && status !== '1') {
    const why = status === '124' || status === '137' ? 'took too long' : `ended with ${status}`;
    fail(`FAIL ${set}: the suite ${why}; see build/conformance/results/${name}/${set}.log`);
  }
  const found = new Map();
  let folders = [];
  try {
    folders = readdirSync(join(results, set));
  } catch {
    // Nothing was written: every scenario of the list is missing below.
  }
  for (const folder of folders) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder)?.[1];
    if (!scenario) {
      fail(`FAIL ${set}: a result that the judge cannot name: ${folder}`);
      continue;
    }
    let checks;
    try {
      checks = JSON.parse(readFileSync(join(results, set, folder, 'checks.json'), 'utf8'));
    } catch {
      // The suite writes none when a scenario threw.
    }
    found.set(scenario, checks);
  }
  for (const [scenario, least] of list) {
    const checks = found.get(scenario);
    run += 1;
    if (!found.has(scenario)) fail(`FAIL ${set} ${scenario}: was not run`);
    else if (!Array.isArray(checks) || checks.length === 0) {
      fail(`FAIL ${set} ${scenario}: came to no check`);
    } else judge(set, scenario, checks, least);
  }
  for (const scenario of found.keys()) {
    if (leftOut(scenario)) extensions += 1;
    else if (!list.has(scenario)) fail(`FAIL ${set} ${scenario}: the fixed list does not know it`);
  }
}

// A newer suite may have more scenarios than its sets name: say so, and have them looked at.
const listed = readFileSync(join(results, 'list'), 'utf8');
const known = [...listed.matchAll(/^ {2}- (\S+) \[/gm)].map((match) => match[1]);
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
say(`conformance: left out by name: tasks-* (${of(LEFT_OUT[0])} scenarios, ${extensions} run and ` +
  `not judged), sep-2640-* (${of(LEFT_OUT[1])}, in no requirement set)`);
say(`conformance: ${name}: ${run} scenarios of ${sets.join(' and ')}`);
say(`conformance: ${name}: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
