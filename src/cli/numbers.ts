import { wrongUsage } from "./cli-error.ts";

/**
 * A whole number as people write it: "131072", "131_072" or "131,072".
 * @throws CliError on anything else; "128k" may mean 128,000 or 131,072.
 */
export function parseWhole(option: string, text: string, least: 0 | 1): number {
  const suffixed = /^(\d+)([kKmM])i?$/.exec(text);
  if (suffixed) {
    const power = suffixed[2]?.toLowerCase() === "k" ? 1 : 2;
    const count = Number(suffixed[1]);
    throw wrongUsage("ambiguous-number", {
      option,
      found: text,
      decimal: count * 1000 ** power,
      binary: count * 1024 ** power,
    });
  }
  const grouped = /^\d{1,3}(?:,\d{3})+$/.test(text) || /^\d+(?:_\d+)*$/.test(text);
  const value = grouped ? Number(text.replace(/[,_]/g, "")) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < least) {
    throw wrongUsage(least === 1 ? "not-a-count" : "not-a-number", { option, found: text });
  }
  return value;
}

/**
 * A decimal number with a point, from 0, without a unit.
 * @throws CliError on anything else.
 */
export function parseDecimal(option: string, text: string): number {
  if (/^[+-]\d/.test(text)) throw wrongUsage("decimal-sign", { option, found: text });
  if (/^\d[\d.]*[eE][+-]?\d+$/.test(text)) {
    throw wrongUsage("decimal-exponent", { option, found: text });
  }
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw wrongUsage("not-a-decimal", { option, found: text });
  return value;
}
