import { modelNamed } from "../../data/model-named.ts";
import { compareMessages } from "../../i18n/compare-messages.ts";
import { formatFixed, formatInteger } from "../../i18n/format.ts";
import type { Lang } from "../../i18n/locales.ts";
import { hintMessages } from "../../i18n/log-messages.ts";
import { isAtLeast } from "../../model/engines/version.ts";
import { formatNamed } from "../../model/formats.ts";
import { servedFormat } from "../../model/import/compare/served-format.ts";
import {
  type ComparedModel,
  type ComparedRow,
  compareLog,
  type LogComparison,
} from "../../model/import/compare-log.ts";
import type { Hint } from "../../model/import/logs/hints.ts";
import type {
  LlamaCppLog,
  ServerLog,
  SglangLog,
  VllmLog,
} from "../../model/import/logs/server-log.ts";
import { filled } from "../filled.ts";
import type { BroughtLog, BroughtRow, BroughtServer } from "./brought.ts";
import { words } from "./words.ts";

/** The servers of a log, shown beside whatever model is chosen; the first has the settings. */
export function logIntake(
  servers: readonly [ServerLog, ...ServerLog[]],
  name: string,
  lang: Lang,
): BroughtLog {
  const [first] = servers;
  return {
    kind: "log",
    name,
    modelId: modelNamed(first.model),
    changes: changesOf(first),
    beside: (model) => servers.map((server) => beside(server, model, lang)),
  };
}

/** What the log tells of the settings, in the order of the parameters. */
function changesOf(log: ServerLog): BroughtLog["changes"] {
  switch (log.engine) {
    case "vllm":
      return vllmChanges(log);
    case "sglang":
      return sglangChanges(log);
    case "llama.cpp":
      return llamaChanges(log);
  }
}

/** Only those that the log tells. */
function told(
  values: Readonly<Record<string, number | string | boolean | null | undefined>>,
): BroughtLog["changes"] {
  const entries = Object.entries(values).filter(
    (entry): entry is [string, number | string | boolean] =>
      entry[1] !== null && entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}

function vllmChanges(log: VllmLog): BroughtLog["changes"] {
  const rank = log.ranks.find((each) => each.availableGiB === log.printed.availableGiB);
  return told({
    engine: "vllm",
    version: log.version === null ? null : versionOption(log.version),
    tp: log.tp ?? 1,
    pp: log.pp,
    dcp: log.dcp,
    "total-gib": rank?.totalGiB,
    utilization: log.gpuMemoryUtilization,
    "weights-gib": rank?.weightsGiB,
    "non-torch-gib": rank?.nonTorchGiB,
    "activation-gib": rank?.activationPeakGiB,
    "available-gib": log.printed.availableGiB,
    "max-len": log.printed.concurrencyLen ?? log.maxModelLen,
    batched: log.maxBatchedTokens,
    block: log.blockSize === null ? null : String(log.blockSize),
    kv: cacheName(log.kvCacheDtype),
    draft: log.speculativeTokens,
    "state-mode": log.prefixCaching === true ? "align" : null,
  });
}

const versionOption = (version: string): string => {
  if (!isAtLeast(version, [0, 8])) return "0.6";
  if (!isAtLeast(version, [0, 9, 2])) return "0.8";
  return isAtLeast(version, [0, 21]) ? "0.24" : "0.11";
};

const cacheName = (dtype: string | null): string | null =>
  dtype === null ? null : (servedFormat(dtype, unfixed)?.name ?? null);

const unfixed = { elementBytes: 2, kvCacheFormat: null };

function sglangChanges(log: SglangLog): BroughtLog["changes"] {
  return told({
    engine: "sglang",
    tp: log.tp ?? 1,
    "available-gib": log.printed.kvGiB,
    "max-len": log.contextLen,
    block: log.pageSize === null ? null : String(log.pageSize),
    kv: cacheName(log.kvCacheDtype ?? log.dtype),
  });
}

function llamaChanges(log: LlamaCppLog): BroughtLog["changes"] {
  return told({
    engine: "llama.cpp",
    ctx: log.nCtx ?? cellsOf(log),
    slots: log.nSeqMax,
    ubatch: log.nUbatch,
    "type-k": ggmlName(log.typeK),
    "type-v": ggmlName(log.typeV),
    unified: log.kvUnified,
    // The fork has no shorter cache for windows.
    "swa-full": log.swaFull === true || log.fork === "ik_llama.cpp" ? true : null,
  });
}

/** Where no context is printed: the cells of all streams of the largest cache. */
function cellsOf({ buffers }: LlamaCppLog): number | null {
  const cells = buffers.map((buffer) => (buffer.cells ?? 0) * (buffer.streams ?? 1));
  const most = Math.max(0, ...cells);
  return most > 0 ? most : null;
}

/** ggml calls 16 and 32 bits otherwise. */
function ggmlName(type: string | null): string | null {
  const name = type === null ? null : ({ f16: "fp16", f32: "fp32" }[type] ?? type);
  return name !== null && formatNamed(name) ? name : null;
}

function beside(log: ServerLog, model: ComparedModel | null, lang: Lang): BroughtServer {
  const text = (key: keyof (typeof compareMessages)["en"], terms: Terms = {}) =>
    filled(compareMessages[lang][key], terms, lang);
  const engine = "fork" in log && log.fork !== null ? log.fork : log.engine;
  const compared = model && compareLog(log, model);
  return {
    title: text("server-title", {
      engine: text(`engine-${engine}`),
      version: log.version ?? text("version-unknown"),
      model: shortName(log.model) ?? text("model-unknown"),
    }),
    rows: compared?.status === "compared" ? compared.rows.map((row) => rowText(row, lang)) : [],
    remarks:
      compared === null
        ? [words[lang]["which-model"]]
        : compared.status === "compared"
          ? [...remarksOf(compared, lang), ...memoryRemark(log, lang)]
          : [text(`status-${compared.status}`, { found: compared.found })],
    // A line from which several settings were read stands once.
    lines: log.lines
      .filter(({ number }, i, all) => all.findIndex((other) => other.number === number) === i)
      .map(({ number, text: line }) => ({ number, text: line })),
  };
}

/** A path is named by its end; an owner and a name stay as they are. */
function shortName(model: string | null): string | null {
  if (model === null || /^[\w.-]+\/[\w.-]+$/.test(model)) return model;
  return model.split(/[/\\]/).filter(Boolean).at(-1) ?? model;
}

/** Where the log does not print what was left for the cache, the widget counts with its own. */
function memoryRemark(log: ServerLog, lang: Lang): readonly string[] {
  const printed = log.engine === "vllm" ? log.printed.availableGiB : 0;
  return printed === null ? [words[lang]["no-memory"]] : [];
}

type Terms = Readonly<Record<string, string | number>>;

function rowText(
  { quantity, printed, low, high, within, off }: ComparedRow,
  lang: Lang,
): BroughtRow {
  const two = /(?:Mib|GiB|concurrency)$/.test(quantity);
  const write = (value: number) => (two ? formatFixed(value, 2, lang) : formatInteger(value, lang));
  const percent = String(Number((off * 100).toPrecision(3)));
  const times = String(Number(((low + high) / 2 / printed).toPrecision(3)));
  return {
    quantity: compareMessages[lang][`quantity-${quantity}`],
    printed: write(printed),
    predicted: write(low) === write(high) ? write(low) : `${write(low)} – ${write(high)}`,
    verdict: within
      ? compareMessages[lang].within
      : off >= 1 && low > printed
        ? filled(compareMessages[lang]["not-within-times"], { times }, lang)
        : filled(compareMessages[lang]["not-within"], { percent }, lang),
    within,
  };
}

function remarksOf(compared: LogComparison, lang: Lang): readonly string[] {
  const { ok, fitted, assumptions, budget, bytesPerTokenPerGpu, hints } = compared;
  const text = (key: keyof (typeof compareMessages)["en"], terms: Terms = {}) =>
    filled(compareMessages[lang][key], terms, lang);
  const said = [text(ok === null ? "verdict-none" : ok ? "verdict-ok" : "verdict-off")];
  if (fitted) said.push(text("fitted"));
  if (assumptions.length > 0) {
    const settings = assumptions
      .map(({ setting, value }) =>
        text(`setting-${setting}`, {
          value: typeof value === "boolean" ? text(value ? "on" : "off") : value,
        }),
      )
      .join(", ");
    said.push(text("assumed-settings", { settings }));
  }
  if (bytesPerTokenPerGpu !== null) {
    said.push(text("model-needs", { bytes: `${formatInteger(bytesPerTokenPerGpu, lang)} B` }));
  }
  if (budget) {
    said.push(
      text("budget", {
        predicted: budget.predictedGiB.toFixed(2),
        printed: budget.printedGiB.toFixed(2),
        rounding: budget.roundingGiB.toFixed(3),
      }),
    );
  }
  return [...said, ...hints.map((hint) => hintText(hint, lang))];
}

function hintText({ code, printed, predicted, numbers }: Hint, lang: Lang): string {
  const sentence = hintMessages[lang][`hint.${code}`] ?? code;
  return filled(sentence, { printed, predicted, ...numbers }, lang);
}
