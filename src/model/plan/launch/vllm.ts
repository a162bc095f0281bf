import { vllmStart } from "../sized.ts";
import {
  checkpointComment,
  type Flag,
  flag,
  type Launch,
  type Launched,
  rankLines,
  scriptOf,
} from "./launch.ts";

/** The version whose flags these are. */
export const vllmVersion = "0.32.0";

/** `vllm serve` on the machines of a plan. */
export function launchVllm(launched: Launched): Launch {
  const { sized, model, request } = launched;
  const isGroup = sized.pp > 1;
  const script = scriptOf(launched, {
    setup: [
      ...checkpointComment(launched),
      `MODEL=${model}`,
      ...(isGroup ? [...rankLines, headlessLine] : []),
    ],
    program: `vllm serve "$MODEL"${isGroup ? " $HEADLESS" : ""}`,
    flags: [...vllmFlags(launched), ...(isGroup ? groupFlags(sized.pp, '"$RANK"', '"$HEAD"') : [])],
    port: 8000,
  });
  const { kvTokens } = vllmStart(request, sized).capacity;
  return { file: "serve-vllm.sh", ...script, kvTokens };
}

/** vLLM's flags for one copy. */
export function vllmFlags({ request, sized }: Launched): readonly Flag[] {
  const { tp, pp, weights, kv } = sized;
  const { places, budget, utilization } = vllmStart(request, sized);
  const rounds = weights === "fp8" && request.model.stored === "bf16";
  return [
    flag("--tensor-parallel-size", tp, "tp"),
    ...(pp > 1 ? [flag("--pipeline-parallel-size", pp, "pp")] : []),
    flag("--max-model-len", request.traffic.mostTokens, "longest"),
    flag("--gpu-memory-utilization", utilization, "memory"),
    flag("--max-num-seqs", places, "places"),
    flag("--max-num-batched-tokens", budget, "budget"),
    ...(rounds ? [flag("--quantization", "fp8_per_tensor", "weights-online")] : []),
    ...(kv === "bf16" ? [] : [flag("--kv-cache-dtype", kv, "cache")]),
  ];
}

/** How the machines of a group find each other. */
export const groupFlags = (machines: number, rank: string, head: string): readonly Flag[] => [
  flag("--nnodes", machines, "node"),
  flag("--node-rank", rank, "node"),
  flag("--master-addr", head, "node"),
];

/** Only the head answers. */
const headlessLine = '[ "$RANK" = 0 ] && HEADLESS= || HEADLESS=--headless';
