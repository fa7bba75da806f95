// What tap.py has written of a connection so far.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

function* messages(directory) {
  for (const name of readdirSync(directory)) {
    // The last line may not be complete yet.
    const lines = readFileSync(path.join(directory, name), 'utf8').split('\n').slice(0, -1);
    for (const record of lines.map((text) => JSON.parse(text))) {
      if (record.line !== undefined) yield [record.to, JSON.parse(record.line)];
    }
  }
}

// How many requests were cancelled and have no answer.
export function givenUp(directory) {
  const cancelled = new Set();
  for (const [to, { method, params, id }] of messages(directory)) {
    if (to === 'server' && method === 'notifications/cancelled') cancelled.add(params.requestId);
    if (to === 'client' && method === undefined) cancelled.delete(id);
  }
  return cancelled.size;
}
