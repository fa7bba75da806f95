// What only 2026-07-28 has: listening, and the rounds of a call, driven by hand.

import { differs, short } from './match.mjs';
import { changes, ELICIT, filled, need, ROOTS, SAMPLE, sleep, UPDATED } from './peer.mjs';
import { texts, WATCHED } from './steps.mjs';

const INVALID_PARAMS = -32602;
const NAMED = 'test_input_required_result_';
const trigger = (peer, what) => peer.call(`test_trigger_${what}_change`);

function honours(sub, wanted) {
  const why = differs(wanted, sub.honoredFilter);
  need(why === undefined, `agreed to ${short(sub.honoredFilter)}: ${why}`);
}

// The client hands all notifications of its listens to the same handlers.
function counter(peer) {
  const methods = [changes('tools'), changes('prompts'), changes('resources'), UPDATED];
  const now = () => methods.map((method) => peer.count(method));
  let before = now();
  return async (wanted, what) => {
    const got = () => `${now().map((count, n) => count - before[n])}`;
    const goal = `${wanted}`;
    for (let waited = 0; waited < 2000 && got() !== goal; waited += 10) await sleep(10);
    await sleep(40);
    need(got() === goal, `${what}: ${got()} notifications instead of ${goal}`);
    before = now();
  };
}

export async function listen(peer) {
  const { client } = peer;
  const came = counter(peer);
  const filter = { promptsListChanged: true, resourceSubscriptions: [WATCHED] };
  const other = await client.listen(filter);
  honours(other, filter);
  const sub = await client.listen({ toolsListChanged: true });
  honours(sub, { toolsListChanged: true });
  await trigger(peer, 'tool');
  await came([1, 0, 0, 0], 'tools');
  await trigger(peer, 'prompt');
  await came([0, 1, 0, 0], 'prompts');
  await trigger(peer, 'resource');
  await came([0, 0, 0, 0], 'resources, which nobody listens to');
  await peer.call('test_update_watched_resource');
  await came([0, 0, 0, 1], 'the resource');
  await sub.close();
  await trigger(peer, 'tool');
  await trigger(peer, 'prompt');
  await came([0, 1, 0, 0], 'after the end of one');
  await other.close();
  need((await other.closed) === 'local' && (await sub.closed) === 'local', 'how they ended');
  await trigger(peer, 'prompt');
  await peer.call('test_update_watched_resource');
  await came([0, 0, 0, 0], 'after the end of both');
}

// The server ends all listens in good order, and takes new ones.
export async function listenEnd(peer) {
  const { client } = peer;
  const came = counter(peer);
  const subs = [
    await client.listen({ toolsListChanged: true }),
    await client.listen({ resourcesListChanged: true, toolsListChanged: true }),
    await client.listen({}),
  ];
  honours(subs[2], {});
  await trigger(peer, 'tool');
  await came([2, 0, 0, 0], 'two listens for tools');
  await peer.call('test_end_listens');
  const ends = await Promise.all(subs.map((sub) => Promise.race([sub.closed, sleep(2000)])));
  need(ends.every((end) => end === 'graceful'), `they ended ${ends}`);
  const again = await client.listen({ toolsListChanged: true });
  await trigger(peer, 'tool');
  await came([1, 0, 0, 0], 'a listen after the others');
  await again.close();
}

// One round, without the client's own loop.
async function ask(peer, name, answers, state) {
  const params = { name, arguments: {} };
  if (answers !== undefined) params.inputResponses = answers;
  if (state !== undefined) params.requestState = state;
  return peer.face.call(params, { allowInputRequired: true });
}

// It must be a question with these keys; gives its state.
function asked(result, keys, withState) {
  need(result.resultType === 'input_required', `no question but ${short(result)}`);
  const got = Object.entries(result.inputRequests ?? {});
  const methods = Object.fromEntries(got.map(([key, one]) => [key, one.method]));
  const why = differs(keys, methods);
  need(why === undefined, `it asks ${short(methods)}: ${why}`);
  const state = result.requestState;
  need(withState === undefined || (typeof state === 'string') === withState, `state ${state}`);
  return state;
}

const answersTo = (result) =>
  Object.fromEntries(
    Object.entries(result.inputRequests).map(([key, one]) => [key, filled(one.method, one.params)]),
  );

function done(result) {
  need(result.resultType !== 'input_required', `asks again: ${short(result)}`);
  need(!result.isError, `it failed: ${short(result)}`);
  return texts(result).join(' ');
}

// The keys of the questions, and that their answers end the call.
export async function rounds(peer) {
  const single = {
    elicitation: { user_name: ELICIT },
    sampling: { capital_question: SAMPLE },
    list_roots: { client_roots: ROOTS },
    multiple_inputs: { user_name: ELICIT, greeting: SAMPLE, client_roots: ROOTS },
  };
  for (const [name, keys] of Object.entries(single)) {
    const first = await ask(peer, NAMED + name);
    const state = asked(first, keys, name === 'multiple_inputs' ? true : undefined);
    done(await ask(peer, NAMED + name, answersTo(first), state));
  }
  const name = `${NAMED}multi_round`;
  const first = await ask(peer, name);
  const state = asked(first, { step1: ELICIT }, true);
  const second = await ask(peer, name, answersTo(first), state);
  const later = asked(second, { step2: ELICIT }, true);
  need(later !== state, 'the state of both rounds is the same');
  done(await ask(peer, name, answersTo(second), later));
}

// A state that was changed, or belongs to another call, is refused.
export async function states(peer) {
  let name = `${NAMED}request_state`;
  const other = await ask(peer, name);
  const sealed = asked(other, { confirm: ELICIT }, true);
  const said = done(await ask(peer, name, answersTo(other), sealed));
  need(said.includes('state-ok'), `no state-ok: ${said}`);
  name = `${NAMED}tampered_state`;
  const first = await ask(peer, name);
  const state = first.requestState;
  need(state, `no state: ${short(first)}`);
  const middle = state.length >> 1;
  const letter = state[middle] === 'A' ? 'B' : 'A';
  const flipped = state.slice(0, middle) + letter + state.slice(middle + 1);
  for (const wrong of [`${state}-TAMPERED`, state.slice(0, -1), flipped, sealed]) {
    const [code] = await peer.refused(ask(peer, name, answersTo(first), wrong));
    need(code === INVALID_PARAMS, `the state ${short(wrong)}: error ${code}`);
  }
  done(await ask(peer, name, answersTo(first), state));
}

// Missing answers are asked for again, further ones ignored, nonsense never completes.
export async function wrongAnswers(peer) {
  const name = `${NAMED}elicitation`;
  const first = await ask(peer, name);
  const state = asked(first, { user_name: ELICIT });
  const good = answersTo(first);
  asked(await ask(peer, name, { wrong_key: good.user_name }, state), { user_name: ELICIT });
  done(await ask(peer, name, { ...good, more: good.user_name }, state));
  for (const value of [42, null, 'text', []]) {
    try {
      const result = await ask(peer, name, { user_name: value }, state);
      need(result.resultType === 'input_required', `${short(value)}: ${short(result)}`);
    } catch (error) {
      const code = peer.face.refusal(error);
      need(code === INVALID_PARAMS, `${short(value)}: ${code} ${error.message}`);
    }
  }
}

export async function prompts(peer) {
  const name = `${NAMED}prompt`;
  const options = { allowInputRequired: true };
  const first = await peer.client.getPrompt({ name }, options);
  const requestState = asked(first, { user_context: ELICIT });
  const params = { name, inputResponses: answersTo(first) };
  if (requestState !== undefined) params.requestState = requestState;
  const last = await peer.client.getPrompt(params, options);
  need(last.messages?.length > 0, short(last));
}
