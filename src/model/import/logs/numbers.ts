/** A count as logs write it, "1,192,160", "93872" or "5.867": null past 2^53 − 1 or without digits. */
export function parseCount(text: string | undefined): number | null {
  const digits = text?.replace(/[,._' \u00a0\u202f]/g, "") ?? "";
  const value = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

/**
 * A decimal number with a point or, in some locales, a comma: "3840,00" is 3840. With both, the
 * last one is the decimal mark; a comma before exactly three digits groups thousands.
 */
export function parseDecimal(text: string | undefined): number | null {
  const plain = decimalPoint(text ?? "");
  const value = /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

function decimalPoint(text: string): string {
  const [comma, point] = [text.lastIndexOf(","), text.lastIndexOf(".")];
  if (comma === -1) return text;
  if (point > comma) return text.replaceAll(",", "");
  if (point === -1 && /^-?\d{1,3}(?:,\d{3})+$/.test(text)) return text.replaceAll(",", "");
  return text.replaceAll(".", "").replace(",", ".");
}

const lengthUnits: Readonly<Record<string, number>> = {
  "": 1,
  k: 1e3,
  K: 1024,
  m: 1e6,
  M: 1024 ** 2,
};

/** A length as vLLM's command line takes it: "8192", "32k" (32,000), "32K" (32,768). */
export function parseLength(text: string | undefined): number | null {
  const parts = /^(\d+(?:\.\d+)?)([kKmM]?)$/.exec(text ?? "");
  const value = Number(parts?.[1] ?? Number.NaN) * (lengthUnits[parts?.[2] ?? ""] ?? 1);
  return Number.isSafeInteger(value) ? value : null;
}

/** A switch as programs print it; null for "auto" and anything else. */
export function parseSwitch(text: string | undefined): boolean | null {
  const word = text?.toLowerCase() ?? "";
  if (["1", "true", "on", "enabled", "yes"].includes(word)) return true;
  return ["0", "false", "off", "disabled", "no"].includes(word) ? false : null;
}

/** A name as Python prints it: "torch.bfloat16" is "bfloat16"; null for "None" and "". */
export function parseName(text: string | undefined): string | null {
  const name = text?.trim().replace(/^torch\./, "") ?? "";
  return name === "" || name === "None" || name === "null" ? null : name;
}

/** The smallest of what was printed; null where nothing was. */
export function smallest(values: readonly (number | null)[]): number | null {
  let least: number | null = null;
  for (const value of values)
    if (value !== null && (least === null || value < least)) least = value;
  return least;
}
