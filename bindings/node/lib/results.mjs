// Results under construction. What they are made of goes to a native part as the protocol's own
// objects, where numbers stand for the bytes that go beside them.

import { bytes, json, text } from "./convert.mjs";

/** What most blocks may have beside what they hold. */
function common({ annotations, meta } = {}) {
  return { annotations, _meta: meta };
}

/** Blocks and bytes on their way out. */
class Parts {
  /** Most results have none, and an empty array is dear to hand over. */
  data;

  put(data) {
    this.data ??= [];
    return this.data.push(bytes(data, "data")) - 1;
  }

  text(value, options) {
    if (options === undefined) return `{"type":"text","text":${text(value, "text")}}`;
    text(value, "text");
    return json({ type: "text", text: value, ...common(options) });
  }

  textJson(value) {
    text(JSON.parse(value), "textJson");
    return `{"type":"text","text":${value}}`;
  }

  media(type, data, mimeType, options) {
    return json({ type, mimeType, data: this.put(data), ...common(options) });
  }

  resource(uri, filling, options = {}) {
    const { mimeType, resourceMeta } = options;
    const resource = { uri, mimeType, ...filling, _meta: resourceMeta };
    return json({ type: "resource", resource, ...common(options) });
  }

  contents(uri, value, options) {
    text(value, "text");
    return this.resource(uri, { text: value }, options);
  }

  blob(uri, data, options) {
    return this.resource(uri, { blob: this.put(data) }, options);
  }

  link(uri, name, options = {}) {
    const { title, description, mimeType, size, icons } = options;
    const link = { uri, name, title, description, mimeType, size, icons };
    return json({ type: "resource_link", ...link, ...common(options) });
  }
}

class Answer {
  #send;
  #parts = new Parts();
  #content = [];
  #rest = "";

  constructor(send) {
    this.#send = send;
  }

  #add(block) {
    this.#content.push(block);
    return this;
  }

  text(value, options) { return this.#add(this.#parts.text(value, options)); }
  textJson(value) { return this.#add(this.#parts.textJson(value)); }
  image(...image) { return this.#add(this.#parts.media("image", ...image)); }
  audio(...audio) { return this.#add(this.#parts.media("audio", ...audio)); }
  resource(...resource) { return this.#add(this.#parts.contents(...resource)); }
  blob(...blob) { return this.#add(this.#parts.blob(...blob)); }
  link(...link) { return this.#add(this.#parts.link(...link)); }
  block(block) { return this.#add(json(block, "a block")); }

  fail(why) {
    return this.failed().text(why);
  }

  failed() {
    this.#rest += ',"isError":true';
    return this;
  }

  structured(value) {
    this.#rest += `,"structuredContent":${json(value, "structured")}`;
    return this;
  }

  meta(value) {
    this.#rest += `,"_meta":${json(value, "meta")}`;
    return this;
  }

  end() {
    return this.#send(`{"content":[${this.#content.join()}]${this.#rest}}`, this.#parts.data);
  }
}

class Contents {
  #send;
  #parts = new Parts();
  #result = { contents: [] };

  constructor(send) {
    this.#send = send;
  }

  #add(uri, filling, { mimeType, meta } = {}) {
    this.#result.contents.push({ uri, mimeType, ...filling, _meta: meta });
    return this;
  }

  text(uri, value, options) {
    text(value, "text");
    return this.#add(uri, { text: value }, options);
  }

  blob(uri, data, options) {
    return this.#add(uri, { blob: this.#parts.put(data) }, options);
  }

  cache(ttlMs, scope) {
    this.#result.cache = { ttlMs, scope };
    return this;
  }

  meta(value) {
    this.#result._meta = value;
    return this;
  }

  end() {
    return this.#send("contents", this.#result, this.#parts.data);
  }
}

class Messages {
  #send;
  #parts = new Parts();
  #result = { messages: [] };

  constructor(send) {
    this.#send = send;
  }

  #add(role, block) {
    this.#result.messages.push({ role, content: JSON.parse(block) });
    return this;
  }

  text(role, value, options) { return this.#add(role, this.#parts.text(value, options)); }
  image(role, ...image) { return this.#add(role, this.#parts.media("image", ...image)); }
  audio(role, ...audio) { return this.#add(role, this.#parts.media("audio", ...audio)); }
  resource(role, ...resource) { return this.#add(role, this.#parts.contents(...resource)); }
  blob(role, ...blob) { return this.#add(role, this.#parts.blob(...blob)); }
  link(role, ...link) { return this.#add(role, this.#parts.link(...link)); }
  block(role, block) { return this.#add(role, json(block, "a block")); }

  description(value) {
    this.#result.description = value;
    return this;
  }

  meta(value) {
    this.#result._meta = value;
    return this;
  }

  end() {
    return this.#send("messages", this.#result, this.#parts.data);
  }
}

class Completion {
  #send;
  #result = { values: [] };

  constructor(send) {
    this.#send = send;
  }

  value(value) {
    text(value, "a value");
    this.#result.values.push(value);
    return this;
  }

  total(count) {
    this.#result.total = count;
    return this;
  }

  more() {
    this.#result.hasMore = true;
    return this;
  }

  meta(value) {
    this.#result._meta = value;
    return this;
  }

  end() {
    return this.#send("completion", this.#result);
  }
}

export { Answer, Completion, Contents, Messages };
