import type { FormatEvent, LabEvent } from "../../lab/protocol.ts";
import type { RunFormatName } from "../../lab/run-formats.ts";
import type { RunEvent } from "../../onnx/protocol.ts";
import type { RunState } from "../widget.ts";
import type { FormatResult, ModelResult, QuantRunResult, Score } from "./compute.ts";
import type { QuantRunValues } from "./params.ts";

export type QuantRunEvent = RunEvent | LabEvent;
export type Run = RunState<QuantRunValues>;

/** What has been found on this device, of the task that is shown. */
export interface Found {
  readonly events: readonly FormatEvent[];
  readonly scoreOf: (model: ModelResult, format: RunFormatName | null) => Score | null;
}

export function foundBy({ events, values }: Run, { task }: QuantRunValues): Found {
  const found =
    values?.task === task
      ? (events as readonly QuantRunEvent[]).filter((event) => event.kind === "format")
      : [];
  return {
    events: found,
    scoreOf: ({ name }, format) =>
      found.find((event) => event.model === name && event.format === format)?.quality ?? null,
  };
}

/** What one pass over all models tells in all. */
export const eventsOf = ({ models }: QuantRunResult): number =>
  models.reduce((sum, { formats }) => sum + 1 + formats.length, 0);

/** Largest difference of any score found here from the one that was measured in advance. */
export function largestDifference({ models }: QuantRunResult, found: Found): number {
  const differences = models.flatMap((model) => {
    const pairs: readonly (readonly [Score, RunFormatName | null])[] = [
      [model.exact, null],
      ...model.formats.map((of): readonly [FormatResult, RunFormatName] => [of, of.format]),
    ];
    return pairs.flatMap(([own, format]) => {
      const here = found.scoreOf(model, format);
      return here
        ? [Math.abs(here.loss - own.loss), Math.abs(here.divergence - own.divergence)]
        : [];
    });
  });
  return Math.max(0, ...differences);
}
