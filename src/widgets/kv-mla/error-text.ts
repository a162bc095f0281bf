import { formatSignificant } from "../../i18n/format.ts";
import { scientific } from "../../i18n/scientific.ts";
import type { Translate } from "../translate.ts";

/** An error in two digits; a small one by its power of ten. */
export function errorText(error: number, t: Translate): string {
  if (!Number.isFinite(error)) return String(error);
  return error >= 0.01 ? formatSignificant(error, 2, t.lang) : scientific(error);
}
