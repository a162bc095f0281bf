import type { Param, Values } from "../params.ts";
import { measuredTasks } from "./own.ts";

const isSource =
  (...sources: readonly string[]) =>
  ({ source }: Values): boolean =>
    sources.includes(String(source));

/** Only two papers measured a time, and one of them not for every score. */
const hasTime = (values: Values): boolean =>
  isSource("gqa-2023")(values) || (isSource("shazeer-2019")(values) && values.score !== "lm-ppl");

export const params = [
  {
    kind: "choice",
    name: "source",
    options: [
      "gqa-2023",
      "shazeer-2019",
      "deepseek-v2-7b",
      "deepseek-v2-mla",
      "conflict",
      "vha",
      "own",
    ],
    default: "gqa-2023",
  },
  { kind: "choice", name: "against", options: ["kv", "time"], default: "kv", when: hasTime },
  {
    kind: "choice",
    name: "metric",
    options: ["average", "cnn", "arxiv", "pubmed", "mediasum", "multinews", "wmt", "triviaqa"],
    default: "average",
    when: isSource("gqa-2023", "conflict"),
  },
  {
    kind: "choice",
    name: "score",
    options: ["bleu-dev", "bleu-test-1", "bleu-test-4", "ln-ppl", "lm-ppl"],
    default: "bleu-dev",
    when: isSource("shazeer-2019"),
  },
  {
    kind: "choice",
    name: "benchmark",
    options: ["bbh", "mmlu", "c-eval", "cmmlu"],
    default: "mmlu",
    when: isSource("deepseek-v2-7b", "deepseek-v2-mla", "conflict"),
  },
  {
    kind: "choice",
    name: "part",
    options: ["scales", "ladder", "rank", "30b", "long-context", "second-table", "norms"],
    default: "scales",
    when: isSource("vha"),
  },
  {
    kind: "choice",
    name: "task",
    options: ["recall", "text"],
    default: "recall",
    when: (values) => isSource("own")(values) && measuredTasks.length > 1,
  },
] as const satisfies readonly Param[];
