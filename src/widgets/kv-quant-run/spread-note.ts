import type { Variant } from "../../lab/family.ts";
import type { Translate } from "../translate.ts";
import type { QuantRunResult } from "./compute.ts";
import type { QuantRunValues } from "./params.ts";
import { measureText } from "./words.ts";

/** Members in which fewer and fewer KV heads serve the same eight query heads. */
const shared: readonly Variant[] = ["mha", "gqa", "mqa"];

/** Whether, in this format, the same rounding harms more where more heads share what it rounds. */
export function spreadNote({ models }: QuantRunResult, { format }: QuantRunValues, t: Translate) {
  const found = shared.flatMap((variant) => {
    const of = models
      .find((model) => model.variant === variant)
      ?.formats.find((each) => each.format === format);
    return of ? [{ variant, divergence: of.divergence }] : [];
  });
  if (found.length < shared.length) return t("spread-few");
  const values = found.map(({ divergence }) => divergence);
  const rises = values.every((value, i) => i === 0 || value > (values[i - 1] as number));
  const list = found
    .map(({ variant, divergence }) =>
      t("spread-item", {
        model: t(`option.variant.${variant}`),
        value: measureText(divergence, "divergence", t),
      }),
    )
    .join(", ");
  const name = t(`option.format.${format}`);
  return t(rises ? "spread-rises" : "spread-mixed", { format: name, list });
}
