import { commandAfter, flagValue, keyedMatch } from "./flags.ts";
import type { LogLine } from "./lines.ts";
import { parseCount, parseDecimal, parseLength, parseName, smallest } from "./numbers.ts";
import type { SglangLog, SglangRank, SglangSettings } from "./server-log.ts";
import { believed, type Settings, settings } from "./settings.ts";

type Fields = SglangSettings & { readonly version: string | null; readonly model: string | null };
const noFields: Fields = {
  version: null,
  model: null,
  tp: null,
  dp: null,
  dtype: null,
  kvCacheDtype: null,
  pageSize: null,
  contextLen: null,
  memFractionStatic: null,
  speculativeTokens: null,
};

type MutableRank = { -readonly [K in keyof SglangRank]: SglangRank[K] };

/** One start of SGLang while it is read. */
function sglangDraft() {
  return {
    found: settings(noFields),
    seen: new Set<string>(),
    ranks: [] as MutableRank[],
    drafts: [] as number[],
    totals: [] as number[],
    full: [] as number[],
    swa: [] as number[],
    swaGiB: [] as number[],
    mambaSlots: [] as number[],
    mambaGiB: [] as number[],
    weights: [] as number[],
    left: [] as number[],
  };
}
type Draft = ReturnType<typeof sglangDraft>;

/** Reads lines of SGLang one by one. */
export function sglangReader() {
  const drafts: Draft[] = [];
  const started = () => {
    const draft = sglangDraft();
    drafts.push(draft);
    return draft;
  };
  const current = () => drafts.at(-1) ?? started();

  function beginning(mark: string): Draft {
    const draft = current();
    const begun = draft.seen.has(mark) || (mark === "command" && draft.seen.size > 0);
    const next = begun ? started() : draft;
    next.seen.add(mark);
    return next;
  }

  function line(each: LogLine): void {
    const { text } = each;
    if (/server_args=(?:ServerArgs\(|\{)/.test(text)) readArgs(beginning("args").found, each);
    else if (/sglang(?:\.launch_server| serve)/.test(text)) {
      const words = commandAfter(text, /\S*sglang\.launch_server|(?:^|\s)sglang serve(?=\s)/);
      if (words) readFlags(beginning("command").found, words, each);
    }
    if (/KV [Cc]ache (?:is )?allocated/.test(text)) {
      for (const match of text.matchAll(pool)) addPool(match, each);
    }
    for (const { needle, pattern, take } of rules) {
      if (!text.includes(needle)) continue;
      for (const match of text.matchAll(pattern)) take(current(), match, each);
    }
  }

  /** A pool after the line that ends a start belongs to the next one. */
  function addPool(match: RegExpMatchArray, each: LogLine): void {
    const tail = match[1] ?? "";
    const [kGB, vGB] = [gb(tail, "K size"), gb(tail, "V size")];
    const kvGB = gb(tail, "KV size") ?? gb(tail, "Cache size") ?? sum(kGB, vGB);
    const tokens = parseCount(/#tokens: ?(\d[\d,]*)/.exec(tail)?.[1]);
    if (tokens === null && kvGB === null) return;
    const last = current();
    const draft = last.totals.length > 0 && last.ranks.length > 0 ? started() : last;
    draft.found.note("kvTokens", each, match.index);
    const dtype = parseName(/dtype: ?([\w.]+)/.exec(tail)?.[1]);
    if (dtype) draft.found.put("kvCacheDtype", dtype, believed.result, each, match.index);
    const rank = rankOf(each.text.slice(0, match.index));
    const same = draft.ranks.find(
      (known) => known.rank === rank && (rank !== null || known.tokens === tokens),
    );
    if (!same) draft.ranks.push({ rank, tokens, kGB, vGB, kvGB, availGB: null });
    // The draft model's pool holds the same tokens in fewer layers.
    else if (kvGB !== null && same.kvGB !== null && kvGB < same.kvGB) draft.drafts.push(kvGB);
  }

  return { line, logs: () => drafts.filter((draft) => draft.found.lines.length > 0).map(finished) };
}

const pool =
  /(?<!CPU )KV [Cc]ache (?:is )?allocated\.?((?:(?!KV [Cc]ache (?:is )?allocated).){0,300})/g;

const gb = (tail: string, name: string): number | null =>
  parseDecimal(new RegExp(`(?<![\\w])${name}: ?(\\d+(?:[.,]\\d+)?) ?GB`).exec(tail)?.[1]);
const sum = (a: number | null, b: number | null) =>
  a === null || b === null ? null : Number((a + b).toFixed(6));

/** "TP3", "DP0 TP1", "gpu=0": what a line's brackets say of its rank. */
function rankOf(before: string): string | null {
  const marks = before
    .slice(-200)
    .matchAll(
      /\[(?:20\d\d-[\d-]+ [\d:.,]+ )?((?:(?:TP|DP|PP|EP|CP)\d+ ?)+|(?:gpu|rank)=\d+)\]|Rank (\d+):/g,
    );
  const last = [...marks].at(-1);
  return last ? (last[1] ?? `rank=${last[2]}`).trim() : null;
}

interface Rule {
  readonly needle: string;
  readonly pattern: RegExp;
  readonly take: (draft: Draft, match: RegExpMatchArray, line: LogLine) => void;
}

function numbers(
  field: string,
  lists: (draft: Draft) => readonly (number[] | null)[],
  needle: string,
  pattern: RegExp,
): Rule {
  const take: Rule["take"] = (draft, match, line) => {
    for (const [index, list] of lists(draft).entries()) {
      const value = parseDecimal(match[index + 1]?.replaceAll(",", ""));
      if (list && value !== null && list.length < 4096) list.push(value);
    }
    draft.found.note(field, line, match.index);
  };
  return { needle, pattern, take };
}

function one<K extends keyof Fields & string>(
  field: K,
  parse: (text: string | undefined) => Fields[K],
  needle: string,
  pattern: RegExp,
): Rule {
  return {
    needle,
    pattern,
    take: (draft, match, line) =>
      draft.found.put(field, parse(match[1]), believed.result, line, match.index),
  };
}

const rules: readonly Rule[] = [
  numbers(
    "kvTokens",
    (draft) => [draft.totals],
    "ax_total_num_token",
    /[Mm]ax_total_num_tokens?=(\d+)(?!\d|$)/g,
  ),
  one("contextLen", parseCount, "context_len=", /context_len=(\d+)(?=\D)/g),
  numbers(
    "availableGiB",
    (draft) => [draft.left],
    "available_gpu_mem",
    /available_gpu_mem=(\d+\.\d+) ?GB/g,
  ),
  numbers(
    "swaTokens",
    (draft) => [draft.swaGiB, draft.swa, draft.full],
    "SWAKVPool",
    /SWAKVPool mem usage: (\d+\.\d+) GB, swa size: (\d+), full size: (\d+)/g,
  ),
  numbers(
    "swaTokens",
    (draft) => [draft.full, draft.swa],
    "full_layer_tokens",
    /full_layer_tokens=(\d+), swa_layer_tokens=(\d+)/g,
  ),
  numbers(
    "mambaGiB",
    (draft) => [draft.mambaSlots, draft.mambaGiB, draft.mambaGiB],
    "Mamba Cache is allocated",
    /Mamba Cache is allocated\. max_mamba_cache_size: (\d+), conv_state size: (\d+\.\d+) ?GB, ssm_state size: (\d+\.\d+) ?GB/g,
  ),
  numbers(
    "weightsGiB",
    (draft) => [draft.weights],
    "Load weight end",
    /Load weight end\..{0,400}?mem usage=(\d+\.\d+) ?GB/g,
  ),
  one("dtype", parseName, "Load weight end", /Load weight end\..{0,300}?\bdtype=([\w.]+)/g),
  one("kvCacheDtype", parseName, "KV cache dtype", /Using KV cache dtype: ([\w.]+)/g),
  one(
    "version",
    (text) => text ?? null,
    "ersion",
    /\bsglang (?:version[:=]? ?v?|v)(\d+\.\d+\.[\w.+]+)/gi,
  ),
  {
    needle: "Memory pool end",
    pattern: /Memory pool end\. avail mem=(\d+\.\d+) ?GB/g,
    take: (draft, match, line) => {
      const rank = draft.ranks.find(
        (known) => known.rank === rankOf(line.text.slice(0, match.index)),
      );
      if (rank) rank.availGB ??= parseDecimal(match[1]);
      draft.found.note("availGB", line, match.index);
    },
  },
];

const sources = [
  ["model", parseName, ["model_path"], ["--model-path", "--model"]],
  ["tp", parseCount, ["tp_size"], ["--tp-size", "--tp", "--tensor-parallel-size"]],
  ["dp", parseCount, ["dp_size"], ["--dp-size", "--dp", "--data-parallel-size"]],
  ["dtype", parseName, ["dtype"], ["--dtype"]],
  ["kvCacheDtype", parseName, ["kv_cache_dtype"], ["--kv-cache-dtype"]],
  ["pageSize", parseCount, ["page_size"], ["--page-size"]],
  ["contextLen", parseLength, ["context_length"], ["--context-length"]],
  ["memFractionStatic", parseDecimal, ["mem_fraction_static"], ["--mem-fraction-static"]],
  [
    "speculativeTokens",
    parseCount,
    ["speculative_num_draft_tokens"],
    ["--speculative-num-draft-tokens"],
  ],
] as const;

function readArgs(found: Settings<Fields>, line: LogLine): void {
  for (const [field, parse, keys] of sources) {
    const match = keyedMatch(line.text, ...keys);
    const value = parse(match?.value);
    if (value !== null) found.put(field as "tp", value as number, believed.args, line, match?.at);
  }
}

function readFlags(found: Settings<Fields>, words: readonly string[], line: LogLine): void {
  for (const [field, parse, , flags] of sources) {
    const value = parse(flagValue(words, ...flags));
    if (value !== null) found.put(field as "tp", value as number, believed.command, line);
  }
}

function finished(draft: Draft): SglangLog {
  const { values, lines } = draft.found;
  const { ranks } = draft;
  const kvTokens =
    smallest(draft.full) ?? smallest(draft.totals) ?? smallest(ranks.map((rank) => rank.tokens));
  const sized = ranks.filter((rank) => rank.kvGB !== null);
  const usable = sized.find((rank) => rank.tokens === kvTokens) ?? sized[0];
  return {
    engine: "sglang",
    ...values,
    lines,
    ranks,
    printed: {
      kvTokens,
      kvGiB: smallest(draft.swaGiB) ?? usable?.kvGB ?? null,
      swaTokens: smallest(draft.swa),
      mambaSlots: smallest(draft.mambaSlots),
      mambaGiB:
        draft.mambaGiB.length < 2
          ? null
          : sum(draft.mambaGiB[0] ?? null, draft.mambaGiB[1] ?? null),
      draftGiB: draft.drafts[0] ?? null,
      weightsGiB: draft.weights[0] ?? null,
      availableGiB: smallest(draft.left),
    },
  };
}
