// What tap.py or proxy.py has written of a connection so far.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

function* records(directory) {
  for (const name of readdirSync(directory)) {
    // The last line may not be complete yet.
    const lines = readFileSync(path.join(directory, name), 'utf8').split('\n').slice(0, -1);
    yield* lines.map((text) => JSON.parse(text));
  }
}

// How many requests were cancelled and have no answer. Over HTTP a request of 2026-07-28 is
// cancelled when the socket of its response is closed.
export function givenUp(directory) {
  const [cancelled, asked] = [new Set(), new Map()];
  for (const { to, line, x, over } of records(directory)) {
    const { method, params, id } = line ? JSON.parse(line) : {};
    if (to === 'server' && method === 'notifications/cancelled') cancelled.add(params.requestId);
    if (to === 'client' && line && method === undefined) {
      cancelled.delete(id);
      asked.delete(x);
    }
    const isModern = params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined;
    if (to === 'server' && isModern) asked.set(x, id);
    if (over === 'client' && asked.has(x)) cancelled.add(asked.get(x));
  }
  return cancelled.size;
}
