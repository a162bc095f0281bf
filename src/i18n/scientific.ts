const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** "10⁻⁷" */
export function powerOfTen(power: number): string {
  const raised = [...String(Math.abs(power))].map((digit) => superscripts[Number(digit)]).join("");
  return `10${power < 0 ? "⁻" : ""}${raised}`;
}

/** "1.3 × 10⁻⁷": two significant digits, as it is written by hand; "0" for nothing. */
export function scientific(value: number): string {
  if (value === 0) return "0";
  const [digits = "", power = "0"] = value.toExponential(1).split("e");
  return `${digits}\u00a0×\u00a0${powerOfTen(Number(power))}`;
}
