/** What a step's value counts. */
export type StepUnit = "B" | "tokens" | "blocks" | "layers" | "requests" | "cells" | "values" | "";

/**
 * One step of a derivation, as data: `name = formula`, where every name in the formula is one of
 * `terms`. The formula is written with `+ − × / ( )`, `floor`, `ceil`, `min` and `max`.
 */
export interface Step {
  readonly name: string;
  readonly unit: StepUnit;
  readonly formula: string;
  readonly terms: Readonly<Record<string, number>>;
  readonly value: number;
}

/** The formula with every name replaced by its value, as `write` writes numbers. */
export function substituted(step: Step, write: (value: number) => string): string {
  return step.formula.replace(/[A-Za-z_][A-Za-z0-9_]*/g, (name) => {
    const value = step.terms[name];
    return value === undefined ? name : write(value);
  });
}

/** Collects steps; each returns its value, so that code and derivation are written once. */
export interface Derivation {
  readonly steps: Step[];
  add(step: Step): number;
}

export function derivation(): Derivation {
  const steps: Step[] = [];
  return {
    steps,
    add: (step) => {
      steps.push(step);
      return step.value;
    },
  };
}
