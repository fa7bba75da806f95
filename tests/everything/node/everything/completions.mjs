// What arguments of prompts and the variable of the template may be completed to.

import { TEMPLATE, URIS } from "./resources.mjs";

const FIRST = ["hello", "help", "paris", "park", "party", "world"];
/** Words that the second argument of a prompt can be, or end with. */
const SECOND = ["again", "world"];
/** All ids of the template: more than one answer can hold. The engine says that there are more. */
const IDS = Array.from({ length: 150 }, (_, at) => String(at + 1));

/** Declares them. */
export function declare({ service }) {
  const prompt = "test_prompt_with_arguments";
  service.completion({ prompt, argument: "arg1" }, FIRST);
  service.completion({ prompt, argument: "arg2" }, (typed, { arg1 }) => {
    // What the first argument says narrows the second.
    const all = arg1 === undefined ? SECOND : SECOND.map((two) => `${arg1} ${two}`);
    return all.filter((word) => word.startsWith(typed));
  });
  const embedding = "test_prompt_with_embedded_resource";
  service.completion({ prompt: embedding, argument: "resourceUri" }, URIS);
  service.completion({ template: TEMPLATE, argument: "id" }, IDS);
}
