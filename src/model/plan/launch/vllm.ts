import { vllmStart } from "../sized.ts";
import {
  checkpointComment,
  type Flag,
  flag,
  type Launch,
  type Launched,
  scriptOf,
} from "./launch.ts";

/** `vllm serve` on the machines of a plan; over several machines through Ray. */
export function launchVllm(launched: Launched): Launch {
  const { sized, model, request } = launched;
  const script = scriptOf(launched, {
    setup: [...checkpointComment(launched), `MODEL=${model}`, ...(sized.pp > 1 ? rayLines : [])],
    program: 'vllm serve "$MODEL"',
    flags: vllmFlags(launched),
    port: 8000,
  });
  const { kvTokens } = vllmStart(request, sized).capacity;
  return { file: "serve-vllm.sh", ...script, kvTokens };
}

/** vLLM's flags for one copy. */
export function vllmFlags({ request, sized }: Launched): readonly Flag[] {
  const { tp, pp, weights, kv } = sized;
  const { places, budget, utilization } = vllmStart(request, sized);
  const rounds = weights === "fp8" && request.model.stored !== "fp8";
  return [
    flag("--tensor-parallel-size", tp, "tp"),
    ...(pp > 1
      ? [
          flag("--pipeline-parallel-size", pp, "pp"),
          flag("--distributed-executor-backend", "ray", "cluster"),
        ]
      : []),
    flag("--max-model-len", request.traffic.mostTokens, "longest"),
    flag("--gpu-memory-utilization", utilization, "memory"),
    flag("--max-num-seqs", places, "places"),
    flag("--max-num-batched-tokens", budget, "budget"),
    ...(rounds ? [flag("--quantization", "fp8_per_tensor", "weights-online")] : []),
    ...(kv === "bf16" ? [] : [flag("--kv-cache-dtype", kv, "cache")]),
  ];
}

const rayLines = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: parameters of the shell.
  'case "${1:?head, or worker and the address of the head}" in',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: parameters of the shell.
  '  worker) exec ray start --block --address="${2:?address of the head}:6379" ;;',
  "  head) ray start --head --port=6379 ;;",
  "esac",
];
