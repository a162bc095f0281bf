import { engineFormats } from "../../engines/engine-formats.ts";
import { sglangStart } from "../sized.ts";
import {
  checkpointComment,
  flag,
  type Launch,
  type Launched,
  type NoLaunch,
  rankLines,
  scriptOf,
} from "./launch.ts";

/** `sglang.launch_server` on the machines of a plan. */
export function launchSglang(launched: Launched): Launch | NoLaunch {
  const { request, sized, model } = launched;
  const { tp, pp, weights, kv } = sized;
  const { capacity, places, budget, utilization } = sglangStart(request, sized);
  if (engineFormats("sglang", request.model.layers)?.includes(kv) === false) {
    return { problem: "no-format" };
  }
  if ((capacity.concurrency ?? 0) < 1) return { problem: "no-room" };
  const rounds = weights === "fp8" && request.model.stored === "bf16";
  const script = scriptOf(launched, {
    setup: [...checkpointComment(launched), `MODEL=${model}`, ...(pp > 1 ? rankLines : [])],
    program: "python3 -m sglang.launch_server",
    flags: [
      flag("--model-path", '"$MODEL"', "model"),
      flag("--tensor-parallel-size", tp, "tp"),
      ...(pp > 1
        ? [
            flag("--pipeline-parallel-size", pp, "pp"),
            flag("--nnodes", pp, "node"),
            flag("--node-rank", '"$RANK"', "node"),
            flag("--dist-init-addr", '"$HEAD:5000"', "node"),
          ]
        : []),
      flag("--context-length", request.traffic.mostTokens, "longest"),
      flag("--mem-fraction-static", utilization, "memory"),
      flag("--max-running-requests", places, "places"),
      flag("--chunked-prefill-size", budget, "budget"),
      ...(rounds ? [flag("--quantization", "fp8", "weights-online")] : []),
      ...(kv === "fp8" ? [flag("--kv-cache-dtype", "fp8_e4m3", "cache")] : []),
    ],
    port: 30000,
  });
  return { file: "serve-sglang.sh", ...script, kvTokens: capacity.kvTokens };
}
