// What only HTTP has: event streams that are lost and taken up again, and others at the same time.

import { mkdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { resume } from '../peers.mjs';
import { short } from './match.mjs';
import { need, Peer, sleep, TIMEOUT, UPDATED } from './peer.mjs';
import { texts, WATCHED } from './steps.mjs';

// A run over HTTP is told the URL of proxy.py in the place of a command. Gives where the server is
// for the connection that is logged in this directory; else undefined.
export function url([base], profile, directory) {
  if (!base.startsWith('http://')) return undefined;
  const variant = ['paged', 'slow'].includes(profile) ? profile : 'shared';
  return `${base}/${variant}/${path.basename(directory)}/mcp`;
}

// The release of 2024-11-05 is older than this transport.
export const lacks = ([base], which, era) =>
  base.startsWith('http://') && which === 'old' && era === '2024-11-05';

// This release comes back for the answer of a call only if its stream ended in good order.
export const comesBack = ({ which, era }) => which !== 'old' || era !== '2025-06-18';

// Nobody else makes changes that are told to all, as long as this lasts.
export async function alone(root, action) {
  const place = path.join(root, 'alone');
  for (;;) {
    try {
      mkdirSync(place);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      await sleep(10);
    }
  }
  try {
    await action();
  } finally {
    rmdirSync(place);
  }
}

// Has the tap cut a socket, of the next call (cut-post) or of the session's event stream (cut-get),
// or waits until that is open.
async function tap(peer, what) {
  const [, base, name] = /^(.*)\/[^/]+\/([^/]+)\/mcp$/.exec(peer.url);
  const { status } = await fetch(`${base}/tap/${name}/${what}`, { method: 'POST' });
  need(status === 204, `the tap says ${status}`);
}

// The event stream of the session is there soon after its beginning.
export const stream = (peer) => tap(peer, 'open');

// The server ends the stream of a call before its answer, for which the client comes back.
export async function putOff(peer) {
  const result = await peer.call('test_reconnection');
  need(texts(result).length > 0 && !result.isError, short(result));
}

// The socket of a call breaks. Its client comes back for the rest.
export async function brokenCall(peer) {
  const seen = [];
  const onprogress = ({ progress }) => seen.push(progress);
  await tap(peer, 'cut-post');
  const result = await peer.call('test_wait', { milliseconds: 1500 }, { onprogress });
  need(texts(result)[0] === 'Waited 1500 ms.', short(result));
  const rises = seen.every((value, n) => n === 0 || value > seen[n - 1]);
  need(rises && seen.length > 20, `not all was reported: ${seen}`);
}

// The socket of a listen breaks: in 2026-07-28 it is lost, and the client is told so.
export async function brokenListen(peer) {
  await tap(peer, 'cut-post');
  const sub = await peer.client.listen({ toolsListChanged: true });
  await peer.call('test_trigger_tool_change');
  const end = await Promise.race([sub.closed, sleep(TIMEOUT / 2)]);
  need(end !== undefined && end !== 'local' && end !== 'graceful', `it ended ${end}`);
  const again = await peer.client.listen({ toolsListChanged: true });
  await again.close();
}

// The event stream of the session breaks. What it misses is told when it is there again.
export async function brokenStream(peer) {
  const before = peer.count(UPDATED, WATCHED);
  const seen = (count, what) =>
    peer.until(() => peer.count(UPDATED, WATCHED) >= before + count, what);
  const update = () => peer.call('test_update_watched_resource');
  await peer.client.subscribeResource({ uri: WATCHED });
  await update();
  await seen(1, 'the first update');
  await tap(peer, 'cut-get');
  await update();
  await update();
  await seen(3, 'what was missed');
  await update();
  await seen(4, 'what follows');
  await peer.client.unsubscribeResource({ uri: WATCHED });
}

// A call is begun on one transport and its answer read on another, by a resumption token.
export async function byToken(peer, server) {
  const tokens = [];
  const first = new Peer(peer.which, peer.era, 'none');
  await first.connect(server);
  const { sessionId } = first.face.transport;
  const request = {
    method: 'tools/call',
    params: {
      name: 'test_wait',
      arguments: { milliseconds: 800 },
      _meta: { progressToken: 'by token' },
    },
  };
  const onresumptiontoken = (token) => tokens.push(token);
  first.face.call(request.params, { onresumptiontoken }).catch(() => {});
  await peer.until(() => tokens.length > 1, 'two tokens');
  await first.client.close();
  const resumptionToken = tokens.at(-1);
  const more = { sessionId, resumptionToken, request, timeout: TIMEOUT };
  const result = await resume(peer.which, peer.era, server, more);
  need(texts(result)[0] === 'Waited 800 ms.', short(result));
}

// Two clients more, which count their requests as all do: each gets its own answers.
export async function twins(peer, beside) {
  let ready = 0;
  const one = async (number) => {
    const twin = new Peer(peer.which, peer.era, 'full');
    await twin.connect(beside(`twin${number}`));
    ready += 1;
    await peer.until(() => ready === 2, 'the other client');
    for (let count = 0; count < 10; count += 1) {
      const said = `${number} says ${count}`;
      const result = await twin.call('echo', { text: said });
      need(texts(result)[0] === said, `${said}: ${short(result)}`);
    }
    const waited = await twin.call('test_wait', { milliseconds: 100 + number });
    need(texts(waited)[0] === `Waited ${100 + number} ms.`, short(waited));
    await twin.face.close();
  };
  await Promise.all([1, 2].map(one));
}

// Who closed a listen has taken it back: none is left to be ended.
export async function nobodyListens(peer) {
  const sub = await peer.client.listen({ toolsListChanged: true });
  await sub.close();
  await sleep(50);
  const result = await peer.call('test_end_listens');
  need(texts(result)[0] === '0 listens end.', short(result));
}
