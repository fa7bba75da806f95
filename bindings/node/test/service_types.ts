// What TypeScript knows of a service: each `never` or `string` here is checked by `tsc --strict`.

import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { createServer } from "node:http";
import { Denied, Service, Streamed, ToolError, serveStdio } from "sansmcp";
import * as v from "valibot";
import { z } from "zod";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
  ? true
  : false;
/** Takes a value of just this type. */
function exactly<T>() {
  return <U>(_: U, ..._same: Same<T, U> extends true ? [] : [never]) => {};
}

const service = new Service(
  { name: "shop", version: "1.0.0", capabilities: ["tools.listChanged"] },
  { start: () => ({ sold: 0 }), stop: ({ sold }) => exactly<number>()(sold) },
);

service.tool(
  "zod",
  { input: z.object({ thing: z.string(), count: z.number().default(1) }) },
  ({ thing, count }, ctx) => {
    exactly<string>()(thing);
    exactly<number>()(count);
    exactly<number>()(ctx.state.sold);
    ctx.log("info", thing);
    return thing;
  },
);
service.tool("ark", { input: type({ "thing?": "string" }) }, ({ thing }) => {
  exactly<string | undefined>()(thing);
});
const valibot = toStandardJsonSchema(v.object({ thing: v.string() }));
service.tool("valibot", { input: valibot }, ({ thing }) => exactly<string>()(thing));
service.tool(
  "plain",
  {
    description: "A plain JSON Schema, without `as const`",
    input: {
      type: "object",
      properties: {
        thing: { type: "string" },
        count: { type: "integer" },
        kind: { enum: ["a", "b"] },
        tags: { type: "array", items: { type: ["string", "null"] } },
        deep: { type: "object", properties: { on: { type: "boolean" } } },
      },
      required: ["thing"],
    },
  },
  (args) => {
    exactly<string>()(args.thing);
    exactly<number | undefined>()(args.count);
    exactly<"a" | "b" | undefined>()(args.kind);
    exactly<(string | null)[] | undefined>()(args.tags);
    exactly<boolean | undefined>()(args.deep?.on);
    // @ts-expect-error there is no such argument
    args.other;
  },
);
service.tool("out", { input: z.object({}), output: z.object({ n: z.number() }) }, () => ({ n: 1 }));
service.tool("whole", { output: z.object({ n: z.number() }) }, async () => {
  return { content: [], structuredContent: { n: 1 } };
});
const n = z.object({ n: z.number() });
// @ts-expect-error the result does not fit
service.tool("wrong", { input: z.object({}), output: n }, () => ({ n: "" }));
service.tool("any", (args, ctx) => {
  if (ctx.signal.aborted) throw new ToolError("gone");
  return args;
});
service.tool("pieces", async function* () {
  yield "a";
});
service.tool("picture", () => new Streamed([new Uint8Array(1)], { mimeType: "image/png" }));
service.tool("ask", {}, async (_, ctx) => {
  const answer = await ctx.elicit("who", "Who?", z.object({ name: z.string() }));
  if (answer.action === "accept") exactly<string>()(answer.content.name);
  const sure = await ctx.elicit("sure", "Sure?", {
    type: "object",
    properties: { yes: { type: "boolean" } },
    required: ["yes"],
  });
  if (sure.action === "accept") exactly<boolean>()(sure.content.yes);
  const [root] = await ctx.roots();
  return root?.uri;
});

service.resource("stock:{thing}{?limit}", { complete: { thing: ["tea"] } }, ({ thing, limit }) => {
  exactly<string>()(thing);
  exactly<string | undefined>()(limit);
  return new Uint8Array(1);
});
service.resource("config:all", { mimeType: "text/plain" }, () => "a=1");
// @ts-expect-error there is no such variable
service.resource("stock:{thing}", ({ other }) => other);

service.prompt(
  "greet",
  { arguments: [{ name: "name", required: true, complete: (typed) => [typed] }, { name: "how" }] },
  ({ name, how }) => {
    exactly<string>()(name);
    exactly<string | undefined>()(how);
    return { role: "assistant", content: { type: "text", text: name } };
  },
);
service.prompt("zod", { arguments: z.object({ kind: z.enum(["a", "b"]) }) }, ({ kind }) => {
  exactly<"a" | "b">()(kind);
  return kind;
});
service.completion({ prompt: "greet", argument: "how" }, (typed, { name }) => [typed, `${name}`]);
service.request("shop/buy", z.object({ thing: z.string() }), ({ thing }) => ({ thing }));
service.notification("shop/sold", () => service.updated("config:all"));
service.on("listen", (event) => exactly<readonly string[]>()(event.uris));
service.on("callTool", (event, server) => server.reply(event));
service.on("notification", (event) => exactly<string>()(event.method));

const host = service.http({
  hosts: ["example.com"],
  principal: ({ headers }) => (headers.authorization ? "alice" : new Denied(401, "Who?")),
});
createServer(service.listener);
createServer(host.listener);
export default service satisfies { fetch(request: Request): Promise<Response> };

export async function serve() {
  await service.stdio({ patienceMs: 100 });
  const server = service.server();
  await serveStdio(server, (event) => server.reply(event));
}
