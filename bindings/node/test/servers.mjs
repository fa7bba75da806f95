// The servers of the transcripts: tests/vectors/README.md says what they are.

const version = "1.0.0";

const echo = {
  name: "echo",
  description: "Returns its text",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
};

const many = Array.from({ length: 40 }, (_, index) => ({
  name: `tool_${String(index).padStart(2, "0")}`,
  description: `Tool number ${index}`,
}));

const icons = [
  {
    src: "https://example.com/icon.png",
    mimeType: "image/png",
    sizes: ["48x48", "96x96"],
    theme: "light",
  },
  {
    src: "data:image/svg+xml;base64,PHN2Zy8+",
    mimeType: "image/svg+xml",
    sizes: ["any"],
    theme: "dark",
  },
  { src: "https://example.com/plain.ico" },
];

const full = {
  name: "full",
  version: "2.1.0-rc.1",
  title: "Voller Server – 完整",
  description: 'Says "everything" that a server can say',
  websiteUrl: "https://example.com/full?a=1&b=2",
  icons,
  instructions: 'First line\nsecond: "quoted"\ta \\ backslash, \u0001, é, 😀',
  cache: { ttlMs: 60000, scope: "public" },
  tools: [
    {
      name: "all-fields",
      title: "Alle Felder – 全部 😀",
      description: 'Every field is set: "quotes", \\ and é',
      inputSchema: '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",'
        + '"properties":{"q":{"type":"string","description":"\\u00e9 é"}},"required":["q"],'
        + '"additionalProperties":false}',
      outputSchema: { type: "object", properties: { n: { type: "integer" } } },
      annotations: {
        title: "Hint “title”",
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: true,
      },
      icons,
      _meta: '{"com.example/tag":[1,2.50,null],"ui":{"resourceUri":"ui://x"}}',
    },
    { name: "one_hint", annotations: { readOnlyHint: true } },
    {
      name: "spaced/1.0",
      description: "Line ends in its schema",
      inputSchema: '{\n  "type" : "object"\r\n}',
      _meta: "{ }",
    },
  ],
};

const mirror = {
  name: "place",
  inputSchema: {
    type: "object",
    properties: {
      region: { type: "string", "x-mcp-header": "Region" },
      count: { type: "integer", "x-mcp-header": "Count" },
      sure: { type: "boolean", "x-mcp-header": "Sure" },
      plain: { type: "string" },
      in: {
        type: "object",
        properties: { deep: { type: "string", "x-mcp-header": "Deep" } },
      },
    },
  },
};

const whole = {
  version,
  tools: [echo],
  resources: [{ uri: "test://one", name: "one" }, { uri: "test://two", name: "two" }],
  templates: [{ uriTemplate: "test://item/{id}", name: "item" }],
  prompts: [{ name: "greet", arguments: [{ name: "name", required: true }] }],
};

/** Everything that a server may announce. */
const all = [
  "completions",
  "logging",
  "prompts.listChanged",
  "resources.listChanged",
  "resources.subscribe",
  "tools.listChanged",
];

export const SERVERS = {
  echo: { name: "echo", version, tools: [echo] },
  many: { name: "many", version, tools: many },
  full,
  bare: { name: "bare", version },
  mirror: { name: "mirror", version, tools: [mirror] },
  whole: { name: "whole", ...whole, capabilities: all },
  some: { name: "some", ...whole, capabilities: ["tools.listChanged"] },
};
