// The client: what the official conformance suite asks of one, and a look at any server.

import { ClientError, Client, SansmcpError, connectHttp, connectStdio } from "sansmcp";
import { Misused, numberOf } from "../options.mjs";
import { VERSION } from "../version.mjs";
import { Person } from "./person.mjs";
import { Unknown, play } from "./scenarios.mjs";
import { tour } from "./tour.mjs";

export const HELP = `\
  client URL              connect to a server over HTTP, such as http://127.0.0.1:8080/mcp
  client --stdio COMMAND… start a server, and talk with it over its standard input and output
    Shows who the server is and all that it has, and calls each tool that does not say that it
    destroys something, with arguments that are made up: for servers to try things out on.
  --newest REVISION       before either: speak no newer revision than this one, such as 2025-11-25
  --patience MS           before either: how long the server may take to answer at first
    In a scenario of the conformance suite (MCP_CONFORMANCE_SCENARIO) it does what that asks for.
`;

const CAPABILITIES = { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } };
const REVISIONS = [
  "2024-11-05", "2025-03-26", "2025-06-18", "DRAFT-2025-v3", "2025-11-25", "2026-07-28",
];
/** The suite runs all its scenarios at once, on machines that may be slow. */
const PROBE_MS = 15_000;

/** Does what the words of the command line say; gives the status to exit with. */
export async function run(all) {
  const { policy, words } = policyOf(all);
  const scenario = process.env.MCP_CONFORMANCE_SCENARIO;
  if (scenario !== undefined) policy.probeMs ??= PROBE_MS;
  const [first, ...rest] = words;
  if (first === "--help") {
    process.stdout.write(`everything, the client:\n\n${HELP}`);
    return 0;
  }
  const isStdio = first === "--stdio" && rest.length > 0;
  if (!isStdio && (first === undefined || first.startsWith("-") || rest.length > 0)) {
    throw new Misused("client needs a URL, or --stdio and a command");
  }
  try {
    await meet(isStdio ? rest : first, policy, scenario);
    return 0;
  } catch (error) {
    const words_ = told(error);
    if (words_ === undefined) throw error;
    process.stderr.write(`everything: ${words_}\n`);
    return 1;
  }
}

async function meet(where, policy, scenario) {
  const isHttp = typeof where === "string";
  const person = new Person();
  const about = { name: "everything", version: VERSION, capabilities: CAPABILITIES };
  const options = {
    client: new Client(about, { http: isHttp }),
    policy,
    onInput: (event) => person.answer(event),
    onEvent: (event) => person.hear(event),
  };
  const start = performance.now();
  const peer = isHttp
    ? await connectHttp(where, options)
    : await connectStdio(where[0], where.slice(1), options);
  try {
    if (scenario === undefined) await tour(peer, person, performance.now() - start);
    else await play(scenario, peer, person);
  } finally {
    await peer.close();
  }
}

/** What failed and whose fault it is; nothing for what is a fault of this program. */
function told(error) {
  if (error.failure !== undefined) {
    const { whose, message, advice } = error.failure;
    const { detail, exitStatus } = error;
    const status = exitStatus === undefined ? undefined : `exit status: ${exitStatus}`;
    return [`${whose}: ${message}`, advice, detail, status].filter(Boolean).join("; ");
  }
  const isExpected = [ClientError, SansmcpError, Unknown, TypeError, RangeError]
    .some((kind) => error instanceof kind) || error.syscall !== undefined;
  return isExpected ? error.message : undefined;
}

/** How to connect, and the words behind that. */
function policyOf(all) {
  const policy = {};
  const newest = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION;
  if (newest !== undefined) policy.newest = revisionOf(newest);
  let words = all;
  const options = ["--newest", "--patience"];
  for (; words.length > 1 && options.includes(words[0]); words = words.slice(2)) {
    const [name, value] = words;
    if (name === "--newest") policy.newest = revisionOf(value);
    else policy.probeMs = policy.connectMs = numberOf(name, value);
  }
  return { policy, words };
}

function revisionOf(name) {
  if (!REVISIONS.includes(name)) throw new Misused(`${name} is no revision`);
  return name;
}
