// Trains the family of small models that the site ships.
//   npm run train -- --all                              everything that is not done yet
//   npm run train -- --task recall --variant mha --seed 1    one run
// Run it with --help for the rest.
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Quality } from "../src/lab/evaluator.ts";
import { type TaskName, taskNames, type Variant, variants } from "../src/lab/family.ts";
import { type Pooling, poolings } from "../src/lab/upcycle/pool-heads.ts";
import { wasmBackend } from "../src/onnx/backend/wasm.ts";
import { corpus } from "./lab/corpus.ts";
import { judgeShipped } from "./lab/judge-shipped.ts";
import { nativeRuntime, wasmRuntime } from "./lab/node-runtimes.ts";
import { publish } from "./lab/publish.ts";
import { renewDocument } from "./lab/renew-document.ts";
import { memberName, trainMember } from "./lab/train-member.ts";
import type { Making } from "./lab/train-run.ts";
import { type Diet, diets, trainUpcycled, upcyclingName } from "./lab/train-upcycled.ts";

const root = path.resolve(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    help: { type: "boolean" },
    all: { type: "boolean" },
    publish: { type: "boolean" },
    formats: { type: "boolean" },
    tasks: { type: "string", default: taskNames.join(",") },
    task: { type: "string" },
    variant: { type: "string" },
    upcycle: { type: "string" },
    pooling: { type: "string", default: "mean" },
    diet: { type: "string", default: "same" },
    seed: { type: "string", default: "1" },
    jobs: { type: "string", default: "2" },
    steps: { type: "string" },
    runtime: { type: "string", default: "native" },
    folder: { type: "string", default: path.join(root, ".lab") },
  },
});

/** @throws Error naming the option, what it was given and what it may be */
function oneOf<T extends string>(
  option: string,
  given: string | undefined,
  known: readonly T[],
): T {
  const found = known.find((each) => each === given);
  if (found === undefined) {
    throw new Error(`--${option} is ${given ?? "missing"}; it may be ${known.join(", ")}`);
  }
  return found;
}

function count(option: string, given: string): number {
  const number = Number(given);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`--${option} is ${given}; it may be a whole number from 1 on`);
}

const folder = path.resolve(values.folder);

/** A run of the queue: the arguments that start it, and the name it is kept under. */
interface Queued {
  readonly name: string;
  readonly args: readonly string[];
}

const seeds = [1, 2, 3];
/** A run on text takes ten times as long as one on recall: of text one model is pooled. */
const pooledSeeds = (task: TaskName): readonly number[] => (task === "recall" ? seeds : [1]);

/** Seed by seed, so that a queue that is stopped early has whole families. */
function queueOf(task: TaskName): readonly Queued[] {
  const members = seeds.flatMap((seed) =>
    variants.map((variant) => ({
      name: memberName({ task, variant, seed }),
      args: ["--task", task, "--variant", variant, "--seed", `${seed}`],
    })),
  );
  const upcycled = (diet: Diet, seed: number, into: readonly number[]) =>
    into.flatMap((nKv) =>
      poolings.map((pooling) => ({
        name: upcyclingName({ task, nKv, pooling, seed, diet }),
        args: [
          ...["--task", task, "--upcycle", `${nKv}`, "--pooling", pooling],
          ...["--seed", `${seed}`, "--diet", diet],
        ],
      })),
    );
  return [
    ...members,
    ...pooledSeeds(task).flatMap((seed) => upcycled("same", seed, [4, 2, 1])),
    ...pooledSeeds(task).flatMap((seed) => upcycled("other", seed, [2])),
  ];
}

const help = `Trains the family of small models that the site ships.

  npm run train -- --all
      Every run that is not done yet, of ${taskNames.join(" and ")}: the family (${variants.join(", ")}),
      seeds 1 to 3, then its MHA models upcycled, every way of pooling, though of text only that of
      seed 1. ${taskNames.flatMap(queueOf).length} runs, about 7 hours of one core, six of them for text. Stop it at any time;
      the same command goes on where it stopped. For text it fetches Debian's package sword-text-web.
  npm run train -- --task ${taskNames[0]} --variant ${variants[0]} --seed 1
      One run. Its loss is that of any other machine, but for rounding.
  npm run train -- --task ${taskNames[0]} --upcycle 2 --pooling mean --seed 1
      The MHA model of that task and seed with its heads pooled into 2 (or 8, 4, 1), trained on for
      30 % of its steps. Poolings: ${poolings.join(", ")}.

  npm run train -- --publish
      Takes what is done into the project: public/models, src/lab/shipped-models.json, src/measured/lab.

  npm run train -- --formats
      Judges the shipped models with their caches in every format: src/measured/lab/formats.json.
      Publishing does it too.

  --tasks a,b     with --all: only these tasks
  --diet other    with --upcycle: train on with other texts than the source learned from
  --jobs N        with --all: so many runs at a time, each on one core (2)
  --steps N       stop after N steps; for a trial, nothing is kept as a result
  --runtime R     native: the CPU's own kernels, fetched when first used (the default)
                  wasm: what a browser without WebGPU runs, about a third as fast
  --folder F      where checkpoints and results are kept (.lab)
`;

async function one(): Promise<void> {
  const task = oneOf<TaskName>("task", values.task, taskNames);
  const seed = count("seed", values.seed);
  const kind = oneOf("runtime", values.runtime, ["native", "wasm"]);
  const { name: runtimeName, runtime } =
    kind === "native" ? await nativeRuntime(path.join(folder, "runtime")) : await wasmRuntime();
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const dirty = git("status", "--porcelain", "src/lab", "src/onnx", "src/model") !== "";
  const making = (name: string): Making => ({
    backend: wasmBackend(runtime),
    runtime: runtimeName,
    commit: `${git("rev-parse", "--short=12", "HEAD")}${dirty ? " with changes" : ""}`,
    folder,
    ...(values.steps === undefined ? {} : { steps: count("steps", values.steps) }),
    say: (line) => console.log(`${name}: ${line}`),
  });
  if (values.upcycle === undefined) {
    const member = { task, variant: oneOf<Variant>("variant", values.variant, variants), seed };
    const name = memberName(member);
    const { final, tokensSeen, seconds } = await trainMember(member, making(name));
    console.log(`${name}: ${resultOf(final)}, ${Math.round(tokensSeen / seconds)} tokens/s`);
    return;
  }
  const upcycling = {
    ...{ task, seed, nKv: count("upcycle", values.upcycle) },
    pooling: oneOf<Pooling>("pooling", values.pooling, poolings),
    diet: oneOf<Diet>("diet", values.diet, diets),
  };
  const name = upcyclingName(upcycling);
  console.log(`${name}: ${resultOf((await trainUpcycled(upcycling, making(name))).final)}`);
}

const resultOf = ({ loss, accuracy }: Quality): string =>
  `held out ${loss.toFixed(4)}, right ${(100 * accuracy).toFixed(2)} %`;

async function all(): Promise<void> {
  const tasks = values.tasks.split(",").map((task) => oneOf<TaskName>("tasks", task, taskNames));
  const queue = tasks.flatMap(queueOf);
  const waiting = queue.filter(({ name }) => !existsSync(path.join(folder, name, "record.json")));
  console.log(`${queue.length - waiting.length} of ${queue.length} runs are done`);
  // Fetched once, before several runs want it.
  if (values.runtime === "native") await nativeRuntime(path.join(folder, "runtime"));
  if (tasks.includes("text")) corpus(folder);
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await child(next);
  };
  await Promise.all(Array.from({ length: count("jobs", values.jobs) }, worker));
}

/** A run in a process of its own, which frees all of its memory. */
function child({ name, args }: Queued): Promise<void> {
  const shared = ["--runtime", values.runtime, "--folder", folder];
  const run = spawn(process.execPath, [import.meta.filename, ...args, ...shared], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((resolve, reject) => {
    run.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${name} ended with ${code}`)),
    );
  });
}

async function published(): Promise<void> {
  const queue = taskNames.flatMap(queueOf).map(({ name }) => name);
  const isUpcycled = (name: string) => name.includes("-to-");
  await publish({
    folder,
    backend: wasmBackend((await nativeRuntime(path.join(folder, "runtime"))).runtime),
    members: queue.filter((name) => !isUpcycled(name)),
    upcycled: queue.filter(isUpcycled),
    say: (line) => console.log(line),
  });
}

if (values.publish || values.formats) {
  if (values.publish) await published();
  // Always on what browsers run, whatever the models were trained on.
  await judgeShipped(wasmBackend((await wasmRuntime()).runtime));
  renewDocument();
} else if (values.all) await all();
else if (values.task !== undefined && !values.help) await one();
else console.log(help);
