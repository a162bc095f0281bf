import type { AstroIntegration } from "astro";
import { checkData } from "../src/data/check.ts";

/** Stops the build on a bad entry of the catalogues, naming file, entry and field. */
export function checkedData(): AstroIntegration {
  return { name: "checked-data", hooks: { "astro:config:setup": () => checkData() } };
}
