/** What is wrong with a line of a trace, or with all of it. */
export type TraceProblem = "empty" | "header" | "json" | "fields" | "time" | "tokens" | "names";

/** A trace that cannot be read: what is wrong, where, and what stands there. */
export class TraceError extends Error {
  readonly problem: TraceProblem;
  /** From 1; 0 for the whole file. */
  readonly line: number;
  readonly found: string;

  constructor(problem: TraceProblem, line: number, found = "") {
    super(`line ${line}: ${problem}${found && ` (${found})`}`);
    this.name = "TraceError";
    this.problem = problem;
    this.line = line;
    this.found = found.slice(0, 80);
  }
}
