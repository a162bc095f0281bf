import { memberShape, type TaskName, type Variant, variants } from "../../lab/family.ts";
import { formatsOf, type RunFormatName } from "../../lab/run-formats.ts";
import type { ShippedModel } from "../../lab/shipped-model.ts";
import shippedJson from "../../lab/shipped-models.json" with { type: "json" };
import formatsJson from "../../measured/lab/formats.json" with { type: "json" };
import type { FormatScore } from "../../measured/lab-runs.ts";
import type { QuantRunValues } from "./params.ts";

const scores = formatsJson as unknown as readonly FormatScore[];
const shipped = shippedJson as readonly ShippedModel[];

/** How well a model does in a format. */
export interface Score {
  readonly accuracy: number;
  readonly loss: number;
  /** Mean KL(exact ‖ stored) of the next token, in nats. */
  readonly divergence: number;
}

export interface FormatResult extends Score {
  readonly format: RunFormatName;
  readonly bytes: number;
}

/** A shipped model, with its cache as it is computed and in every format. */
export interface ModelResult {
  readonly variant: Variant;
  readonly name: string;
  readonly exact: Score;
  readonly formats: readonly FormatResult[];
  readonly answers: number;
}

export interface QuantRunResult {
  readonly models: readonly ModelResult[];
  /** The reader's own model, or the first that there is. */
  readonly own: ModelResult | null;
  /** `null` where the model has no such format: a latent's keys have no axis of their own. */
  readonly ownFormat: FormatResult | null;
}

/** Everything that was measured in advance, of one task. */
export function compute({ task, variant, format }: QuantRunValues): QuantRunResult {
  const models = variants.flatMap((each) => modelResult(task, each) ?? []);
  const own = models.find((model) => model.variant === variant) ?? models[0] ?? null;
  const ownFormat = own?.formats.find((each) => each.format === format) ?? null;
  return { models, own, ownFormat };
}

function modelResult(task: TaskName, variant: Variant): ModelResult | null {
  const file = shipped.find((model) => model.task === task && model.variant === variant);
  const of = scores.filter((score) => score.task === task && score.variant === variant);
  const exact = of.find((score) => score.format === null);
  if (!file || !exact) return null;
  const shape = memberShape(task, variant);
  const formats = formatsOf(shape).flatMap((format): FormatResult[] => {
    const score = of.find((each) => each.format === format);
    if (!score?.bytesPerToken) return [];
    const { accuracy, loss, divergence, bytesPerToken } = score;
    return [{ format, bytes: bytesPerToken, accuracy, loss, divergence }];
  });
  return {
    variant,
    name: file.name,
    exact,
    formats,
    answers: exact.answers,
  };
}
