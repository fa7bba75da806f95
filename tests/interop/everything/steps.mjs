// What the TypeScript clients do with the everything server, one function a subject.

import { MODERN } from '../peers.mjs';
import { differs, short } from './match.mjs';
import { ASKS, CASES, changes, ELICIT, HOLD, need, SAMPLE, sleep, UPDATED } from './peer.mjs';

const [INVALID_PARAMS, METHOD_NOT_FOUND, MISSING] = [-32602, -32601, -32021];
export const WATCHED = 'test://watched-resource';
const LEVEL = 'io.modelcontextprotocol/logLevel';

export const texts = (result) =>
  (result.content ?? result.contents ?? (result.messages ?? []).map((one) => one.content))
    .filter((part) => 'text' in part && (part.type ?? 'text') === 'text')
    .map((part) => part.text);

// Without the `_meta` that a server may add anywhere, and without what is undefined.
const clean = (value) =>
  JSON.parse(JSON.stringify(value, (key, one) => (key === '_meta' ? undefined : one)));

// The cases of the tables that the revision of this connection has.
export const cases = ({ revision }) =>
  [...CASES.cases, ...ASKS].filter(
    (one) => (one.from ?? '') <= revision && revision <= (one.to ?? '9'),
  );

// What this client lacks for a case, or undefined.
export function lacks(peer, one) {
  if (one.needs === 'sampling.tools' && !peer.can.sampling?.tools) return 'sampling with tools';
  const asks = JSON.stringify(one.answers ?? '');
  if (asks.includes('"mode":"url"') && !peer.can.elicitation?.url) return 'elicitation by URL';
  if (asks.includes(ELICIT) && !peer.can.elicitation) return 'elicitation';
  return undefined;
}

const asking = (peer, one) => {
  if (one.call) return peer.call(one.call, one.arguments);
  return one.prompt ? peer.prompt(one.prompt, one.arguments) : peer.read(one.read);
};

// One case of the tables: asks for something and compares what comes.
export async function perform(peer, one) {
  let result;
  try {
    result = await peer.expecting(one.answers ?? [], () => asking(peer, one));
  } catch (error) {
    const code = peer.face.refusal(error);
    if (one.error === undefined || code === undefined) throw error;
    // 2.x shows −32002 as −32602; the judge of the wire sees the code itself.
    const hides = peer.which === 'client' && one.error === -32002;
    need(code === (hides ? INVALID_PARAMS : one.error), `error ${code} ${error.message}`);
    const why = differs(one.data ?? {}, error.data ?? {}, false);
    need(why === undefined, `data: ${why}`);
    return;
  }
  need(one.error === undefined, `no error but ${short(result)}`);
  need((result.isError ?? false) === (one.fails ?? false), short(result));
  for (const key of ['content', 'contents', 'messages']) {
    const why = key in one ? differs(one[key], clean(result[key])) : undefined;
    need(why === undefined, `${key}${why}`);
  }
  const said = texts(result).join(' ');
  need(one.text === undefined || said === one.text, `it says ${short(said)}`);
  for (const part of one.holds ?? []) need(said.includes(part), `no ${part} in ${short(said)}`);
}

export async function identity(peer) {
  const { client, face } = peer;
  const version = face.version();
  need(version === undefined || version === peer.revision, `it is ${version}`);
  const { name, version: release } = face.info();
  need(name === 'everything' && release, `it is ${name} ${release}`);
  const wanted = { ...CASES.capabilities };
  if (peer.revision === '2024-11-05') delete wanted.completions;
  const why = differs(wanted, clean(face.capabilities()));
  need(why === undefined, `capabilities: ${why}`);
  need(client.getInstructions === undefined || client.getInstructions(), 'no instructions');
  if (peer.modern) {
    const { supportedVersions } = await face.discover();
    need(supportedVersions.includes(MODERN), `it knows ${supportedVersions}`);
  }
}

// All entries of a list, over its pages.
async function pages(peer, method, key, atLeast = 1) {
  const entries = [];
  let [cursor, count] = [undefined, 0];
  do {
    const page = await peer.raw(method, cursor === undefined ? {} : { cursor });
    need(page[key].length > 0, 'an empty page');
    entries.push(...page[key]);
    cursor = page.nextCursor;
    count += 1;
  } while (cursor !== undefined && count < 200);
  need(count >= atLeast && count < 200, `${count} pages`);
  return entries;
}

export async function lists(peer, atLeast = 1) {
  const tools = await pages(peer, 'tools/list', 'tools', atLeast);
  const names = tools.map((tool) => tool.name);
  need(names.length === new Set(names).size, `a tool is listed twice among ${names}`);
  const missing = CASES.tools.filter((name) => !names.includes(name));
  need(missing.length === 0, `not listed: ${missing}`);
  for (const tool of tools) {
    need(tool.description && tool.inputSchema.type === 'object', short(tool));
    if (tool.name !== 'json_schema_2020_12_tool') continue;
    const why = differs(CASES.schema, tool.inputSchema);
    need(why === undefined, `schema${why}`);
  }
  const more = Math.min(atLeast, 2);
  const resources = await pages(peer, 'resources/list', 'resources', more);
  for (const [uri, kind] of Object.entries(CASES.resources)) {
    const found = resources.find((one) => one.uri === uri);
    need(found?.mimeType === kind && found.name && found.description, `${uri}: ${short(found)}`);
  }
  const templates = await pages(peer, 'resources/templates/list', 'resourceTemplates');
  for (const template of CASES.templates) {
    need(templates.some((one) => one.uriTemplate === template), `no ${template}`);
  }
  const prompts = await pages(peer, 'prompts/list', 'prompts', more);
  for (const [name, args] of Object.entries(CASES.prompts)) {
    const found = prompts.find((one) => one.name === name);
    const got = (found?.arguments ?? []).map((one) => one.name);
    need(found?.description && `${got}` === `${args}`, `${name}: ${short(found)}`);
  }
  return tools;
}

// The client's own calls, which check what they get; 2.x also goes through the pages.
export async function ownLists(peer, whole = true) {
  const { client } = peer;
  const options = { cacheMode: 'refresh' };
  const [tools, resources, templates, prompts] = await Promise.all([
    client.listTools(undefined, options),
    client.listResources(undefined, options),
    client.listResourceTemplates(undefined, options),
    client.listPrompts(undefined, options),
  ]);
  const names = tools.tools.map((tool) => tool.name);
  const missing = CASES.tools.filter((name) => !names.includes(name));
  need(!whole || missing.length === 0, `not listed: ${missing}`);
  need(names.length > 0 && resources.resources.length > 0, 'empty lists');
  need(templates.resourceTemplates.length > 0 && prompts.prompts.length > 0, 'empty lists');
}

export async function badCursor(peer) {
  for (const method of ['tools', 'resources', 'resources/templates', 'prompts']) {
    const [code] = await peer.refused(peer.raw(`${method}/list`, { cursor: 'no such page' }));
    need(code === INVALID_PARAMS, `${method}: error ${code}`);
  }
}

// Every tool that has an output schema: its text is the JSON of its structured content.
export async function structured(peer, tools) {
  const schemas = tools.filter((tool) => tool.outputSchema);
  need(schemas.length > 0, 'no tool has an output schema');
  for (const { name } of schemas) {
    const result = await peer.call(name, {});
    const wanted = JSON.stringify(result.structuredContent);
    need(wanted !== undefined, `${name}: ${short(result)}`);
    need(texts(result).includes(wanted), `no text says so too: ${short(result)}`);
  }
}

// The largest of the listed resources comes whole.
export async function large(peer) {
  const resources = await pages(peer, 'resources/list', 'resources');
  const sized = resources.map((one) => [one.size ?? 0, one.uri]).sort((a, b) => b[0] - a[0]);
  const [size, uri] = sized[0];
  need(size > 100_000, `the largest has ${size} bytes`);
  const [{ text }] = (await peer.read(uri)).contents;
  const got = Buffer.byteLength(text);
  need(got === size, `${uri} came with ${got} of ${size} bytes`);
}

export async function completion(peer) {
  const prompt = { type: 'ref/prompt', name: 'test_prompt_with_arguments' };
  const template = { type: 'ref/resource', uri: 'test://template/{id}/data' };
  const found = await peer.complete(prompt, 'arg1', '');
  const [first] = found.values;
  need(first, `nothing for arg1: ${short(found)}`);
  const again = await peer.complete(prompt, 'arg1', first.slice(0, 1));
  need(again.values.includes(first), `${first} is missing: ${short(again)}`);
  need(again.values.every((value) => value.startsWith(first[0])), short(again));
  const none = await peer.complete(prompt, 'arg1', 'no such beginning');
  need(none.values.length === 0, short(none));
  const ids = await peer.complete(template, 'id', '');
  need(ids.values.length === 100, `${ids.values.length} values instead of 100`);
  need(ids.hasMore === true && (ids.total ?? 101) > 100, short(ids));
  if (peer.revision >= '2025-06-18') {
    const without = await peer.complete(prompt, 'arg2', '');
    const given = await peer.complete(prompt, 'arg2', '', { arg1: first });
    need(`${given.values}` !== `${without.values}`, `the context changes nothing: ${short(given)}`);
  }
  for (const ref of [{ ...prompt, name: 'no_such' }, { ...template, uri: 'test://no/{such}' }]) {
    const [code] = await peer.refused(peer.complete(ref, 'arg1', ''));
    need(code === INVALID_PARAMS, `${short(ref)}: error ${code}`);
  }
}

// What a call of this tool logs.
async function logged(peer, tool, more) {
  peer.logs = [];
  await peer.call(tool, undefined, more);
  await sleep(50);
  return peer.logs.map(({ level, data }) => `${level} ${data}`);
}

export async function logging(peer) {
  const wanted = CASES.logs.map((text) => `info ${text}`);
  const tool = 'test_tool_with_logging';
  if (!peer.modern) {
    for (const [level, count] of [['debug', 3], ['warning', 0], ['info', 3]]) {
      await peer.client.setLoggingLevel(level);
      const got = await logged(peer, tool);
      need(`${got}` === `${wanted.slice(0, count)}`, `at ${level}: ${got}`);
    }
    const [code] = await peer.refused(peer.raw('logging/setLevel', { level: 'loud' }));
    need(code === INVALID_PARAMS, `an unknown level: error ${code}`);
    return;
  }
  const got = await logged(peer, tool, { meta: { [LEVEL]: 'debug' } });
  need(`${got}` === `${wanted}`, `${got}`);
  for (const name of ['test_logging_tool', tool]) {
    need((await logged(peer, name, { meta: { [LEVEL]: 'info' } })).length > 0, `${name}: nothing`);
    const none = await logged(peer, name);
    need(none.length === 0, `${name} without a level: ${none}`);
    const below = await logged(peer, name, { meta: { [LEVEL]: 'emergency' } });
    need(below.length === 0, `${name} below its level: ${below}`);
  }
}

// Five at once, each with steps of its own. What a client sees of them is no more than what was
// sent: it loses a report that comes in one piece with the answer. The judge of the wire sees all.
export async function progress(peer) {
  let seen = 0;
  const one = async () => {
    const got = [];
    const onprogress = ({ progress: done, total }) => got.push(`${done}/${total}`);
    await peer.call('test_tool_with_progress', undefined, { onprogress });
    await sleep(50);
    need('0/100,50/100,100/100'.startsWith(`${got}`), `${got}`);
    seen += got.length;
  };
  for (let round = 0; round < 5 && seen === 0; round += 1) {
    await Promise.all([1, 2, 3, 4, 5].map(one));
  }
  need(seen > 0, 'no progress was seen');
  await peer.call('test_tool_with_progress');
}

// A long call holds up no short one. It is given up, and not answered any more.
export async function cancelWork(peer, unanswered) {
  const before = unanswered();
  const stop = new AbortController();
  const wait = { milliseconds: 30_000 };
  let begun = 0;
  const onprogress = () => {
    begun += 1;
  };
  const call = peer.call('test_wait', wait, { signal: stop.signal, onprogress });
  const ended = call.then(
    () => 'answered',
    () => 'given up',
  );
  await peer.until(() => begun > 1, 'two reports');
  await peer.call('test_simple_text');
  stop.abort('changed my mind');
  need((await ended) === 'given up', 'it was answered');
  await peer.until(() => unanswered() > before, 'the cancel');
  await peer.call('test_simple_text');
  const result = await peer.call('test_wait', { milliseconds: 60 });
  need(texts(result)[0] === 'Waited 60 ms.', short(result));
}

// A call is given up while the server waits for an answer of ours: so it does not wait on.
export async function cancelQuestion(peer) {
  peer.held = [];
  const stop = new AbortController();
  await peer.expecting([[SAMPLE, {}, HOLD]], async () => {
    const call = peer
      .call('test_sampling', { prompt: 'never mind' }, { signal: stop.signal })
      .catch(() => {});
    await peer.until(() => peer.held.length > 0, 'the handler');
    stop.abort('changed my mind');
    await call;
    await peer.until(() => peer.held.includes('cancelled'), 'the question taken back');
  });
  await peer.call('test_simple_text');
}

// The server waits for an answer only so long: it takes its question back, and the call fails.
export async function tooSlow(peer) {
  peer.held = [];
  await peer.expecting([[SAMPLE, {}, HOLD]], async () => {
    await peer.refused(peer.call('test_sampling', { prompt: 'think' }));
    await peer.until(() => peer.held.includes('cancelled'), 'the question taken back');
  });
  await peer.call('test_simple_text');
}

export async function subscribe(peer) {
  const { client } = peer;
  const seen = () => peer.count(UPDATED, WATCHED);
  const update = async (count) => {
    await peer.call('test_update_watched_resource');
    await peer.until(() => seen() >= count, `update ${count}`);
    await sleep(30);
    need(seen() === count, `${seen()} updates instead of ${count}`);
  };
  const uri = { uri: WATCHED };
  await client.subscribeResource(uri);
  await update(1);
  await update(2);
  await client.unsubscribeResource(uri);
  await update(2);
  await client.unsubscribeResource(uri);
  await client.subscribeResource(uri);
  await client.subscribeResource(uri);
  await update(3);
}

export async function changed(peer) {
  const tools = { tool: 'tools', prompt: 'prompts', resource: 'resources' };
  for (const [name, list] of Object.entries(tools)) {
    const before = peer.count(changes(list));
    await peer.call(`test_trigger_${name}_change`);
    await peer.until(() => peer.count(changes(list)) > before, changes(list));
    await lists(peer);
  }
}

export async function unknown(peer) {
  for (const method of ['x/y', 'tools/nonsense']) {
    const [code] = await peer.refused(peer.raw(method, { a: [1] }));
    need(code === METHOD_NOT_FOUND, `${method}: error ${code}`);
  }
}

// A request of our own making, which both sides have to carry as it is.
export async function custom(peer) {
  const wanted = { deep: [{ a: false, b: [null, 1.5, 'é\u2028'] }] };
  const result = await peer.raw('test/echo', { arguments: wanted });
  need(differs(wanted, clean(result), false) === undefined, short(result));
}

export const pings = (peer) => Promise.all(Array.from({ length: 10 }, () => peer.face.ping()));

export async function rootsChanged(peer) {
  await peer.client.sendRootsListChanged();
  await peer.call('test_simple_text');
}

// A client that declares less: what it lacks is neither asked for nor passed over.
export async function lacking(peer) {
  // A server may refuse arguments that it does not know.
  const takes = { test_elicitation: { message: 'x' }, test_sampling: { prompt: 'x' } };
  const needs = {
    test_elicitation: 'elicitation',
    test_input_required_result_elicitation: 'elicitation',
    test_input_required_result_list_roots: 'roots',
  };
  if (peer.profile === 'none') {
    Object.assign(needs, { test_sampling: 'sampling', test_missing_capability: 'sampling' });
  }
  for (const [tool, capability] of Object.entries(needs)) {
    let found;
    const call = () => peer.call(tool, takes[tool] ?? {});
    await peer.expecting([], () => peer.refused(call().catch((error) => {
      found = error.data?.requiredCapabilities;
      throw error;
    }))).then(([code, said]) => {
      need(!peer.modern || code === MISSING, `${tool}: error ${code} ${said}`);
    });
    need(!peer.modern || typeof found?.[capability] === 'object', `${tool} needs ${short(found)}`);
  }
}

// Only what the client declared is asked for.
export async function declared(peer) {
  await peer.expecting('any', () => peer.call('test_input_required_result_capabilities'));
  const kinds = [SAMPLE, 'roots' in peer.can && 'roots/list', 'elicitation' in peer.can && ELICIT];
  const asked = new Set(peer.asked);
  need([...asked].every((kind) => kinds.includes(kind)), `asked ${peer.asked}`);
  need(asked.has(SAMPLE), `asked ${peer.asked}`);
}
