// The resources and their template.

import { PIXEL } from "./desk.mjs";
import { NAMED, filledIn } from "./forms.mjs";

/** What `test_update_watched_resource` changes. */
export const WATCHED = "test://watched-resource";
export const TEMPLATE = "test://template/{id}/data";
const [TEXT, BINARY] = ["test://static-text", "test://static-binary"];
const [LARGE, ASKING] = ["test://large-text", "test://input-required"];
export const URIS = [TEXT, BINARY, WATCHED, LARGE, ASKING];

const STATIC = "This is the content of the static text resource.";
/** Lines of the large text, and bytes of each. */
const [LINES, LINE] = [5000, 60];

/** Declares them. */
export function declare(desk) {
  const { service } = desk;
  const mimeType = "text/plain";

  service.resource(
    TEXT,
    {
      name: "static-text",
      title: "Static text",
      description: "A text that never changes",
      mimeType,
      size: STATIC.length,
      annotations: {
        audience: ["user", "assistant"],
        priority: 0.5,
        lastModified: "2026-07-28T00:00:00Z",
      },
      cache: { ttlMs: 3_600_000, scope: "public" },
    },
    () => STATIC,
  );

  service.resource(
    BINARY,
    {
      name: "static-binary",
      description: "A picture of one pixel",
      mimeType: "image/png",
      size: PIXEL.length,
    },
    () => PIXEL,
  );

  service.resource(
    WATCHED,
    {
      name: "watched-resource",
      description: "A text that changes when test_update_watched_resource is called",
      mimeType,
    },
    () => `The watched resource was changed ${desk.changes} times.`,
  );

  service.resource(
    LARGE,
    {
      name: "large-text",
      description: "A text of 300,000 bytes",
      mimeType,
      size: LINES * LINE,
    },
    () => Array.from({ length: LINES }, (_, at) =>
      `${`Line ${at + 1} of ${LINES}`.padEnd(LINE - 1)}\n`).join(""),
  );

  service.resource(
    ASKING,
    { name: "input-required", description: "A text that asks who reads it", mimeType },
    async (_, ctx) => {
      const answer = await ctx.elicit("reader", "Who reads this?", NAMED);
      if (answer.action !== "accept") return `Read by nobody: ${answer.action}`;
      return `Read by ${filledIn("reader", answer, NAMED)}.`;
    },
  );

  service.resource(
    TEMPLATE,
    {
      name: "template",
      title: "Data by number",
      description: "Data for each id",
      mimeType: "application/json",
    },
    ({ id }) => ({ id, templateTest: true, data: `Data for ID: ${id}` }),
  );
}
