import { type Capacity, type Deployment, type EngineName, engineNames } from "./engine.ts";
import { ideal } from "./ideal.ts";
import { refuseImpossible } from "./refuse-impossible.ts";
import { sglang } from "./sglang.ts";
import { isAtLeast } from "./version.ts";
import { vllmV0 } from "./vllm-v0.ts";
import { vllmV1 } from "./vllm-v1.ts";

/** An engine, of a version where that matters: `vllm@0.11`. */
export interface Engine {
  readonly name: EngineName;
  readonly version: string | null;
}

/** The engine a text names; `null` for any other text. */
export function parseEngine(text: string): Engine | null {
  const [, name, version = null] = /^([a-z.]+)(?:@v?(\d[\w.+-]*))?$/.exec(text) ?? [];
  const known = engineNames.find((engine) => engine === name);
  return known ? { name: known, version } : null;
}

/**
 * What an engine makes of a deployment. llama.cpp sizes buffers for a context instead of filling a
 * memory: see `llama-cpp.ts`.
 * @throws EngineError when the engine would refuse it.
 */
export function capacityOf(
  engine: Engine & { readonly name: Exclude<EngineName, "llama.cpp"> },
  plan: Deployment,
): Capacity {
  refuseImpossible(engine, plan);
  switch (engine.name) {
    case "vllm":
      return isAtLeast(engine.version, [0, 8]) ? vllmV1(plan, engine.version) : vllmV0(plan);
    case "sglang":
      return sglang(plan);
    case "ideal":
      return ideal(plan);
  }
}
