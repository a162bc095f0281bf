import { formatInteger, formatSignificant } from "../i18n/format.ts";
import type { Lang } from "../i18n/locales.ts";
import type { Translate } from "../i18n/ui.ts";
import type { Check, CheckedQuantity } from "../model/validation/check.ts";
import { isCapacityStart, type LoggedStart } from "../model/validation/logged-start.ts";
import type { ValidatedRow } from "./validation-row.ts";

const noBreak = "\u00a0";

/** Names as the engines write themselves. */
export const engineTitles = {
  vllm: "vLLM",
  sglang: "SGLang",
  "llama.cpp": "llama.cpp",
  "ik_llama.cpp": "ik_llama.cpp",
} as const satisfies Readonly<Record<LoggedStart["engine"], string>>;

const unitOf = (quantity: CheckedQuantity): string =>
  quantity === "availableGiB" ? `${noBreak}GiB` : quantity.endsWith("Mib") ? `${noBreak}MiB` : "";

const isCount = (quantity: CheckedQuantity): boolean =>
  quantity === "blocks" || quantity === "kvTokens" || quantity === "cpuBlocks";

/** A number of a log, with the decimals the engine prints: two, or none of a count. */
export function quantityText(quantity: CheckedQuantity, value: number, lang: Lang): string {
  if (isCount(quantity)) return formatInteger(value, lang);
  const text = decimals(value, 2, lang);
  return quantity === "concurrency" ? `${text}×` : text + unitOf(quantity);
}

const decimals = (value: number, digits: number, lang: Lang): string =>
  value.toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** What is predicted: one number, or the least and the most, with a decimal more than is printed. */
export function predictedText({ quantity, low, high }: Check, t: Translate, lang: Lang): string {
  const digits = isCount(quantity) ? 0 : 3;
  const [from, to] = [low, high].map((value) => decimals(value, digits, lang));
  const said =
    from === to ? String(from) : t("validation.range", { low: from ?? "", high: to ?? "" });
  return quantity === "concurrency" ? `${said}×` : said + unitOf(quantity);
}

/** "+0.2%", "−16.7%": a part as a difference. */
export function percentText(part: number, lang: Lang): string {
  const sign = part === 0 ? "" : part < 0 ? "−" : "+";
  return `${sign}${formatSignificant(Math.abs(part) * 100, 3, lang)}%`;
}

/** A check's verdict: equal, within, or the difference. */
export function verdictText(check: Check, t: Translate, lang: Lang): string {
  if (!check.within) return percentText(check.off, lang);
  return t(check.low === check.high ? "validation.equal" : "validation.within");
}

/** The engine, its version, and whose rules were applied where that is another. */
export function engineText({ row }: ValidatedRow, t: Translate): string {
  const name = [engineTitles[row.engine], row.version].filter(Boolean).join(" ");
  const [, rules] = row.readAs.split("@");
  if (rules === undefined || row.version?.includes(rules)) return name;
  return `${name} (${t("validation.rules", { version: rules })})`;
}

/** The settings by the names their engines give them. */
const settingNames: Readonly<Record<string, string>> = {
  tp: "TP",
  dcp: "DCP",
  maxModelLen: "max_model_len",
  maxBatchedTokens: "max_num_batched_tokens",
  blockSize: "block_size",
  speculativeTokens: "num_speculative_tokens",
  stateMode: "mamba_cache_mode",
  format: "kv_cache_dtype",
  ctx: "n_ctx",
  slots: "n_seq",
  unified: "kv_unified",
  ubatch: "n_ubatch",
  typeK: "type_k",
  typeV: "type_v",
};

/** What the start was told, "TP 4 · max_model_len 16,384", and the memory it had. */
export function settingsText({ row }: ValidatedRow, t: Translate, lang: Lang): string {
  const told = Object.entries(row.settings).flatMap(([name, value]) => {
    const known = settingNames[name];
    if (known === undefined || (name === "tp" && value === 1)) return [];
    const text = typeof value === "number" ? formatInteger(value, lang) : String(value);
    return [`${known}${noBreak}${text}`];
  });
  return [...told, ...memoryText(row, t)].join(" · ");
}

function memoryText(start: LoggedStart, t: Translate): readonly string[] {
  if (!isCapacityStart(start)) return [];
  const { printed, hostGiB } = start;
  const { availableGiB } = printed;
  return [
    ...(availableGiB === undefined
      ? []
      : [t("validation.available", { gib: decimals(availableGiB, 2, "en") })]),
    ...(hostGiB === undefined ? [] : [t("validation.host", { gib: hostGiB })]),
  ];
}

/** What makes a start weaker evidence, and what is special about it. */
export function remarksOf({ row }: ValidatedRow, t: Translate, lang: Lang): readonly string[] {
  return [
    // A note says better what a model without a name can tell.
    ...(row.modelStated === false && !row.note ? [t("validation.unstated")] : []),
    ...(row.fitted ?? []).map((name) => t(`validation.fitted.${name}`)),
    ...(row.note ? [row.note[lang]] : []),
  ];
}

/** A line may end here. */
const mayBreak = "\u200b";

/** "vllm-project/vllm #10517", "IBM/CodeEngine": where a log stands, for a link. */
export function sourceText(url: string): string {
  const [owner = "", name = "", kind = "", ...rest] = new URL(url).pathname.slice(1).split("/");
  const number = ["issues", "pull", "discussions"].includes(kind) ? rest[0] : undefined;
  return `${owner}/${mayBreak}${name}${number ? ` #${number}` : ""}`;
}
