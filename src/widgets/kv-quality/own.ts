import type { TaskName } from "../../lab/family.ts";
import {
  decidedBy,
  type FamilyResult,
  familyResults,
  familyScores,
} from "../../measured/family-results.ts";

/** The small models that this notebook trains itself, on one of their tasks. */
export interface OwnResult {
  readonly view: "own";
  readonly task: TaskName;
  /** Largest cache first. */
  readonly rows: readonly FamilyResult[];
}

/** Of one model alone there would be nothing to compare it with. */
const rowsOf = (task: TaskName) => {
  const rows = familyResults(familyScores, task);
  return rows.length > 1 ? rows : [];
};

/** Tasks that several variants have been trained on. */
export const measuredTasks: readonly TaskName[] = (Object.keys(decidedBy) as TaskName[]).filter(
  (task) => rowsOf(task).length > 0,
);

/** What they came to; on recall where a task has not several of them yet. */
export function ownResult(asked: TaskName): OwnResult {
  const task = measuredTasks.includes(asked) ? asked : "recall";
  return { view: "own", task, rows: rowsOf(task) };
}
