// The echo client of the README: starts the server that its arguments name, and calls its tool.

import { argv } from "node:process";
import { connectStdio } from "sansmcp";

const [, , command = "", ...args] = argv;
const client = await connectStdio(command, args);
const result = await client.callTool("echo", { text: "hi there" });
console.log(result.content?.[0]?.text);
await client.close();
