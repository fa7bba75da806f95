// The scenarios of the official conformance suite for clients, but for those of authorization.

import { setTimeout as sleep } from "node:timers/promises";
import { members } from "./sample.mjs";
import { LIMITS, collect, toolsOf } from "./tour.mjs";
import { say, short } from "./words.mjs";

/** Some servers of the suite announce nothing, and have it all the same. */
const ANYWAY = { ...LIMITS, anyway: true };
/** How long to wait for a question, in milliseconds; if none comes, the suite says so. */
const ASKED = 5000;

/** A scenario that this client cannot do. */
export class Unknown extends Error {}

async function tools(peer) {
  const found = await collect(toolsOf(peer, ANYWAY));
  say(`${found.length} tools`);
  return found;
}

async function call(peer, name, args = {}) {
  say(`${name}: ${short(JSON.stringify(await peer.callTool(name, args, ANYWAY)))}`);
}

/** Questions within calls. While one waits for the person, another call is made. */
async function rounds(peer, person) {
  await tools(peer);
  const hurry = person.slowDown();
  const asked = new Promise((resolve) => (person.wasAsked = resolve));
  const waits = call(peer, "test_mrtr_echo_state");
  await Promise.race([asked, waits, sleep(ASKED, undefined, { ref: false })]);
  await call(peer, "test_mrtr_unrelated").finally(hurry);
  await waits;
  await call(peer, "test_mrtr_no_state");
  await call(peer, "test_mrtr_no_result_type");
}

/** One call of each kind. */
async function everything(peer) {
  for (const { name } of await tools(peer)) await call(peer, name);
  for await (const { uri } of peer.listResources()) await peer.readResource(uri);
  for await (const { name } of peer.listPrompts()) await peer.getPrompt(name);
}

/** A schema goes back as it came. */
async function echoSchema(peer) {
  for (const { name, inputSchema } of await tools(peer)) {
    if (name === "json_schema_2020_12_tool") {
      await call(peer, "json_schema_echo", { schema: inputSchema });
    }
  }
}

/** The calls that the suite names. */
async function given(peer) {
  await tools(peer);
  const { toolCalls } = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT);
  for (const { name, arguments: args } of toolCalls) await call(peer, name, args);
}

async function afterTools(peer, ...words) {
  await tools(peer);
  await call(peer, ...words);
}

const SCENARIOS = {
  initialize: tools,
  "request-metadata": tools,
  "json-schema-ref-no-deref": tools,
  tools_call: (peer) => afterTools(peer, "add_numbers", { a: 2, b: 3 }),
  "elicitation-sep1034-client-defaults": (peer) =>
    afterTools(peer, "test_client_elicitation_defaults"),
  "sse-retry": (peer) => afterTools(peer, "test_reconnection"),
  "sep-2322-client-request-state": rounds,
  "http-standard-headers": everything,
  "http-custom-headers": given,
  "http-invalid-tool-headers": async (peer) => {
    for (const tool of await tools(peer)) await call(peer, tool.name, members(tool.inputSchema));
  },
  "json-schema-2020-12-preservation": echoSchema,
};

/** Does what a scenario asks for. */
export async function play(scenario, peer, person) {
  if (scenario.startsWith("auth/")) {
    throw new Unknown(`${scenario}: there is no authorization in this client`);
  }
  if (!Object.hasOwn(SCENARIOS, scenario)) {
    throw new Unknown(`${scenario}: no such scenario is known here`);
  }
  const { serverInfo, revision } = peer.connected;
  say(`connected to ${serverInfo?.name} in ${revision}`);
  await SCENARIOS[scenario](peer, person);
}
