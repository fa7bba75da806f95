// What an application does in a transcript. Each act is given the run, which has a server and the
// time, what stands behind its verb, and the event that it is about; it yields what is sent.

import assert from "node:assert/strict";
import { SansmcpError } from "sansmcp";

const encoder = new TextEncoder();

/** What stands before the first blank, and what behind it. */
export function head(text) {
  const at = text.indexOf(" ");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

export function decoded(words) {
  return words.includes("\\") ? JSON.parse(`"${words}"`) : words;
}

export function hex(text) {
  return new Uint8Array(Buffer.from(text.replaceAll(" ", ""), "hex"));
}

function number(text) {
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
}

function* pieces({ server }, ticket, data) {
  let rest = data;
  do {
    const { taken, out } = server.piece(ticket, rest);
    yield out;
    assert.ok(taken > 0 || rest.length === 0, "a piece took nothing");
    rest = rest.subarray(taken);
  } while (rest.length > 0);
}

/** The members of a JSON object, their values as they were written. */
function members(text) {
  const found = [];
  for (let at = text.indexOf("{") + 1; !/^\s*\}/.test(text.slice(at)); ) {
    const name = valueAt(text, at);
    const value = valueAt(text, text.indexOf(":", name.end) + 1);
    found.push([JSON.parse(name.text), value.text]);
    at = value.end + (text[value.end] === "," ? 1 : 0);
  }
  return found;
}

/** One value of JSON as it was written, and where it ends. */
function valueAt(text, from) {
  const start = from + /^\s*/.exec(text.slice(from))[0].length;
  let depth = 0;
  for (let at = start; ; at += 1) {
    const string = /^"(?:[^"\\]|\\.)*"/.exec(text.slice(at));
    if (string) at += string[0].length - 1;
    else if ("{[".includes(text[at])) depth += 1;
    else if ("}]".includes(text[at])) depth -= 1;
    if (depth === 0 && /[\s,:}\]]|^$/.test(text[at + 1] ?? "")) {
      return { text: text.slice(start, at + 1), end: at + 1 };
    }
  }
}

export function* request({ server, now, limits }, rest, ticket, session) {
  const [method, params] = head(rest);
  yield server.request(ticket, method, params, { session, now, ...limits }).out;
}

export function* log({ server }, rest, ticket, session) {
  const [level, more] = head(rest);
  const [logger, text] = head(more);
  const options = { logger: logger === "-" ? undefined : logger, ticket, session };
  yield server.log(level, text, options);
}

export function* notify({ server }, rest, ticket, session) {
  const [method, params] = head(rest);
  yield server.notify(method, params, { ticket, session });
}

export const ACTS = {
  *keep(run, rest, event) {
    run.kept.set(rest, event);
  },
  *reply({ server }, _, event) {
    yield server.reply(event);
  },
  *echo({ server }, _, event) {
    if (event.kind !== "callTool" || event.name !== "echo") return yield server.reply(event);
    const answer = server.answer(event.ticket);
    if (typeof event.arguments?.text !== "string") {
      return yield answer.fail("text is missing").end();
    }
    // As it was written: a transcript is compared byte by byte.
    return yield answer.textJson(event.argumentJson("text")).end();
  },
  *answer({ server }, text, { ticket }) {
    yield server.answer(ticket).text(text).end();
  },
  *fail({ server }, text, { ticket }) {
    yield server.answer(ticket).fail(text).end();
  },
  *result({ server }, json, { ticket }) {
    yield server.resultJson(ticket, json);
  },
  *error({ server }, rest, { ticket }) {
    const [code, text] = head(rest);
    yield server.error(ticket, Number(code), text);
  },
  *progress({ server }, rest, { ticket }) {
    const [progress, more] = head(rest);
    const [total, text] = head(more);
    const of = ["-", ""].includes(total) ? undefined : number(total);
    yield server.progress(ticket, number(progress), of, text || undefined);
  },
  *begin({ server }, rest, { ticket }) {
    const [type, ...words] = rest.split(" ");
    const [mimeType, uri] = words.reverse();
    yield server.begin(ticket, { type, mimeType, uri });
  },
  *piece(run, text, { ticket }) {
    yield* pieces(run, ticket, encoder.encode(text));
  },
  *piecex(run, text, { ticket }) {
    yield* pieces(run, ticket, hex(text));
  },
  *end({ server }, text, { ticket }) {
    yield server.end(ticket, text || undefined);
  },
  *begin_reply({ server }, _, event) {
    yield server.beginReply(event);
  },
  *cancelled({ server }, rest, { ticket }) {
    assert.equal(server.isCancelled(ticket) ? "yes" : "no", rest);
  },
  *abandon({ server }, _, { ticket }) {
    server.abandon(ticket);
  },
  *contents({ server }, rest, { ticket }) {
    const [uri, text] = head(rest);
    yield server.contents(ticket).text(uri, text, { mimeType: "text/plain" }).end();
  },
  *contents_hex({ server }, rest, { ticket }) {
    const [uri, data] = head(rest);
    yield server.contents(ticket).blob(uri, hex(data)).end();
  },
  *no_contents({ server }, _, { ticket }) {
    yield server.contents(ticket).end();
  },
  *messages({ server }, text, { ticket }) {
    yield server.messages(ticket).text("user", text).end();
  },
  *values({ server }, rest, { ticket }) {
    const completion = server.completion(ticket);
    for (const value of rest.split(" ").filter(Boolean)) completion.value(value);
    yield completion.end();
  },
  *many_values({ server }, rest, { ticket }) {
    const completion = server.completion(ticket);
    for (let index = 0; index < Number(rest); index += 1) completion.value(`v${index}`);
    yield completion.end();
  },
  *log(run, rest, { ticket }) {
    yield* log(run, rest, ticket);
  },
  *notify(run, rest, { ticket }) {
    yield* notify(run, rest, ticket);
  },
  *request(run, rest, { ticket }) {
    yield* request(run, rest, ticket);
  },
  *accept({ server }, rest, event) {
    yield server.accept(event, rest.split(" "));
  },
  *end_listen({ server }, _, { ticket }) {
    server.endListen(ticket);
  },
  *input(_, rest, event) {
    const [key, wanted] = head(rest);
    assert.equal(event.inputJson(key) ?? "-", wanted);
  },
  *state(_, rest, event) {
    assert.equal(event.requestState ?? "-", decoded(rest));
  },
  *ask(run, rest, event) {
    const [state, asked] = head(rest);
    const inputs = members(asked).map(([key, text]) => {
      const { method, params } = Object.fromEntries(members(text));
      return { key, method: JSON.parse(method), params };
    });
    const { now, limits } = run;
    const words = { state: state === "-" ? undefined : state, now, ...limits };
    const out = run.server.ask(event, inputs, words);
    if (out.keep !== undefined) run.questions.set(event.ticket, out.keep);
    yield out;
  },
  *resume(run, _, event) {
    const { now, limits, questions } = run;
    const done = run.server.resume(event, questions.get(event.parent) ?? "", { now, ...limits });
    if (done.kind === undefined) {
      questions.set(event.parent, done.keep ?? "");
      return yield done;
    }
    questions.delete(event.parent);
    run.events.push(done);
  },
  *kept({ questions }, rest, event) {
    assert.equal(questions.get(event.ticket) ?? "-", rest);
  },
  *undeclared({ server }, rest, { ticket }) {
    const names = rest.split(" ").map((name) => name.replace(/^elicitation$/, "$&.form"));
    yield server.undeclared(ticket, ...names);
  },
};

/** What is done without a request; the session is that of the last event. */
export const SERVERS_ACTS = {
  *next({ server }) {
    const out = server.nextOutput();
    if (out) yield out;
  },
  *updated({ server }, uri) {
    yield* server.updated(uri);
  },
  *log_connection(run, rest, session) {
    yield* log(run, rest, 0, session);
  },
  *notify_connection(run, rest, session) {
    yield* notify(run, rest, 0, session);
  },
  *request_connection(run, rest, session) {
    yield* request(run, rest, 0, session);
  },
  *limits(run, rest) {
    const [idleMs, hardMs] = rest.split(" ").map(Number);
    run.limits = { idleMs, hardMs };
  },
  *open({ server }, count) {
    assert.equal(server.open().length, Number(count));
  },
  *listens({ server }, count) {
    assert.equal(server.listens().length, Number(count));
  },
  *changed({ server }, what) {
    server.changed(what);
  },
  *deadline({ server }, rest) {
    assert.equal(String(server.nextDeadline() ?? "-"), rest);
  },
  *expire(run) {
    run.events.push(...run.server.expire(run.now));
  },
};

/** The line of an error; what is none goes on its way. */
export function errorLine(error) {
  if (!(error instanceof SansmcpError)) throw error;
  return `? ${error.code.toLowerCase()}${error.need ? ` ${error.need}` : ""}`;
}
