// The client over HTTP: what only HTTP has. Servers here are raw, and answer what the test says.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createSocket } from "node:net";
import { test } from "node:test";
import { CallFailed, ConnectionFailed, connectHttp } from "sansmcp";

const bounded = (name, act) => test(name, { timeout: 60_000 }, act);
const OLD = { policy: { newest: "2025-11-25", probeMs: 10_000 } };
const JSON_TYPE = { "content-type": "application/json" };

/** What a server of an older revision answers by itself. */
function usual({ method, id, params }) {
  if (id === undefined) return undefined;
  if (method === "initialize") {
    const serverInfo = { name: "s", version: "1" };
    const { protocolVersion } = params;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo };
  }
  if (method === "tools/list") return { tools: [{ name: "t", inputSchema: { type: "object" } }] };
  return { content: [{ type: "text", text: "ok" }] };
}

/**
 * A server on `respond(message, request, response)`, which is true if it has answered; and what
 * came in, as methods.
 */
async function serving(respond, use) {
  const seen = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const message = text === "" ? {} : JSON.parse(text);
    seen.push(message.method ?? request.method);
    if (await respond(message, request, response)) return;
    if (request.method === "GET") return response.writeHead(405).end();
    const result = usual(message);
    if (result === undefined) return response.writeHead(202).end();
    response.writeHead(200, JSON_TYPE);
    response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await use(`http://127.0.0.1:${server.address().port}/mcp`, seen);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function failed(promise, kind, name) {
  let error;
  await assert.rejects(promise, (it) => ((error = it), true));
  assert.ok(error instanceof kind, String(error));
  assert.equal(error.failure.name, name);
  return error;
}

bounded("headers, and better ones after a denial", async () => {
  const keys = [];
  const respond = (message, { headers }, response) => {
    keys.push(headers.authorization);
    if (headers.authorization === "Bearer new") return false;
    return response.writeHead(401, { "www-authenticate": 'Bearer realm="é"' }).end();
  };
  await serving(respond, async (url) => {
    const told = [];
    const onDenied = async (denial) => {
      told.push(denial);
      return { authorization: "Bearer new" };
    };
    const headers = { Authorization: "Bearer old" };
    const client = await connectHttp(url, { ...OLD, headers, onDenied });
    assert.equal((await client.callTool("t")).content[0].text, "ok");
    assert.deepEqual(told.map(({ status }) => status), [401]);
    assert.ok(told[0].challenge.startsWith("Bearer realm="));
    assert.deepEqual([...new Set(keys)], ["Bearer old", "Bearer new"]);
    // Many at once are denied together, and the application is asked once.
    client.setHeaders({ authorization: "Bearer old" });
    await Promise.all(Array.from({ length: 8 }, () => client.callTool("t")));
    assert.equal(told.length, 2);
    await client.close();
  });
});

bounded("a denial that nobody knows better than", async () => {
  const respond = ({ method }, _, response) =>
    method === "tools/call" && response.writeHead(403).end();
  await serving(respond, async (url) => {
    for (const onDenied of [undefined, () => undefined]) {
      const client = await connectHttp(url, { ...OLD, onDenied });
      const error = await failed(client.callTool("t"), CallFailed, "denied");
      assert.equal(error.received.status, 403);
      await client.close();
    }
    const mine = new Error("mine");
    const onDenied = () => Promise.reject(mine);
    const client = await connectHttp(url, { ...OLD, onDenied });
    await assert.rejects(client.callTool("t"), mine);
    await client.close();
  });
});

bounded("a handshake that is denied", async () => {
  const respond = (_, __, response) => response.writeHead(401).end();
  await serving(respond, async (url, seen) => {
    await failed(connectHttp(url, OLD), ConnectionFailed, "denied");
    const count = seen.length;
    const onDenied = () => ({ authorization: "Bearer no" });
    await failed(connectHttp(url, { ...OLD, onDenied }), ConnectionFailed, "denied");
    assert.ok(seen.length - count <= 4, `asked ${seen.length - count} times`);
    const mine = new Error("mine");
    const throws = () => {
      throw mine;
    };
    await assert.rejects(connectHttp(url, { ...OLD, onDenied: throws }), mine);
  });
});

bounded("headers that are none", async () => {
  for (const headers of [{ "a b": "c" }, { a: "b\r\nc: d" }, { a: 1 }, { a: "€" }]) {
    await assert.rejects(connectHttp("http://127.0.0.1:1/mcp", { headers }), TypeError);
  }
});

bounded("addresses that are none", async () => {
  for (const url of ["nonsense", "ftp://127.0.0.1/mcp", "http://a:b@127.0.0.1/mcp", ""]) {
    await assert.rejects(connectHttp(url), TypeError, url);
  }
});

bounded("nobody is there", async () => {
  const free = createSocket().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address();
  await new Promise((resolve) => free.close(resolve));
  const connecting = connectHttp(`http://127.0.0.1:${port}/mcp`);
  const error = await failed(connecting, ConnectionFailed, "closed");
  assert.match(error.message, /ECONNREFUSED/);
});

bounded("another address is not gone to", async () => {
  const respond = (_, __, response) => response.writeHead(307, { location: "/other" }).end();
  await serving(respond, async (url, seen) => {
    const error = await failed(connectHttp(url, OLD), ConnectionFailed, "status");
    assert.match(error.message, /HTTP status 307, and the way to "\/other" is not followed/);
    assert.equal(seen.filter((method) => method === "initialize").length, 1);
  });
});

bounded("a page that is none of the protocol's", async () => {
  const respond = (_, __, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<p>Hello</p>");
  await serving(respond, async (url) => {
    await failed(connectHttp(url, OLD), ConnectionFailed, "media_type");
  });
});

bounded("a body without an end is read to the bound", async () => {
  const stopped = [];
  const respond = ({ method }, _, response) => {
    if (method !== "tools/call") return false;
    response.writeHead(200, JSON_TYPE);
    const piece = Buffer.alloc(65_536, 32);
    const write = () => {
      while (response.write(piece));
      response.once("drain", write);
    };
    stopped.push(once(response, "close"));
    write();
    return true;
  };
  await serving(respond, async (url) => {
    const client = await connectHttp(url, { ...OLD, maxMessage: 1 << 20 });
    await failed(client.callTool("t"), CallFailed, "too_long");
    await Promise.all(stopped);
    assert.equal(stopped.length, 1);
    await client.close();
  });
});

bounded("a call that is given up lets go of its socket", async () => {
  let come;
  const there = new Promise((resolve) => (come = resolve));
  const respond = ({ method }, _, response) =>
    method === "tools/call" && (come({ closed: once(response, "close") }), true);
  await serving(respond, async (url) => {
    const client = await connectHttp(url, OLD);
    const giver = new AbortController();
    const call = client.callTool("t", {}, { signal: giver.signal });
    const { closed } = await there;
    giver.abort();
    await assert.rejects(call, { name: "AbortError" });
    await closed;
    await client.close();
  });
});

bounded("the session ends with the client", async () => {
  const ended = [];
  const respond = ({ method, id, params }, { method: verb, headers }, response) => {
    if (verb === "DELETE") ended.push(headers["mcp-session-id"]);
    if (method !== "initialize") return false;
    response.writeHead(200, { ...JSON_TYPE, "mcp-session-id": "s1" });
    const result = usual({ method, id, params });
    return response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  };
  await serving(respond, async (url) => {
    const client = await connectHttp(url, OLD);
    assert.equal(client.client.session, "s1");
    await client.close();
    await client.close();
    assert.deepEqual(ended, ["s1"]);
  });
});

bounded("a server that never answers the end of a session", async () => {
  const respond = ({ method, id, params }, { method: verb }, response) => {
    if (verb === "DELETE") return true;
    if (method !== "initialize") return false;
    response.writeHead(200, { ...JSON_TYPE, "mcp-session-id": "s1" });
    const result = usual({ method, id, params });
    return response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  };
  await serving(respond, async (url) => {
    const client = await connectHttp(url, { ...OLD, patienceMs: 50 });
    await client.close();
  });
});

/** A raw server that answers the first request on each socket and closes it at the second. */
bounded("a socket that was closed just when it was used again", async () => {
  const seen = [];
  const server = createSocket((socket) => {
    let [count, text] = [0, ""];
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += chunk;
      const at = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (at === -1 || text.length < at + 4 + length) return;
      const [head, body] = [text.slice(0, at), text.slice(at + 4, at + 4 + length)];
      text = text.slice(at + 4 + length);
      count += 1;
      const message = body === "" ? {} : JSON.parse(body);
      if (count > 1) {
        seen.push(message.method);
        socket.destroy();
        return;
      }
      const result = usual(message);
      const answer = JSON.stringify({ jsonrpc: "2.0", id: message.id, result });
      const [status, said] = head.startsWith("GET") ? ["405 No", ""]
        : result === undefined ? ["202 Yes", ""] : ["200 OK", answer];
      socket.write(`HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n`
        + `content-length: ${said.length}\r\n\r\n${said}`);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = await connectHttp(`http://127.0.0.1:${server.address().port}/mcp`, OLD);
  try {
    for (let n = 0; n < 20; n += 1) {
      // The socket is free for the next request a little after its answer has come.
      await new Promise((resolve) => setTimeout(resolve, 5));
      assert.equal((await client.listTools().next()).value.name, "t");
    }
    assert.ok(seen.includes("tools/list"), "no socket was used twice");
    // What may do something is not done twice.
    let broken = 0;
    for (let n = 0; n < 20; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await client.callTool("t").catch((error) => {
        assert.equal(error.failure.name, "closed");
        broken += 1;
      });
    }
    assert.ok(broken > 0);
    assert.equal(seen.filter((method) => method === "tools/call").length, broken);
  } finally {
    await client.close();
    server.close();
  }
});
