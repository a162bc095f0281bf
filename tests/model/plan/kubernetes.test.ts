import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseAllDocuments } from "yaml";
import { launchPlan } from "../../../src/model/plan/launch/launch-plan.ts";
import type { Arrangement } from "../../../src/model/plan/plan-request.ts";
import { isUnfit, sizeOf } from "../../../src/model/plan/sized.ts";
import { cliJson } from "../../cli/cli.ts";
import { requestFor } from "./plan-request.ts";

// biome-ignore lint/suspicious/noExplicitAny: a manifest, whose fields the tests look up.
type Manifest = any;

function manifests(id: string, arrangement: Arrangement, model = `/models/${id}`, vendor?: string) {
  const request = requestFor(id, {}, vendor ? { gpu: { vendor } } : {});
  const sized = sizeOf(request, arrangement);
  assert.ok(!isUnfit(sized));
  const launch = launchPlan("k8s", { request, sized, replicas: 3, model });
  assert.ok("text" in launch);
  const documents = parseAllDocuments(launch.text, { strict: true, uniqueKeys: true });
  for (const { errors, warnings } of documents) assert.deepEqual([...errors, ...warnings], []);
  const [workload, service, ...others]: Manifest[] = documents.map((one) => one.toJS());
  assert.equal(others.length, 0);
  return { launch, workload, service };
}

/** Names as Kubernetes allows them for services (RFC 1035). */
const isLabel = (name: string) => /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name);

const fitOf = (id: string, words: readonly string[], weights: string) => {
  const value = (name: string) => words[words.indexOf(name) + 1];
  const kv = words.includes("--kv-cache-dtype") ? value("--kv-cache-dtype") : "auto";
  const pp = words.includes("--pipeline-parallel-size") ? value("--pipeline-parallel-size") : "1";
  return cliJson(
    `fit --model ${id} --engine vllm --gpu h100-80g --tp ${value("--tensor-parallel-size")} --pp ${pp} --max-model-len ${value("--max-model-len")} --utilization ${value("--gpu-memory-utilization")} --max-batched-tokens ${value("--max-num-batched-tokens")} --kv-format ${kv} --weights-format ${weights}`,
  );
};

describe("Kubernetes", () => {
  test("copies on one machine are a Deployment, whose pod starts vLLM as it was sized", async () => {
    const arrangement = { weights: "bf16", kv: "fp8", tp: 4, pp: 1 } as const;
    const { launch, workload, service } = manifests("llama-3-70b", arrangement);
    assert.deepEqual([workload.apiVersion, workload.kind], ["apps/v1", "Deployment"]);
    assert.equal(workload.spec.replicas, 3);
    const { labels } = workload.spec.template.metadata;
    assert.deepEqual(workload.spec.selector.matchLabels, labels);
    assert.deepEqual(service.spec.selector, labels);
    const [container, ...others] = workload.spec.template.spec.containers;
    assert.equal(others.length, 0);
    assert.equal(container.resources.limits["nvidia.com/gpu"], 4);
    assert.deepEqual(container.command, ["vllm", "serve"]);
    assert.ok(container.args.every((word: unknown) => typeof word === "string"));
    assert.equal(container.args[0], "/models/llama-3-70b");
    const fit = await fitOf("llama-3-70b", container.args, "bf16");
    assert.equal(fit.kvTokens, launch.kvTokens);
    assert.ok(isLabel(workload.metadata.name) && isLabel(service.metadata.name));
    const volumes = workload.spec.template.spec.volumes.map((one: Manifest) => one.name);
    const mounted = container.volumeMounts.map((one: Manifest) => one.name);
    assert.deepEqual(mounted.sort(), volumes.sort());
    assert.equal(container.readinessProbe.httpGet.port, container.ports[0].containerPort);
    assert.equal(service.spec.ports[0].targetPort, container.ports[0].containerPort);
  });

  test("a copy over several machines is a group, whose machines find each other", async () => {
    const arrangement = { weights: "fp8", kv: "bf16", tp: 8, pp: 2 } as const;
    const { launch, workload, service } = manifests("deepseek-v3", arrangement);
    assert.deepEqual(
      [workload.apiVersion, workload.kind],
      ["leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet"],
    );
    const { replicas, leaderWorkerTemplate } = workload.spec;
    assert.deepEqual([replicas, leaderWorkerTemplate.size], [3, 2]);
    const { leaderTemplate, workerTemplate } = leaderWorkerTemplate;
    assert.deepEqual(service.spec.selector, {
      "leaderworkerset.sigs.k8s.io/name": workload.metadata.name,
      ...leaderTemplate.metadata.labels,
    });
    const [leader, worker] = [leaderTemplate, workerTemplate].map((template) => {
      const [{ command, args, resources }] = template.spec.containers;
      assert.equal(resources.limits["nvidia.com/gpu"], 8);
      assert.deepEqual(command, ["vllm", "serve"]);
      return args as readonly string[];
    }) as [readonly string[], readonly string[]];
    const after = (words: readonly string[], name: string) => words[words.indexOf(name) + 1];
    assert.deepEqual([after(leader, "--node-rank"), leader.includes("--headless")], ["0", false]);
    assert.deepEqual(
      [after(worker, "--node-rank"), worker.includes("--headless")],
      ["$(LWS_WORKER_INDEX)", true],
    );
    for (const words of [leader, worker]) {
      assert.equal(after(words, "--nnodes"), "2");
      assert.equal(after(words, "--master-addr"), "$(LWS_LEADER_ADDRESS)");
      const fit = await fitOf("deepseek-v3", words, "fp8");
      assert.equal(fit.kvTokens, launch.kvTokens);
    }
  });

  test("a name on the hub needs no volume but perhaps a token; AMD's GPUs are counted as such", () => {
    const arrangement = { weights: "bf16", kv: "bf16", tp: 1, pp: 1 } as const;
    const { workload } = manifests("llama-3-8b", arrangement, "meta-llama/Meta-Llama-3-8B", "AMD");
    const { containers, volumes } = workload.spec.template.spec;
    assert.equal(containers[0].resources.limits["amd.com/gpu"], 1);
    assert.equal(containers[0].env[0].valueFrom.secretKeyRef.key, "token");
    assert.deepEqual(
      volumes.map((one: Manifest) => one.name),
      ["shm"],
    );
    assert.equal(workload.metadata.name, "vllm-meta-llama-3-8b");
  });

  test("whatever the model is called, names are Kubernetes' own", () => {
    const arrangement = { weights: "bf16", kv: "bf16", tp: 1, pp: 1 } as const;
    for (const model of ["/m/_1_", "/models/A.B_c-/", `x/${"Long-".repeat(30)}`, "./x", "9"]) {
      const { workload } = manifests("llama-3-8b", arrangement, model);
      assert.ok(isLabel(workload.metadata.name), `${model}: ${workload.metadata.name}`);
    }
  });
});
