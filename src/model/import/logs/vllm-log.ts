import { keyedMatch } from "./flags.ts";
import type { LogLine } from "./lines.ts";
import { smallest } from "./numbers.ts";
import type { VllmLog, VllmRank, VllmRefusal } from "./server-log.ts";
import { believed, settings } from "./settings.ts";
import { type RankField, type Rule, vllmRules } from "./vllm-rules.ts";
import { noVllmFields, readVllmCommand, readVllmConfig } from "./vllm-settings.ts";

/** Processes are named at the beginning of a line. */
const prefixChars = 300;

/** More ranks than any server has. */
const mostRanks = 4096;

/** One start of vLLM while it is read. */
function vllmDraft() {
  return {
    found: settings(noVllmFields),
    /** What was seen of its beginning: command, arguments, and each engine's configuration. */
    seen: new Set<string>(),
    /** Process of each engine, by the engine's label. */
    processes: new Map<string, string>(),
    columns: new Map<Rule, Map<RankField, { rank: string | null; value: number }[]>>(),
    concurrencyLen: null as number | null,
    blocks: null as number | null,
    refused: null as VllmRefusal | null,
    results: false,
    resultTime: "",
  };
}
export type VllmDraft = ReturnType<typeof vllmDraft>;

/** Reads lines of vLLM one by one. */
export function vllmReader() {
  const drafts: VllmDraft[] = [];
  const started = (): VllmDraft => {
    const draft = vllmDraft();
    drafts.push(draft);
    return draft;
  };
  const current = () => drafts.at(-1) ?? started();

  /** The server that a line of its beginning belongs to: a new one where it has begun already. */
  function beginning(mark: string, text: string): VllmDraft {
    const draft = current();
    // Results may stand above their configuration, but are not older than it.
    const later = draft.results && timeOf(text) > draft.resultTime && draft.resultTime !== "";
    const begun = draft.seen.has(mark) || later || (mark === "command" && draft.seen.size > 0);
    const next = begun ? started() : draft;
    next.seen.add(mark);
    return next;
  }

  function line(each: LogLine): void {
    const { text } = each;
    if (/LLM engine(?:\s*\(v[^)]{1,40}\))?\s*with\s*config:/.test(text)) {
      readVllmConfig(
        beginning(engineOf(text)?.label ?? "engine", text).found,
        each,
        believed.config,
      );
    } else if (text.includes("non-default args:") || /\bargs: Namespace\(/.test(text)) {
      readVllmConfig(beginning("args", text).found, each, believed.args);
    } else if (/\bLLM\(/.test(text) && keyedMatch(text, "model")) {
      readVllmConfig(beginning("command", text).found, each, believed.command);
    } else if (text.includes("vllm")) {
      const command = settings(noVllmFields);
      if (readVllmCommand(command, each)) beginning("command", text).found.fill(command);
    }
    for (const rule of vllmRules) {
      if (!text.includes(rule.needle)) continue;
      for (const match of text.matchAll(rule.pattern)) take(rule, match, each);
    }
  }

  function take(rule: Rule, match: RegExpMatchArray, each: LogLine): void {
    const draft = restarted(match, each);
    for (const [index, { to, field, parse }] of rule.takes.entries()) {
      const value = parse(match[index + 1]);
      if (value === null) continue;
      if (to === "server") {
        draft.found.put(field as "tp", value as number, believed.result, each, match.index);
        continue;
      }
      draft.results = true;
      draft.resultTime = timeOf(each.text) || draft.resultTime;
      draft.found.note(field, each, match.index);
      if (to === "rank") addToRank(draft, rule, field as RankField, value as number, each.text);
      else if (to === "refused") {
        draft.refused = { ...(draft.refused ?? noRefusal), [field]: value };
      } else if (to === "blocks") draft.blocks = smallest([draft.blocks, value as number]);
      else draft.concurrencyLen = value as number;
    }
  }

  /** A result printed by another process of the same engine, or for another length, is another start. */
  function restarted(match: RegExpMatchArray, each: LogLine): VllmDraft {
    const draft = current();
    const engine = engineOf(each.text);
    const length = /concurrency\s*for\s*([\d,]+)/i.exec(match[0])?.[1]?.replaceAll(",", "");
    const known = engine && draft.processes.get(engine.label);
    const other =
      (known !== undefined && known !== null && known !== engine?.pid) ||
      (length !== undefined &&
        draft.concurrencyLen !== null &&
        draft.concurrencyLen !== Number(length));
    const next = other ? started() : draft;
    if (engine) next.processes.set(engine.label, engine.pid);
    return next;
  }

  return { line, logs: () => merged(drafts).map(finished) };
}

const noRefusal: VllmRefusal = {
  maxModelLen: null,
  neededGiB: null,
  availableGiB: null,
  kvTokens: null,
  estimatedMaxLen: null,
};

/** Month, day and time of day, comparable as text; "" where a line has none. */
const timeOf = (text: string): string => /\d\d-\d\d \d\d:\d\d:\d\d/.exec(text)?.[0] ?? "";

function engineOf(text: string): { label: string; pid: string } | null {
  const found = /\((EngineCore[\w]{0,20}) pid=(\d+)/.exec(text.slice(0, prefixChars));
  return found ? { label: found[1] ?? "", pid: found[2] ?? "" } : null;
}

function addToRank(
  draft: VllmDraft,
  rule: Rule,
  field: RankField,
  value: number,
  text: string,
): void {
  const worker =
    /\((?:Vllm|Ray)?Worker(?:Wrapper|Process)?[ _]?([^)\s,]{0,40})(?:[ ,][^)]{0,60})?\)/.exec(
      text.slice(0, prefixChars),
    );
  const rank = worker?.[1] || null;
  const column = draft.columns.get(rule) ?? new Map();
  draft.columns.set(rule, column);
  const values = column.get(field) ?? [];
  column.set(field, values);
  const same =
    rank === null ? undefined : values.find((each: { rank: string | null }) => each.rank === rank);
  if (same) same.value = value;
  else if (values.length < mostRanks) values.push({ rank, value });
}

/** A command after the log it started belongs to that log. */
function merged(drafts: readonly VllmDraft[]): readonly VllmDraft[] {
  const kept: VllmDraft[] = [];
  for (const draft of drafts) {
    const before = kept.at(-1);
    const bare = !draft.results && draft.seen.size === 1 && draft.seen.has("command");
    if (before && bare && !before.seen.has("command")) before.found.fill(draft.found);
    else if (draft.found.lines.length > 0) kept.push(draft);
  }
  return kept;
}

const rankFields: readonly RankField[] = [
  "availableGiB",
  "kvTokens",
  "blocks",
  "cpuBlocks",
  "concurrency",
  "totalGiB",
  "weightsGiB",
  "nonTorchGiB",
  "activationPeakGiB",
  "cudaGraphGiB",
];

function finished(draft: VllmDraft): VllmLog {
  const { values, lines } = draft.found;
  const ranks = ranksOf(draft);
  const least = (field: RankField) => smallest(ranks.map((rank) => rank[field]));
  const { refused } = draft;
  return {
    engine: "vllm",
    ...values,
    maxModelLen: values.maxModelLen ?? draft.concurrencyLen ?? refused?.maxModelLen ?? null,
    lines,
    ranks,
    printed: {
      kvTokens: least("kvTokens") ?? refused?.kvTokens ?? null,
      concurrency: least("concurrency"),
      concurrencyLen: draft.concurrencyLen,
      blocks: draft.blocks ?? least("blocks"),
      cpuBlocks: least("cpuBlocks"),
      availableGiB: least("availableGiB") ?? refused?.availableGiB ?? null,
    },
    refused,
  };
}

function ranksOf(draft: VllmDraft): VllmRank[] {
  const columns = new Map<RankField, readonly { rank: string | null; value: number }[]>();
  for (const rule of vllmRules) {
    for (const [field, values] of draft.columns.get(rule) ?? []) {
      if (!columns.has(field)) columns.set(field, [...values].sort(byRank));
    }
  }
  const count = Math.max(0, ...[...columns.values()].map((values) => values.length));
  return Array.from({ length: count }, (_, index) => {
    const cells = rankFields.map((field) => [field, columns.get(field)?.[index]] as const);
    const rank = cells.find(([, cell]) => cell?.rank)?.[1]?.rank ?? null;
    return {
      rank,
      ...Object.fromEntries(cells.map(([field, cell]) => [field, cell?.value ?? null])),
    } as VllmRank;
  });
}

function byRank(a: { rank: string | null }, b: { rank: string | null }): number {
  if (a.rank === null || b.rank === null) return 0;
  return a.rank.localeCompare(b.rank, "en", { numeric: true });
}
