import { parseScenario } from "../model/serve/parse-scenario.ts";
import { parseTrace } from "../model/serve/parse-trace.ts";
import { simulate } from "../model/serve/simulate.ts";
import { unusable, wrongUsage } from "./cli-error.ts";
import type { Host } from "./host.ts";
import type { Options } from "./parse-options.ts";
import { readText } from "./read-text.ts";

/** What `headcount simulate --json` prints. */
export async function simulationOf(options: Options, host: Host) {
  const scenarioFile = options.text("scenario");
  const traceFile = options.text("trace");
  if (scenarioFile === null) throw wrongUsage("needs-scenario");
  if (scenarioFile === "-" && traceFile === "-") throw wrongUsage("two-stdin");
  const trace = traceFile === null ? null : parseTrace(await readText(host, traceFile));
  const scenario = parseScenario(await readText(host, scenarioFile), trace);
  if (trace && scenario.workload.kind !== "trace") {
    throw unusable("trace-unused", { file: scenarioFile });
  }
  const seed = options.whole("seed") ?? 1;
  return { seed, slots: scenario.memory.slots, ...simulate(scenario, seed) };
}
