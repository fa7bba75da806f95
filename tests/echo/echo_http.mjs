// The echo server over HTTP: `echo_http.mjs [PORT]`.

import { createServer } from "node:http";
import { argv, stderr } from "node:process";
import { Endpoint, HttpHost } from "sansmcp";

const echo = {
  name: "echo",
  description: "Returns its text",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
};
const endpoint = new Endpoint({ name: "echo", version: "1.0.0", tools: [echo] });

const host = new HttpHost(endpoint, (event) => {
  if (event.kind !== "callTool" || event.name !== "echo") {
    return endpoint.reply(event); // all that the engine can answer
  }
  const text = event.arguments?.text;
  const answer = endpoint.answer(event.ticket);
  return (typeof text === "string" ? answer.text(text) : answer.fail("text is missing")).end();
});

const server = createServer(host.listener); // or `host.fetch`, from Request to Response
server.listen(Number(argv[2] ?? 8080), "127.0.0.1", () => {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  stderr.write(`serving http://127.0.0.1:${port}/mcp\n`);
});
