// A connected official TypeScript client whose handlers answer as they were told to, and remember.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { connect, MODERN } from '../peers.mjs';
import { differs, short } from './match.mjs';

export const HERE = path.dirname(new URL(import.meta.url).pathname);
const table = (name) => JSON.parse(readFileSync(path.join(HERE, name), 'utf8'));
export const CASES = table('cases.json');
export const ASKS = table('asks.json').asks;
export const SAMPLE = 'sampling/createMessage';
export const ELICIT = 'elicitation/create';
export const ROOTS = 'roots/list';
// In the place of an answer: none is given until the handler is cancelled.
export const HOLD = 'hold';
export const UPDATED = 'notifications/resources/updated';
export const LOGGED = 'notifications/message';
export const changes = (list) => `notifications/${list}/list_changed`;
export const TIMEOUT = 1000 * Number(process.env.INTEROP_TIMEOUT ?? 10);

export const sleep = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
export function need(condition, message) {
  if (!condition) throw new Error(message);
}

// An answer to any question.
export function filled(method, params = {}) {
  const samples = { string: 'text', integer: 1, number: 1.5, boolean: true, array: [] };
  const fields = Object.entries(params.requestedSchema?.properties ?? {});
  const value = (field) => field.enum?.[0] ?? samples[field.type] ?? 'text';
  return {
    [ELICIT]: {
      action: 'accept',
      content: Object.fromEntries(fields.map(([name, field]) => [name, value(field)])),
    },
    [SAMPLE]: { role: 'assistant', content: { type: 'text', text: 'a word' }, model: 'interop' },
    [ROOTS]: { roots: [{ uri: 'file:///home', name: 'Home' }] },
  }[method];
}

// What a client of this kind can declare in this revision.
function abilities(which, revision, profile) {
  const all = {};
  if (profile === 'none') return all;
  all.sampling = which !== 'old' && revision >= '2025-11-25' ? { tools: {} } : {};
  if (profile === 'sampling') return all;
  all.roots = { listChanged: true };
  if (which !== 'old') all.elicitation = { form: { applyDefaults: true }, url: {} };
  else if (revision >= '2025-06-18') all.elicitation = {};
  return all;
}

// A result without what no case is about.
function plain(result) {
  const { _meta, resultType, isError, ttlMs, cacheScope, ...rest } = result;
  return isError ? { ...rest, isError } : rest;
}

export class Peer {
  expected = [];
  wrong = [];
  asked = [];
  logs = [];
  notes = [];
  held = [];
  answersAny = false;
  // The last error of an event stream.
  streams = '';

  constructor(which, era, profile) {
    Object.assign(this, { which, era, profile });
    this.revision = era === 'auto' ? MODERN : era;
    this.modern = this.revision === MODERN;
    this.can = abilities(which, this.revision, profile);
  }

  async connect(server) {
    this.url = typeof server === 'string' ? server : undefined;
    const requests = {};
    const kinds = { [SAMPLE]: 'sampling', [ELICIT]: 'elicitation', [ROOTS]: 'roots' };
    for (const [method, capability] of Object.entries(kinds)) {
      if (!(capability in this.can)) continue;
      requests[method] = (params, signal) => this.answer(method, params, signal);
    }
    const notes = { [LOGGED]: (params) => this.logs.push(params) };
    for (const method of [UPDATED, changes('tools'), changes('prompts'), changes('resources')]) {
      notes[method] = (params) => this.notes.push({ method, ...params });
    }
    const setup = { capabilities: this.can, requests, notes };
    this.face = await connect(this.which, this.era, server, TIMEOUT, setup);
    this.client = this.face.client;
    this.client.onerror = ({ message }) => {
      // These clients come back for what they cancelled, and say that nothing is there; whether
      // they should have found something is judged from what proxy.py wrote down.
      const ofStreams = /SSE stream|reconnection attempts/.test(message);
      if (!this.url || !ofStreams) this.wrong.push(`onerror: ${message}`);
      else this.streams = message;
    };
  }

  // What was told to be answered; what was asked is compared with what was expected.
  async answer(method, params, signal) {
    this.asked.push(method);
    if (this.answersAny) return filled(method, params);
    const at = this.expected.findIndex(([expected]) => expected === method);
    if (at < 0) {
      this.wrong.push(`nobody expected ${method} ${short(params)}`);
      throw new Error('unexpected');
    }
    const [[, wanted, result]] = this.expected.splice(at, 1);
    const why = differs(wanted, params, false);
    if (why !== undefined) this.wrong.push(`${method}: ${why}`);
    if (result !== HOLD) return structuredClone(result);
    this.held.push('waits');
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
    });
    this.held.push('cancelled');
    throw new Error('cancelled');
  }

  // The server must ask all this meanwhile, and nothing else.
  async expecting(answers, action) {
    this.wrong = [];
    this.asked = [];
    this.answersAny = answers === 'any';
    this.expected = this.answersAny ? [] : [...answers];
    const result = await action();
    need(this.wrong.length === 0, this.wrong.join('; '));
    const left = this.expected.map(([method]) => method);
    need(left.length === 0, `the handlers were not called: ${left}`);
    need(this.asked.length > 0 || answers !== 'any', 'no handler was called');
    return result;
  }

  // Waits for something that comes on its own, such as a notification.
  async until(holds, what) {
    for (let waited = 0; !holds(); waited += 5) {
      need(waited < TIMEOUT, `no sign of ${what}${this.streams ? `; ${this.streams}` : ''}`);
      await sleep(5);
    }
  }

  count = (method, uri) =>
    this.notes.filter((note) => note.method === method && (!uri || note.uri === uri)).length;

  async call(name, args, { meta, ...more } = {}) {
    const params = { name };
    if (args !== undefined) params.arguments = args;
    if (meta !== undefined) params._meta = meta;
    return plain(await this.face.call(params, more));
  }

  async prompt(name, args) {
    const params = args === undefined ? { name } : { name, arguments: args };
    return plain(await this.client.getPrompt(params, { timeout: TIMEOUT }));
  }

  // 2.x may take from its cache what the server says may be kept.
  async read(uri) {
    const options = { timeout: TIMEOUT, cacheMode: 'refresh' };
    return plain(await this.client.readResource({ uri }, options));
  }

  async complete(ref, name, value, args) {
    const params = { ref, argument: { name, value } };
    if (args !== undefined) params.context = { arguments: args };
    return (await this.client.complete(params, { timeout: TIMEOUT })).completion;
  }

  // A request that the client has no call for.
  raw = async (method, params) => this.face.request(method, params);

  // The error or the failed result of a call, as [code or undefined, text].
  async refused(promise) {
    let result;
    try {
      result = await promise;
    } catch (error) {
      const code = this.face.refusal(error);
      if (code === undefined) throw error;
      return [code, error.message];
    }
    need(result.isError, `neither an error nor isError but ${short(result)}`);
    return [undefined, short(result)];
  }
}
