// A look at any server: who it is, all that it has, and what its tools, resources and prompts give.

import { setTimeout as sleep } from "node:timers/promises";
import { ClientError, Pages, SansmcpError, ServerError, Subscription } from "sansmcp";
import { itemsOf, membersOf } from "../values.mjs";
import { members } from "./sample.mjs";
import { result, say, short } from "./words.mjs";

/** Resources and prompts that are tried out; tools are all. */
const MOST = 20;
/** How long to wait at the end for what the server still says, in milliseconds. */
const LAST = 50;
/** How long a call may take. */
export const LIMITS = { idleMs: 10_000, hardMs: 20_000 };

const CAPABILITIES = [
  ["tools", undefined, "tools"],
  ["tools", "listChanged", "changes of tools"],
  ["resources", undefined, "resources"],
  ["resources", "subscribe", "changes of a resource"],
  ["resources", "listChanged", "changes of resources"],
  ["prompts", undefined, "prompts"],
  ["prompts", "listChanged", "changes of prompts"],
  ["logging", undefined, "log messages"],
  ["completions", undefined, "completion"],
];

/** Looks around, and prints what it sees. */
export async function tour(peer, person, tookMs) {
  const capabilities = membersOf(peer.connected.capabilities);
  show(peer.connected, capabilities, tookMs);
  person.isLoud = true;
  if (capabilities.logging) await peer.setLevel("debug");
  const changes = new Subscription({ tools: true, prompts: true, resources: true });
  unlessRefused(() => peer.listen(changes)); // not every server has any
  if (capabilities.tools) await tools(peer);
  if (capabilities.resources) await resources(peer);
  if (capabilities.prompts) await prompts(peer, capabilities.completions !== undefined);
  await sleep(LAST);
  await peer.flush();
  unlessRefused(() => peer.unlisten(changes)); // it may have ended
}

function unlessRefused(act) {
  try {
    act();
  } catch (error) {
    if (!(error instanceof SansmcpError)) throw error;
  }
}

/** All tools that can be called; says which cannot. */
export async function* toolsOf(peer, options) {
  const pages = new Pages();
  let params = {};
  do {
    const page = await peer.call("tools/list", params, options);
    for (const { name, tool, why } of peer.client.tools(page)) {
      if (why === undefined) yield tool;
      else say(`  ${name} is left out: ${why}`);
    }
    params = { cursor: pages.next(page) };
  } while (params.cursor !== undefined);
}

function show({ serverInfo, revision, instructions }, capabilities, tookMs) {
  const { name, version = "" } = membersOf(serverInfo);
  say(`${name ?? "a server without a name"} ${version}`);
  say(`  speaks ${revision}, found out in ${tookMs.toFixed(0)} ms`);
  const known = CAPABILITIES
    .filter(([kind, member]) => capabilities[kind] !== undefined
      && (member === undefined || membersOf(capabilities[kind])[member] === true))
    .map(([, , words]) => words);
  say(`  has ${known.join(", ") || "nothing"}`);
  if (instructions) say(`  says ${short(instructions)}`);
}

async function tools(peer) {
  const found = await collect(toolsOf(peer, LIMITS));
  say(`\n${found.length} tools`);
  for (const { name, description, annotations, inputSchema } of found) {
    say(`  ${name}: ${short(description)}`);
    if (membersOf(annotations).destructiveHint === true) {
      say("    not called, it says that it destroys something");
      continue;
    }
    const args = members(inputSchema);
    await tryOut(peer, "tools/call", { name, arguments: args }, args);
  }
}

async function resources(peer) {
  const found = await collect(peer.listResources(LIMITS));
  say(`\n${found.length} resources`);
  for (const { uri, name } of found.slice(0, MOST)) {
    say(`  ${uri}: ${short(name)}`);
    await tryOut(peer, "resources/read", { uri });
  }
  const templates = await collect(peer.listTemplates(LIMITS));
  say(`\n${templates.length} templates of resources`);
  for (const { uriTemplate, name } of templates) say(`  ${uriTemplate}: ${short(name)}`);
}

async function prompts(peer, hasCompletion) {
  const found = await collect(peer.listPrompts(LIMITS));
  say(`\n${found.length} prompts`);
  for (const { name, description, arguments: list } of found.slice(0, MOST)) {
    say(`  ${name}: ${short(description)}`);
    const names = itemsOf(list).map((argument) => argument.name);
    const args = Object.fromEntries(names.map((one) => [one, "Ada"]));
    await tryOut(peer, "prompts/get", { name, arguments: args }, args);
    if (names.length > 0 && hasCompletion) {
      const argument = { name: names[0], value: "" };
      const params = { ref: { type: "ref/prompt", name }, argument };
      await tryOut(peer, "completion/complete", params, argument);
    }
  }
}

/** Calls, and prints what comes back. That a call fails is no reason to stop. */
async function tryOut(peer, method, params, shown) {
  const said = await saidBy(peer, method, params);
  await peer.flush(); // what it has told meanwhile comes first
  say(`    ${shown === undefined ? "" : `${JSON.stringify(shown)} `}→ ${said}`);
}

async function saidBy(peer, method, params) {
  try {
    return result(method, await peer.call(method, params, LIMITS));
  } catch (error) {
    if (error instanceof ServerError) return `error ${error.code}: ${short(error.serverMessage)}`;
    if (error instanceof ClientError || error instanceof SansmcpError) {
      return `failed: ${error.message}`;
    }
    throw error;
  }
}

/** As `Array.fromAsync`, which Node 20 does not have. */
export async function collect(all) {
  const found = [];
  for await (const one of all) found.push(one);
  return found;
}
