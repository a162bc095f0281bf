import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Evaluator, type Quality } from "../../src/lab/evaluator.ts";
import { parameterCount } from "../../src/lab/parameters.ts";
import type { Task } from "../../src/lab/tasks/task.ts";
import { beginning, type Progress, Trainer, type TrainingPlan } from "../../src/lab/trainer.ts";
import type { Backend } from "../../src/onnx/backend/backend.ts";
import { readCheckpoint, writeCheckpoint } from "./checkpoint-file.ts";

/** A place on a run's curve. */
export interface CurvePoint {
  readonly step: number;
  /** Mean loss of the steps since the place before, in nats; `null` before the first step. */
  readonly trainLoss: number | null;
  /** On a part of the held-out texts, the same each time. */
  readonly heldOut: Quality;
}

/** What a run has told so far. */
export interface Log {
  readonly curve: readonly CurvePoint[];
  /** What it took: time on the clock, and of the processor. */
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** A run: what is trained on what, from where, and where it is judged. */
export interface Run {
  /** Of its folder, too. */
  readonly name: string;
  readonly plan: TrainingPlan;
  readonly task: Task;
  readonly start: () => Float32Array<ArrayBuffer>;
  /** Steps at which it is judged, the last of them its end. */
  readonly places: readonly number[];
  readonly heldOut: HeldOut;
}

/** So many texts at a time; so many batches at each place, and at the end. */
export interface HeldOut {
  readonly texts: number;
  readonly places: number;
  readonly end: number;
}

/** What runs are made with. */
export interface Making {
  readonly backend: Backend;
  readonly runtime: string;
  readonly commit: string;
  readonly folder: string;
  /** Fewer steps than the run has, for a trial: nothing is kept of it. */
  readonly steps?: number;
  readonly say: (line: string) => void;
}

export interface Trained extends Log {
  /** On all of the held-out texts. */
  readonly final: Quality;
  readonly parameters: Float32Array<ArrayBuffer>;
}

/**
 * Trains to the end, from where an earlier call stopped, and leaves `record.json` (what `record` makes
 * of it) and `parameters.bin` (float32) in the run's folder. A run that has a record is not repeated.
 */
export async function trainRun<Kept>(
  run: Run,
  making: Making,
  record: (trained: Trained) => Kept,
): Promise<Kept> {
  const { name, plan, task } = run;
  const { backend, folder } = making;
  const own = path.join(folder, name);
  const recordFile = path.join(own, "record.json");
  if (existsSync(recordFile)) return JSON.parse(readFileSync(recordFile, "utf8"));
  mkdirSync(own, { recursive: true });
  const checkpoint = path.join(own, "checkpoint.bin");
  const count = parameterCount(plan.shape);
  const isTrial = making.steps !== undefined;
  const stopped = isTrial ? null : readCheckpoint<Log>(checkpoint, count);
  const progress: Progress = stopped?.progress ?? beginning(run.start());
  if (stopped) making.say(`goes on from step ${progress.step}`);
  const trainer = await Trainer.create(backend, plan, task, progress);
  const judging = (batches: number) =>
    Evaluator.create(backend, plan.shape, task, { texts: run.heldOut.texts, batches });
  const evaluator = await judging(run.heldOut.places);
  let log: Log = stopped?.log ?? { curve: [], seconds: 0, cpuSeconds: 0 };
  let [since, cpu] = [performance.now(), process.cpuUsage()];
  let losses: number[] = [];
  const end = Math.min(run.places.at(-1) as number, making.steps ?? Number.POSITIVE_INFINITY);
  const judgeAt = new Set([...run.places, end]);
  const judge = async (step: number): Promise<void> => {
    const heldOut = await evaluator.judge(trainer.parameters);
    const trainLoss = losses.length > 0 ? losses.reduce((a, b) => a + b, 0) / losses.length : null;
    losses = [];
    const { user, system } = process.cpuUsage(cpu);
    log = {
      curve: [...log.curve, { step, trainLoss, heldOut }],
      seconds: log.seconds + (performance.now() - since) / 1000,
      cpuSeconds: log.cpuSeconds + (user + system) / 1e6,
    };
    [since, cpu] = [performance.now(), process.cpuUsage()];
    const { loss, accuracy } = heldOut;
    making.say(
      `step ${step} of ${plan.schedule.steps}: loss ${trainLoss?.toFixed(4) ?? "-"}, held out ` +
        `${loss.toFixed(4)}, right ${(100 * accuracy).toFixed(2)} %, ${log.seconds.toFixed(0)} s`,
    );
    if (!isTrial) writeCheckpoint(checkpoint, { log, progress: await trainer.progress() });
  };
  if (progress.step === 0 && judgeAt.has(0)) await judge(0);
  for (let done = progress.step; done < end; ) {
    const { step, loss } = await trainer.step();
    done = step;
    losses.push(loss);
    if (judgeAt.has(step)) await judge(step);
  }
  const final = await (await judging(run.heldOut.end)).judge(trainer.parameters);
  const { parameters } = await trainer.progress();
  const kept = record({ ...log, final, parameters });
  if (!isTrial) {
    writeFileSync(path.join(own, "parameters.bin"), new Uint8Array(parameters.buffer));
    writeFileSync(recordFile, `${JSON.stringify(kept, null, 1)}\n`);
  }
  return kept;
}

/** The parameters that a run left. @throws Error when it has not ended */
export function parametersLeftBy(folder: string, name: string): Float32Array<ArrayBuffer> {
  const file = path.join(folder, name, "parameters.bin");
  if (!existsSync(file)) throw new Error(`${name} is not trained yet: ${file} is missing`);
  return new Float32Array(Uint8Array.from(readFileSync(file)).buffer);
}
