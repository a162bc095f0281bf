import { html, nothing, type TemplateResult } from "lit";
import { formatDuration, formatInteger, formatSignificant } from "../../i18n/format.ts";
import { planCost } from "../../model/plan/plan-cost.ts";
import { savingsOf } from "../../model/plan/savings.ts";
import { assumedReach } from "../../model/serve/service-costs.ts";
import { isRunOf } from "../known-events.ts";
import { basisOf, contextNote } from "../model-at.ts";
import { simulateControls } from "../simulate-controls.ts";
import { sourceLine } from "../source-line.ts";
import { stepNotes } from "../step-load.ts";
import { allowDrop, dropped, textIntake } from "../text-intake.ts";
import type { Sentence, Translate } from "../translate.ts";
import {
  type Cell,
  figureOf,
  type RunState,
  type Table,
  type ViewContext,
  widget,
} from "../widget.ts";
import { compute, type PlanResult, type PlanValues } from "./compute.ts";
import {
  ladderData,
  layoutText,
  marginText,
  pairText,
  productText,
  rateText,
  rowsData,
  rowText,
  usersText,
} from "./figures.ts";
import { launchPanel } from "./launch-panel.ts";
import { messages } from "./messages.ts";
import { intakeOf, keptOf } from "./own-model.ts";
import { params, searched } from "./params.ts";
import { eventsOf, search } from "./search.ts";
import { ceilingsShown, isSimulated, pickedOf, type Row, rowsShown } from "./shown.ts";

type Context = ViewContext<PlanValues, PlanResult>;

export default widget({
  tag: "kv-plan",
  params,
  messages,
  compute,
  summary,
  figures: {
    rows: figureOf(async () => (await import("../../charts/plan-rows.ts")).planRows, rowsData),
    ladder: figureOf(
      async () => (await import("../../charts/savings-ladder.ts")).savingsLadder,
      ladderData,
    ),
  },
  table: plansTable,
  run: (values, { signal }) => search(values, signal),
  view: (context) => {
    const { result, values, t, controls, figure, table, run } = context;
    const intake = intakeOf(context);
    const picked = pickedOf(rowsShown(result, values, run), values);
    return html`<div @dragover=${allowDrop} @drop=${(event: DragEvent) => dropped(event, intake)}>
    <details class="numbers own"><summary>${t("own-model")}</summary>${textIntake(intake)}</details>
    <div class="split under">
      <div>
        ${modelControls(context)}
        ${controls("gpu", "rate", "prompt", "output", "ttft", "tpot", "least-weights", "least-kv", "price")}
      </div>
      <div class="beside">
        ${simulating(context)}
        ${figure("rows")}
        <p class="remark headline-serve">${headline(context)}</p>
        ${table("open")}
      </div>
    </div>
    <div class="more">${controls("most", "node", "gpus", "split", "seed")}</div>
    <div class="split under">
      <div>
        <p class="label">${t("product")}</p>
        <p class="remark">${productSentence(context, picked)}</p>
      </div>
      <div class="beside">${figure("ladder")}</div>
    </div>
    <p class="label">${t("start-it")}</p>
    <div class="more">${controls("pick", "launch", "path")}</div>
    ${values.pick !== "cheapest" && values.pick !== picked?.name ? html`<p class="error">${t("pick-missing")}</p>` : nothing}
    ${picked ? launchOf(context, picked) : html`<p class="remark">${t("nothing-to-start")}</p>`}
    <p class="source">${sources(context)}</p></div>`;
  },
});

/** The catalogue's list, or the model that was brought and the way back. */
function modelControls({ result, values, t, controls, clear }: Context): TemplateResult {
  if (result.entry) return controls("model");
  return html`<div class="control"><span class="name">${t("param.model")}</span>
    <p>${ownName(values, t)}</p>
    <button type="button" class="go second" @click=${() => clear(["shape", "sizes", "path", "most"])}>${t("back-to-list")}</button></div>`;
}

const ownName = ({ path }: PlanValues, t: Translate): string => path || t("own-model-name");
const nameOf = ({ entry }: PlanResult, values: PlanValues, t: Translate): string =>
  entry?.name ?? ownName(values, t);

function summary(result: PlanResult, values: PlanValues, t: Translate): Sentence {
  const [first] = [...result.pairs.flatMap(({ layouts }) => layouts)].sort(
    (a, b) => a.fewestGpus - b.fewestGpus,
  );
  const said = {
    model: nameOf(result, values, t),
    rate: { text: rateText(values.rate, t), param: "rate" },
    gpu: t(`option.gpu.${values.gpu}`),
  };
  if (!first) {
    const isSlow = result.pairs.some(({ problem }) => problem === "pace");
    return t.sentence(isSlow ? "summary-never" : "summary-nothing", said);
  }
  const gpus = { text: formatInteger(first.fewestGpus, t.lang), role: "own" } as const;
  return t.sentence("summary", { ...said, gpus });
}

function simulating({ result, values, t, run }: Context): TemplateResult {
  const { from } = eventsOf(values, run);
  const rows = rowsShown(result, values, run);
  return simulateControls({
    ...{ t, run: run as RunState<never>, from, n: run.events.length },
    done: run.events.filter((event) => (event as { kind: string }).kind === "row").length,
    of: rows.length,
    isShown: isRunOf(searched, run, values),
    disabled: rows.every(({ layout }) => layout === null),
  });
}

/** The cheapest, its margin, and what limits it. */
function headline({ result, values, t, run }: Context): string {
  const rows = rowsShown(result, values, run);
  if (!isSimulated(rows)) return t(run.status === "running" ? "headline-running" : "headline-open");
  const best = pickedOf(rows, { ...values, pick: "cheapest" });
  if (!best?.plan) return t("headline-never", { most: formatInteger(values.gpus, t.lang) });
  const ties = rows.filter(({ plan }) => plan?.gpus === best.plan?.gpus).length;
  const limit = ceilingsShown(best)?.limit ?? "room";
  const cost = planCost(result.demand, values.rate, best.plan.gpus, values.price);
  return [
    t("headline", {
      gpus: formatInteger(best.plan.gpus, t.lang),
      pair: pairText(best, t),
      margin: marginText(best.plan, result, t),
      limit: t(`limit.${limit}`),
    }),
    ...(ties > 1 ? [t("headline-ties", { n: ties })] : []),
    t("headline-cost", {
      price: formatSignificant(values.price, 3, t.lang),
      cost: formatSignificant(cost.perMillionOutput, 3, t.lang),
    }),
  ].join(" ");
}

function plansTable(
  result: PlanResult,
  values: PlanValues,
  t: Translate,
  run: RunState<PlanValues>,
): Table {
  const rows = rowsShown(result, values, run);
  const picked = rows.findIndex(({ name }) => name === pickedOf(rows, values)?.name);
  const none: Cell = { text: "–", value: "" };
  const number = (value: number): Cell => ({ text: formatSignificant(value, 3, t.lang), value });
  const time = (seconds: number | null): Cell =>
    seconds === null ? none : { text: formatDuration(1000 * seconds, t.lang), value: seconds };
  const columns = ["pair", "gpus", "layout", "up-to", "margin", "ttft", "tpot", "limit", "cost"];
  return {
    caption: t("table-caption"),
    columns: columns.map((name) => t(`column.${name}`)),
    units: [null, null, null, "1/s", null, "s", "s", null, null],
    rows: rows.map((row): Table["rows"][number] => {
      const { plan } = row;
      const limit = ceilingsShown(row)?.limit;
      if (!plan) {
        const said: Cell = { text: rowText(row, t), value: "" };
        return [pairText(row, t), said, ...columns.slice(2).map(() => none)];
      }
      return [
        pairText(row, t),
        { text: formatInteger(plan.gpus, t.lang), value: plan.gpus },
        { text: layoutText(plan, t), value: layoutText(plan, t) },
        number(plan.upTo),
        { text: marginText(plan, result, t), value: plan.upTo / values.rate - 1 },
        ...[time(plan.ttft), time(plan.tpot)],
        limit ? { text: t(`limit.${limit}`), value: limit } : none,
        number(planCost(result.demand, values.rate, plan.gpus, values.price).perMillionOutput),
      ];
    }),
    ...(picked >= 0 ? { own: picked } : {}),
  };
}

function productSentence({ result, t }: Context, picked: Row | null): string {
  if (!picked?.layout) return t("ladder-nothing");
  const { sized } = picked.layout;
  const savings = savingsOf(result.request, sized);
  return t(savings.base === null ? "product-no-base" : "product-factor", {
    n: usersText(savings.users, t),
    gpus: formatInteger(sized.gpus, t.lang),
    product: productText(savings, t),
  });
}

function launchOf({ result, values, t, brought, bring }: Context, picked: Row): TemplateResult {
  return launchPanel({
    ...{ result, values, t, picked },
    copied: keptOf(brought).copied,
    notify: (copied) => bring((before) => ({ ...keptOf(before), copied })),
  });
}

function sources({ result, values, t }: Context): unknown[] {
  const { demand } = result;
  const assumptions = t("assumptions", {
    memory: 100 * assumedReach.memoryUtilization,
    flops: 100 * assumedReach.flopsUtilization,
    split: values.split,
    prompt: formatInteger(Math.round(demand.promptTokens), t.lang),
    output: formatInteger(Math.round(demand.outputTokens), t.lang),
  });
  const notes = result.entry
    ? [
        ...stepNotes(result.entry, { weights: values["least-weights"] }, t),
        contextNote(values.model, values.most, t),
      ]
    : [];
  return [
    result.entry ? sourceLine(result.entry, basisOf(result.entry, t), t) : nothing,
    ` ${[assumptions, ...notes].join(" ")}`,
  ];
}
