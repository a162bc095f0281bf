import type { Lang } from "./locales.ts";

const decimalUnits = ["B", "kB", "MB", "GB", "TB", "PB"] as const;
const binaryUnits = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;

export type ByteUnit = (typeof decimalUnits)[number] | (typeof binaryUnits)[number];

export type ByteSystem = "decimal" | "binary";

const systems = {
  decimal: { units: decimalUnits, base: 1000 },
  binary: { units: binaryUnits, base: 1024 },
} as const;

/** No-break space: a number never leaves its unit behind at the end of a line. */
const NBSP = "\u00a0";

/** "327,680": a whole number, grouped. */
export function formatInteger(value: number, lang: Lang = "en"): string {
  return numberFormat(lang, 0, "decimals").format(finite(value));
}

/** A number with so many decimals, and separators: "13,864.50". */
export function formatFixed(value: number, decimals: number, lang: Lang = "en"): string {
  return numberFormat(lang, decimals, "fixed").format(finite(value));
}

/** "34%", "96.5%" of a share; in one piece. */
export const formatShare = (share: number, decimals: number, lang: Lang = "en"): string =>
  `${formatFixed(100 * share, decimals, lang)}\u2060%`;

/** "+49.83", "−7.91", "0.00": a sign unless it rounds to nothing, and a minus as wide as a plus. */
export function formatSigned(value: number, decimals: number, lang: Lang = "en"): string {
  const size = formatFixed(Math.abs(value), decimals, lang);
  if (!/[1-9]/.test(size)) return size;
  return (value < 0 ? "\u2212" : "+") + size;
}

/**
 * "85.90": so many significant digits, rounded once, and never fewer digits than the whole part
 * has. A trailing zero appears only where rounding put it: 2.5 stays "2.5".
 */
export function formatSignificant(value: number, digits = 4, lang: Lang = "en"): string {
  const rounded = Number(finite(value).toPrecision(digits));
  if (Math.abs(rounded) >= 10 ** (digits - 1)) return formatInteger(value, lang);
  if (rounded === value) return numberFormat(lang, digits, "at most").format(value);
  return numberFormat(lang, digits, "exactly").format(value);
}

/** "2.684 GB" of 2,684,354,560 bytes, in the unit asked for. */
export function formatBytes(bytes: number, unit: ByteUnit, lang: Lang = "en"): string {
  return formatSignificant(bytes / bytesPerUnit(unit), 4, lang) + NBSP + unit;
}

/** The same in the largest unit of the system that leaves at least 1 before the point. */
export function formatBytesAuto(bytes: number, system: ByteSystem, lang: Lang = "en"): string {
  return formatBytes(bytes, largestUnit(bytes, system), lang);
}

/** "3.35 TB/s" */
export function formatRate(bytesPerSecond: number, lang: Lang = "en"): string {
  return `${formatBytesAuto(bytesPerSecond, "decimal", lang)}/s`;
}

const durations: readonly (readonly [unit: string, ms: number, below: number])[] = [
  ["ns", 1e-6, 1e3],
  ["µs", 1e-3, 1e3],
  ["ms", 1, 1e3],
  ["s", 1e3, 120],
  ["min", 6e4, 120],
  ["h", 3.6e6, Number.POSITIVE_INFINITY],
];

/** "10.5 ms": three significant digits; seconds up to 120, then minutes up to 120, then hours. */
export function formatDuration(ms: number, lang: Lang = "en"): string {
  if (ms === 0) return `0${NBSP}ms`;
  const found = durations.find(([, size, below]) => {
    return Number(Math.abs(finite(ms) / size).toPrecision(3)) < below;
  });
  const [unit, size] = found ?? ["h", 3.6e6];
  return formatSignificant(ms / size, 3, lang) + NBSP + unit;
}

/** "$2.49", "$12,345"; below ten cents two significant digits, "$0.0034". */
export function formatMoney(usd: number, lang: Lang = "en"): string {
  const size = Math.abs(finite(usd));
  const sign = usd < 0 ? "-" : "";
  if (size >= 1000) return `${sign}$${formatInteger(size, lang)}`;
  if (size === 0 || size >= 0.0995) return `${sign}$${size.toFixed(2)}`;
  return `${sign}$${formatSignificant(size, 2, lang)}`;
}

function bytesPerUnit(unit: ByteUnit): number {
  for (const { units, base } of Object.values(systems)) {
    const power = (units as readonly string[]).indexOf(unit);
    if (power !== -1) return base ** power;
  }
  throw new RangeError(`invalid unit: ${unit}`);
}

/** Decided on the rounded number, so that 999,999 bytes read "1.000 MB", not "1,000 kB". */
function largestUnit(bytes: number, system: ByteSystem): ByteUnit {
  const { units, base } = systems[system];
  const fits = units.find((_, power) => {
    return Number((Math.abs(finite(bytes)) / base ** power).toPrecision(4)) < base;
  });
  return fits ?? (system === "decimal" ? "PB" : "PiB");
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`invalid number: ${value}`);
  return value;
}

const formats = new Map<string, Intl.NumberFormat>();

type How = "decimals" | "fixed" | "at most" | "exactly";

function formatOptions(digits: number, how: How): Intl.NumberFormatOptions {
  switch (how) {
    case "decimals":
      return { maximumFractionDigits: digits };
    case "fixed":
      return { maximumFractionDigits: digits, minimumFractionDigits: digits };
    case "at most":
      return { maximumSignificantDigits: digits, minimumSignificantDigits: 1 };
    case "exactly":
      return { maximumSignificantDigits: digits, minimumSignificantDigits: digits };
  }
}

function numberFormat(lang: Lang, digits: number, how: How) {
  const key = `${lang} ${digits} ${how}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(lang, formatOptions(digits, how));
  formats.set(key, made);
  return made;
}
