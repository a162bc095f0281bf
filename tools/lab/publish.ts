import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { Evaluator, type Quality } from "../../src/lab/evaluator.ts";
import { memberShape, taskNames, variants } from "../../src/lab/family.ts";
import { decodeModel, encodeModel } from "../../src/lab/model-file.ts";
import type { ShippedModel } from "../../src/lab/shipped-model.ts";
import type { FamilyScore } from "../../src/measured/family-results.ts";
import type { FamilyRun, HeadCosines, UpcyclingRun } from "../../src/measured/lab-runs.ts";
import type { Backend } from "../../src/onnx/backend/backend.ts";
import { corpus } from "./corpus.ts";
import { headCosines } from "./head-cosines.ts";
import { heldOutWindows } from "./held-out-text.ts";
import { listFile, modelFolder, readMeasured, short, writeMeasured } from "./lab-files.ts";
import { heldOut, type MemberRecord, memberName, taskOf } from "./train-member.ts";
import { parametersLeftBy } from "./train-run.ts";
import type { UpcyclingRecord } from "./train-upcycled.ts";

const root = path.resolve(import.meta.dirname, "../..");
const windowsFile = path.join(root, "src/lab/held-out-text.json");

/** The seed whose models are shipped. */
const shippedSeed = 1;

interface Publishing {
  readonly folder: string;
  readonly backend: Backend;
  /** Names of all runs there can be. */
  readonly members: readonly string[];
  readonly upcycled: readonly string[];
  readonly say: (line: string) => void;
}

/**
 * Takes what runs have left into the project: the models of the first seed as they are shipped, each
 * with its recipe beside it, their list, and what every run has measured. What is there of runs that
 * this machine has not made stays.
 */
export async function publish(publishing: Publishing): Promise<void> {
  const { folder, members, upcycled, say } = publishing;
  const recordOf = <T>(name: string): T[] => {
    const file = path.join(folder, name, "record.json");
    return existsSync(file) ? [JSON.parse(readFileSync(file, "utf8")) as T] : [];
  };
  const family = members.flatMap((name) => recordOf<MemberRecord>(name));
  const runs = upcycled.flatMap((name) => recordOf<UpcyclingRecord>(name));
  const cosines: HeadCosines[] = [];
  for (const record of family) {
    if (record.seed !== shippedSeed) continue;
    const parameters = await shipModel(record, publishing);
    const { task, variant } = record;
    if (variant === "mha")
      cosines.push(...headCosines(task, memberShape(task, variant), parameters));
  }
  const all = merge("family.json", family.map(familyRun), (run) => [
    ...[run.task, run.variant, run.seed],
  ]);
  writeMeasured("family-scores.json", all.map(familyScore));
  merge("upcycling.json", runs.map(upcyclingRun), (run) => [
    ...[run.task, run.nKv, run.pooling, run.seed, run.diet],
  ]);
  merge("head-cosines.json", cosines, ({ task, layer, state }) => [task, layer, state]);
  if (family.some(({ task }) => task === "text")) {
    writeFileSync(windowsFile, `${JSON.stringify(heldOutWindows(corpus(folder)), null, 2)}\n`);
  }
  say(
    `${family.length} runs of the family and ${runs.length} of upcycling are in src/measured/lab and docs/lab.md`,
  );
}

/** @returns the parameters as they are shipped */
async function shipModel(
  record: MemberRecord,
  { folder, backend, say }: Publishing,
): Promise<Float32Array> {
  const { task, variant, seed, ...made } = record;
  const name = `${task}-${variant}`;
  const shape = memberShape(task, variant);
  const trained = parametersLeftBy(folder, memberName(record));
  const file = encodeModel(shape, trained);
  const { texts, end } = heldOut[task];
  const evaluator = await Evaluator.create(backend, shape, taskOf(task, folder), {
    texts,
    batches: end,
  });
  const parameters = decodeModel(shape, file);
  const shipped = await evaluator.judge(
    await backend.hold("float32", [parameters.length], parameters),
  );
  mkdirSync(modelFolder, { recursive: true });
  writeFileSync(path.join(modelFolder, `${name}.bin`), file);
  const recipe = { name, task, variant, seed, ...made, shipped, licence: "CC-BY-4.0" };
  writeFileSync(path.join(modelFolder, `${name}.json`), `${JSON.stringify(recipe, null, 1)}\n`);
  const entry: ShippedModel = {
    ...{ name, task, variant },
    bytes: file.length,
    sha256: bytesToHex(sha256(file)),
  };
  const list = existsSync(listFile)
    ? (JSON.parse(readFileSync(listFile, "utf8")) as ShippedModel[])
    : [];
  const others = list.filter((each) => each.name !== name);
  const order = taskNames.flatMap((each) => variants.map((kind) => `${each}-${kind}`));
  const sorted = [...others, entry].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  writeFileSync(listFile, `${JSON.stringify(sorted, null, 2)}\n`);
  const change = (a: Quality, b: Quality) =>
    `loss ${a.loss.toFixed(4)} to ${b.loss.toFixed(4)}, right ${(100 * a.accuracy).toFixed(2)} to ` +
    `${(100 * b.accuracy).toFixed(2)} %`;
  say(`${name}: ${file.length} bytes as int8; ${change(record.final, shipped)}`);
  return parameters;
}

/** A share that is a page's number: with digits to spare, so that it is rounded once. */
const share = (value: number): number => Number(value.toPrecision(8));

const shortCurve = (curve: MemberRecord["curve"]): FamilyRun["curve"] =>
  curve.map(({ step, heldOut: { loss, accuracy } }) => [step, short(loss), short(accuracy)]);

const familyRun = (record: MemberRecord): FamilyRun => ({
  task: record.task,
  variant: record.variant,
  seed: record.seed,
  cachedValues: record.cachedValues,
  parameters: record.parameters,
  tokensSeen: record.tokensSeen,
  loss: short(record.final.loss),
  accuracy: share(record.final.accuracy),
  answers: record.final.answers,
  curve: shortCurve(record.curve),
  cpuSeconds: Math.round(record.cpuSeconds),
  commit: record.commit,
  runtime: record.runtime,
});

/** What a widget needs of a run: all but its course. */
const familyScore = (run: FamilyRun): FamilyScore => ({
  ...{ task: run.task, variant: run.variant, seed: run.seed },
  ...{ cachedValues: run.cachedValues, parameters: run.parameters, tokensSeen: run.tokensSeen },
  ...{ loss: run.loss, accuracy: run.accuracy },
});

const upcyclingRun = (record: UpcyclingRecord): UpcyclingRun => ({
  task: record.task,
  nKv: record.nKv,
  pooling: record.pooling,
  seed: record.seed,
  diet: record.diet,
  cosines: { wk: short(record.cosines.wk), wv: short(record.cosines.wv) },
  loss: short(record.final.loss),
  accuracy: share(record.final.accuracy),
  answers: record.final.answers,
  curve: shortCurve(record.curve),
  commit: record.commit,
});

/** Puts fresh runs among those of a file, and returns all of them. */
function merge<T>(
  name: string,
  fresh: readonly T[],
  keyOf: (run: T) => readonly unknown[],
): readonly T[] {
  const runs = new Map(
    [...readMeasured<T>(name), ...fresh].map((run) => [keyOf(run).join(" "), run]),
  );
  const sorted = [...runs.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, run]) => run);
  writeMeasured(name, sorted);
  return sorted;
}
