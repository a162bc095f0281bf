import { reportedBytes } from "../../engines/budget.ts";
import { llamaCppCache } from "../../engines/llama-cpp.ts";
import type { FormatName, WeightFormat } from "../../formats.ts";
import { bytesPerGiB } from "../../units.ts";
import { meanTokens } from "../plan-request.ts";
import { flag, type Launch, type Launched, type NoLaunch, scriptOf } from "./launch.ts";

/** Types of a GGUF file that come nearest, and bits of a weight in them (ggml `ggml-common.h`). */
const files: Readonly<Record<WeightFormat, { readonly type: string; readonly bits: number }>> = {
  bf16: { type: "BF16", bits: 16 },
  fp8: { type: "Q8_0", bits: 8.5 },
  int4: { type: "Q4_0", bits: 4.5 },
};

const ubatch = 512;
/** Sequences that llama.cpp can tell apart (`LLAMA_MAX_SEQ`). */
const mostSequences = 256;
/** Buffers for computing, of one GPU: logits of a step and attention's own. */
const computeBytes = bytesPerGiB;

/** `llama-server` on the GPUs of one machine, one process a copy; its slots share one cache. */
export function launchLlamaCpp(launched: Launched): Launch | NoLaunch {
  const { tp, pp, weights, kv } = launched.sized;
  if (pp > 1) return { problem: "one-machine" };
  const cacheType = ggmlType(kv);
  const found = contextOf(launched, cacheType);
  if (found === null) return { problem: "no-room" };
  const script = scriptOf(launched, {
    setup: [`MODEL=${fileOf(launched.model, weights)}`],
    program: "llama-server",
    flags: [
      flag("--model", '"$MODEL"', "weights-file"),
      flag("--n-gpu-layers", "all", "layers"),
      ...(tp > 1 ? [flag("--split-mode", "layer", "split")] : []),
      flag("--ctx-size", found.ctx, "tokens"),
      flag("--parallel", found.slots, "places"),
      flag("--kv-unified", null, "unified"),
      flag("--flash-attn", "on", "attention"),
      flag("--cache-type-k", cacheType, "keys"),
      flag("--cache-type-v", cacheType, "values"),
      flag("--ubatch-size", ubatch, "budget"),
    ],
    port: 8080,
  });
  return { file: "serve-llama-cpp.sh", ...script, kvTokens: found.ctx };
}

/** A GGUF file where the model is; of a name on the hub the last part, in this directory. */
function fileOf(model: string, weights: WeightFormat): string {
  const path = model.replace(/\/+$/, "");
  const stem = path.startsWith("/") ? path : (path.split("/").at(-1) ?? path);
  return `${stem}-${files[weights].type}.gguf`;
}

/** llama.cpp's own types of 16 and 8 bits. */
const ggmlType = (kv: FormatName): string => (kv === "bf16" ? "f16" : "q8_0");

/**
 * The most tokens whose cache fits beside weights and buffers, in whole steps of 256, and slots for
 * requests of mean length; `null` where the longest request does not fit.
 */
function contextOf({ request, sized }: Launched, type: string) {
  const { model, gpu, traffic } = request;
  const weights = Math.ceil((model.allParams * files[sized.weights].bits) / 8);
  const usable = sized.tp * (reportedBytes(gpu.memoryBytes) - computeBytes);
  const slotsAt = (ctx: number) =>
    Math.max(1, Math.min(mostSequences, Math.floor(ctx / meanTokens(traffic))));
  const fits = (ctx: number) =>
    weights +
      llamaCppCache({
        ...{ layers: model.layers, ctx, slots: slotsAt(ctx), ubatch, unified: true },
        ...{ typeK: type, typeV: type },
      }).totalBytes <=
    usable;
  let [low, high] = [0, 1];
  while (high < 2 ** 22 && fits(256 * high)) [low, high] = [high, 2 * high];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(256 * middle)) low = middle;
    else high = middle;
  }
  const ctx = 256 * low;
  return ctx < traffic.mostTokens ? null : { ctx, slots: slotsAt(ctx) };
}
