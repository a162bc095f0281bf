/** What a simulation can be refused for. */
export type ScenarioProblem =
  | "rate"
  | "burstiness"
  | "no-requests"
  | "no-end"
  | "no-memory"
  | "too-long"
  | "lengths"
  | "blocks"
  | "batch"
  | "budget"
  | "speed"
  | "prefix-blocks"
  | "samples";

/** A scenario that cannot be simulated: the problem's name and the values that make it one. */
export class ScenarioError extends RangeError {
  readonly problem: ScenarioProblem;
  readonly values: Readonly<Record<string, number>>;

  constructor(problem: ScenarioProblem, values: Readonly<Record<string, number>>) {
    const named = Object.entries(values).map(([name, value]) => `${name} ${value}`);
    super(`${problem}: ${named.join(", ")}`);
    this.name = "ScenarioError";
    this.problem = problem;
    this.values = values;
  }
}
