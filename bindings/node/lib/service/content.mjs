// What functions give back, as results of the engine's: texts, the protocol's own objects, in which
// bytes may stand where the protocol has Base64, and values.

const KINDS = ["text", "image", "audio", "resource", "resource_link"];
const encoder = new TextEncoder();

/** Content that leaves in pieces. */
class Streamed {
  constructor(pieces, { mimeType, uri } = {}) {
    Object.assign(this, { pieces, mimeType, uri });
  }
}

/** What was given to be streamed, if it was. */
function streamedOf(value) {
  if (typeof value !== "object" || value === null) return undefined;
  if (value instanceof Streamed) return value;
  const isSync = typeof value.next === "function" && value[Symbol.iterator];
  return value[Symbol.asyncIterator] || isSync ? new Streamed(value) : undefined;
}

function isBytes(value) {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

/** A piece as bytes. */
function bytesOf(piece) {
  if (typeof piece === "string") return encoder.encode(piece);
  if (piece instanceof Uint8Array) return piece;
  if (ArrayBuffer.isView(piece)) {
    return new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength);
  }
  if (piece instanceof ArrayBuffer) return new Uint8Array(piece);
  throw new TypeError("a piece must be a string or bytes");
}

function isBlock(value) {
  return typeof value === "string" || KINDS.includes(value?.type);
}

/** Adds a block to an `Answer`, or with a role to `Messages`. */
function addBlock(result, block, ...role) {
  if (typeof block === "string") return result.text(...role, block);
  const { type, annotations, _meta: meta } = block;
  if ((type === "image" || type === "audio") && isBytes(block.data)) {
    return result[type](...role, block.data, block.mimeType, { annotations, meta });
  }
  const { uri, mimeType, blob, _meta: resourceMeta } = block.resource ?? {};
  if (type === "resource" && isBytes(blob)) {
    return result.blob(...role, uri, blob, { mimeType, resourceMeta, annotations, meta });
  }
  return result.block(...role, block);
}

/** True for a whole result as the protocol writes it, and nothing beside. */
function isResult(value) {
  const known = ["content", "structuredContent", "isError", "_meta"];
  return Array.isArray(value?.content) && value.content.every(isBlock)
    && Object.keys(value).every((key) => known.includes(key));
}

/** A value that only has a form in JSON. */
function isPlain(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wrapped(value, wraps) {
  return wraps ? { result: value } : value;
}

function addResult(answer, { content, structuredContent, isError, _meta }, wraps) {
  for (const block of content) addBlock(answer, block);
  if (structuredContent !== undefined) answer.structured(wrapped(structuredContent, wraps));
  if (_meta !== undefined) answer.meta(_meta);
  return isError ? answer.failed() : answer;
}

function jsonOf(value) {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError("the result cannot be written as JSON");
  return text;
}

/**
 * Fills the answer of a call with a value of any kind; `isStructured` by its schema, and `wraps` if
 * that is none of an object.
 */
function addValue(answer, value, { isStructured, wraps }) {
  if (isResult(value)) return addResult(answer, value, wraps);
  if (isStructured) return answer.text(jsonOf(value)).structured(wrapped(value, wraps));
  if (value === undefined || value === null) return answer;
  if (isBlock(value)) return addBlock(answer, value);
  if (Array.isArray(value) && value.every(isBlock) && value.some(isPlain)) {
    for (const block of value) addBlock(answer, block);
    return answer;
  }
  if (isBytes(value)) throw new TypeError("bytes need a block around them, of an image or so");
  const text = jsonOf(value);
  answer.text(text[0] === '"' ? JSON.parse(text) : text);
  return text[0] === "{" ? answer.structured(value) : answer;
}

function isPart(value) {
  return isPlain(value) && !isBytes(value)
    && (typeof value.text === "string" || isBytes(value.blob) || typeof value.blob === "string");
}

/** Fills what is read with a value of any kind; `uri` and `mimeType` where it says none. */
function addContents(contents, value, { uri, mimeType }) {
  const whole = Array.isArray(value?.contents) && value.contents.every(isPart) ? value : undefined;
  const parts = whole?.contents ?? value;
  const several = Array.isArray(parts) && parts.length > 0 && parts.every(isPart);
  for (const part of several ? parts : [parts]) addPart(contents, part, { uri, mimeType });
  if (whole?._meta !== undefined) contents.meta(whole._meta);
  return contents;
}

function addPart(contents, part, { uri, mimeType }) {
  if (typeof part === "string") return contents.text(uri, part, { mimeType });
  if (isBytes(part)) return contents.blob(uri, part, { mimeType });
  if (!isPart(part)) {
    return contents.text(uri, jsonOf(part), { mimeType: mimeType ?? "application/json" });
  }
  const at = part.uri ?? uri;
  const options = { mimeType: part.mimeType ?? mimeType, meta: part._meta };
  if (typeof part.text === "string") return contents.text(at, part.text, options);
  const { blob } = part;
  const data = isBytes(blob) ? blob : Uint8Array.from(atob(blob), (one) => one.charCodeAt(0));
  return contents.blob(at, data, options);
}

/** Fills a prompt with a value of any kind. */
function addMessages(messages, value, usual) {
  const whole = Array.isArray(value?.messages) ? value : { messages: value };
  const description = whole.description ?? usual;
  if (description) messages.description(description);
  if (whole._meta !== undefined) messages.meta(whole._meta);
  for (const message of [whole.messages].flat()) {
    if (isBlock(message)) addBlock(messages, message, "user");
    else for (const block of [message.content].flat()) addBlock(messages, block, message.role);
  }
  return messages;
}

/** Fills suggestions. */
function addSuggestions(completion, value) {
  const isWhole = isPlain(value) && Array.isArray(value.values);
  const { values, total, hasMore } = isWhole ? value : { values: value ?? [] };
  for (const one of values) completion.value(one);
  if (total !== undefined) completion.total(total);
  if (hasMore) completion.more();
  return completion;
}

export {
  Streamed, addContents, addMessages, addSuggestions, addValue, bytesOf, isPlain, isResult,
  streamedOf,
};
