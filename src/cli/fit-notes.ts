import type { Deployment, EngineName } from "../model/engines/engine.ts";
import type { LlamaCppPlan } from "../model/engines/llama-cpp.ts";
import { keepsWindows } from "../model/engines/llama-cpp-buffers.ts";
import { llamaCppVersions } from "../model/engines/llama-cpp-versions.ts";
import { keptTokens, type LayerGroup } from "../model/layers.ts";

/**
 * What to know of the rules besides the numbers: `newest-rules` where a version has none of its
 * own, `two-pools` where SGLang is taken to keep windows apart, `windows-whole` where llama.cpp
 * keeps all tokens of layers with a window.
 */
export type FitNote = "newest-rules" | "two-pools" | "windows-whole";

export function blockNotes(
  engine: { readonly name: EngineName; readonly version: string | null },
  { layers, hybrid }: Deployment,
): readonly FitNote[] {
  if (engine.name !== "sglang") return [];
  return [
    ...(engine.version === null ? [] : (["newest-rules"] as const)),
    ...(hybrid && layers.some(hasWindow) ? (["two-pools"] as const) : []),
  ];
}

export function llamaCppNotes({ layers, version }: LlamaCppPlan): readonly FitNote[] {
  const { windowCache } = llamaCppVersions[version ?? "newest"];
  const whole = windowCache && layers.some(hasWindow) && !keepsWindows(layers);
  return whole ? ["windows-whole"] : [];
}

const hasWindow = ({ layer }: LayerGroup): boolean => keptTokens(layer) < Infinity;
