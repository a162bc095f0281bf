import {
  alphabet,
  memberShape,
  recipes,
  type TaskName,
  type Variant,
} from "../../src/lab/family.ts";
import { initialParameters } from "../../src/lab/initial-parameters.ts";
import { cachedValues, type ModelShape } from "../../src/lab/model-shape.ts";
import { recallTask } from "../../src/lab/tasks/recall.ts";
import type { Task } from "../../src/lab/tasks/task.ts";
import { textTask } from "../../src/lab/tasks/text.ts";
import { corpus } from "./corpus.ts";
import { type HeldOut, type Making, type Trained, trainRun } from "./train-run.ts";

/** Which run of the family. */
export interface Member {
  readonly task: TaskName;
  readonly variant: Variant;
  readonly seed: number;
}

/** What is kept of a run. */
export interface MemberRecord extends Member, Omit<Trained, "parameters"> {
  readonly shape: ModelShape;
  readonly parameters: number;
  readonly cachedValues: number;
  readonly texts: number;
  readonly tokensSeen: number;
  readonly command: string;
  readonly commit: string;
  readonly runtime: string;
}

export const memberName = ({ task, variant, seed }: Member): string => `${task}-${variant}-${seed}`;

export const heldOut: Readonly<Record<TaskName, HeldOut>> = {
  recall: { texts: 32, places: 4, end: 32 },
  text: { texts: 16, places: 12, end: 96 },
};
const places = 10;

export const taskOf = (name: TaskName, folder: string): Task =>
  name === "recall"
    ? recallTask()
    : textTask(corpus(folder), alphabet, memberShape(name, "mha").context);

/** Trains a member of the family. */
export function trainMember(member: Member, making: Making): Promise<MemberRecord> {
  const { task: name, variant, seed } = member;
  const shape = memberShape(name, variant);
  const { texts, schedule } = recipes[name];
  const { steps } = schedule;
  const task = taskOf(name, making.folder);
  return trainRun(
    {
      name: memberName(member),
      plan: { shape, texts, schedule, seed },
      task,
      start: () => initialParameters(shape, seed),
      places: Array.from({ length: places }, (_, i) => Math.round((steps * (i + 1)) / places)),
      heldOut: heldOut[name],
    },
    making,
    ({ parameters: { length: parameters }, ...log }) => ({
      ...member,
      ...log,
      ...{ shape, parameters, texts },
      cachedValues: cachedValues(shape),
      tokensSeen: Math.min(steps, making.steps ?? steps) * texts * task.tokens,
      command: `npm run train -- --task ${name} --variant ${variant} --seed ${seed}`,
      commit: making.commit,
      runtime: making.runtime,
    }),
  );
}
