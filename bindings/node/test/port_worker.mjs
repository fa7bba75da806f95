// A worker of port.test.mjs: serves its port, or is a client on one.

import { parentPort, workerData } from "node:worker_threads";
import { Server, connectPort, servePort } from "sansmcp";
import { makeService } from "./ways_service.mjs";

const { role, port = parentPort, calls } = workerData;

async function client() {
  const client = await connectPort(port, { policy: { newest: workerData.newest } });
  const wanted = Array.from({ length: calls }, (_, n) => `${n}`);
  const answers = await Promise.all(wanted.map((text) => client.callTool("echo", { text })));
  const right = answers.filter(({ content: [{ text }] }, n) => text === wanted[n]);
  await client.close();
  parentPort.postMessage({ right: right.length });
}

if (role === "client") {
  await client();
} else if (role === "bare") {
  const server = new Server({ name: "bare", version: "1", tools: [{ name: "echo" }] });
  await servePort(server, (event) => event.kind === "callTool"
    ? server.answer(event.ticket).text(event.arguments.text).end()
    : server.reply(event), port);
} else if (role === "dies") {
  const service = makeService();
  service.tool("dies", () => process.exit(3));
  await service.port(port);
} else {
  await makeService().port(port);
}
