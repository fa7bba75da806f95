// A server that sends without end: `node flood.mjs KIND`. On standard error it says, in lines, how
// many bytes it has sent. `notes` reads what it is told, `pings` reads nothing any more.

import { readSync, writeSync } from "node:fs";

const [, , kind] = process.argv;

function readLine() {
  const byte = Buffer.alloc(1);
  let line = "";
  while (readSync(0, byte) === 1 && byte[0] !== 10) line += byte.toString("latin1");
  return JSON.parse(line);
}

const { id } = readLine();
const result = {
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: "private",
};
writeSync(1, `${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
const params = { pad: "x".repeat(1000) };
const noted = `${JSON.stringify({ jsonrpc: "2.0", method: "my/note", params })}\n`.repeat(60);
let sent = 0;
for (let n = 1; ; n += 1) {
  const id = `${"n".repeat(100)}${n}`;
  const ping = `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`;
  const text = Buffer.from(kind === "pings" ? ping : noted);
  // A whole line is written, or what is left of it.
  for (let at = 0; at < text.length; at += writeSync(1, text, at));
  sent += text.length;
  if (n % 64 === 0 || kind === "notes") writeSync(2, `${sent}\n`);
}
