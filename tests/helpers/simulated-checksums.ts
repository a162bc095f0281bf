import { publishedScenario } from "../../src/model/serve/published.ts";
import { ScenarioError } from "../../src/model/serve/scenario-error.ts";
import { simulate } from "../../src/model/serve/simulate.ts";
import { randomScenario } from "../model/serve/random-scenario.ts";

/** Checksums of many small scenarios and of the paper's four, the same wherever they are simulated. */
export function simulatedChecksums(scenarios: number): readonly string[] {
  const small = Array.from({ length: scenarios }, (_, i) => {
    try {
      return simulate(randomScenario(i + 1), i + 1).checksum;
    } catch (error) {
      if (error instanceof ScenarioError) return "none";
      throw error;
    }
  });
  const published = (["max", "pow2", "oracle", "vllm"] as const).map(
    (memory) => simulate(publishedScenario(memory, "shareGpt", 2, 120), 1).checksum,
  );
  return [...small, ...published];
}
