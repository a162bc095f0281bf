import { upcyclingRuns } from "../../src/measured/upcycling-results.ts";

/** Where the runs were judged, in percent of the source's steps. */
export const percents = [0, 1, 2.5, 5, 10, 20, 30];
export const meanOf = (values: readonly number[]) =>
  values.reduce((a, b) => a + b, 0) / values.length;
/** Values of a way of pooling by the plainest loop, in the order of seeds. */
export const upcycledValues = (
  task: string,
  diet: string,
  nKv: number,
  pooling: string,
  percent: number,
): readonly number[] =>
  upcyclingRuns
    .filter((run) => run.task === task && run.diet === diet)
    .filter((run) => run.nKv === nKv && run.pooling === pooling)
    .sort((a, b) => a.seed - b.seed)
    .map((run) => {
      if (percent === 30) return task === "recall" ? run.accuracy : run.loss;
      return run.curve[percents.indexOf(percent)]?.[task === "recall" ? 2 : 1] ?? Number.NaN;
    });
