import { type LlamaCppCache, type LlamaCppPlan, llamaCppCache } from "../../engines/llama-cpp.ts";
import { llamaCppTypeNames } from "../../engines/llama-cpp-types.ts";
import {
  type LlamaCppMla,
  type LlamaCppVersion,
  llamaCppVersions,
} from "../../engines/llama-cpp-versions.ts";
import type { AssumptionCode } from "../logs/hints.ts";
import type { LlamaCppLog } from "../logs/server-log.ts";
import {
  type Assumption,
  type Attempt,
  bestAttempt,
  type ComparedModel,
  type ComparedRow,
  comparedRow,
  type LogComparison,
  type NotCompared,
} from "./comparison.ts";

import { type Alternative, differenceHints } from "./difference-hints.ts";

const bytesPerMib = 2 ** 20;

/** Lays a context of llama.cpp beside a model: cells and MiB of each cache from the settings. */
export function compareLlamaCpp(
  log: LlamaCppLog,
  model: ComparedModel,
): LogComparison | NotCompared {
  if (log.draft) return { status: "draft-context", found: "" };
  const { totalMib, recurrentMib } = log.printed;
  if (totalMib === null && recurrentMib === null) return { status: "nothing-printed", found: "" };
  const ctx = log.nCtx ?? contextOf(log);
  if (ctx === null) return { status: "nothing-printed", found: "n_ctx" };
  const types = { typeK: typeOf(log, "typeK"), typeV: typeOf(log, "typeV") };
  for (const type of Object.values(types)) {
    if (!llamaCppTypeNames.includes(type)) return { status: "unknown-format", found: type };
  }
  const { attempt, fitted } = bestAttempt(attempts(log, model, { ctx, ...types }));
  if (attempt === null) return { status: "unknown-heads", found: "" };
  const ok = attempt.rows.length === 0 ? null : attempt.rows.every((row) => row.within);
  const hints = differenceHints(log, attempt, alternatives(log, model, { ctx, ...types }));
  return { status: "compared", ...attempt, ok, fitted, budget: null, hints };
}

/** The longest cache, over all its streams. */
function contextOf({ buffers }: LlamaCppLog): number | null {
  const cells = buffers.flatMap((buffer) =>
    buffer.kind === "recurrent" || buffer.cells === null
      ? []
      : [buffer.cells * (buffer.streams ?? 1)],
  );
  return cells.length === 0 ? null : Math.max(...cells);
}

const typeOf = (log: LlamaCppLog, name: "typeK" | "typeV"): string =>
  log.buffers.find((buffer) => buffer[name] !== null)?.[name] ?? log[name] ?? "f16";

type Told = Pick<LlamaCppPlan, "ctx" | "typeK" | "typeV">;

function* attempts(log: LlamaCppLog, model: ComparedModel, told: Told): Generator<Attempt> {
  const slots = log.nSeqMax ?? log.buffers.find(({ streams }) => streams)?.streams ?? 1;
  const latent = model.layers.some(({ layer }) => layer.kind === "latent");
  for (const version of versions(log)) {
    const rules = llamaCppVersions[version];
    for (const mla of latent ? mlaWays(log, rules.mla) : [rules.mla]) {
      if (latent && mla === "expanded" && model.expanded === null) continue;
      for (const unified of choices(log.kvUnified, rules.streams && slots > 1)) {
        for (const flashAttention of choices(
          log.flashAttention === null ? null : !log.flashAttention,
          true,
        ).map((off) => !off)) {
          const plan: LlamaCppPlan = {
            layers: model.layers,
            ...told,
            slots,
            ubatch: log.nUbatch ?? 512,
            unified,
            flashAttention,
            swaFull: log.swaFull === true,
            ...(latent ? { mla } : {}),
            ...(model.expanded ? { expanded: model.expanded } : {}),
            version,
          };
          yield attemptOf(log, plan, assumed(log, plan, version));
        }
      }
    }
  }
}

/** Starts with one setting other than the log tells. */
function* alternatives(log: LlamaCppLog, model: ComparedModel, told: Told): Generator<Alternative> {
  const others: readonly (readonly [AssumptionCode, Partial<LlamaCppLog>])[] = [
    ["swa-full", { swaFull: log.swaFull !== true }],
    ["unified", { kvUnified: log.kvUnified !== true }],
    ["flash-attention", { flashAttention: log.flashAttention === false }],
    ["mla", { mlaMode: null }],
  ];
  for (const [code, change] of others) {
    for (const attempt of attempts({ ...log, ...change }, model, told)) yield { code, attempt };
  }
  const types = ["f16", "q8_0", "q4_0"].filter((type) => type !== told.typeK);
  for (const type of types) {
    const changed = { ...told, typeK: type, typeV: type };
    for (const attempt of attempts(log, model, changed)) yield { code: "format", attempt };
  }
}

/** A switch as told; else off, and on too where it makes a difference. */
const choices = (value: boolean | null, matters: boolean): readonly boolean[] => {
  if (value !== null) return [value];
  return matters ? [false, true] : [false];
};

/** The versions a log can be of, the newest first. */
function versions(log: LlamaCppLog): readonly LlamaCppVersion[] {
  if (log.fork === "ik_llama.cpp") return ["ik_llama.cpp"];
  // A fork is not always told from the lines that were pasted.
  const order: readonly LlamaCppVersion[] = [
    "newest",
    "2026-01",
    "2025-11",
    "2025-07",
    "2025-05",
    "2025-04",
    "2024-05",
    "ik_llama.cpp",
  ];
  const windows = log.buffers.some(({ kind }) => kind === "swa");
  return order.filter((version) => {
    const rules = llamaCppVersions[version];
    if (windows && !rules.windowCache) return false;
    return log.kvUnified === null || rules.streams;
  });
}

const mlaByMode: Readonly<Record<number, LlamaCppMla>> = {
  0: "expanded",
  1: "latent+transposed",
  2: "latent",
  3: "latent",
};

function mlaWays(log: LlamaCppLog, usual: LlamaCppMla): readonly LlamaCppMla[] {
  const told = log.mlaMode === null ? undefined : mlaByMode[log.mlaMode];
  if (told) return [told];
  const all: readonly LlamaCppMla[] = ["latent", "latent+transposed", "expanded"];
  return [usual, ...all.filter((way) => way !== usual)];
}

function assumed(log: LlamaCppLog, plan: LlamaCppPlan, version: LlamaCppVersion): Assumption[] {
  const found: Assumption[] = [];
  if (log.fork !== "ik_llama.cpp") found.push({ setting: "version", value: version });
  if (log.nSeqMax === null) found.push({ setting: "slots", value: plan.slots ?? 1 });
  if (log.nUbatch === null) found.push({ setting: "ubatch", value: plan.ubatch ?? 512 });
  if (log.kvUnified === null && (plan.slots ?? 1) > 1) {
    found.push({ setting: "unified", value: plan.unified === true });
  }
  if (log.flashAttention === null) {
    found.push({ setting: "flashAttention", value: plan.flashAttention === true });
  }
  if (plan.mla && log.mlaMode === null) found.push({ setting: "mla", value: plan.mla });
  return found;
}

function attemptOf(
  log: LlamaCppLog,
  plan: LlamaCppPlan,
  assumptions: readonly Assumption[],
): Attempt {
  const cache = llamaCppCache(plan);
  return {
    assumptions,
    basis: { quantity: "settings", printed: null, lowBytes: null, highBytes: null },
    rows: rowsOf(log, cache),
    bytesPerTokenPerGpu: null,
    steps: cache.steps,
  };
}

function rowsOf(log: LlamaCppLog, cache: LlamaCppCache): readonly ComparedRow[] {
  const rows: ComparedRow[] = [];
  const mib = (kinds: readonly string[]) =>
    cache.buffers
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((sum, { bytes }) => sum + bytes, 0) / bytesPerMib;
  const put = (
    quantity: ComparedRow["quantity"],
    printed: number,
    rounding: number,
    value: number,
  ) => rows.push(comparedRow(quantity, printed, rounding, [value, value]));
  for (const buffer of log.buffers) {
    if (buffer.kind !== "full" && buffer.kind !== "swa" && buffer.kind !== "indexer") continue;
    const own = buffer.kind === "full" ? ["full", "latent"] : [buffer.kind];
    const found = cache.buffers.find(({ kind }) => own.includes(kind));
    if (buffer.kind !== "indexer" && buffer.cells !== null) {
      put(`${buffer.kind}Cells`, buffer.cells, 0, found?.cells ?? 0);
    }
    if (buffer.sizeMib !== null) put(`${buffer.kind}Mib`, buffer.sizeMib, 0.005, mib(own));
  }
  const { totalMib, recurrentMib, roundingMib, complete } = log.printed;
  if (totalMib !== null && complete) {
    put("totalMib", totalMib, roundingMib, mib(["full", "swa", "latent", "indexer"]));
  }
  if (recurrentMib !== null) put("recurrentMib", recurrentMib, 0.005, mib(["recurrent"]));
  return rows;
}
