import type { DecodeRequest, LabEvent, TokenEvent, TokenTrace } from "../../lab/protocol.ts";
import { tokensOf } from "../prompt/prompt.ts";
import { modelName } from "../prompt/text-models.ts";
import type { RunState } from "../widget.ts";
import type { DecodeValues } from "./compute.ts";

/** @throws RangeError where the prompt cannot be read */
export const requestOf = (values: DecodeValues): DecodeRequest => ({
  kind: "decode",
  backend: values.backend,
  model: modelName(values.variant),
  prompt: tokensOf(values.prompt),
  tokens: values.tokens,
  format: values.format === "fp32" ? null : values.format,
  sampling: { temperature: values.temperature, topK: values["top-k"], seed: values.seed },
});

/** What a run has given so far, and the state that it was started with. */
export interface Decoded {
  readonly values: DecodeValues;
  readonly steps: readonly TokenEvent[];
  readonly last: TokenEvent;
  /** Tokens that have been read: each has a column in the cache. */
  readonly read: readonly number[];
  readonly traces: readonly TokenTrace[];
  /** Rows of K and V computed so far, in each layer. */
  readonly projected: TokenEvent["projected"];
  /** Largest difference of the scores ÷ the largest score, over all steps; the same of the rows. */
  readonly difference: number;
  readonly rowDifference: number;
  /** Steps after which the same dice would have chosen another token without the cache. */
  readonly turned: number;
}

/** `null` before the first token. */
export function decodedBy({ events, values }: RunState<DecodeValues>): Decoded | null {
  const steps = (events as readonly LabEvent[]).filter((event) => event.kind === "token");
  const last = steps.at(-1);
  if (values === null || !last) return null;
  const sum = (of: keyof TokenEvent["projected"]) =>
    steps.reduce((all, { projected }) => all + projected[of], 0);
  return {
    ...{ values, steps, last },
    read: steps.flatMap(({ taken }) => taken),
    traces: steps.flatMap(({ traces }) => traces),
    projected: { cached: sum("cached"), uncached: sum("uncached") },
    difference: Math.max(...steps.map((step) => step.difference / step.largestLogit)),
    rowDifference: Math.max(...steps.map((step) => step.rowDifference / step.largestRow)),
    turned: steps.filter((step) => step.next !== step.nextWithout).length,
  };
}

const decisive = ["prompt", "variant", "format", "tokens", "temperature", "top-k", "seed"] as const;

/** Whether a run was of the state that is shown now. */
export const isOf = (run: DecodeValues, shown: DecodeValues): boolean =>
  decisive.every((name) => run[name] === shown[name]);
