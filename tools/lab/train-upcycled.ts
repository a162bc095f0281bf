import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { alphabet, memberShape, recipes, type TaskName } from "../../src/lab/family.ts";
import { recallSize, recallTask } from "../../src/lab/tasks/recall.ts";
import type { Task } from "../../src/lab/tasks/task.ts";
import { textTask } from "../../src/lab/tasks/text.ts";
import { similarityInGroups } from "../../src/lab/upcycle/head-similarity.ts";
import { type Pooling, poolHeads } from "../../src/lab/upcycle/pool-heads.ts";
import { uptraining, uptrainingSeed } from "../../src/lab/upcycle/uptraining.ts";
import { heldOut, memberName, taskOf } from "./train-member.ts";
import { type Making, parametersLeftBy, type Trained, trainRun } from "./train-run.ts";

/** What an upcycled model is trained on with: what its source learned from, or something else. */
export const diets = ["same", "other"] as const;
export type Diet = (typeof diets)[number];

/** Which run of upcycling. */
export interface Upcycling {
  readonly task: TaskName;
  readonly nKv: number;
  readonly pooling: Pooling;
  /** Of the MHA model it begins with. */
  readonly seed: number;
  readonly diet: Diet;
}

/** What is kept of it. */
export interface UpcyclingRecord extends Upcycling, Omit<Trained, "parameters"> {
  /** Mean cosine of the weights of pooled heads with the first of their group. */
  readonly cosines: { readonly wk: number; readonly wv: number };
  readonly command: string;
  readonly commit: string;
  readonly runtime: string;
}

export const upcyclingName = ({ task, nKv, pooling, seed, diet }: Upcycling): string =>
  `${task}-mha-${seed}-to-${nKv}-${pooling}${diet === "other" ? "-other" : ""}`;

/**
 * The same held-out texts to be judged on, but other texts to learn from: recall of at most a quarter
 * of the pairs, and for the text task this notebook's own English chapters.
 */
function otherDiet(name: TaskName, same: Task): Task {
  const other =
    name === "recall"
      ? recallTask(recallSize, { most: recallSize.pairs / 4 })
      : textTask(notebook(), alphabet, same.tokens);
  return {
    ...same,
    batch: (texts, split, word) => (split === "train" ? other : same).batch(texts, split, word),
  };
}

function notebook(): string {
  const folder = path.join(import.meta.dirname, "../../content/en/chapters");
  const known = new Set(alphabet);
  const files = globSync("*.mdx", { cwd: folder }).sort();
  const text = files.map((file) => readFileSync(path.join(folder, file), "utf8")).join("\n");
  return [...text].filter((character) => known.has(character)).join("");
}

/** Pools the heads of a trained MHA model and trains it on. */
export function trainUpcycled(upcycling: Upcycling, making: Making): Promise<UpcyclingRecord> {
  const { task: name, nKv, pooling, seed, diet } = upcycling;
  const mha = memberShape(name, "mha");
  const source = parametersLeftBy(making.folder, memberName({ task: name, variant: "mha", seed }));
  const pooled = poolHeads(mha, source, nKv, pooling, seed);
  const { shape } = pooled;
  const same = taskOf(name, making.folder);
  const { schedule, places } = uptraining(recipes[name].schedule);
  return trainRun(
    {
      name: upcyclingName(upcycling),
      // Other batches than those that the source has seen.
      plan: { shape, texts: recipes[name].texts, schedule, seed: uptrainingSeed(seed) },
      task: diet === "same" ? same : otherDiet(name, same),
      start: () => pooled.parameters,
      places,
      heldOut: heldOut[name],
    },
    making,
    ({ parameters: _, ...log }) => ({
      ...upcycling,
      ...log,
      cosines: {
        wk: similarityInGroups(mha, pooled.source, "wk", nKv),
        wv: similarityInGroups(mha, pooled.source, "wv", nKv),
      },
      command:
        `npm run train -- --task ${name} --upcycle ${nKv} --pooling ${pooling} --seed ${seed}` +
        (diet === "same" ? "" : ` --diet ${diet}`),
      commit: making.commit,
      runtime: making.runtime,
    }),
  );
}
