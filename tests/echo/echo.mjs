// The echo server of the README: bytes in, events out; answers in, bytes out.

import { stdin, stdout } from "node:process";
import { Lines, Server } from "sansmcp";

const echo = {
  name: "echo",
  description: "Returns its text",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
};
const lines = new Lines();
const server = new Server({ name: "echo", version: "1.0.0", tools: [echo] });

async function* frames() {
  for await (const chunk of stdin) yield* lines.feed(chunk); // your I/O
  yield* lines.finish();
}

for await (const frame of frames()) {
  for (const event of server.receive(frame)) {
    let out;
    if (event.kind === "callTool" && event.name === "echo") {
      const text = event.arguments?.text;
      const answer = server.answer(event.ticket);
      out = (typeof text === "string" ? answer.text(text) : answer.fail("text is missing")).end();
    } else {
      out = server.reply(event); // all that the engine can answer
    }
    stdout.write(out.line); // your I/O; empty where nothing is due
  }
}
