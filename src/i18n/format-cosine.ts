import { formatSigned } from "./format.ts";
import type { Lang } from "./locales.ts";

/** "0.34", "−0.01", never "−0.00". */
export const formatCosine = (cosine: number, lang: Lang = "en"): string =>
  formatSigned(cosine, 2, lang).replace("+", "");
