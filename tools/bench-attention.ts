import type { Browser } from "playwright-core";
import type { LiveEvent } from "../src/live/messages.ts";
import { recordOfRun } from "../src/measured/record-of-run.ts";
import { bytesPerSecond, type MeasuredStep, type RunRecord } from "../src/measured/run-record.ts";
import type { DecodeRow, MeasureRequest } from "../src/onnx/protocol.ts";
import type { AttentionPage } from "./attention-page/page.ts";
import type { BenchTable } from "./bench-table.ts";
import { buildAttentionPage } from "./build-attention-page.ts";
import { serveFolder } from "./site-server.ts";

const nHeads = 8;
const headDim = 64;
const ours: readonly DecodeRow[] = [
  { form: "grouped", nKv: 8 },
  { form: "grouped", nKv: 4 },
  { form: "expanded", nKv: 4 },
  { form: "grouped", nKv: 2 },
  { form: "expanded", nKv: 2 },
  { form: "grouped", nKv: 1 },
  { form: "expanded", nKv: 1 },
  { form: "mla-absorbed" },
  { form: "mla-naive" },
  { form: "vha" },
];
/** onnxruntime's own operators, which hold the same cache. */
const operators: readonly DecodeRow[] = [
  { form: "mha-operator", nKv: 8 },
  { form: "gqa-operator", nKv: 8 },
  { form: "gqa-operator", nKv: 2 },
  { form: "gqa-operator", nKv: 1 },
];
const contexts = [1024, 2048, 4096, 8192];
/** An emulated GPU takes a hundred times as long. */
const shortContexts = [256, 512, 1024, 2048];

/** One decode step of every variant at each context length, on both back ends of one browser. */
export async function benchAttention(
  browser: Browser,
  of: { readonly date: string; readonly commit: string },
  { ownGpu }: { readonly ownGpu: boolean },
): Promise<readonly { readonly record: RunRecord; readonly table: BenchTable }[]> {
  const site = await serveFolder(await buildAttentionPage());
  const results: { record: RunRecord; table: BenchTable }[] = [];
  for (const backend of ["wasm", "webgpu"] as const) {
    const page = await browser.newPage();
    await page.goto(`${site.origin}/`);
    await page.waitForFunction("window.runRequest");
    const lengths = backend === "webgpu" && !ownGpu ? shortContexts : contexts;
    const measure = async (rows: readonly DecodeRow[]) => {
      const request: MeasureRequest = {
        ...{ kind: "measure", dtype: "float32" },
        ...{ backend, nHeads, headDim, rows, contexts: lengths, runs: 15, seed: 1 },
      } as MeasureRequest;
      const { events, error } = await page.evaluate(
        (asked) => (window as unknown as AttentionPage).runRequest(asked),
        request,
      );
      if (error) throw new Error(error);
      return events;
    };
    const record = recordOfRun(await measure(ours), {
      ...of,
      host: `Chromium ${browser.version().split(".")[0]}`,
      ...{ nHeads, headDim, dtype: "float32" },
    });
    if (record?.backend !== backend) throw new Error(`${backend} is not what ran`);
    results.push({ record, table: tableOf(record, await measure(operators)) });
    await page.close();
  }
  site.close();
  return results;
}

function tableOf(record: RunRecord, beside: readonly LiveEvent[]): BenchTable {
  const fused = beside.filter((event) => event.kind === "result");
  const mha = new Map(record.steps.flatMap((step) => (isMha(step) ? [[step.context, step]] : [])));
  const copy = record.copyBytesPerSecond ?? Number.NaN;
  return {
    title: `One decode step on ${record.backend === "wasm" ? "WASM" : `WebGPU (${record.adapter})`}`,
    remarks: [
      `${nHeads} query heads of dimension ${headDim}, one layer, one request, fp32, onnxruntime-web ${record.runtime}. The same back end copies ${(copy / 1e9).toPrecision(3)} GB/s (bytes read plus bytes written); "of copy" is the cache's bytes a second as a share of that. The first session of a table includes the start of the runtime. "operator" rows are onnxruntime's own MultiHeadAttention and GroupQueryAttention.`,
    ],
    rows: [...record.steps, ...fused].map((step) => ({
      attention: nameOf(step.row),
      context: step.context,
      "cache, bytes": step.kvBytes,
      "median, ms": step.medianMs.toPrecision(3),
      "quartiles, ms": [step.lowerQuartileMs, step.upperQuartileMs]
        .map((ms) => ms.toPrecision(3))
        .join("–"),
      "of MHA": (step.medianMs / (mha.get(step.context)?.medianMs ?? Number.NaN)).toFixed(2),
      "of copy": (bytesPerSecond(step) / copy).toPrecision(2),
      "session, ms": Math.round(step.sessionMs),
      "first run, ms": Math.round(step.firstRunMs),
      "largest error": step.relativeError.toExponential(1),
    })),
  };
}

const isMha = ({ row }: MeasuredStep): boolean => row.form === "grouped" && row.nKv === nHeads;

/** "grouped 2": the form, and its KV heads where it has a number of them. */
const nameOf = (row: DecodeRow): string => ("nKv" in row ? `${row.form} ${row.nKv}` : row.form);
