// Judges what the suite wrote: judge.mjs ROLE NAME RESULTS EXPECTED SET..., ROLE server or client.
//
// A check that is not SUCCESS or INFO failed, whether the suite scores its scenario or not. INFO
// says that a check could not be made, so the fixed list says how many must succeed, and which may
// be SKIPPED, by name: who leaves something out must not pass for that. A client must also end in
// time, and with status 0.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

// `leftOut`: scenarios that are left out by name, and `words` to say so. Those of the first kind
// are run, but not judged; the others are in no set, so that the suite does not run them. `ends`:
// how each scenario ended counts too.
const ROLES = {
  server: {
    title: '',
    folder: /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/,
    leftOut: [/^tasks-/, /^sep-2640-/],
    ends: false,
    words: (some, times, others) => `tasks-* (${some} scenarios, ${times} run and not judged), ` +
      `sep-2640-* (${others}, in no requirement set)`,
  },
  client: {
    title: ' client',
    folder: /^(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/,
    leftOut: [/^auth\//, /^sep-2640-/],
    ends: true,
    words: (some, times, others) => `auth/* (${some} scenarios, asked for ${times} times), ` +
      `sep-2640-* (${others}, in no requirement set)`,
  },
};

const [role, name, results, expected, ...sets] = process.argv.slice(2);
const rules = ROLES[role];
const title = `${name}${rules.title}`;
const quiet = Boolean(process.env.CONFORMANCE_QUIET);
const leftOut = (scenario) => rules.leftOut.some((pattern) => pattern.test(scenario));

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
const folders = (...path) => {
  try {
    return readdirSync(join(results, ...path));
  } catch {
    return []; // nothing was written: every scenario of the list is missing below
  }
};

function judge(set, scenario, checks, { least, skipped }) {
  const lines = [];
  const count = { SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0, INFO: 0 };
  let bad = 0;
  const seen = new Set();
  for (const check of checks) {
    if (check.status === 'SKIPPED' && skipped.has(check.name)) {
      seen.add(check.name);
      continue;
    }
    count[check.status] = (count[check.status] ?? 0) + 1;
    if (check.status === 'INFO') {
      if (!rules.ends) lines.push(`     info ${check.id}: ${short(check.description)}`);
    } else if (check.status !== 'SUCCESS') {
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
  if (bad === 0 && count.SUCCESS < least) {
    bad += 1;
    lines.push(`     MISSING ${count.SUCCESS} checks succeeded, the list wants ${least}`);
  }
  const status = rules.ends ? read(`${set}.ends`, scenario)?.trim() : '0';
  if (status !== '0') {
    bad += 1;
    const why = status === undefined || status === '124' || status === '137'
      ? 'the client did not end in time' : `the client ended with status ${status}`;
    lines.push(`     ENDED ${why}`);
  }
  passed += count.SUCCESS;
  failed += bad;
  if (bad === 0 && quiet) return;
  const words = [`${count.SUCCESS} passed`];
  if (count.FAILURE) words.push(`${count.FAILURE} failed`);
  if (count.WARNING) words.push(`${count.WARNING} warned`);
  if (count.SKIPPED) words.push(`${count.SKIPPED} skipped`);
  if (seen.size) words.push(`${seen.size} skipped by name`);
  if (count.INFO) words.push(`${count.INFO} info`);
  say(`${bad === 0 ? 'ok  ' : 'FAIL'} ${set} ${scenario}: ${words.join(', ')}`);
  lines.forEach((line) => say(line));
}

let run = 0;
let unjudged = 0;
for (const set of sets) {
  const list = wanted.get(set);
  if (list.size === 0) fail(`FAIL ${set}: the fixed list has no scenario of it`);
  const status = read(`${set}.status`)?.trim();
  if (status !== '0' && status !== '1') {
    const why = status === '124' || status === '137' ? 'took too long' : `ended with ${status}`;
    fail(`FAIL ${set}: the suite ${why}; see ${set}.log beside its results`);
  }
  const found = new Map();
  for (const folder of folders(set)) {
    // A client's scenarios of authorization are in a folder of their own.
    if (folder === 'auth') {
      unjudged += folders(set, folder).length;
      continue;
    }
    const scenario = rules.folder.exec(folder)?.[1];
    if (!scenario) {
      fail(`FAIL ${set}: a result that the judge cannot name: ${folder}`);
      continue;
    }
    // The suite writes no checks when a scenario threw.
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
    if (leftOut(scenario)) unjudged += 1;
    else if (!list.has(scenario)) fail(`FAIL ${set} ${scenario}: the fixed list does not know it`);
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

const [some, others] = rules.leftOut.map((it) => rest.filter((one) => it.test(one)).length);
say(`conformance: left out by name: ${rules.words(some, unjudged, others)}`);
say(`conformance: ${title}: ${run} scenarios of ${sets.join(' and ')}`);
say(`conformance: ${title}: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
