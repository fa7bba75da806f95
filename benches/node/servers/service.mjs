// The echo server on the service layer.

import { Service } from "sansmcp";

const service = new Service({ name: "echo", version: "1.0.0" });
const input = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
service.tool("echo", { description: "Returns its text", input }, async ({ text }) => text);
await service.stdio();
