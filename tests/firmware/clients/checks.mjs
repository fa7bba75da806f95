// What the TypeScript clients do with the device, one function a subject.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MODERN } from '../../interop/peers.mjs';
import { differs, short } from '../../interop/everything/match.mjs';
import { ELICIT, need, sleep, UPDATED } from '../../interop/everything/peer.mjs';

export const HERE = path.dirname(new URL(import.meta.url).pathname);
export const DEVICE = JSON.parse(readFileSync(path.join(HERE, 'device.json'), 'utf8'));
const { pins: PINS, memory: MEMORY } = DEVICE;
const [INVALID_REQUEST, INVALID_PARAMS, METHOD_NOT_FOUND] = [-32600, -32602, -32601];
const [NO_RESOURCE, UNDECLARED] = [-32002, -32021];
const two = (n) => String(n).padStart(2, '0');
const CHANNELS = Array.from({ length: DEVICE.channels }, (_, n) => `read_channel_${two(n)}`);

// The text of `dump`.
function dumped() {
  const letter = (n) => (_, i) => String.fromCharCode(97 + ((n + i) % 26));
  const letters = (n) => Array.from({ length: DEVICE.dump.letters }, letter(n)).join('');
  const row = (_, n) => `${String(n).padStart(4, '0')} ${letters(n)}\n`;
  return Array.from({ length: DEVICE.dump.lines }, row).join('');
}

// The text of a result that is nothing but one text.
function said({ content }) {
  need(content.length === 1 && content[0].type === 'text', short(content));
  return content[0].text;
}

async function tells(peer, text, name, args, more) {
  const result = await peer.call(name, args, more);
  need(!result.isError && said(result) === text, `${name}: ${short(result)}, not ${short(text)}`);
}

async function fails(peer, text, name, args) {
  const result = await peer.call(name, args);
  need(result.isError, `${name} ${short(args)} did not fail: ${short(result)}`);
  const why = differs(text, said(result));
  need(why === undefined, `${name} ${short(args)}: ${why}`);
}

async function refused(peer, code, method, params = {}) {
  const [got, why] = await peer.refused(peer.raw(method, params));
  need(got === code, `${method} ${short(params)}: ${got} ${why} instead of ${code}`);
}

const channel = (peer, n) => tells(peer, `channel ${two(n)}: ${(n * 37) % 1024}`, CHANNELS[n], {});

async function textOf(peer, uri) {
  const { contents } = await peer.read(uri);
  need(contents.length === 1 && contents[0].uri === uri, short(contents));
  need(contents[0].mimeType === 'text/plain', short(contents));
  return contents[0].text;
}

// The bytes of stack that were used at worst since the device was switched on.
export async function stack(peer) {
  const [, count] = /^stack (\d+)$/.exec(await textOf(peer, MEMORY)) ?? [];
  need(count > 0 && count < 65536, `stack ${count}`);
  return Number(count);
}

export async function identity({ face, revision, modern }) {
  const version = face.version();
  need(version === undefined || version === revision, `it is ${version}`);
  const wanted = { ...DEVICE.identity };
  if (revision < '2025-06-18') delete wanted.title;
  const why = differs(wanted, face.info());
  need(why === undefined, `identity: ${why}`);
  const announced = JSON.stringify(face.capabilities(), (_, one) => one || undefined);
  const other = differs(DEVICE.capabilities, JSON.parse(announced));
  need(other === undefined, `capabilities: ${other}`);
  if (!modern) return;
  const { supportedVersions } = await face.discover();
  need(supportedVersions.includes(MODERN), `it knows ${supportedVersions}`);
}

async function pages(peer, method, key) {
  const entries = [];
  let [cursor, count] = [undefined, 0];
  do {
    const page = await peer.raw(method, cursor === undefined ? {} : { cursor });
    need(page[key].length > 0, 'an empty page');
    entries.push(...page[key]);
    cursor = page.nextCursor;
    count += 1;
    need(count < 60, 'the list has no end');
  } while (cursor !== undefined);
  return [entries, count];
}

export async function lists(peer) {
  const [tools, count] = await pages(peer, 'tools/list', 'tools');
  need(count > 1, 'all tools came on one page');
  const names = tools.map((tool) => tool.name);
  need(`${names}` === `${[...DEVICE.tools, ...CHANNELS]}`, `${names.length} tools: ${names}`);
  for (const [n, tool] of tools.entries()) {
    const number = n - DEVICE.tools.length;
    const wanted = number >= 0 ? `Reads channel ${two(number)}` : '~.+';
    const why = differs(wanted, tool.description);
    need(why === undefined && tool.inputSchema.type === 'object', `${short(tool)}: ${why}`);
    const has = tool.name === 'set_pin' && peer.revision >= '2025-06-18';
    need((tool.outputSchema !== undefined) === has, short(tool));
  }
  const { required, properties } = tools.find((tool) => tool.name === 'set_pin').inputSchema;
  need(`${required.sort()}` === 'level,pin', short(required));
  need(`${Object.keys(properties).sort()}` === 'duty,label,level,pin', short(properties));
  const [resources] = await pages(peer, 'resources/list', 'resources');
  need(`${resources.map((one) => one.uri)}` === `${[PINS, MEMORY]}`, short(resources));
  const [prompts] = await pages(peer, 'prompts/list', 'prompts');
  need(prompts.length === 1 && prompts[0].name === 'diagnose', short(prompts));
  need(prompts[0].arguments[0].required === true, short(prompts));
}

// The client's own calls, which check what they get; 2.x also goes through the pages.
export async function ownLists({ client, which }) {
  const options = { cacheMode: 'refresh' };
  const { tools } = await client.listTools(undefined, options);
  const all = DEVICE.tools.length + DEVICE.channels;
  need(which === 'client' ? tools.length === all : tools.length > 0, `${tools.length} tools`);
  const { resources } = await client.listResources(undefined, options);
  const { prompts } = await client.listPrompts(undefined, options);
  need(resources.length === 2 && prompts.length === 1, `${resources.length} ${prompts.length}`);
}

export async function channels(peer) {
  for (let n = 0; n < DEVICE.channels; n += 1) await channel(peer, n);
}

export async function typed(peer, one) {
  const args = one.arguments;
  const before = await textOf(peer, PINS);
  if (one.fails !== undefined) {
    await fails(peer, one.fails, 'set_pin', args);
    need((await textOf(peer, PINS)) === before, 'a pin changed');
    return;
  }
  const result = await peer.call('set_pin', args);
  need(!result.isError, `it failed: ${short(result)}`);
  const structured = peer.revision >= '2025-06-18';
  need((result.structuredContent !== undefined) === structured, short(result));
  for (const got of [JSON.parse(said(result)), result.structuredContent ?? one.gives]) {
    const why = differs(one.gives, got);
    need(why === undefined, why);
  }
  const letter = args.level[0].toUpperCase();
  const wanted = before.slice(0, args.pin) + letter + before.slice(args.pin + 1);
  const got = await textOf(peer, PINS);
  need(got === wanted && got.length === 16, `the pins are ${got} instead of ${wanted}`);
}

// A client loses the reports that it reads in one piece with the answer, which are all of them when
// it was kept waiting for so long; then it tries again. judge.py sees all.
export async function measure(peer) {
  const all = Array.from({ length: 8 }, (_, n) => `${n + 1}/8`);
  const seen = [];
  const onprogress = ({ progress, total }) => seen.push(`${progress}/${total}`);
  for (let turn = 0; turn < 5 && seen.length === 0; turn += 1) {
    const begun = Date.now();
    await tells(peer, 'measured 8 times', 'measure', { steps: 8 }, { onprogress });
    const took = Date.now() - begun;
    need(took > 300 && took < 8000, `8 steps took ${took} ms`);
    await sleep(50);
    need(`${all}`.startsWith(`${seen}`), `reported ${seen}`);
  }
  need(seen.length > 0, 'nothing was ever reported');
  await tells(peer, 'measured 1 times', 'measure', { steps: 1 });
  await tells(peer, 'measured 10 times', 'measure', {});
  await tells(peer, 'measured 10 times', 'measure', undefined, { onprogress });
}

export async function badSteps(peer) {
  for (const steps of [0, 101, -1, 4294967297]) {
    await fails(peer, 'steps is out of bounds', 'measure', { steps });
  }
  for (const steps of ['ten', 1.5, true]) await fails(peer, '~.*steps.*', 'measure', { steps });
}

// Two measurements at a time, not three; and all else goes on meanwhile.
export async function sideBySide(peer) {
  let begun = 0;
  const one = (steps) => {
    let first = 1;
    const onprogress = () => {
      begun += first;
      first = 0;
    };
    return tells(peer, `measured ${steps} times`, 'measure', { steps }, { onprogress });
  };
  const both = Promise.all([one(61), one(62)]);
  // Its failure is told below; it must not count as one that nobody hears of.
  both.catch(() => {});
  await peer.until(() => begun === 2, 'both to begin');
  await fails(peer, 'busy', 'measure', { steps: 2 });
  await channel(peer, 11);
  await errors(peer);
  await fails(peer, 'busy', 'measure');
  await dump(peer);
  await both;
  await tells(peer, 'measured 2 times', 'measure', { steps: 2 });
}

export async function errors(peer) {
  for (const name of ['read_channel_40', 'read_channel_0', undefined]) {
    await refused(peer, INVALID_PARAMS, 'tools/call', { name, arguments: {} });
  }
  await refused(peer, METHOD_NOT_FOUND, 'x/y', { a: [1] });
  await refused(peer, METHOD_NOT_FOUND, 'tools/nonsense');
  await refused(peer, INVALID_PARAMS, 'prompts/get', { name: 'no-such' });
  // 2.x shows −32002 as −32602; the judge of the wire sees the code itself.
  const missing = peer.modern || peer.which === 'client' ? INVALID_PARAMS : NO_RESOURCE;
  await refused(peer, missing, 'resources/read', { uri: 'device://no-such' });
  for (const list of ['tools', 'resources', 'prompts']) {
    await refused(peer, INVALID_PARAMS, `${list}/list`, { cursor: 'no such page' });
  }
}

export async function dump(peer) {
  const text = said(await peer.call('dump', {}));
  const wanted = dumped();
  if (text === wanted) return;
  const at = [...wanted].findIndex((letter, n) => text[n] !== letter);
  throw new Error(`${text.length} of ${wanted.length} characters, wrong from ${at}`);
}

// A measurement is given up: it is not answered any more, and makes room for others.
export async function cancel(peer, unanswered) {
  for (let round = 0; round < 3; round += 1) {
    const [before, stop] = [unanswered(), new AbortController()];
    let begun = 0;
    const onprogress = () => {
      begun += 1;
    };
    const call = peer.call('measure', { steps: 100 }, { signal: stop.signal, onprogress });
    const ended = call.then(
      () => 'answered',
      () => 'given up',
    );
    await peer.until(() => begun > 1, 'two reports');
    stop.abort('changed my mind');
    need((await ended) === 'given up', 'it was answered');
    await peer.until(() => unanswered() > before, 'the cancel');
    await channel(peer, 3);
  }
  await tells(peer, 'measured 4 times', 'measure', { steps: 4 });
}

// A dump is given up on its way: the line stays one of whole messages, whatever came through.
export async function cancelDump(peer) {
  for (const moment of [0, 2, 10]) {
    const stop = new AbortController();
    const call = peer.call('dump', {}, { signal: stop.signal }).catch(() => {});
    await sleep(moment);
    stop.abort('changed my mind');
    await call;
    await channel(peer, 5);
  }
  await dump(peer);
}

export async function prompt(peer) {
  for (const part of ['lamp', 'the "left" ☃']) {
    const pins = await textOf(peer, PINS);
    const { messages } = await peer.prompt('diagnose', { part });
    const content = { type: 'text', text: `Diagnose ${part}. Pins: ${pins}` };
    const why = differs([{ role: 'user', content }], messages);
    need(why === undefined, why);
  }
  for (const args of [undefined, { whole: 'lamp' }]) {
    const [code] = await peer.refused(peer.prompt('diagnose', args));
    need(code === INVALID_PARAMS, `with ${short(args)}: ${code}`);
  }
}

export async function rename(peer) {
  const asked = async (answer) => {
    const answers = [[ELICIT, DEVICE.question, answer]];
    const result = await peer.expecting(answers, () => peer.call('rename', {}));
    return `${result.isError ?? false}: ${said(result)}`;
  };
  for (const name of ['lamp', 'the "left" ☃']) {
    const got = await asked({ action: 'accept', content: { name } });
    need(got === `false: called ${name}`, `accepted: ${got}`);
  }
  for (const action of ['decline', 'cancel']) {
    const got = await asked({ action });
    need(got === 'true: no name was given', `${action}: ${got}`);
  }
  await channel(peer, 7);
}

// A client that cannot be asked is told so, with what it lacks.
export async function unasked(peer) {
  let found;
  const call = peer.call('rename', {}).catch((error) => {
    found = error.data?.requiredCapabilities;
    throw error;
  });
  const [code, why] = await peer.refused(call);
  need(code === (peer.modern ? UNDECLARED : INVALID_REQUEST), `error ${code} ${why}`);
  need(!peer.modern || found?.elicitation !== undefined, `it needs ${short(found)}`);
}

const change = (peer, level) => peer.call('set_pin', { pin: 1, level });

// Counts the updates of the pins: update() makes one and waits, none() sees that there is no other.
function counter(peer) {
  const seen = () => peer.count(UPDATED, PINS);
  let count = seen();
  const none = async (what) => {
    await channel(peer, 1);
    await sleep(50);
    need(seen() === count, `${what}: ${seen()} updates instead of ${count}`);
  };
  const update = async () => {
    count += 1;
    await change(peer, count % 2 ? 'high' : 'low');
    await peer.until(() => seen() >= count, `update ${count}`);
  };
  return { none, update };
}

export async function subscribe(peer) {
  const { none, update } = counter(peer);
  const uri = { uri: PINS };
  await change(peer, 'low');
  await none('before');
  await peer.client.subscribeResource(uri);
  await update();
  await update();
  await peer.call('set_pin', { pin: 16, level: 'high' });
  await none('after a call that failed');
  await peer.client.unsubscribeResource(uri);
  await change(peer, 'low');
  await none('after the end');
  await peer.client.subscribeResource(uri);
  await peer.client.subscribeResource(uri);
  await update();
  await none('after subscribing twice');
  await peer.client.unsubscribeResource(uri);
}

export async function listen(peer) {
  const { client } = peer;
  const { none, update } = counter(peer);
  const filter = { resourceSubscriptions: [PINS] };
  const one = await client.listen(filter);
  const why = differs(filter, one.honoredFilter);
  need(why === undefined, `agreed to ${short(one.honoredFilter)}`);
  await update();
  await update();
  await peer.call('set_pin', { pin: 16, level: 'high' });
  await none('after a call that failed');
  const other = await client.listen({ resourceSubscriptions: [MEMORY] });
  await update();
  await none('of a resource that did not change');
  await other.close();
  await update();
  await one.close();
  await change(peer, 'low');
  await none('after the end');
}

export async function pings(peer) {
  for (let n = 0; n < 10; n += 1) await peer.face.ping();
}
