import type { AttentionShape, ModelShape } from "./model-shape.ts";
import { parameterCount, withParameters } from "./parameters.ts";
import type { Schedule } from "./schedule.ts";
import { recallSize } from "./tasks/recall.ts";

export const variants = ["mha", "gqa", "mqa", "mla", "vha"] as const;
export type Variant = (typeof variants)[number];

export const taskNames = ["recall", "text"] as const;
export type TaskName = (typeof taskNames)[number];

/** Characters of the text task, in the order of their tokens; every other one is left out. */
export const alphabet = `\n !"'(),-.0123456789:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz`;

const heads = 8;

/** What the members differ in. GQA and VHA cache the same, and so do MQA and MLA where they can. */
const attention: Readonly<Record<Variant, AttentionShape>> = {
  mha: { kind: "grouped", nKv: heads },
  gqa: { kind: "grouped", nKv: 2 },
  mqa: { kind: "grouped", nKv: 1 },
  mla: { kind: "latent", latentDim: 24, ropeDim: 8 },
  vha: { kind: "virtual", queryHeads: heads / 2, nKv: 2, rank: 2 },
};

const base: Readonly<Record<TaskName, Omit<ModelShape, "attention">>> = {
  recall: {
    vocabulary: recallSize.keys + recallSize.values,
    ...{ hidden: 64, layers: 2, nHeads: heads, headDim: 8, mlp: 256 },
    context: 4 * recallSize.pairs,
  },
  text: {
    vocabulary: alphabet.length,
    ...{ hidden: 128, layers: 4, nHeads: heads, headDim: 16, mlp: 512, context: 128 },
  },
};

/** How each member is trained; all of a task alike. */
export const recipes: Readonly<Record<TaskName, { texts: number; schedule: Schedule }>> = {
  recall: { texts: 32, schedule: { steps: 700, peak: 3e-3, warmUp: 70, floor: 0.05 } },
  // 10.0 million characters, two times the text
  text: { texts: 16, schedule: { steps: 4_880, peak: 2e-3, warmUp: 100, floor: 0.05 } },
};

/** A member of the family, its MLP widened until it has about as many parameters as MHA. */
export function memberShape(task: TaskName, variant: Variant): ModelShape {
  const mha = { ...base[task], attention: attention.mha };
  return withParameters({ ...mha, attention: attention[variant] }, parameterCount(mha));
}
