// A service on standard input and output: processes that end, print, flood, and are not read.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { outputOf } from "./service_peer.mjs";

const bounded = { timeout: 60_000 };
const program = join(import.meta.dirname, "service_stdio_server.mjs");

const HELLO = [
  {
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

const started = (kind) => spawn(process.execPath, [program, kind], { stdio: "pipe" });
const linesOf = (messages) => messages.map((one) => `${JSON.stringify(one)}\n`).join("");
const call = (id, name, args = {}) =>
  ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });

/** What comes of calls that come at once, with the end of the input behind them. */
async function answered(kind, ...calls) {
  const child = started(kind);
  const output = outputOf(child);
  child.stdin.end(linesOf([...HELLO, ...calls]));
  const { stdout, ...more } = await output;
  const messages = stdout.split("\n").filter((line) => line !== "");
  return { ...more, answers: messages.slice(1).map((line) => JSON.parse(line)) };
}

const textOf = ({ result }) => result.content[0].text;

test("what is printed goes to standard error", bounded, async () => {
  const { answers, stderr, code } = await answered("polite", call(1, "prints"));
  assert.equal(textOf(answers[0]), "said");
  assert.equal(code, 0);
  assert.equal(stderr, `started\n${"printed\n".repeat(5)}written\nstopped\nserved\n`);
});

test("unless it is told otherwise", bounded, async () => {
  const child = started("raw");
  const output = outputOf(child);
  child.stdin.end(linesOf([...HELLO, call(1, "prints")]));
  const { stdout } = await output;
  assert.match(stdout, /^printed\nprinted\nprinted\n'printed'\nprinted\nwritten$/m);
});

test("a failure ends nothing, whatever was thrown", bounded, async () => {
  const { answers, stderr, code } =
    await answered("polite", call(1, "throws"), call(2, "echo", { text: "on" }));
  const [echoed, thrown] = answers;
  assert.deepEqual([textOf(echoed), textOf(thrown)], ["on", "throws failed: Object"]);
  assert.ok(!stderr.includes("unhandled"), stderr);
  assert.equal(code, 0);
});

test("the end of the input: what is being answered is answered", bounded, async () => {
  const { answers, code } = await answered("polite", call(1, "slow", { ms: 100 }));
  assert.deepEqual([answers.map(textOf), code], [["done"], 0]);
});

test("the end of the input: what never comes is not waited for", bounded, async () => {
  const { answers, stderr, code } =
    await answered("impatient", call(1, "never"), call(2, "echo", { text: "on" }));
  assert.deepEqual([answers.map(textOf), code], [["on"], 0]);
  assert.equal(stderr, "started\naborted\nstopped\nserved\n");
});

test("the end of the input: the client answers nothing any more", bounded, async () => {
  const { answers, code } = await answered("polite", call(1, "asks"));
  const [asked, failed] = answers;
  assert.equal(asked.method, "ping");
  assert.match(textOf(failed), /did not answer: the client has gone/);
  assert.equal(code, 0);
});

test("a handler that ends the program takes no answers along", bounded, async () => {
  const { answers, code } =
    await answered("polite", call(1, "echo", { text: "before" }), call(2, "exits"));
  assert.deepEqual([answers.map(textOf), code], [["before"], 7]);
});

test("a long answer arrives whole, at the end of the input too", bounded, async () => {
  const { answers, code } = await answered("polite", call(1, "long", { length: 3_000_000 }));
  assert.deepEqual([textOf(answers[0]).length, code], [3_000_000, 0]);
});

test("a batch of input is answered in order", bounded, async () => {
  const calls = Array.from({ length: 500 }, (_, id) => call(id + 1, "echo", { text: `${id}` }));
  const { answers } = await answered("polite", ...calls);
  assert.deepEqual(answers.map(({ id }) => id), calls.map(({ id }) => id));
});

test("nobody reads any more: it ends", bounded, async () => {
  const child = started("polite");
  const output = outputOf(child);
  child.stdin.on("error", () => {});
  child.stdin.write(linesOf(HELLO));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  child.stdout.destroy();
  const calls = Array.from({ length: 10 }, (_, id) => call(id + 1, "long", { length: 100_000 }));
  child.stdin.write(linesOf([call(99, "never"), ...calls]));
  const { code, stderr } = await output;
  assert.equal(stderr, "started\naborted\nstopped\nserved\n");
  assert.equal(code, 0);
});

test("a peer that reads slowly is waited for: little is made before", bounded, async () => {
  const child = started("polite");
  const [pieces, size] = [500, 65536];
  let [told, length, tail, most] = ["", 0, "", 0];
  child.stderr.setEncoding("utf8").on("data", (text) => {
    told += text;
    const made = (Number(told.match(/.*piece (\d+)\n/s)?.[1] ?? 0) + 1) * size;
    most = Math.max(most, made - length);
  });
  child.stdin.write(linesOf([...HELLO, call(1, "flood", { pieces })]));
  while (!told.includes("piece 0")) {
    await new Promise((resolve) => child.stderr.once("data", resolve));
  }
  await sleep(300); // it could make them all
  child.stdout.on("data", (chunk) => {
    length += chunk.length;
    tail = chunk.subarray(-9).toString();
    if (tail.endsWith("\n") && length > pieces * size) child.stdin.end();
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  assert.equal(code, 0);
  assert.ok(length > pieces * size && tail.endsWith("}]}}\n"), `${length} ${tail}`);
  // One megabyte may wait, and a little is on its way.
  assert.ok(most < 3 << 20, `${most} bytes were made and not read`);
});

test("the bare engine behind it", bounded, async () => {
  const names = ["late", "pieces", "throws", "wrong"];
  const calls = names.map((name, id) => call(id + 1, name));
  const { answers, stderr, code } = await answered("bare", ...calls);
  const by = Object.fromEntries(answers.map((answer) => [names[answer.id - 1], answer]));
  assert.deepEqual([textOf(by.late), textOf(by.pieces)], ["whole", "pieces"]);
  const internal = { code: -32603, message: "Internal error" };
  assert.deepEqual([by.throws.error, by.wrong.error], [internal, internal]);
  assert.match(stderr, /^told secret\ntold respond gave a string for callTool: .*\nserved\n$/);
  assert.equal(code, 0);
});
