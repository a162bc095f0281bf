import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";
import { llamaCppCache } from "../../../src/model/engines/llama-cpp.ts";
import type { Flag, Launch, launchNames } from "../../../src/model/plan/launch/launch.ts";
import { launchPlan } from "../../../src/model/plan/launch/launch-plan.ts";
import type { Arrangement, PlanRequest } from "../../../src/model/plan/plan-request.ts";
import { isUnfit, sizeOf } from "../../../src/model/plan/sized.ts";
import { cliJson } from "../../cli/cli.ts";
import documented from "./documented-flags.json" with { type: "json" };
import { requestFor } from "./plan-request.ts";

interface Plan {
  readonly id: string;
  readonly request: PlanRequest;
  readonly arrangement: Arrangement;
  readonly replicas: number;
}

const plan = (id: string, arrangement: Arrangement, replicas = 1): Plan => ({
  ...{ id, arrangement, replicas },
  request: requestFor(id),
});

const plans: readonly Plan[] = [
  plan("llama-3-70b", { weights: "bf16", kv: "fp8", tp: 4, pp: 1 }),
  plan("llama-3-70b", { weights: "fp8", kv: "bf16", tp: 2, pp: 1 }, 4),
  plan("llama-3-8b", { weights: "int4", kv: "fp8", tp: 1, pp: 1 }, 3),
  plan("gemma-3-27b", { weights: "bf16", kv: "bf16", tp: 2, pp: 1 }, 2),
  plan("deepseek-v3", { weights: "fp8", kv: "bf16", tp: 8, pp: 2 }, 2),
];

function launchOf(
  { id, request, arrangement, replicas }: Plan,
  name: (typeof launchNames)[number],
) {
  const sized = sizeOf(request, arrangement);
  assert.ok(!isUnfit(sized));
  return launchPlan(name, { request, sized, replicas, model: `/models/${id}` });
}

function started(one: Plan, name: (typeof launchNames)[number]): Launch {
  const launch = launchOf(one, name);
  assert.ok("text" in launch);
  return launch;
}

/** Every start of a program by a script, as bash itself takes it apart: variables, then words. */
export function starts(
  script: string,
  args: readonly string[] = [],
): readonly (readonly string[])[] {
  const spy = (name: string) =>
    `${name}() { printf '%s\\0' "\${CUDA_VISIBLE_DEVICES-all}" ${name} "$@"; printf '\\n\\0'; }\n`;
  const head = ["vllm", "python3", "llama-server"].map(spy).join("");
  // One after the other, so that their words do not mix.
  const text =
    head +
    script
      .replace(/^wait -n$/m, "")
      .replace(/^trap .*$/m, "")
      .replaceAll(/ &$/gm, "");
  const out = execFileSync("bash", ["-c", text, "serve", ...args], { encoding: "utf8" });
  const found: string[][] = [[]];
  for (const word of out.split("\0").slice(0, -1)) {
    if (word === "\n") found.push([]);
    else found.at(-1)?.push(word);
  }
  return found.slice(0, -1);
}

const flagOf = (words: readonly string[], name: string): string | undefined => {
  const at = words.indexOf(name);
  return at === -1 ? undefined : words[at + 1];
};

/** The options of `headcount fit` that say the same as an engine's flags. */
function fitLine(one: Plan, words: readonly string[], engine: "vllm" | "sglang"): string {
  const names =
    engine === "vllm"
      ? {
          len: "--max-model-len",
          use: "--gpu-memory-utilization",
          step: "--max-num-batched-tokens",
        }
      : { len: "--context-length", use: "--mem-fraction-static", step: "--chunked-prefill-size" };
  const kv = flagOf(words, "--kv-cache-dtype") ?? "auto";
  const pp = flagOf(words, "--pipeline-parallel-size") ?? "1";
  return [
    `fit --model ${one.id} --engine ${engine} --gpu h100-80g`,
    `--tp ${flagOf(words, "--tensor-parallel-size")} --pp ${pp}`,
    `--max-model-len ${flagOf(words, names.len)} --utilization ${flagOf(words, names.use)}`,
    `--max-batched-tokens ${flagOf(words, names.step)}`,
    `--kv-format ${kv.startsWith("fp8") ? "fp8" : kv} --weights-format ${one.arrangement.weights}`,
  ].join(" ");
}

describe("what starts a plan", () => {
  for (const one of plans) {
    const title = `${one.id}, ${JSON.stringify(one.arrangement)} × ${one.replicas}`;
    for (const engine of ["vllm", "sglang"] as const) {
      test(`${engine}, ${title}: bash takes it apart, and sized again it is the same`, async () => {
        const { text, kvTokens, flags } = started(one, engine);
        execFileSync("bash", ["-n"], { input: text });
        const args = ["0", "10.0.0.1"];
        const found = starts(text, one.arrangement.pp > 1 ? args : []);
        assert.equal(found.length, one.arrangement.pp > 1 ? 1 : one.replicas);
        for (const words of found) {
          const fit = await cliJson(fitLine(one, words, engine));
          assert.equal(fit.kvTokens, kvTokens);
          assert.ok(words.includes(`/models/${one.id}`));
          assert.equal(words.length, 4 + wordsOf(flags), "GPUs, three words, and the flags");
        }
        assertDocumented(engine, flags);
      });
    }

    test(`copies of ${title} have GPUs and a port each`, () => {
      if (one.arrangement.pp > 1) return;
      const found = starts(started(one, "vllm").text);
      const ports = found.map((words) => flagOf(words, "--port"));
      assert.equal(new Set(ports).size, found.length);
      if (found.length === 1) return;
      const gpus = found.flatMap(([visible = ""]) => visible.split(","));
      const expected = Array.from({ length: gpus.length }, (_, i) => String(i));
      assert.deepEqual(gpus, expected, "each GPU once");
      assert.equal(gpus.length, one.arrangement.tp * found.length);
    });

    test(`llama.cpp, ${title}: its buffers fill what is left, to a step of 256 tokens`, () => {
      const launch = launchOf(one, "llama.cpp");
      if (one.arrangement.pp > 1) {
        assert.deepEqual(launch, { problem: "one-machine" });
        return;
      }
      assert.ok("text" in launch);
      execFileSync("bash", ["-n"], { input: launch.text });
      assertDocumented("llama.cpp", launch.flags);
      const [words = []] = starts(launch.text);
      const ctx = Number(flagOf(words, "--ctx-size"));
      assert.equal(ctx, launch.kvTokens);
      assert.ok(ctx % 256 === 0 && ctx >= 8192);
      const slots = (tokens: number) => Math.min(256, Math.floor(tokens / 2000));
      assert.equal(flagOf(words, "--parallel"), String(slots(ctx)), "of 2,000 tokens each");
      const bytes = (tokens: number) =>
        llamaCppCache({
          ...{ layers: one.request.model.layers, ctx: tokens, unified: true },
          slots: slots(tokens),
          typeK: flagOf(words, "--cache-type-k") ?? "",
          typeV: flagOf(words, "--cache-type-v") ?? "",
        }).totalBytes;
      const bits = { bf16: 16, fp8: 8.5, int4: 4.5 }[one.arrangement.weights];
      const weights = Math.ceil((one.request.model.allParams * bits) / 8);
      const gpu = Math.floor(80 * 0.99 * 2 ** 30) - 2 ** 30;
      const left = one.arrangement.tp * gpu - weights;
      assert.ok(bytes(ctx) <= left && bytes(ctx + 256) > left);
    });
  }

  test("machines of a group find its head, and only the head answers", () => {
    const { text } = started(plans[4] as Plan, "vllm");
    const [head = []] = starts(text, ["0", "10.0.0.1"]);
    const [other = []] = starts(text, ["1", "10.0.0.1"]);
    assert.deepEqual(
      [head, other].map((words) => [flagOf(words, "--node-rank"), words.includes("--headless")]),
      [
        ["0", false],
        ["1", true],
      ],
    );
    assert.equal(flagOf(other, "--master-addr"), "10.0.0.1");
    assert.throws(() => starts(text), /rank of this machine/);
  });

  test("more copies than a machine has GPUs for are spread, and the script says over how many", () => {
    const wide = plan("llama-3-70b", { weights: "fp8", kv: "bf16", tp: 2, pp: 1 }, 7);
    const { text } = started(wide, "vllm");
    assert.match(text, /^# 2 machines behind a load balancer; on the last one COPIES=3\.$/m);
    assert.equal(starts(text).length, 4);
  });

  test("what an engine has not is said", () => {
    const apple = { ...requestFor("llama-3-8b").gpu, vendor: "Apple" };
    const mac: Plan = {
      ...{ id: "llama-3-8b", replicas: 1 },
      arrangement: { weights: "bf16", kv: "bf16", tp: 1, pp: 1 },
      request: { ...requestFor("llama-3-8b"), gpu: apple },
    };
    assert.deepEqual(launchOf(mac, "vllm"), { problem: "no-gpu" });
    assert.ok("text" in launchOf(mac, "llama.cpp"));
  });
});

const wordsOf = (flags: readonly Flag[]): number =>
  flags.reduce((sum, { value }) => sum + (value === null ? 1 : 2), 0);

/** Every flag stands in the engine's manual, and its value among those that it takes. */
function assertDocumented(engine: keyof typeof documented, flags: readonly Flag[]): void {
  const known: Readonly<Record<string, readonly string[] | null>> = documented[engine].flags;
  for (const { name, value } of flags) {
    assert.ok(name in known, `${engine} has no ${name}`);
    const values = known[name];
    if (values) assert.ok(value !== null && values.includes(value), `${name} ${value}`);
  }
}
