import { launchKubernetes } from "./kubernetes.ts";
import type { Launch, Launched, LaunchName, NoLaunch } from "./launch.ts";
import { launchLlamaCpp } from "./llama-cpp.ts";
import { launchSglang } from "./sglang.ts";
import { launchVllm } from "./vllm.ts";

const launchers: Readonly<Record<LaunchName, (launched: Launched) => Launch | NoLaunch>> = {
  vllm: launchVllm,
  sglang: launchSglang,
  "llama.cpp": launchLlamaCpp,
  k8s: launchKubernetes,
};

/** What starts a plan; or why this engine cannot. */
export const launchPlan = (name: LaunchName, launched: Launched): Launch | NoLaunch =>
  launched.request.gpu.vendor === "Apple" && name !== "llama.cpp"
    ? { problem: "no-gpu" }
    : launchers[name](launched);
