import { formatInteger } from "../../i18n/format.ts";

/** A number of a derivation: whole ones grouped, others with six significant digits. */
export function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Number.isInteger(value)) return formatInteger(value);
  const [whole = "", part] = String(
    Number(value.toPrecision(Math.max(6, digits(value) + 4))),
  ).split(".");
  const grouped = formatInteger(Number(whole));
  const sign = value < 0 && !grouped.startsWith("-") ? "-" : "";
  return part === undefined ? grouped : `${sign}${grouped}.${part}`;
}

const digits = (value: number): number => String(Math.trunc(Math.abs(value))).length;
