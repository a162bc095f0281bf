import { vllmStart } from "../sized.ts";
import { checkpointComment, type Flag, type Launch, type Launched } from "./launch.ts";
import { groupFlags, vllmFlags, vllmVersion } from "./vllm.ts";

/** What runs vLLM on the GPUs of a maker, and how Kubernetes counts them. */
const makers: Readonly<Record<string, { readonly image: string; readonly resource: string }>> = {
  NVIDIA: { image: `vllm/vllm-openai:v${vllmVersion}`, resource: "nvidia.com/gpu" },
  AMD: { image: `vllm/vllm-openai-rocm:v${vllmVersion}`, resource: "amd.com/gpu" },
};
const nvidia = makers.NVIDIA as { readonly image: string; readonly resource: string };
const makerOf = ({ request }: Launched) => makers[request.gpu.vendor] ?? nvidia;
const port = 8000;
/** LeaderWorkerSet sets such variables in every pod of a group; Kubernetes fills them in. */
const leader = "$(LWS_LEADER_ADDRESS)";

/**
 * vLLM on Kubernetes. A copy on one machine is a pod of a Deployment
 * (https://docs.vllm.ai/en/latest/deployment/k8s/); one that needs several machines is a group of a
 * LeaderWorkerSet (https://docs.vllm.ai/en/latest/deployment/frameworks/lws/), whose pods find each
 * other as vLLM's own machines do (https://docs.vllm.ai/en/latest/serving/parallelism_scaling/).
 */
export function launchKubernetes(launched: Launched): Launch {
  const { request, sized } = launched;
  const flags = vllmFlags(launched);
  const name = nameOf(launched.model);
  const workload = sized.pp > 1 ? groups(name, launched, flags) : pods(name, launched, flags);
  const { kvTokens } = vllmStart(request, sized).capacity;
  const shown = sized.pp > 1 ? [...flags, ...groupFlags(sized.pp, "0", leader)] : flags;
  return {
    file: "vllm.yaml",
    text: `${[...checkpointComment(launched), ...workload, ...service(name, sized.pp)].join("\n")}\n`,
    flags: shown,
    kvTokens,
  };
}

/** The end of the path, as names in Kubernetes are written. */
function nameOf(model: string): string {
  const last = model.replace(/\/+$/, "").split("/").at(-1) ?? "";
  const plain = last
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return `vllm-${plain || "model"}`.slice(0, 50).replace(/-+$/, "");
}

/** A directory, to be found on a volume; else a name on the hub, which may need a token. */
const isDirectory = (model: string): boolean => model.startsWith("/");

function pods(name: string, launched: Launched, flags: readonly Flag[]): readonly string[] {
  const { replicas, model } = launched;
  return [
    "apiVersion: apps/v1",
    "kind: Deployment",
    "metadata:",
    `  name: ${name}`,
    "spec:",
    `  replicas: ${replicas}`,
    "  selector:",
    "    matchLabels:",
    `      app: ${name}`,
    "  template:",
    "    metadata:",
    "      labels:",
    `        app: ${name}`,
    "    spec:",
    ...indented(6, [
      "containers:",
      "  - name: vllm",
      `    image: ${makerOf(launched).image}`,
      ...indented(4, args(wordsOf(model, flags))),
      ...indented(4, [...environment(model), ...resources(launched), ...probe, ...mounts(model)]),
      ...volumes(model),
    ]),
  ];
}

/** The words of a container, each quoted. */
const args = (words: readonly string[]): readonly string[] => [
  'command: ["vllm", "serve"]',
  "args:",
  ...words.map((word) => `  - ${quoted(word)}`),
];
const wordsOf = (model: string, flags: readonly Flag[]): readonly string[] => [
  model,
  ...flags.flatMap(({ name, value }) => [name, ...(value === null ? [] : [value])]),
];

function groups(name: string, launched: Launched, flags: readonly Flag[]): readonly string[] {
  const { sized, replicas, model } = launched;
  const found = (rank: string) => groupFlags(sized.pp, rank, leader);
  const pod = (role: string, words: readonly string[]) => [
    "containers:",
    `  - name: vllm-${role}`,
    `    image: ${makerOf(launched).image}`,
    ...indented(4, [
      ...args(words),
      ...environment(model),
      ...resources(launched),
      ...(role === "leader" ? probe : []),
      ...mounts(model),
    ]),
    ...volumes(model),
  ];
  return [
    "apiVersion: leaderworkerset.x-k8s.io/v1",
    "kind: LeaderWorkerSet",
    "metadata:",
    `  name: ${name}`,
    "spec:",
    `  replicas: ${replicas}`,
    "  leaderWorkerTemplate:",
    `    size: ${sized.pp}`,
    "    restartPolicy: RecreateGroupOnPodRestart",
    "    leaderTemplate:",
    "      metadata:",
    "        labels:",
    "          role: leader",
    "      spec:",
    ...indented(8, pod("leader", wordsOf(model, [...flags, ...found("0")]))),
    "    workerTemplate:",
    "      spec:",
    ...indented(
      8,
      pod("worker", [...wordsOf(model, [...flags, ...found("$(LWS_WORKER_INDEX)")]), "--headless"]),
    ),
  ];
}

const service = (name: string, pp: number): readonly string[] => [
  "---",
  "apiVersion: v1",
  "kind: Service",
  "metadata:",
  `  name: ${name}`,
  "spec:",
  "  type: ClusterIP",
  "  ports:",
  "    - name: http",
  "      port: 80",
  `      targetPort: ${port}`,
  "  selector:",
  ...(pp > 1
    ? [`    leaderworkerset.sigs.k8s.io/name: ${name}`, "    role: leader"]
    : [`    app: ${name}`]),
];

const environment = (model: string): readonly string[] =>
  isDirectory(model)
    ? []
    : [
        "env:",
        "  - name: HF_TOKEN",
        "    valueFrom:",
        "      secretKeyRef:",
        "        name: hf-token",
        "        key: token",
        "        optional: true",
      ];

const resources = (launched: Launched): readonly string[] => [
  "resources:",
  "  limits:",
  `    ${makerOf(launched).resource}: ${launched.sized.tp}`,
];

const probe = [
  "ports:",
  `  - containerPort: ${port}`,
  "readinessProbe:",
  "  httpGet:",
  "    path: /health",
  `    port: ${port}`,
  "  periodSeconds: 10",
];

const mounts = (model: string): readonly string[] => [
  "volumeMounts:",
  "  - name: shm",
  "    mountPath: /dev/shm",
  ...(isDirectory(model)
    ? ["  - name: models", `    mountPath: ${root(model)}`, "    readOnly: true"]
    : []),
];

/** GPUs of a group talk through shared memory, of which a container has 64 MB by itself. */
const volumes = (model: string): readonly string[] => [
  "volumes:",
  "  - name: shm",
  "    emptyDir:",
  "      medium: Memory",
  "      sizeLimit: 16Gi",
  ...(isDirectory(model)
    ? ["  - name: models", "    persistentVolumeClaim:", "      claimName: models"]
    : []),
];

/** The first directory of a path: where the volume with the models is. */
const root = (model: string): string => `/${model.split("/").filter(Boolean)[0] ?? "models"}`;

const quoted = (word: string): string => JSON.stringify(word);
const indented = (by: number, lines: readonly string[]): readonly string[] =>
  lines.map((line) => `${" ".repeat(by)}${line}`);
