import { compareLlamaCpp } from "./compare/compare-llama-cpp.ts";
import { compareSglang } from "./compare/compare-sglang.ts";
import { compareVllm } from "./compare/compare-vllm.ts";
import type { ComparedModel, LogComparison, NotCompared } from "./compare/comparison.ts";
import type { ServerLog } from "./logs/server-log.ts";

export type {
  Assumption,
  Basis,
  ComparedModel,
  ComparedRow,
  LogComparison,
  NotCompared,
  Quantity,
} from "./compare/comparison.ts";

/**
 * Lays what a server printed beside what is predicted for a model. The settings come from the log;
 * what it does not tell is tried with the usual values first and named in `assumptions`. A printed
 * GiB is rounded, so a prediction is an interval.
 */
export function compareLog(log: ServerLog, model: ComparedModel): LogComparison | NotCompared {
  try {
    switch (log.engine) {
      case "vllm":
        return compareVllm(log, model);
      case "sglang":
        return compareSglang(log, model);
      case "llama.cpp":
        return compareLlamaCpp(log, model);
    }
  } catch (error) {
    // Printed numbers can be anything; products past 2^53 are refused.
    if (!(error instanceof RangeError)) throw error;
    return { status: "too-large", found: error.message };
  }
}
