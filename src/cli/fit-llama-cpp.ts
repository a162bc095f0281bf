import { type LlamaCppPlan, llamaCppCache } from "../model/engines/llama-cpp.ts";
import { llamaCppTypeNames } from "../model/engines/llama-cpp-types.ts";
import {
  type LlamaCppMla,
  type LlamaCppVersion,
  llamaCppVersions,
} from "../model/engines/llama-cpp-versions.ts";
import { bytesPerGiB } from "../model/units.ts";
import { wrongUsage } from "./cli-error.ts";
import type { CliModel } from "./cli-model.ts";
import { llamaCppNotes } from "./fit-notes.ts";
import { modelFacts } from "./model-facts.ts";
import type { Options } from "./parse-options.ts";

/** What `headcount fit --engine llama.cpp --json` prints. MiB have the log's two decimals. */
export function fitLlamaCpp(version: string | null, model: CliModel, options: Options) {
  const ctx = options.whole("ctx") ?? model.maxContext;
  if (ctx === null) throw wrongUsage("needs-ctx");
  const rules = versionOf(version);
  const mla = mlaOf(options.text("mla"));
  const plan: LlamaCppPlan = {
    layers: model.layers,
    ctx,
    slots: options.whole("slots") ?? 1,
    ubatch: options.whole("ubatch") ?? 512,
    typeK: typeOf(options, "type-k"),
    typeV: typeOf(options, "type-v"),
    unified: options.flag("unified"),
    flashAttention: !options.flag("no-flash-attention"),
    swaFull: options.flag("swa-full"),
    ...(mla === null ? {} : { mla }),
    ...(model.expanded ? { expanded: model.expanded } : {}),
    version: rules,
  };
  if (needsHeads(plan, model)) throw wrongUsage("needs-expanded-heads");
  const cache = llamaCppCache(plan);
  const available = options.decimal("available-gib");
  const { slots, ubatch, typeK, typeV, unified, flashAttention, swaFull } = plan;
  return {
    model: modelFacts(model),
    engine: "llama.cpp" as const,
    version: rules,
    settings: { ctx, slots, ubatch, typeK, typeV, unified, flashAttention, swaFull, mla },
    buffers: cache.buffers,
    totalBytes: cache.totalBytes,
    totalMib: cache.totalMib,
    /** Whether the buffers fit into `--available-gib`; null where it is not given. */
    fits: available === null ? null : cache.totalBytes <= available * bytesPerGiB,
    /** What else to know of the engine's rules. */
    notes: llamaCppNotes(plan),
    steps: cache.steps,
  };
}

const needsHeads = ({ mla, version }: LlamaCppPlan, model: CliModel): boolean =>
  model.expanded === null &&
  model.layers.some(({ layer }) => layer.kind === "latent") &&
  (mla ?? llamaCppVersions[version ?? "newest"].mla) === "expanded";

/** A month stands for the newest rules of that time: "2025-08" for those of "2025-07". */
function versionOf(text: string | null): LlamaCppVersion {
  if (text === null) return "newest";
  if (Object.hasOwn(llamaCppVersions, text)) return text as LlamaCppVersion;
  const months = (Object.keys(llamaCppVersions) as LlamaCppVersion[]).filter((name) =>
    /^\d{4}-\d\d$/.test(name),
  );
  const found = /^\d{4}-\d\d$/.test(text)
    ? months.filter((month) => month <= text).at(-1)
    : undefined;
  if (found) return found;
  throw wrongUsage("unknown-llama-version", { found: text, known: months.join(", ") });
}

function typeOf(options: Options, name: "type-k" | "type-v"): string {
  const found = options.text(name) ?? "f16";
  if (llamaCppTypeNames.includes(found)) return found;
  throw wrongUsage("unknown-choice", { option: name, found, known: llamaCppTypeNames.join(", ") });
}

const mlaWays = ["latent", "latent+transposed", "expanded"] as const;

function mlaOf(text: string | null): LlamaCppMla | null {
  if (text === null) return null;
  const known = mlaWays.find((way) => way === text);
  if (known) return known;
  throw wrongUsage("unknown-choice", { option: "mla", found: text, known: mlaWays.join(", ") });
}
