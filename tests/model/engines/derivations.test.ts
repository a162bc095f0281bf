import assert from "node:assert/strict";
import { test } from "node:test";
import { stepKey, stepMessages } from "../../../src/i18n/step-messages.ts";
import { substituted } from "../../../src/model/derivation.ts";
import {
  type Deployment,
  deploymentDefaults,
  EngineError,
} from "../../../src/model/engines/engine.ts";
import { capacityOf, parseEngine } from "../../../src/model/engines/select.ts";
import { cacheFormat, elementFormats, type FormatName } from "../../../src/model/formats.ts";
import { evaluateFormula } from "../../helpers/evaluate-formula.ts";
import { randomModel, seededInteger } from "../../helpers/random-layers.ts";

const engines = ["vllm@0.6", "vllm@0.8.5", "vllm@0.11", "vllm@0.24", "sglang", "ideal"] as const;
const formats = Object.keys(elementFormats) as FormatName[];

test("the printed formula, worked out, is the value; every step, every engine", () => {
  const random = seededInteger(3);
  const seen = new Set<string>();
  let refused = 0;
  for (let i = 0; i < 1500; i++) {
    const engine = parseEngine(engines[i % engines.length] as string);
    assert.ok(engine && engine.name !== "llama.cpp");
    const plan: Deployment = {
      ...deploymentDefaults,
      layers: randomModel(random),
      format: cacheFormat(formats[random(formats.length)] ?? "bf16"),
      tp: 2 ** random(4),
      pp: 1 + random(3),
      dcp: 2 ** random(3),
      availableBytes: random(2_000_000_000) * 50,
      maxModelLen: random(4) === 0 ? null : 1 + random(200_000),
      maxBatchedTokens: 512 * (1 + random(32)),
      blockSize: random(2) === 0 ? null : 16 * 2 ** random(4),
      speculativeTokens: random(4),
      draftLayers: [],
      stateMode: (["none", "align", "all"] as const)[random(3)] ?? "none",
    };
    try {
      const capacity = capacityOf({ ...engine, name: engine.name }, plan);
      const known = new Map<string, number>();
      for (const step of capacity.steps) {
        const what = `${engines[i % engines.length]} ${step.name} = ${step.formula}`;
        const value = evaluateFormula(step.formula, step.terms);
        assert.ok(close(value, step.value), `${what}: ${value}, not ${step.value}`);
        const printed = evaluateFormula(substituted(step, String).replaceAll("-", "−"), {});
        assert.ok(close(printed, step.value), `printed ${what}`);
        for (const [name, term] of Object.entries(step.terms)) {
          const earlier = known.get(name);
          if (earlier !== undefined) assert.equal(term, earlier, `${what}: ${name}`);
        }
        known.set(step.name, step.value);
        seen.add(`${engine.name} ${stepKey(step.name)}`);
        for (const words of [stepMessages.ko, stepMessages.en]) {
          assert.ok(stepKey(step.name) in words, `no words for ${step.name}`);
        }
      }
      assert.ok(Number.isSafeInteger(capacity.kvTokens) && capacity.kvTokens >= 0);
      assert.equal(capacity.kvTokens, known.get("kv_tokens"));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      refused++;
    }
  }
  assert.ok(refused < 1000, `${refused} of 1500 refused`);
  assert.ok(seen.size > 20, [...seen].join(" "));
});

const close = (a: number, b: number) => Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(b));

test("engines by name and version", () => {
  assert.deepEqual(parseEngine("vllm@0.11"), { name: "vllm", version: "0.11" });
  assert.deepEqual(parseEngine("vllm@v0.8.5.post1"), { name: "vllm", version: "0.8.5.post1" });
  assert.deepEqual(parseEngine("llama.cpp"), { name: "llama.cpp", version: null });
  for (const bad of ["", "tgi", "vllm@", "vllm@x", "VLLM", "vllm 0.11"]) {
    assert.equal(parseEngine(bad), null, bad);
  }
});
