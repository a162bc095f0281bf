import { randomWords } from "../model/random-words.ts";
import type { Backend } from "../onnx/backend/backend.ts";
import { cachedDecoder, paddedTokens, uncachedDecoder } from "./decoder.ts";
import { Evaluator } from "./evaluator.ts";
import { recipes } from "./family.ts";
import { heldOutTexts } from "./held-out.ts";
import { inspect } from "./inspect.ts";
import { judgeFormats } from "./judge-formats.ts";
import type {
  DecodeRequest,
  InspectRequest,
  JudgedEvent,
  JudgeRequest,
  LabEvent,
  LabRequest,
  UptrainRequest,
} from "./protocol.ts";
import { runFormats } from "./run-formats.ts";
import { chooseToken, probabilities, ranked } from "./sampling.ts";
import type { LoadedModel } from "./shipped-model.ts";
import { recallTask } from "./tasks/recall.ts";
import { beginning, Trainer } from "./trainer.ts";
import { poolHeads } from "./upcycle/pool-heads.ts";
import { uptraining, uptrainingSeed } from "./upcycle/uptraining.ts";

/** How a run is told of and ended early. */
export interface LabRun {
  readonly emit: (event: LabEvent) => void;
  /** Lets a cancel through, which throws, and waits while the page is hidden. */
  readonly breathe: () => Promise<void>;
}

/** Carries out a request with a model that has been loaded. */
export const performLab = (
  request: LabRequest,
  model: LoadedModel,
  backend: Backend,
  run: LabRun,
): Promise<void> => {
  if (request.kind === "decode") return decode(request, model, backend, run);
  if (request.kind === "uptrain") return uptrain(request, model, backend, run);
  if (request.kind === "judge") return judge(request, model, backend, run);
  return lookInto(request, model, backend, run);
};

const shown = 5;

async function decode(
  { prompt, tokens, sampling, format }: DecodeRequest,
  { shape, parameters }: LoadedModel,
  backend: Backend,
  { emit, breathe }: LabRun,
): Promise<void> {
  const held = await backend.hold("float32", [parameters.length], parameters);
  const cached = cachedDecoder(backend, shape, held, format ? runFormats[format] : undefined);
  const uncached = uncachedDecoder(backend, shape, held);
  const word = randomWords(sampling.seed);
  // Graphs are accepted and kernels compiled before anything is timed, each length's in its turn.
  const rehearsed = new Set<number>();
  const rehearse = async (length: number): Promise<void> => {
    const padded = paddedTokens(length, shape);
    if (rehearsed.has(padded)) return;
    rehearsed.add(padded);
    await uncached.rehearse(length);
  };
  try {
    await cached.rehearse(prompt.length);
    const rows: Float32Array[] = [];
    let taken = prompt;
    for (let made = 0; made < tokens; made++) {
      await breathe();
      await rehearse(uncached.length + taken.length);
      const from = cached.length;
      const one = await timed(backend, () => cached.feed(taken));
      const other = await timed(backend, () => uncached.feed(taken));
      const { logits } = one.value;
      const next = chooseToken(logits, sampling, word());
      const shares = probabilities(logits);
      const traces = await one.value.traces();
      rows.push(...traces.flatMap((trace) => trace.cached));
      const anew = (await other.value.rows()).flat();
      emit({
        kind: "token",
        ...{ taken, from, next },
        likeliest: ranked(logits)
          .slice(0, shown)
          .map((id) => ({ id, probability: shares[id] as number })),
        likeliestWithout: ranked(other.value.logits)[0] as number,
        traces,
        cachedMs: one.milliseconds,
        uncachedMs: other.milliseconds,
        projected: { cached: one.value.projected, uncached: other.value.projected },
        filledBytes: cached.filledBytes,
        difference: apart(logits, other.value.logits),
        largestLogit: largest(logits),
        rowDifference: Math.max(...rows.map((row, i) => apart(row, anew[i] as Float32Array))),
        largestRow: Math.max(...rows.map(largest)),
      });
      taken = [next];
    }
  } finally {
    cached.free();
    uncached.free();
    backend.free(held);
  }
}

const largest = (values: Float32Array): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

const apart = (own: Float32Array, other: Float32Array): number =>
  largest(own.map((value, i) => value - (other[i] as number)));

async function timed<T>(backend: Backend, work: () => Promise<T>) {
  await backend.settle();
  const before = performance.now();
  const value = await work();
  return { value, milliseconds: performance.now() - before };
}

async function lookInto(
  { text }: InspectRequest,
  { shape, parameters }: LoadedModel,
  backend: Backend,
  { emit, breathe }: LabRun,
): Promise<void> {
  const held = await backend.hold("float32", [parameters.length], parameters);
  try {
    await breathe();
    emit({ kind: "inspected", layers: await inspect(backend, shape, held, text) });
  } finally {
    backend.free(held);
  }
}

async function judge(
  { model, formats: names }: JudgeRequest,
  { task, shape, parameters }: LoadedModel,
  backend: Backend,
  { emit, breathe }: LabRun,
): Promise<void> {
  const held = await backend.hold("float32", [parameters.length], parameters);
  const judging = { shape, parameters: held, ...heldOutTexts(task) };
  const formats = names.map((name) => ({ name, ...runFormats[name] }));
  try {
    for await (const { format, quality } of judgeFormats(backend, judging, formats, breathe)) {
      emit({ kind: "format", model, format: format?.name ?? null, quality });
    }
  } finally {
    backend.free(held);
  }
}

async function uptrain(
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
