import type { UnlistedModel } from "./model-entry.ts";
import unlistedJson from "./unlisted.json" with { type: "json" };

/** Models people ask for that the catalogue cannot hold, and why. Apart from the calculator's data. */
export const unlisted: readonly UnlistedModel[] = unlistedJson;
