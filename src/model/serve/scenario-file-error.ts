/** What is wrong at a place of a scenario file. */
export type ScenarioFileProblem = "json" | "object" | "missing" | "unknown" | "number" | "choice";

/** A scenario file that cannot be read: where, what is wrong, what stands there, what would be right. */
export class ScenarioFileError extends Error {
  readonly problem: ScenarioFileProblem;
  /** "memory.slots"; empty for the whole file. */
  readonly path: string;
  readonly found: string;
  readonly expected: string;

  constructor(problem: ScenarioFileProblem, path: string, found: unknown, expected: string) {
    const said = found === undefined ? "" : (JSON.stringify(found) ?? String(found));
    super(`${path || "scenario"}: ${problem}, expected ${expected}`);
    this.name = "ScenarioFileError";
    this.problem = problem;
    this.path = path;
    this.found = said.slice(0, 80);
    this.expected = expected;
  }
}
