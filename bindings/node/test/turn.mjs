// What one call costs: bytes in, event, answer, bytes out.

import { Lines, Server } from "sansmcp";
import { SERVERS } from "./servers.mjs";

const lines = new Lines();
const server = new Server(SERVERS.echo);
const message = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "echo",
    arguments: { text: "hello" },
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
};
const line = new TextEncoder().encode(`${JSON.stringify(message)}\n`);

function turns(count) {
  let sent = 0;
  for (let turn = 0; turn < count; turn += 1) {
    for (const frame of lines.feed(line)) {
      for (const event of server.receive(frame, turn)) {
        sent += server.answer(event.ticket).text(event.arguments.text).end().line.length;
      }
    }
  }
  return sent;
}

turns(20000);
let best = Infinity;
for (let round = 0; round < 5; round += 1) {
  const start = process.cpuUsage();
  if (turns(20000) === 0) throw new Error("nothing was answered");
  const { user, system } = process.cpuUsage(start);
  best = Math.min(best, (user + system) / 20000);
  await new Promise(setImmediate); // what waits to be given back is
}
console.log(`figure: CPU time of a call, node ${process.version} = ${best.toFixed(2)} us`);
