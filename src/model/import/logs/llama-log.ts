import type { LogLine } from "./lines.ts";
import { finishedCaches, noCaches, readCacheLine } from "./llama-caches.ts";
import {
  contextLine,
  llamaCommand,
  noLlamaFields,
  noModelFields,
  readContextLine,
  readLlamaCommand,
  readModelLine,
} from "./llama-settings.ts";
import { parseSwitch } from "./numbers.ts";
import type { LlamaCppLog } from "./server-log.ts";
import { believed, settings } from "./settings.ts";

/** "build: 6123 (abcdef12) with …", "main: build = 3600 (…)", "version: 6000 (…)". */
const buildLine = /\b(?:build[:= ]+|version: )(\d+) \([0-9a-f]{3,}/;

/** One context of llama.cpp while it is read. */
function llamaDraft() {
  return {
    found: settings(noLlamaFields),
    model: settings(noModelFields),
    caches: noCaches(),
    fork: null as LlamaCppLog["fork"],
    draft: false,
    /** The dump was read for the vocabulary alone, before the model itself. */
    vocabOnly: false,
    command: false,
  };
}
type Draft = ReturnType<typeof llamaDraft>;

/** Reads lines of llama.cpp and of programs made of it, one by one. */
export function llamaReader() {
  const drafts: Draft[] = [];
  /** The next context is a draft model's. */
  let draftNext = false;
  const started = (): Draft => {
    const draft = llamaDraft();
    draft.draft = draftNext;
    draftNext = false;
    const before = drafts.at(-1);
    draft.fork = before?.fork ?? null;
    draft.found.values.version = before?.found.values.version ?? null;
    drafts.push(draft);
    return draft;
  };
  const current = () => drafts.at(-1) ?? started();
  const filled = (draft: Draft) => draft.caches.list.length > 0 || draft.caches.rounded.size > 0;

  /** Another context of the same model. */
  function another(): Draft {
    const before = current();
    const next = started();
    next.model.fill(before.model);
    next.model.lines.length = 0;
    return next;
  }

  function line(each: LogLine): void {
    const { text } = each;
    readFork(text);
    if (text.includes("loaded meta data")) loading(each);
    else if (/\b(?:print_info|llm_load_print_meta): +arch +=/.test(text)) dumping();
    else if (buildLine.test(text)) building(each);
    else readCommand(each);
    if (/(?:MTP draft context|loading draft model)/.test(text)) draftNext = true;
    if (/\b(?:print_info|llm_load_print_meta): +vocab_only += 1/.test(text))
      current().vocabOnly = true;
    if (contextLine.test(text)) {
      const starts = / n_seq_max +=| n_ctx +=/.test(text);
      const draft = current();
      const again =
        starts &&
        filled(draft) &&
        (draft.found.values.nCtx !== null || draft.found.values.nSeqMax !== null);
      readContextLine((again ? another() : draft).found, each);
    } else if (text.includes("llama") || text.includes("print_info") || text.includes("llm_load")) {
      if (readModelLine(modelOf(), each)) return;
    }
    readServer(each);
    readCaches(each);
  }

  // A reader of nothing keeps no draft: one is made when a line is understood.
  const modelOf = () => current().model;

  function readFork(text: string): void {
    const fork = /\bmla_attn\b|\bfused_moe\b|c\^KV|\battn_max_b\b|ik_llama/.test(text)
      ? "ik_llama.cpp"
      : /\bollama\[\d+\]|source=server\.go|ollama runner|msg="llama runner|msg="kv cache"/.test(
            text,
          )
        ? "ollama"
        : null;
    if (fork) current().fork = fork;
  }

  function loading(each: LogLine): void {
    const path = /loaded meta data with .{0,80}? from (.+?)(?: \(version .*)?$/.exec(
      each.text,
    )?.[1];
    if (!path) return;
    const draft = current();
    const known = draft.model.values.path;
    const fresh = known === null && draft.model.values.architecture === null;
    const again = known === path || draft.vocabOnly || draft.command;
    const same = !filled(draft) && (fresh || again);
    const next = same ? draft : started();
    next.vocabOnly = false;
    next.model.put("path", path.trim(), believed.args, each);
  }

  function dumping(): void {
    const draft = current();
    if (
      filled(draft) &&
      draft.model.values.architecture !== null &&
      draft.found.values.nCtx !== null
    )
      started();
  }

  function building(each: LogLine): void {
    const build = buildLine.exec(each.text)?.[1];
    const draft = current();
    const next = filled(draft) ? started() : draft;
    next.found.put("version", `b${build}`, believed.result, each);
  }

  function readCommand(each: LogLine): void {
    const words = llamaCommand(each.text);
    if (!words) return;
    const draft = current();
    const next = draft.command || draft.found.lines.length > 0 || filled(draft) ? started() : draft;
    next.command = true;
    readLlamaCommand(next.found, next.model, words, each);
  }

  function readServer(each: LogLine): void {
    const { text } = each;
    const slots = /\bn_slots = (\d+)/.exec(text)?.[1];
    if (slots && /\bsrv\b/.test(text)) {
      current().found.put("nSeqMax", Number(slots), believed.args, each);
      const unified = parseSwitch(/kv_unified = '?(\w+)/.exec(text)?.[1]);
      if (unified !== null) current().found.put("kvUnified", unified, believed.args, each);
    }
    if (/using full-size SWA cache/.test(text))
      current().found.put("swaFull", true, believed.result, each);
    const flash = /Flash Attention was auto, set to (\w+)/.exec(text)?.[1];
    if (flash) {
      const on = parseSwitch(flash);
      if (on !== null) current().found.put("flashAttention", on, believed.result, each);
    }
    const version = /Listening on .{0,80}\(version (\d[\w.-]*)\)/.exec(text)?.[1];
    if (version) current().found.put("version", version, believed.result, each);
  }

  function readCaches(each: LogLine): void {
    const kind = readCacheLine(current().caches, each.text);
    if (kind === "none") return;
    if (kind === "other" || kind === "draft") {
      if (kind === "draft") draftNext = true;
      readCacheLine(another().caches, each.text);
    }
    current().found.note("buffers", each);
  }

  return { line, logs: () => merged(drafts).map(finished) };
}

/** Contexts of which something was read; a command after the log it started belongs to that log. */
function merged(drafts: readonly Draft[]): readonly Draft[] {
  const kept: Draft[] = [];
  for (const draft of drafts) {
    const before = kept.at(-1);
    const bare =
      draft.command && draft.caches.list.length === 0 && draft.model.values.architecture === null;
    if (before && bare && !before.command) {
      before.found.fill(draft.found);
      before.model.fill(draft.model);
    } else if (draft.found.lines.length + draft.model.lines.length > 0) kept.push(draft);
  }
  return kept;
}

function finished(draft: Draft): LlamaCppLog {
  const { name, path, ...geometry } = draft.model.values;
  const { values } = draft.found;
  const { buffers, printed } = finishedCaches(draft.caches);
  const typed = buffers.find((buffer) => buffer.typeK !== null);
  const lines = [...draft.model.lines, ...draft.found.lines].sort((a, b) => a.number - b.number);
  return {
    engine: "llama.cpp",
    fork: draft.fork,
    draft: draft.draft,
    ...values,
    typeK: typed?.typeK ?? values.typeK,
    typeV: typed?.typeV ?? values.typeV,
    model: name ?? path,
    nSwa: geometry.nSwa,
    geometry,
    lines,
    buffers,
    printed,
  };
}
