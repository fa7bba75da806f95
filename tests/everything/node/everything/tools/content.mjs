// Tools that answer at once: every kind of content, structured results, schemas.

import { ToolError } from "sansmcp";
import { PIXEL, SILENCE } from "../desk.mjs";

/** Tests whether JSON Schema 2020-12 goes through unchanged. */
const SCHEMA_2020_12 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

/** The long text is this again and again, with characters of all lengths and some to be escaped. */
const UNIT = Buffer.from('0123456789 "quoted" \\ é \u{1f600}\n');
/** Bytes of it at most, and if nobody says. */
const [LONGEST, USUAL] = [0x100_0000, 300_000];
/** Bytes of a piece, as a small device would send it; of a very long text they are larger. */
const PIECE = 4096;
const PIECES = 128;

const WEATHER = {
  type: "object",
  properties: {
    temperature: { type: "number" },
    conditions: { type: "string" },
    humidity: { type: "integer" },
  },
  required: ["temperature", "conditions", "humidity"],
};

const image = { type: "image", data: PIXEL, mimeType: "image/png" };

/** A block of text. */
function text(text) {
  return { type: "text", text };
}

/** A resource of text as a block. */
export function embedded(uri, text, mimeType) {
  return { type: "resource", resource: { uri, mimeType, text } };
}

/** Declares them. */
export function declare({ service }) {
  service.tool(
    "test_simple_text",
    {
      title: "Simple text",
      description: "Answers with one line of text",
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () => "This is a simple text response for testing.",
  );

  service.tool(
    "echo",
    {
      description: "Returns its text",
      input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    },
    ({ text }) => text,
  );

  service.tool("test_image_content", { description: "Answers with a picture" }, () => image);

  service.tool("test_audio_content", { description: "Answers with sound" }, () => ({
    type: "audio",
    data: SILENCE,
    mimeType: "audio/wav",
  }));

  service.tool("test_embedded_resource", { description: "Answers with a resource" }, () =>
    embedded("test://embedded-resource", "This is an embedded resource content.", "text/plain"));

  service.tool(
    "test_multiple_content_types",
    { description: "Answers with text, a picture and a resource" },
    () => {
      const [uri, json] = ["test://mixed-content-resource", '{"test":"data","value":123}'];
      return ["Multiple content types test:", image, embedded(uri, json, "application/json")];
    },
  );

  service.tool("test_resource_link", { description: "Answers with a link to a resource" }, () => ({
    type: "resource_link",
    uri: "test://static-text",
    name: "static-text",
    mimeType: "text/plain",
  }));

  service.tool(
    "test_annotated_content",
    { description: "Answers with a text that says for whom it is" },
    () => ({
      type: "text",
      text: "For the person, and important.",
      annotations: { audience: ["user"], priority: 0.9 },
    }),
  );

  service.tool("test_error_handling", { description: "Always fails" }, () => {
    throw new ToolError("This tool intentionally returns an error for testing");
  });

  service.tool(
    "test_structured_output",
    { description: "Answers for programs and for people at once", output: WEATHER },
    () => ({ temperature: 22.5, conditions: "Partly cloudy", humidity: 65 }),
  );

  service.tool(
    "json_schema_2020_12_tool",
    { description: "Has a schema with every keyword that is easily lost", input: SCHEMA_2020_12 },
    () => "The arguments are as they came.",
  );

  service.tool(
    "test_header_parameter",
    {
      description: "Has an argument that HTTP clients repeat in a header",
      input: {
        type: "object",
        properties: {
          region: { type: "string", description: "Where to look", "x-mcp-header": "Region" },
        },
      },
    },
    // A list of texts alone would be a value, and not blocks.
    ({ region }) => (region === undefined ? "Region: none" : ["Region:", text(region)]),
  );

  service.tool(
    "test_streamed_text",
    {
      description: "Answers with a long text, sent in pieces through a small buffer",
      input: {
        type: "object",
        properties: { bytes: { type: "integer", minimum: 1, maximum: LONGEST } },
      },
    },
    ({ bytes = USUAL }) => pieces(bytes),
  );
}

function* pieces(length) {
  const size = Math.floor(Math.max(PIECE, length / PIECES) / UNIT.length);
  const piece = Buffer.concat(Array(size).fill(UNIT));
  for (let at = 0; at < length; at += piece.length) {
    yield begun(piece, length - at);
  }
}

/** So many bytes of it at most, as a text that does not end within a character. */
function begun(piece, length) {
  let end = Math.min(length, piece.length);
  while (end < piece.length && (piece[end] & 0xc0) === 0x80) end -= 1;
  return piece.toString("utf8", 0, end);
}
