import { outlierExample } from "../../model/quant/outlier-example.ts";
import { rotatedRows } from "../../model/quant/rotated-rows.ts";
import { type Prompt, readPrompt } from "../prompt/prompt.ts";
import { textShape } from "../prompt/text-models.ts";
import { exampleTokens } from "./example-size.ts";
import { type Axis, formatOf, type QuantValues, waiting } from "./format.ts";
import { type StoredHead, type Study, studyOf, type Taken, takenBy } from "./study.ts";

export interface QuantResult {
  readonly prompt: Prompt;
  /** Of K or of V of one head. */
  readonly tokens: number;
  readonly channels: number;
  readonly taken: Readonly<Record<Axis, Taken>>;
  /** Newest tokens that wait in 16 bits. */
  readonly waiting: number;
  /** What storing does to the example; `null` where a run has to give the head. */
  readonly study: Study | null;
}

/** What the format takes, and what it does to the example with its loud channels. */
export function compute(values: QuantValues): QuantResult {
  const prompt = readPrompt(values.prompt);
  const study = values.source === "model" ? null : studyOf(exampleHead(values), values);
  const tokens = study?.tokens ?? prompt.letters.length;
  const channels = study?.channels ?? textShape(values.variant).headDim;
  return {
    ...{ prompt, tokens, channels, study },
    taken: {
      token: takenBy(formatOf(values, "token"), "token", tokens, channels),
      channel: takenBy(formatOf(values, "channel"), "channel", tokens, channels),
    },
    waiting: waiting(formatOf(values), values.axis, tokens),
  };
}

const queries = 8;

/** The example as attention reads it: its queries are those of the tokens that come next. */
function exampleHead({ loudness, part, rope }: QuantValues): StoredHead {
  const { channels, q, k, v, loud } = outlierExample(exampleTokens, loudness);
  const next = rotatedRows(q.subarray(0, queries * channels), channels, exampleTokens);
  const read = rotatedRows(k, channels);
  const isBeforeRope = part === "k" && rope === "before";
  const cached = part === "v" ? v : isBeforeRope ? k : read;
  return { head: { channels, q: next, k: read, v, loud }, part, cached, isBeforeRope };
}
