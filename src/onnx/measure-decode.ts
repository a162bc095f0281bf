import type { Backend, Held } from "./backend/backend.ts";
import { type DecodeRow, decodeCase } from "./decode/decode-case.ts";
import { type Clock, leastRuns, type Steps, timeSteps } from "./measure.ts";
import { errors } from "./proof/prove.ts";
import type { MeasureRequest, ResultEvent, RunEvent } from "./protocol.ts";

/** A device that takes a second a step still ends: past this, 10 runs are all it does. */
const budgetMs = 6_000;
/** Fits a phone's GPU and is larger than the caches of most. */
const copyBytes = 64 * 2 ** 20;

/** What a measurement needs beside its backend. */
export interface Measuring {
  readonly clock: Clock;
  readonly emit: (event: RunEvent) => void;
  /** Lets a cancel and a hidden page be heard; throws where the run was cancelled. */
  readonly breathe: () => Promise<void>;
}

/** Times one decode step of a row at a context length, and holds its output against float64. */
export async function measureDecode(
  request: MeasureRequest,
  row: DecodeRow,
  context: number,
  backend: Backend,
  { clock, emit, breathe }: Measuring,
): Promise<ResultEvent> {
  const { dtype, nHeads, headDim, seed } = request;
  const step = decodeCase(row, { nHeads, headDim, context }, dtype, seed);
  const feeds = step.feeds();
  const held: Held[] = [];
  try {
    const inputs: Record<string, Held> = {};
    for (const [name, dims] of Object.entries(step.graph.inputs)) {
      inputs[name] = await backend.hold(dtype, dims, feeds[name] ?? []);
      held.push(inputs[name]);
    }
    const y = await backend.room(dtype, step.graph.output);
    held.push(y);
    const before = clock.now();
    const key = `${JSON.stringify(row)} ${dtype} ${nHeads} ${headDim} ${context}`;
    const session = await backend.session(key, step.graph.model);
    const created = clock.now();
    const steps: Steps = {
      step: () => session.run(inputs, { y }),
      settle: () => backend.settle(),
    };
    await steps.step();
    await steps.settle();
    const firstRunMs = clock.now() - created;
    const timing = await timeSteps(steps, clock, {
      runs: request.runs,
      budgetMs,
      async onRun(done, of) {
        emit({ kind: "step", row, context, done, of });
        await breathe();
      },
    });
    const kvBytes = step.graph.cached.reduce((sum, name) => sum + (inputs[name]?.bytes ?? 0), 0);
    return {
      ...{ kind: "result", row, context, dtype, nHeads, headDim, kvBytes },
      ...timing,
      clockTickMs: clock.tickMs,
      queueMs: clock.queueMs,
      sessionMs: created - before,
      firstRunMs,
      relativeError: errors(await backend.read(y), step.reference(feeds)).relativeError,
      bytesPerSecond: kvBytes / (timing.medianMs / 1000),
    };
  } finally {
    backend.free(...held);
  }
}

/** The device's own yardstick: what it can copy, bytes read and written. */
export async function measureCopy(
  backend: Backend,
  { clock, emit, breathe }: Measuring,
): Promise<void> {
  const copy = await backend.copy(copyBytes);
  try {
    const { medianMs } = await timeSteps(copy, clock, {
      runs: leastRuns,
      budgetMs: 0,
      onRun: breathe,
    });
    const bytes = 2 * copyBytes;
    emit({ kind: "copy", bytes, bytesPerSecond: bytes / (medianMs / 1000) });
  } finally {
    copy.dispose();
  }
}
