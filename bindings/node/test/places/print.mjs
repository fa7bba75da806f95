// A program for any runtime that finds the package by its name.
import * as api from "sansmcp";
import { prove } from "./anywhere.mjs";

console.log(await prove(api));
