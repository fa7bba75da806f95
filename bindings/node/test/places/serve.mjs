// What runtimes that serve a default export are given.
import * as api from "sansmcp";
import { echo } from "./anywhere.mjs";

const { fetch } = echo(api);

export default { fetch };
