import { formatInteger, formatSignificant } from "../../i18n/format.ts";
import type { Factor } from "../formula.ts";
import type { Translate } from "../translate.ts";
import { type HeadsResult, type HeadsValues, headDim } from "./compute.ts";
import { stepText } from "./table.ts";

/** 2 × KV heads × head dimension × bytes of a value, and × context: what a step reads. */
export function headsFactors(
  { own }: HeadsResult,
  values: HeadsValues,
  t: Translate,
): readonly Factor[] {
  const int = (value: number) => formatInteger(value, t.lang);
  const perValue = own.bytesPerToken / (2 * own.nKv * headDim);
  return [
    { value: "2", name: t("factor.pair") },
    {
      operator: "×",
      value: int(own.nKv),
      symbol: ["G"],
      name: t("factor.groups"),
      param: "groups",
    },
    { operator: "×", value: int(headDim), symbol: ["d", "h"], name: t("factor.head-dim") },
    {
      operator: "×",
      value: `${formatSignificant(perValue, 7, t.lang)}\u00a0B`,
      symbol: ["b"],
      name: t("factor.kv"),
      param: "kv",
    },
    {
      operator: "=",
      value: `${int(own.bytesPerToken)}\u00a0B`,
      name: t("factor.token"),
      role: own.name,
    },
    {
      operator: "×",
      value: int(values.context),
      symbol: ["S"],
      name: t("factor.context"),
      param: "context",
    },
    {
      operator: "=",
      value: stepText(own.stepBytes, values, t),
      name: t("factor.step"),
      role: own.name,
    },
  ];
}
