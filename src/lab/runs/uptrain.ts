import type { Backend } from "../../onnx/backend/backend.ts";
import { Evaluator } from "../evaluator.ts";
import { recipes } from "../family.ts";
import type { JudgedEvent, UptrainRequest } from "../protocol.ts";
import type { LoadedModel } from "../shipped-model.ts";
import { recallTask } from "../tasks/recall.ts";
import { beginning, Trainer } from "../trainer.ts";
import { poolHeads } from "../upcycle/pool-heads.ts";
import { uptraining, uptrainingSeed } from "../upcycle/uptraining.ts";
import type { LabRun } from "./lab-run.ts";

/** Pools a model's heads and trains it on, from its beginning or from where a run has stopped. */
export async function uptrain(
  request: UptrainRequest,
  { shape: mha, parameters }: LoadedModel,
  backend: Backend,
  { emit, breathe }: LabRun,
): Promise<void> {
  const { nKv, pooling, texts, steps, judgeAt, heldOut, seed } = request;
  const { shape, parameters: start } = poolHeads(mha, parameters, nKv, pooling, seed);
  const task = recallTask();
  const { schedule } = uptraining(recipes.recall.schedule);
  const plan = { shape, texts, schedule, seed: uptrainingSeed(seed) };
  const progress = request.progress ?? beginning(start);
  const trainer = await Trainer.create(backend, plan, task, progress);
  const evaluator = await Evaluator.create(backend, shape, task, heldOut);
  const judged = async (step: number): Promise<JudgedEvent> => ({
    ...{ kind: "judged", step, quality: await evaluator.judge(trainer.parameters, breathe) },
  });
  try {
    if (!request.progress) emit({ kind: "progress", progress, told: [await judged(0)] });
    for (let done = progress.step; done < steps; ) {
      await breathe();
      const before = performance.now();
      const { step, loss } = await trainer.step();
      done = step;
      const milliseconds = performance.now() - before;
      const tokens = texts * task.tokens;
      const trained = { kind: "trained", step, loss, milliseconds, of: steps, tokens } as const;
      const isJudged = judgeAt.includes(step) || step === steps;
      const told = isJudged ? [trained, await judged(step)] : [trained];
      // After each step: a cancel comes at any time, and whoever is gone by then is told nothing more.
      emit({ kind: "progress", progress: await trainer.progress(), told });
    }
  } finally {
    trainer.free();
    evaluator.free();
  }
}
