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

export const SERVERS = {
  echo: { name: "echo", version, tools: [echo] },
  many: { name: "many", version, tools: many },
  full,
  bare: { name: "bare", version },
};
