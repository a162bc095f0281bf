import { formatBytes, formatInteger } from "../../i18n/format.ts";
import { bytesPerGiB } from "../../model/units.ts";

/** Bytes as they are, and in both units where they are many: "1,310,720 B", "… (1.25 GiB, 1.342 GB)". */
export function byteText(bytes: number): string {
  const exact = `${formatInteger(bytes)} B`;
  if (Math.abs(bytes) < 2 ** 20) return exact;
  const units =
    Math.abs(bytes) < bytesPerGiB / 10 ? (["MiB", "MB"] as const) : (["GiB", "GB"] as const);
  const rounded = units.map((unit) => formatBytes(bytes, unit).replaceAll("\u00a0", " "));
  return `${exact} (${rounded.join(", ")})`;
}
