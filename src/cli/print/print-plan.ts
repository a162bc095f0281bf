import {
  formatDuration,
  formatInteger,
  formatShare,
  formatSignificant,
} from "../../i18n/format.ts";
import type { Text } from "../messages/text.ts";
import type { planOf } from "../plan.ts";
import { columns } from "./columns.ts";
import { modelLines } from "./model-lines.ts";

type Plan = ReturnType<typeof planOf>;

/** `headcount plan` for people: every pair of formats, the cheapest, and its product of savings. */
export function planLines(plan: Plan, text: Text): readonly string[] {
  const { arrangements, best, savings } = plan;
  const number = (value: number) => formatSignificant(value, 3, text.lang);
  const time = (seconds: number | null) =>
    seconds === null ? "–" : formatDuration(1000 * seconds, text.lang);
  const head = [
    "weights",
    "kv",
    "gpus",
    "layout",
    "up-to",
    "margin",
    "ttft",
    "tpot",
    "cost",
  ] as const;
  return [
    ...modelLines(plan.model, text),
    "",
    ...columns([
      head.map((name) => text(`plan-col-${name}`)),
      ...arrangements.map(({ weights, kv, plan: found, problem }) =>
        found
          ? [
              ...[weights, kv, formatInteger(found.gpus), layoutText(found, text)],
              ...[number(found.upTo), formatShare(found.margin, 0, text.lang)],
              ...[time(found.ttftP90), time(found.tpotP90)],
              found.cost ? number(found.cost.perMillionOutput) : "–",
            ]
          : [weights, kv, text(`plan-problem-${problem ?? "pace"}`)],
      ),
    ]),
    "",
    text("plan-best", {
      ...{ gpus: best.gpus, weights: best.weights, kv: best.kv, layout: layoutText(best, text) },
      margin: formatShare(best.margin, 0, text.lang),
    }),
    "",
    text("plan-savings"),
    ...columns([
      [text("plan-base"), "", savings.base === null ? "–" : number(savings.base)],
      ...savings.savings
        .filter(({ factor, name }) => factor !== 1 || name === "weights")
        .map(({ name, factor, users }) => [
          text(`plan-saving-${name}`),
          factor === null ? "–" : `× ${number(factor)}`,
          number(users),
        ]),
    ]),
    "",
    text("plan-emit"),
  ];
}

const layoutText = (
  { replicas, tp, pp }: Plan["best"] | NonNullable<Plan["arrangements"][number]["plan"]>,
  text: Text,
): string => text(pp > 1 ? "plan-layout-pp" : "plan-layout", { replicas, tp, pp });
