// The prompts.

import { PIXEL } from "./desk.mjs";
import { SUBJECT, filledIn } from "./forms.mjs";
import { embedded } from "./tools/content.mjs";

/** An argument that has to be there. */
const needs = (name, description) => ({ name, description, required: true });

/** Declares them. */
export function declare({ service }) {
  service.prompt(
    "test_simple_prompt",
    { title: "Simple prompt", description: "A prompt without arguments" },
    () => "This is a simple prompt for testing.",
  );

  service.prompt(
    "test_prompt_with_arguments",
    {
      description: "A prompt with two arguments",
      arguments: [needs("arg1", "The first"), needs("arg2", "The second")],
    },
    ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  );

  service.prompt(
    "test_prompt_with_embedded_resource",
    {
      description: "A prompt with a resource in it",
      arguments: [needs("resourceUri", "The resource's URI")],
    },
    ({ resourceUri }) => [
      embedded(resourceUri, "Embedded resource content for testing.", "text/plain"),
      "Please process the embedded resource above.",
    ],
  );

  service.prompt(
    "test_prompt_with_image",
    { description: "A prompt with a picture in it" },
    () => [
      { role: "user", content: { type: "image", data: PIXEL, mimeType: "image/png" } },
      { role: "user", content: "Please analyze the image above." },
    ],
  );

  service.prompt(
    "test_input_required_result_prompt",
    { description: "A prompt that asks for its context" },
    async (_, ctx) => {
      const answer = await ctx.elicit("user_context", "What is this about?", SUBJECT);
      if (answer.action !== "accept") {
        return `Answer without knowing what this is about: ${answer.action}`;
      }
      return `Answer with this in mind: ${filledIn("user_context", answer, SUBJECT)}`;
    },
  );
}
