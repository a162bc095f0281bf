import type { PlanRowsData } from "../../charts/plan-rows.ts";
import type { LadderStep, SavingsLadderData } from "../../charts/savings-ladder.ts";
import { formatInteger, formatShare, formatSignificant } from "../../i18n/format.ts";
import { marginOf } from "../../model/plan/plan-cost.ts";
import { type Saving, type Savings, savingsOf } from "../../model/plan/savings.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import type { PlanResult, PlanValues } from "./compute.ts";
import { ceilingsShown, pickedOf, type Row, rowsShown } from "./shown.ts";

export const rateText = (rate: number, t: Translate): string => formatSignificant(rate, 3, t.lang);

export const pairText = ({ weights, kv }: Pick<Row, "weights" | "kv">, t: Translate): string =>
  t("pair", { weights: t(`option.weights.${weights}`), kv: t(`option.kv.${kv}`) });

/** "2 × 4": copies, and the GPUs of each. */
export function layoutText(
  { replicas, tp, pp }: { readonly replicas: number; readonly tp: number; readonly pp: number },
  t: Translate,
): string {
  return t(pp > 1 ? "layout-pp" : "layout", { replicas, tp, pp });
}

/** What stands at the end of a row. */
export function rowText({ plan, layout, gpus, problem }: Row, t: Translate): string {
  if (plan) {
    return t("row-found", { n: formatInteger(plan.gpus, t.lang), layout: layoutText(plan, t) });
  }
  if (plan === null) return t("row-none");
  if (!layout) return t(`problem.${problem ?? "pace"}`);
  return t("row-least", { n: formatInteger(gpus, t.lang) });
}

/** What every pair of formats bears, and the ceilings above it. */
export function rowsData(
  result: PlanResult,
  values: PlanValues,
  t: Translate,
  run: RunState<PlanValues>,
): PlanRowsData {
  const rows = rowsShown(result, values, run);
  const picked = pickedOf(rows, values);
  const data = rows.map((row) => ({
    name: pairText(row, t),
    said: rowText(row, t),
    ceilings: ceilingsShown(row),
    upTo: row.plan?.upTo ?? null,
    picked: row.name === picked?.name,
  }));
  return {
    rows: data,
    rate: values.rate,
    names: {
      room: t("limit.room"),
      pace: t("limit.pace"),
      compute: t("limit.compute"),
      rate: t("asked", { n: rateText(values.rate, t) }),
      axis: t("axis-rate"),
    },
    label: t("rows-label", { rows: data.map(({ name, said }) => `${name}: ${said}`).join(". ") }),
  };
}

export const usersText = (users: number, t: Translate): string =>
  users < 10 ? formatSignificant(users, 2, t.lang) : formatInteger(Math.floor(users), t.lang);

const factorText = (factor: number, t: Translate): string =>
  factor < 1
    ? `÷ ${formatSignificant(1 / factor, 3, t.lang)}`
    : `× ${formatSignificant(factor, 3, t.lang)}`;

/** "6.6 × 8 × 2 = 106". */
export function productText({ base, savings, users }: Savings, t: Translate): string {
  const [first, ...others] = base === null ? savings : [{ factor: 1, users: base }, ...savings];
  const factors = others.filter(({ factor }) => factor !== null && factor !== 1);
  const said = factors.map(({ factor }) => factorText(factor ?? 1, t)).join(" ");
  return `${usersText(first?.users ?? 0, t)} ${said} = ${usersText(users, t)}`;
}

/** The product of the picked row's savings. */
export function ladderData(
  result: PlanResult,
  values: PlanValues,
  t: Translate,
  run: RunState<PlanValues>,
): SavingsLadderData {
  const picked = pickedOf(rowsShown(result, values, run), values);
  if (!picked?.layout) return { steps: [], label: t("ladder-nothing") };
  const { base, savings } = savingsOf(result.request, picked.layout.sized);
  const first: LadderStep = {
    ...{ name: t("saving.base"), factor: "", users: base, loses: false },
    usersText: base === null ? t("no-room-at-all") : usersText(base, t),
  };
  const steps = [first, ...savings.filter(matters).map((saving) => stepOf(saving, t))];
  const said = steps.map(({ name, factor, usersText: users }) => `${name} ${factor}: ${users}`);
  return { steps, label: t("ladder-label", { steps: said.join(", ") }) };
}

/** What changes nothing is left out, but for what can be chosen. */
const matters = ({ name, factor }: Saving): boolean =>
  factor !== 1 || name === "weights" || name === "format";

const stepOf = ({ name, factor, users }: Saving, t: Translate): LadderStep => ({
  name: t(`saving.${name}`),
  factor: factor === null ? "" : factorText(factor, t),
  ...{ users, usersText: usersText(users, t), loses: factor !== null && factor < 1 },
});

/** What is left to come on top, in words. */
export const marginText = (
  plan: { readonly upTo: number },
  { request }: PlanResult,
  t: Translate,
): string => formatShare(marginOf(plan, request), 0, t.lang);
