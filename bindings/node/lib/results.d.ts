/** Results under construction. Their `end` gives the bytes, empty if the request was cancelled. */

import type { Annotations, Bytes, Icon, Out } from "./index.mjs";

/** What any block may have. */
export interface BlockOptions {
  annotations?: Annotations;
  /** `_meta`. */
  meta?: object;
}

/** What the contents of a resource may have. */
export interface ResourceOptions extends BlockOptions {
  mimeType?: string;
  /** `_meta` of the resource, not of the block. */
  resourceMeta?: object;
}

/** What a link may have. */
export interface LinkOptions extends BlockOptions {
  title?: string;
  description?: string;
  mimeType?: string;
  /** Bytes. */
  size?: number;
  icons?: readonly Icon[];
}

/** What a part of a resource may have. */
export interface PartOptions {
  mimeType?: string;
  /** `_meta`. */
  meta?: object;
}

/** Who says it. */
export type Role = "user" | "assistant";

/** The result of a call. */
export interface Answer {
  /** Adds a block of text. */
  text(text: string, options?: BlockOptions): this;
  /** Adds text that is a JSON string already: copied as it is written. */
  textJson(json: string): this;
  /** Adds a picture; `data` is its bytes. */
  image(data: Bytes, mimeType: string, options?: BlockOptions): this;
  /** Adds sound. From 2025-03-26 on. */
  audio(data: Bytes, mimeType: string, options?: BlockOptions): this;
  /** Adds a resource made of text. */
  resource(uri: string, text: string, options?: ResourceOptions): this;
  /** Adds a resource made of bytes. */
  blob(uri: string, data: Bytes, options?: ResourceOptions): this;
  /** Adds a link to a resource. From 2025-06-18 on. */
  link(uri: string, name: string, options?: LinkOptions): this;
  /** Adds a block of any kind in the protocol's form, its bytes in Base64. */
  block(block: object): this;
  /** Marks the result as a failure of the tool, which the model sees, and says why. */
  fail(why: string): this;
  /** Marks the result as a failure of the tool; what it says is in the blocks. */
  failed(): this;
  /** Sets the structured result: an object, from 2026-07-28 on any value. */
  structured(value: unknown): this;
  /** Sets `_meta`. */
  meta(value: object): this;
  end(): Out;
}

/** The contents of a resource. A folder has several parts, each with its URI. */
export interface Contents {
  /** Adds a part made of text. */
  text(uri: string, text: string, options?: PartOptions): this;
  /** Adds a part made of bytes. */
  blob(uri: string, data: Bytes, options?: PartOptions): this;
  /** Says how long they may be kept, and for whom; without, as lists. From 2026-07-28 on. */
  cache(ttlMs: number, scope?: "private" | "public"): this;
  /** Sets `_meta`. */
  meta(value: object): this;
  /** Throws `NOT_SUPPORTED` if nothing was added: a resource that is there has contents. */
  end(): Out;
}

/** The messages of a prompt. */
export interface Messages {
  /** Adds a text that `role` says. */
  text(role: Role, text: string, options?: BlockOptions): this;
  /** Adds a picture; `data` is its bytes. */
  image(role: Role, data: Bytes, mimeType: string, options?: BlockOptions): this;
  /** Adds sound. From 2025-03-26 on. */
  audio(role: Role, data: Bytes, mimeType: string, options?: BlockOptions): this;
  /** Adds a resource made of text. */
  resource(role: Role, uri: string, text: string, options?: ResourceOptions): this;
  /** Adds a resource made of bytes. */
  blob(role: Role, uri: string, data: Bytes, options?: ResourceOptions): this;
  /** Adds a link to a resource. From 2025-06-18 on. */
  link(role: Role, uri: string, name: string, options?: LinkOptions): this;
  /** Adds a block of any kind in the protocol's form, its bytes in Base64. */
  block(role: Role, block: object): this;
  /** Says what the prompt is for. */
  description(text: string): this;
  /** Sets `_meta`. */
  meta(value: object): this;
  end(): Out;
}

/** Suggestions, the best first. */
export interface Completion {
  /** Adds a value. The 101st and those after it are counted and not sent. */
  value(text: string): this;
  /** Says how many values there are in all, those not added included. */
  total(count: number): this;
  /** Says that there are more values than were added. */
  more(): this;
  /** Sets `_meta`. */
  meta(value: object): this;
  end(): Out;
}
