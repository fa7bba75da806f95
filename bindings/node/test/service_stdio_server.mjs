// Servers on standard input and output that do what good ones do not: node service_stdio_server.mjs
// KIND.

import { setTimeout as sleep } from "node:timers/promises";
import { Server, Service, serveStdio } from "sansmcp";

const [, , kind] = process.argv;
const service = new Service({ name: kind, version: "1" }, {
  start: () => process.stderr.write("started\n"),
  stop: () => process.stderr.write("stopped\n"),
});
const text = (length) => "x".repeat(length);

service.tool("echo", ({ text }) => text);
service.tool("prints", () => {
  for (const print of ["log", "info", "debug", "dir", "table"]) console[print]("printed");
  process.stdout.write("written\n");
  return "said";
});
service.tool("throws", async () => {
  await sleep(1);
  throw { toString: null };
});
service.tool("exits", () => process.exit(7));
service.tool("slow", async ({ ms }) => {
  await sleep(ms);
  return "done";
});
service.tool("never", (_, ctx) => new Promise(() => {
  ctx.signal.addEventListener("abort", () => process.stderr.write("aborted\n"));
}));
service.tool("long", ({ length }) => text(length));
service.tool("flood", async function* ({ pieces }) {
  for (let piece = 0; piece < pieces; piece += 1) {
    yield text(65536);
    if (piece % 16 === 0) process.stderr.write(`piece ${piece}\n`);
  }
});
service.tool("asks", async (_, ctx) => (await ctx.request("ping"), "answered"));

process.on("unhandledRejection", (error) => {
  process.stderr.write(`unhandled ${error}\n`);
  process.exitCode = 9;
});

if (kind === "bare") {
  const tools = ["late", "pieces", "throws", "wrong"].map((name) => ({ name }));
  const server = new Server({ name: "bare", version: "1", tools });
  let way;
  let begun;
  const isBegun = new Promise((resolve) => (begun = resolve));
  const calls = {
    // Made before the other one begins, and brought while that is half out.
    late: async (ticket) => {
      const made = server.answer(ticket).text("whole").end();
      await isBegun;
      return made;
    },
    pieces: async (ticket) => {
      way.send(server.begin(ticket, { type: "text" }));
      way.send(server.piece(ticket, Buffer.from("pie")).out);
      begun();
      await sleep(5);
      way.send(server.piece(ticket, Buffer.from("ces")).out);
      return server.end(ticket);
    },
    throws: () => { throw new Error("secret"); },
    wrong: () => "no Out",
  };
  const respond = (event) =>
    (event.kind === "callTool" ? calls[event.name](event.ticket) : server.reply(event));
  const onError = (error) => process.stderr.write(`told ${error.message}\n`);
  await serveStdio(server, { respond, attach: (to) => (way = to) }, { onError });
} else {
  await service.stdio({ patienceMs: kind === "impatient" ? 50 : 10_000, redirect: kind !== "raw" });
}
process.stderr.write("served\n");
