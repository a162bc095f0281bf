import type { AbsorbOrderData, OrderStep, ServedStep } from "../../charts/absorb-order.ts";
import type { MathSymbol } from "../../charts/symbol-text.ts";
import type { Translate } from "../translate.ts";
import type { VhaResult } from "./compute.ts";
import type { Fault, VhaValues } from "./faults.ts";
import { layerNames } from "./words.ts";

type StepName = "wq" | "premix" | "norm" | "silu" | "rope" | "attention" | "postmix" | "wo";

/** The steps of the trained layer from left to right. */
const trainedSteps: Readonly<Record<Fault, readonly StepName[]>> = {
  none: ["wq", "premix", "norm", "rope", "attention", "postmix", "wo"],
  "norm-first": ["wq", "norm", "premix", "rope", "attention", "postmix", "wo"],
  silu: ["wq", "silu", "premix", "norm", "rope", "attention", "postmix", "wo"],
  untransposed: ["wq", "premix", "norm", "rope", "attention", "postmix", "wo"],
};

/** The steps of plain GQA, and what goes into each. */
const servedSteps: readonly { readonly name: StepName; readonly of: readonly StepName[] }[] = [
  { name: "wq", of: ["wq", "premix"] },
  { name: "norm", of: ["norm"] },
  { name: "rope", of: ["rope"] },
  { name: "attention", of: ["attention"] },
  { name: "wo", of: ["postmix", "wo"] },
];

/** Which of the trained steps, and of the served, are not what they should be. */
const wrong: Readonly<Record<Fault, Readonly<Record<"trained" | "served", readonly StepName[]>>>> =
  {
    none: { trained: [], served: [] },
    "norm-first": { trained: ["norm"], served: ["wq", "norm"] },
    silu: { trained: ["silu"], served: [] },
    untransposed: { trained: [], served: ["wo"] },
  };

interface Look {
  readonly symbol: MathSymbol | null;
  readonly role: OrderStep["role"];
}

const word: Look = { symbol: null, role: "other" };
const looks: Readonly<Record<StepName, Look>> = {
  wq: { symbol: { letter: "W", index: "Q" }, role: "matrix" },
  premix: { symbol: { letter: "P", index: "g" }, role: "mix" },
  norm: word,
  silu: word,
  rope: word,
  attention: word,
  postmix: { symbol: { letter: "M" }, role: "mix" },
  wo: { symbol: { letter: "W", index: "O" }, role: "matrix" },
};

export function orderData({ shape }: VhaResult, values: VhaValues, t: Translate): AbsorbOrderData {
  const fault = values.break;
  const steps = trainedSteps[fault];
  const { trained, absorbed } = layerNames(shape, t);
  const step = (name: StepName, side: "trained" | "served"): OrderStep => {
    const { symbol, role } = looks[name];
    return {
      symbol: symbol && { ...symbol, prime: side === "served" },
      name: symbol ? "" : t(`step.${name}`),
      role,
      wrong: wrong[fault][side].includes(name),
    };
  };
  const place = (name: StepName): number => steps.indexOf(name);
  return {
    trained: steps.map((name) => step(name, "trained")),
    served: servedSteps.map(({ name, of }): ServedStep => {
      const from = of.map(place);
      return { ...step(name, "served"), of: from, at: servedAt(name, fault, from) };
    }),
    lost: fault === "silu" ? [place("silu")] : [],
    names: { trained, served: absorbed, lost: t("order-lost") },
    label: t("order-label", {
      steps: steps.map((name) => t(`step.${name}`)).join(" → "),
      fault: t(`fault-text.${fault}`),
    }),
  };
}

/** Between what goes into it; where something else stands there, beside it. */
function servedAt(name: StepName, fault: Fault, from: readonly number[]): number {
  const middle = from.reduce((sum, at) => sum + at, 0) / from.length;
  if (fault === "norm-first" && name === "norm") return middle + 1;
  if (fault === "silu" && name === "wq") return Math.max(...from);
  return middle;
}
