// For where the module has to be brought: load.d.mts documents it.
import { bind } from "./api.mjs";
import * as failures from "./failures.mjs";
import init, * as glue from "./glue.mjs";

let begun;

export function load(module) {
  begun ??= begin(module).catch((error) => {
    begun = undefined; // the next one may have the right module
    throw error;
  });
  return begun;
}

async function begin(module) {
  await init({ module_or_path: await module });
  const { connect, ...api } = bind(glue);
  return { ...api, ...failures };
}
