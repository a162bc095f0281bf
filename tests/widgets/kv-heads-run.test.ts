import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "@lit-labs/ssr";
import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
import { parseHTML } from "linkedom";
import { html } from "lit";
import type { Lang } from "../../src/i18n/locales.ts";
import { groupedAttention } from "../../src/model/attention/grouped-attention.ts";
import { groupedWeights, seededInput } from "../../src/onnx/proof/seeded-weights.ts";
import type { BackendEvent, ProofEvent } from "../../src/onnx/protocol.ts";
import { commonMessages } from "../../src/widgets/common-messages.ts";
import { compute, type HeadsValues } from "../../src/widgets/kv-heads/compute.ts";
import { weightsData } from "../../src/widgets/kv-heads/figures.ts";
import { params } from "../../src/widgets/kv-heads/params.ts";
import {
  prefill,
  proofRequest,
  provenBy,
  runShape,
  seed,
  steps,
  widestSpread,
} from "../../src/widgets/kv-heads/proof.ts";
import { runPart } from "../../src/widgets/kv-heads/run-part.ts";
import widget from "../../src/widgets/kv-heads/widget.ts";
import { parseValues } from "../../src/widgets/params.ts";
import { translator } from "../../src/widgets/translate.ts";
import type { RunState } from "../../src/widgets/widget.ts";
import { idleRun } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const tokens = prefill + steps;
const valuesAt = (attributes: Attributes = {}): HeadsValues =>
  parseValues(params, (name) => attributes[name]);
const words = (lang: Lang) => translator(lang, commonMessages[lang], widget.messages[lang]);
const t = words("en");

/** What the run of a state would say, its weights from float64 instead of a runtime. */
function proofOf(values: HeadsValues): ProofEvent {
  const shape = runShape(values);
  const x = seededInput(seed, tokens, shape.hidden);
  const { y, weights } = groupedAttention(x, tokens, shape, groupedWeights(shape, seed));
  const bytes = 2 * shape.nKv * shape.headDim * tokens * 4;
  const last = Array.from(y.slice(-shape.hidden));
  return {
    kind: "proof",
    subject: 0,
    maxError: 3e-7,
    relativeError: 1e-7,
    filled: [{ tokens, bytes }],
    cacheBytes: bytes,
    weights: (weights.at(-1) ?? []).map((row) => Array.from(row)),
    tensorsLeft: 0,
    output: last,
    expected: last,
  };
}

const backend: BackendEvent = {
  kind: "backend",
  backend: "wasm",
  reason: "no-api",
  adapter: null,
  flavour: "wasm",
  runtimeVersion: "1.30.0",
  allOperatorsOnGpu: false,
};

const ran = (values: HeadsValues, change: Partial<ProofEvent> = {}): RunState<HeadsValues> => ({
  ...idleRun,
  status: "done",
  values,
  events: [backend, { ...proofOf(values), ...change }],
});

/** The run's part of the page in a state, after a run. */
async function shown(values: HeadsValues, run: RunState<HeadsValues>, lang: Lang = "en") {
  const context = {
    ...{ values, run, result: compute(values), t: words(lang) },
    ...{ controls: () => html``, figure: () => html``, table: () => html`` },
    ...{ set: () => {}, active: null, brought: null, bring: () => {}, clear: () => {} },
  };
  const text = await collectResult(render(runPart(context)));
  const { document } = parseHTML(`<!doctype html><body>${text}</body>`);
  const said = (selector: string) =>
    document
      .querySelector(selector)
      ?.textContent?.replace(/[\s\u00a0]+/g, " ")
      .replaceAll("\u2060", "")
      .trim() ?? null;
  return { said, all: said("body") ?? "" };
}

test("a run takes the figure's layer, or one of 16 heads that is shared as much", () => {
  const shapeOf = (heads: number, groups: number) => {
    const { nHeads, nKv } = runShape(valuesAt({ heads: `${heads}`, groups: `${groups}` }));
    return [nHeads, nKv];
  };
  for (const heads of [4, 8, 16]) {
    for (let groups = 1; groups <= heads; groups *= 2) {
      assert.deepEqual(shapeOf(heads, groups), [heads, groups]);
    }
  }
  assert.deepEqual(shapeOf(64, 8), [16, 2], "8 query heads a KV head in both");
  assert.deepEqual(shapeOf(32, 16), [16, 8]);
  assert.deepEqual(shapeOf(64, 64), [16, 16], "MHA stays MHA");
  assert.deepEqual(shapeOf(64, 2), [16, 2], "GQA stays GQA");
  assert.deepEqual(shapeOf(64, 1), [16, 1], "MQA stays MQA");
  const request = proofRequest(valuesAt({ backend: "wasm" }));
  assert.deepEqual(
    [request.kind, request.backend, request.dtype, request.subjects.length],
    ["prove", "wasm", "float32", 1],
  );
});

test("nothing is drawn before a run, and each weight after it", () => {
  const values = valuesAt();
  const before = weightsData(compute(values), values, t, idleRun);
  assert.equal(before.rows, null);
  assert.match(before.label, /No bars before a run/);

  const after = weightsData(compute(values), values, t, ran(values));
  assert.equal(after.rows?.length, 8);
  for (const { weights } of after.rows ?? []) {
    assert.equal(weights.length, tokens);
    assert.ok(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-12);
  }
  const weights = [0.05, 0.6, 0.35];
  const row = weightsData(compute(values), values, t, ran(values, { weights: [weights] }))
    .rows?.[0];
  assert.deepEqual(row, { weights, says: "60% on token 2", short: "60%" });
});

test("the lit head is lit in the weights where the run is of the same layer", () => {
  const litAt = (now: Attributes, then: Attributes) => {
    const values = valuesAt(now);
    return weightsData(compute(values), values, t, ran(valuesAt(then))).lit;
  };
  assert.deepEqual(litAt({ head: "5" }, {}), { head: 5, kv: 2 });
  assert.equal(litAt({ head: "5", groups: "4" }, {}), null);
  assert.equal(litAt({ head: "5", heads: "64" }, { heads: "64" }), null);
});

test("heads that read the same K give weights far apart, and the page names where", async () => {
  for (const [heads, groups] of [
    ["8", "1"],
    ["8", "2"],
    ["16", "8"],
    ["64", "8"],
    ["4", "2"],
  ]) {
    const values = valuesAt({ heads: heads ?? "", groups: groups ?? "" });
    const run = ran(values);
    const proven = provenBy(run);
    assert.ok(proven);
    const { nHeads, nKv } = proven.shape;
    const spreads = proven.event.weights.flatMap((one, a) =>
      proven.event.weights.flatMap((other, b) =>
        Math.floor((a * nKv) / nHeads) === Math.floor((b * nKv) / nHeads)
          ? one.map((weight, token) => Math.abs(weight - (other[token] ?? 0)))
          : [],
      ),
    );
    const widest = widestSpread(proven);
    assert.ok(widest && widest.most - widest.least > 0.1, "seen without a ruler");
    assert.equal(widest.most - widest.least, Math.max(...spreads));
    const { said } = await shown(values, run);
    assert.match(
      said(".headline") ?? "",
      new RegExp(
        `^The same K, yet other weights. The ${nHeads / nKv} query heads that read K${widest.kv} gave token ${widest.token} between [\\d.]+% and [\\d.]+%\\.$`,
      ),
    );
  }
  const own = valuesAt({ groups: "8" });
  assert.equal(widestSpread(provenBy(ran(own)) as never), null);
  assert.match((await shown(own, ran(own))).said(".headline") ?? "", /a K of its own/);
});

test("a result says where it ran, its error, and its bytes beside the formula's", async () => {
  const values = valuesAt();
  const { said, all } = await shown(values, ran(values));
  assert.equal(
    said(".source"),
    "The largest difference from the float64 reference is 3.0 × 10⁻⁷. The cache holds 8,192 B, as " +
      "the formula says: 2 × 2 × 32 × 16 × 4 B. Run on this device: WASM, fp32. onnxruntime-web " +
      "1.30.0. The layer's weights are random, not trained: which token got most means nothing, " +
      "and a trained model would differ.",
  );
  assert.doesNotMatch(all, /What you see|Do not trust/);
  const off = await shown(values, ran(values, { cacheBytes: 8448 }));
  assert.match(off.said(".source") ?? "", /holds 8,448 B; the formula, .* 4 B, says 8,192 B\./);
});

test("a wrong result is called wrong, also one that is no number", async () => {
  const values = valuesAt();
  for (const maxError of [1e-3, Number.NaN]) {
    const { said } = await shown(values, ran(values, { maxError }));
    assert.match(said(".state.error") ?? "", /Do not trust this device's result/);
    assert.doesNotMatch(said("body") ?? "", /NaN|Infinity/);
    assert.equal(said(".headline"), null);
  }
});

test("a result of another state says of which", async () => {
  const then = ran(valuesAt({ groups: "4" }));
  const now = await shown(valuesAt({ groups: "2" }), then, "ko");
  assert.match(now.all, /지금 보이는 것은 쿼리 헤드 8개, KV 헤드 4개로 실행한 결과예요/);
  assert.match(now.said(".source") ?? "", /2 × 4 × 32 × 16 × 4 B/);
  const same = await shown(valuesAt({ groups: "4", context: "1024" }), then, "ko");
  assert.doesNotMatch(same.all, /실행한 결과예요/);
});

test("before a run it is said what a run does, and that a large layer is made smaller", async () => {
  const small = await shown(valuesAt(), idleRun);
  assert.match(small.all, /8 query heads, 2 KV heads, head dimension 32, 12 tokens at once/);
  assert.doesNotMatch(small.all, /no room/);
  assert.equal(small.said(".headline"), null);
  const large = await shown(valuesAt({ heads: "64", groups: "8" }), idleRun);
  assert.match(large.all, /16 query heads, 2 KV heads/);
  assert.match(large.all, /no room for 64 query heads, so the layer has 16/);
});
