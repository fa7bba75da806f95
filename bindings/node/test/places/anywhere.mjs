// What has to work wherever the package runs: a server behind `fetch` in both eras, and one at the
// end of a byte stream, with nothing but what every runtime has. Gives a text that is the same
// everywhere.

const TEXT = 'é "😀" \\ \n';
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A service whose tool gives back its text, after a while. */
export function echo({ Service }) {
  const input = { type: "object", properties: { text: { type: "string" } } };
  const service = new Service({ name: "anywhere", version: "1" });
  return service.tool("echo", { input }, async ({ text }, context) => {
    context.progress(1, 2);
    await new Promise((resolve) => setTimeout(resolve, 1));
    return text;
  });
}

function call(id) {
  const meta = { ...META, progressToken: "p" };
  const params = { name: "echo", arguments: { text: TEXT }, _meta: meta };
  return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
}

async function overHttp(fetch) {
  const headers = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "echo",
  };
  const lines = { method: "POST", headers, body: call(1) };
  const response = await fetch(new Request("http://localhost/mcp", lines));
  return `${response.status} ${await response.text()}`;
}

function overBytes({ Lines, Server }) {
  const lines = new Lines();
  const server = new Server({ name: "anywhere", version: "1", tools: [{ name: "echo" }] });
  const said = [];
  for (const byte of new TextEncoder().encode(`${call(2)}\n`)) {
    for (const frame of lines.feed(new Uint8Array([byte]))) {
      for (const event of server.receive(frame)) {
        said.push(server.answer(event.ticket).text(event.arguments.text).end());
      }
    }
  }
  return said.join("");
}

/** Both, as one text. */
export async function prove(api) {
  const { fetch } = echo(api);
  return [await overHttp(fetch), overBytes(api)].join("\n");
}
