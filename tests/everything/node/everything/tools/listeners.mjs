// Tools that make something happen which listeners hear of.

import { WATCHED } from "../resources.mjs";

/** Declares them. */
export function declare(desk) {
  const { service } = desk;

  // Here nothing has changed in truth; of what is declared or withdrawn the service tells itself.
  for (const [one, all] of [["tool", "tools"], ["prompt", "prompts"], ["resource", "resources"]]) {
    service.tool(
      `test_trigger_${one}_change`,
      { description: `Says that the ${all} have changed` },
      () => {
        service.changed(all);
        return `The ${all} have changed.`;
      },
    );
  }

  service.tool(
    "test_update_watched_resource",
    { description: "Changes the watched resource" },
    () => {
      desk.changes += 1;
      service.updated(WATCHED);
      return "The watched resource has changed.";
    },
  );

  service.tool(
    "test_end_listens",
    { description: "Ends every listen from this side" },
    () => `${service.endListens()} listens end.`,
  );
}
