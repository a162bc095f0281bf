import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import type { LiveEvent } from "../../src/live/messages.ts";
import type { ProofEvent, ProofRequest, RunRequest } from "../../src/onnx/protocol.ts";
import type { AttentionPage } from "../../tools/attention-page/page.ts";
import { buildAttentionPage } from "../../tools/build-attention-page.ts";
import { type Site, serveFolder } from "../../tools/site-server.ts";
import { launch } from "../helpers/browser.ts";
import { broken, grouped, harmless, mla, real, right, tokenBytes, vha } from "../onnx/subjects.ts";

// Every graph in Chromium, on both back ends, without a widget around it.

let browser: Browser;
let site: Site;
let page: Page;
before(async () => {
  [browser, site] = await Promise.all([
    launch({ webgpu: true }),
    buildAttentionPage().then((folder) => serveFolder(folder)),
  ]);
  page = await browser.newPage();
  await page.goto(`${site.origin}/`);
  await page.waitForFunction("window.runRequest");
});
after(async () => {
  await browser?.close();
  site?.close();
});

async function run(request: RunRequest): Promise<readonly LiveEvent[]> {
  const { events, error } = await page.evaluate(
    (asked) => (window as unknown as AttentionPage).runRequest(asked),
    request,
  );
  assert.equal(error, null);
  const backend = events.find((event) => event.kind === "backend");
  assert.equal(backend?.backend, request.backend);
  assert.equal(backend.allOperatorsOnGpu, request.backend === "webgpu");
  return events;
}

async function proofs(
  backend: "webgpu" | "wasm",
  subjects: ProofRequest["subjects"],
  change: Partial<ProofRequest> = {},
): Promise<readonly ProofEvent[]> {
  const request: ProofRequest = {
    kind: "prove",
    backend,
    dtype: "float32",
    subjects,
    ...{ prefill: 6, steps: 4, seed: 3 },
    ...change,
  };
  const found = (await run(request)).filter((event) => event.kind === "proof");
  assert.equal(found.length, subjects.length);
  return found;
}

for (const backend of ["webgpu", "wasm"] as const) {
  describe(backend, () => {
    test("every right form within 1e-5 of float64, the cache's bytes those of the formula", async () => {
      const found = await proofs(
        backend,
        right.map(([, subject]) => subject),
      );
      for (const [
        i,
        { relativeError, maxError, filled, cacheBytes, tensorsLeft },
      ] of found.entries()) {
        const [name, subject] = right[i] as (typeof right)[number];
        assert.ok(relativeError <= 1e-5 && maxError <= 1e-5, `${name}: ${maxError}`);
        for (const { tokens, bytes } of filled)
          assert.equal(bytes, tokens * tokenBytes(subject), name);
        assert.equal(cacheBytes, 10 * tokenBytes(subject), name);
        assert.equal(tensorsLeft, 0, name);
      }
    });

    test("every broken form is off by as much as in Node, and harmless where nothing is to break", async () => {
      const found = await proofs(
        backend,
        [...broken, ...harmless].map(([, subject]) => subject),
      );
      for (const [i, { relativeError }] of found.entries()) {
        const off = broken[i]?.[2];
        if (off === undefined) assert.ok(relativeError <= 1e-5, harmless[i - broken.length]?.[0]);
        else
          assert.ok(
            relativeError > 0.05 && Math.abs(relativeError / off - 1) < 0.1,
            broken[i]?.[0],
          );
      }
      const [alone] = await proofs(backend, [mla("absorbed", 0)], { prefill: 0, steps: 1 });
      assert.ok((alone?.relativeError ?? 1) <= 1e-5, "position 0");
    });

    test("a layer of DeepSeek-V2-Lite and one of the VHA paper's 1.7B model", async () => {
      const found = await proofs(
        backend,
        real.map(([, subject]) => subject),
        { prefill: 3, steps: 1 },
      );
      for (const [i, { relativeError }] of found.entries()) {
        assert.ok(relativeError <= 1e-5, `${real[i]?.[0]}: ${relativeError}`);
      }
    });

    test("one decode step of every row, against float64", async () => {
      const events = await run({
        kind: "measure",
        backend,
        dtype: "float32",
        ...{ nHeads: 8, headDim: 32, contexts: [64], runs: 10, seed: 1 },
        rows: [
          { form: "grouped", nKv: 8 },
          { form: "grouped", nKv: 1 },
          { form: "expanded", nKv: 2 },
          { form: "mla-absorbed" },
          { form: "mla-naive" },
          { form: "vha" },
        ],
      });
      const results = events.filter((event) => event.kind === "result");
      assert.equal(results.length, 6);
      for (const { row, relativeError } of results) {
        assert.ok(relativeError <= 1e-5, `${JSON.stringify(row)}: ${relativeError}`);
      }
    });
  });
}

test("2,000 decode steps on the GPU leak nothing", async () => {
  const shape = { hidden: 8, nHeads: 2, nKv: 1, headDim: 4, qkNorm: false };
  const [found] = await proofs("webgpu", [{ what: "grouped", shape }], {
    prefill: 0,
    steps: 2000,
  });
  assert.equal(found?.tensorsLeft, 0);
  assert.ok((found?.maxError ?? 1) <= 1e-5, `${found?.maxError}`);
});

test("fp16 on WASM within 5e-3; on a GPU without fp16 the page says so and takes WASM", async () => {
  const half = { dtype: "float16" } as const;
  for (const { relativeError } of await proofs("wasm", [grouped(2), vha("absorbed")], half)) {
    assert.ok(relativeError <= 5e-3 && relativeError > 1e-5, `${relativeError}`);
  }
  const { events } = await page.evaluate(
    (asked) => (window as unknown as AttentionPage).runRequest(asked),
    {
      ...{ kind: "prove", backend: "webgpu", dtype: "float16", subjects: [grouped(2)] },
      ...{ prefill: 2, steps: 1, seed: 3 },
    } as ProofRequest,
  );
  const backend = events.find((event) => event.kind === "backend");
  assert.deepEqual([backend?.backend, backend?.reason], ["wasm", "no-fp16"]);
});
