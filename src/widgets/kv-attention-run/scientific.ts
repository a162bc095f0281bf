const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** "1.3 × 10⁻⁷": two significant digits, as it is written by hand; "0" for nothing. */
export function scientific(value: number): string {
  if (value === 0) return "0";
  const [digits = "", power = "0"] = value.toExponential(1).split("e");
  const raised = String(Math.abs(Number(power))).replace(
    /\d/g,
    (digit) => superscripts[Number(digit)] ?? "",
  );
  return `${digits}\u00a0×\u00a010${Number(power) < 0 ? "⁻" : ""}${raised}`;
}
