import { formatInteger, formatSignificant } from "../../i18n/format.ts";
import type { EngineEvent } from "../../model/serve/engine.ts";
import type { Spread } from "../../model/serve/metrics.ts";
import { usageNames } from "../../model/serve/pool-usage.ts";
import type { MessageKey, Text } from "../messages/text.ts";
import type { simulationOf } from "../simulate.ts";
import { columns } from "./columns.ts";

type Simulation = Awaited<ReturnType<typeof simulationOf>>;

const rare: readonly EngineEvent[] = [
  ...(["turn-away", "too-long", "give-up", "preempt", "swap-out"] as const),
];
const spreads = ["ttft", "tpot", "itl", "latency", "normalized", "wait"] as const;

/** `headcount simulate` for people. */
export function simulationLines(found: Simulation, text: Text): readonly string[] {
  const number = (value: number) =>
    Number.isFinite(value) ? formatSignificant(value, 4, text.lang) : "–";
  const int = (value: number) => formatInteger(value, text.lang);
  const percent = (share: number) => `${formatSignificant(100 * share, 3, text.lang)} %`;
  const { counts, tokens, rates, usage, usageWhileWaiting, bound } = found;
  const seconds = (name: (typeof spreads)[number]): readonly string[] => {
    const { mean, p50, p90, p99 }: Spread = found[name];
    return [text(`sim-${name}`), ...[mean, p50, p90, p99].map(number)];
  };
  return [
    text("sim-served", {
      finished: counts.finish,
      arrived: counts.arrive,
      seconds: number(found.seconds),
    }),
    "",
    ...columns([
      [text("sim-requests-rate"), number(rates.requests)],
      [text("sim-good-rate"), number(rates.good)],
      [text("sim-output-rate"), number(rates.outputTokens)],
      [text("sim-all-rate"), number(rates.allTokens)],
      [text("sim-running"), number(found.running)],
      [text("sim-waiting"), number(found.waiting)],
      ...rare
        .filter((kind) => counts[kind] > 0)
        .map((kind) => [text(`sim-${kind}` as MessageKey), int(counts[kind])]),
      ...(found.unfinished > 0 ? [[text("sim-unfinished"), int(found.unfinished)]] : []),
      ...(tokens.recomputed > 0 ? [[text("sim-recomputed"), int(tokens.recomputed)]] : []),
      ...(tokens.cached > 0
        ? [[text("sim-cached"), percent(tokens.cached / tokens.lookedUp)]]
        : []),
      [text("sim-bound"), percent(bound.memory)],
    ]),
    "",
    ...columns([
      [text("sim-seconds"), text("sim-mean"), "p50", "p90", "p99"],
      ...spreads.map(seconds),
    ]),
    "",
    ...columns([
      [text("sim-pool", { slots: found.slots }), text("sim-always"), text("sim-wanted")],
      ...usageNames.map((name) => [
        text(`sim-pool-${name}`),
        usage ? percent(usage[name]) : "–",
        usageWhileWaiting ? percent(usageWhileWaiting[name]) : "–",
      ]),
    ]),
    "",
    text("sim-checksum", { checksum: found.checksum, steps: found.steps, seed: found.seed }),
  ];
}
