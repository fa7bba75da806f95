/** What functions of a service give back. */

import type { Annotations, Bytes, Icon } from "../index.mjs";
import type { Role } from "../results.mjs";

/** What any block may have. */
interface Block {
  annotations?: Annotations;
  _meta?: object;
}

/**
 * A block of content, as the protocol writes it; where it has Base64, bytes may stand. A plain text
 * is one, too.
 */
export type ContentBlock =
  | string
  | (Block & { type: "text"; text: string })
  | (Block & { type: "image"; data: Bytes | string; mimeType: string })
  | (Block & { type: "audio"; data: Bytes | string; mimeType: string })
  | (Block & { type: "resource"; resource: ResourcePart & { uri: string } })
  | (Block & {
      type: "resource_link";
      uri: string;
      name: string;
      title?: string;
      description?: string;
      mimeType?: string;
      /** Bytes. */
      size?: number;
      icons?: readonly Icon[];
    });

/** A part of a resource: text or bytes. Without a `uri` it has that of what is read. */
export type ResourcePart = {
  uri?: string;
  mimeType?: string;
  _meta?: object;
} & ({ text: string } | { blob: Bytes | string });

/** The whole result of a tool, where a value is not enough. */
export interface ToolOutput<Structured = unknown> {
  content: readonly ContentBlock[];
  structuredContent?: Structured;
  /** The tool failed, and the content says how. */
  isError?: boolean;
  _meta?: object;
}

/** Pieces of an answer: texts or bytes. */
export type Pieces = AsyncIterable<string | Bytes> | Iterator<string | Bytes>;

/**
 * The result of a tool or a resource that leaves in pieces, as they are made and as fast as the
 * client takes them: one block, or all that a resource holds, of any length. What a generator
 * yields needs no `Streamed` around it where it is text, or a resource.
 *
 * What a piece throws ends a tool's result as a failure, and a resource where it stands. On a pipe
 * everything else that is to be said waits for its end, so it should not have to wait for long.
 */
export class Streamed {
  /**
   * `mimeType`: of bytes: of a picture, of sound, or of anything else with a `uri`; of a resource,
   * in the place of the declared one. `uri`: of bytes in a tool's result that are a resource's.
   */
  constructor(
    pieces: Pieces | Iterable<string | Bytes>,
    options?: { mimeType?: string; uri?: string },
  );
}

/** A message of a prompt, with one block or several. */
export interface PromptMessage {
  role: Role;
  content: ContentBlock | readonly ContentBlock[];
}

/** What a prompt gives: messages; the user says what stands alone. */
export type PromptOutput =
  | ContentBlock
  | PromptMessage
  | readonly (ContentBlock | PromptMessage)[]
  | { messages: readonly (ContentBlock | PromptMessage)[]; description?: string; _meta?: object };

/** What a resource gives: a text, bytes, one part or several, pieces, or a value of JSON. */
export type ResourceOutput =
  | string
  | Bytes
  | ResourcePart
  | readonly ResourcePart[]
  | { contents: readonly ResourcePart[]; _meta?: object }
  | Pieces
  | Streamed
  | object;

/** What completes an argument gives: the best first. The engine sends 100 at most. */
export type CompletionOutput =
  | Iterable<string>
  | { values: readonly string[]; total?: number; hasMore?: boolean }
  | undefined;

// What is not exported above is for this file alone.
export {};
