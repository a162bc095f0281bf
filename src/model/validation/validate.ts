import type { Check } from "./check.ts";
import { isCapacityStart, type LoggedStart, type StartedModel } from "./logged-start.ts";
import { validateBuffers } from "./validate-buffers.ts";
import { validateCapacity } from "./validate-capacity.ts";

/** Every number a log prints that can be predicted, beside what is predicted. */
export interface Validation {
  readonly checks: readonly Check[];
  readonly within: boolean;
  /** The largest miss, as a part of what was printed and with its sign; 0 within. */
  readonly off: number;
}

/**
 * Predicts what a start printed from its settings and its model, with the engines of this core.
 * @throws RangeError on a start that names no engine, or prints nothing that can be predicted;
 * EngineError when the engine would refuse the model.
 */
export function validate(start: LoggedStart, model: StartedModel): Validation {
  const checks = isCapacityStart(start)
    ? validateCapacity(start, model)
    : validateBuffers(start, model);
  if (checks.length === 0) throw new RangeError("nothing printed that can be predicted");
  return {
    checks,
    within: checks.every((check) => check.within),
    off: checks.reduce((most, { off }) => (Math.abs(off) > Math.abs(most) ? off : most), 0),
  };
}
