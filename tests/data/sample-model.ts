import assert from "node:assert/strict";
import { validateModels } from "../../src/data/schema.ts";

export type Json = Readonly<Record<string, unknown>>;

export const heads = (more: Json = {}): Json => ({ kind: "heads", nKv: 8, headDim: 128, ...more });
export const group = (layer: Json, count = 32): Json => ({ count, layer });

export const good: Json = {
  id: "good-8b",
  name: "Good 8B",
  organization: "Someone",
  korean: false,
  layers: [group(heads())],
  nHeads: 32,
  headDim: 128,
  hiddenSize: 4096,
  params: 8_000_000_000,
  paramsBasis: "computed",
  maxContext: 8192,
  verified: true,
  evidence: "config",
  source: "https://example.org/config.json",
  checked: "2026-11-29",
};

export const state = {
  ...{ kind: "state", heads: 32, keyDim: 128, valueDim: 128 },
  ...{ convChannels: 8192, convTaps: 3 },
};
export const mixture = {
  ...good,
  id: "mixture",
  name: "Mixture",
  activeParams: 3.5e9,
  experts: { count: 8, active: 2, params: 6e9 },
};
export const latent = group({ kind: "latent", latentDim: 512, ropeDim: 64 });
export const expanded = { dK: 192, dV: 128 };
export const longer: Json = { ...good, id: "longer-8b", maxContext: 131072 };

export const without = (key: string): Json =>
  Object.fromEntries(Object.entries(good).filter(([name]) => name !== key));

export const found = (value: unknown): string => `found ${JSON.stringify(value)}`;

/** Whether the models are refused with an error that tells all of that. */
export function assertRefused(json: unknown, told: readonly string[]): void {
  assert.throws(
    () => validateModels(json, "data/models.json"),
    (error: Error) => {
      for (const part of ["data/models.json: ", ...told]) {
        assert.ok(error.message.includes(part), `"${part}" in "${error.message}"`);
      }
      return true;
    },
  );
}
