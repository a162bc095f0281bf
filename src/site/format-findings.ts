import { type TaskName, type Variant, variants } from "../lab/family.ts";
import type { RunFormatName } from "../lab/run-formats.ts";
import formatsJson from "../measured/lab/formats.json" with { type: "json" };
import type { FormatScore } from "../measured/lab-runs.ts";

const scores = formatsJson as unknown as readonly FormatScore[];

/** The most that a format takes from any model, in shares of right answers. */
export interface WorstLoss {
  readonly format: RunFormatName;
  readonly variant: Variant;
  readonly lost: number;
}

export interface FormatFindings {
  readonly models: readonly Variant[];
  readonly worst: readonly WorstLoss[];
  /** Formats in which predictions move further from MHA to GQA to MQA, and those in which they do not. */
  readonly rising: readonly RunFormatName[];
  readonly mixed: readonly RunFormatName[];
  /** Models that int4 in groups moves less than fp8 without a scale does, which takes as many bytes. */
  readonly even: Sides;
  /** Models that keys per channel move less than keys per token. */
  readonly channel: readonly (Sides & {
    readonly bits: 2 | 4;
    /** The most that newest keys in 16 bits add, as a share of the bytes. */
    readonly more: number;
  })[];
  /** Questions or characters that every model answers. */
  readonly answers: number;
}

/** Models for which one of two formats does better, and those for which it does worse. */
export interface Sides {
  readonly better: readonly Variant[];
  readonly worse: readonly Variant[];
}

const perToken = ["fp8", "int8", "int4", "int3", "int2"] as const;
const sharing = ["mha", "gqa", "mqa"] as const;

/** What the models of a task say about formats; `null` while there are fewer than two. */
export function formatFindings(
  task: TaskName,
  all: readonly FormatScore[] = scores,
): FormatFindings | null {
  const own = all.filter((score) => score.task === task);
  const models = variants.filter((variant) => own.some((score) => score.variant === variant));
  if (models.length < 2) return null;
  const of = (variant: Variant, format: RunFormatName | null) =>
    own.find((score) => score.variant === variant && score.format === format);
  const worst = perToken.flatMap((format): WorstLoss[] => {
    const losses = models.flatMap((variant) => {
      const [exact, stored] = [of(variant, null), of(variant, format)];
      return exact && stored ? [{ format, variant, lost: exact.accuracy - stored.accuracy }] : [];
    });
    const most = losses.toSorted((a, b) => b.lost - a.lost)[0];
    return most ? [most] : [];
  });
  const rises = (format: RunFormatName): boolean | null => {
    const values = sharing.map((variant) => of(variant, format)?.divergence);
    const [mha, gqa, mqa] = values;
    if (mha === undefined || gqa === undefined || mqa === undefined) return null;
    return mha < gqa && gqa < mqa;
  };
  const sides = (format: RunFormatName, other: RunFormatName): Sides => {
    const named = (isBetter: boolean) =>
      models.filter((variant) => {
        const [one, two] = [of(variant, format), of(variant, other)];
        return one && two && one.divergence < two.divergence === isBetter;
      });
    return { better: named(true), worse: named(false) };
  };
  const more = (format: RunFormatName, other: RunFormatName): number =>
    Math.max(
      0,
      ...models.flatMap((variant) => {
        const [one, two] = [of(variant, format)?.bytesPerToken, of(variant, other)?.bytesPerToken];
        return one && two ? [one / two - 1] : [];
      }),
    );
  const channel = ([4, 2] as const).map((bits) => {
    const [turned, token] = [`int${bits}-channel`, `int${bits}`] as const;
    return { bits, ...sides(turned, token), more: more(turned, token) };
  });
  return {
    ...{ models, worst, channel, even: sides("int4", "fp8"), answers: own[0]?.answers ?? 0 },
    rising: perToken.filter((format) => rises(format) === true),
    mixed: perToken.filter((format) => rises(format) === false),
  };
}
