import { type Step, substituted } from "../../model/derivation.ts";
import { byteText } from "./byte-text.ts";
import { plainNumber } from "./plain-number.ts";

/** A derivation, one line a step: `name = formula = with numbers = value unit`. */
export function stepLines(steps: readonly Step[]): readonly string[] {
  const width = Math.max(0, ...steps.map(({ name }) => name.length));
  return steps.map((step) => {
    const value =
      step.unit === "B" ? byteText(step.value) : `${plainNumber(step.value)} ${step.unit}`;
    const numbers = substituted(step, plainNumber);
    const parts = [step.formula, ...(numbers === step.formula ? [] : [numbers]), value.trim()];
    return `  ${step.name.padEnd(width)} = ${parts.join(" = ")}`;
  });
}
