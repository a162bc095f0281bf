import type { Chart } from "./chart.ts";
import { type ScoreRowsData, scoreRows } from "./score-rows.ts";
import { type ScoreScatterData, scoreScatter } from "./score-scatter.ts";

export type QualityChartData =
  | ({ readonly kind: "scatter" } & ScoreScatterData)
  | ({ readonly kind: "rows" } & ScoreRowsData);

/** What a paper measured: against a cost where it tells one, else row by row. */
export const qualityChart: Chart<QualityChartData> = (data, context) =>
  data.kind === "scatter" ? scoreScatter(data, context) : scoreRows(data, context);
