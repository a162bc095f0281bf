import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { readLog } from "../../../src/model/import/logs/read-log.ts";
import type { ServerLog } from "../../../src/model/import/logs/server-log.ts";

const folder = path.join(
  process.env.HEADCOUNT_TRUTH ?? path.resolve(import.meta.dirname, "../../../../shared/truth"),
  "logs",
);
const skip = existsSync(folder) ? false : `no real logs in ${folder}: set HEADCOUNT_TRUTH`;

interface Row {
  readonly file: string;
  readonly engine: string;
  readonly max_model_len: number | null;
  readonly tp: number | null;
  readonly printed: {
    readonly kv_tokens: number | null;
    readonly concurrency: number | null;
    readonly blocks: number | null;
    readonly total_mib: number | null;
  };
  readonly kind: string;
  readonly note: string;
}
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");
const rows = skip ? [] : (JSON.parse(read("index.json")) as readonly Row[]);

/** The sum of a log with two caches stands in its note. */
function totalOf({ printed, note }: Row): number | null {
  const sum = /total (?:= )?([\d.]+)(?: \+ ([\d.]+))? MiB/.exec(note);
  return sum ? Number(sum[1]) + Number(sum[2] ?? 0) : printed.total_mib;
}

function check(log: ServerLog | undefined, row: Row): void {
  assert.ok(log, "nothing recognised");
  if (log.engine === "llama.cpp") {
    const recurrent = row.note.includes("recurrent state only");
    const { totalMib, recurrentMib } = log.printed;
    assert.equal(recurrent ? recurrentMib : totalMib, totalOf(row));
    if (recurrent) assert.equal(totalMib, null);
    if (log.nCtx !== null) assert.equal(log.nCtx, row.max_model_len);
    return;
  }
  assert.equal(log.printed.kvTokens, row.printed.kv_tokens);
  if (log.engine === "sglang") return;
  assert.equal(log.printed.concurrency, row.printed.concurrency);
  if (row.printed.blocks !== null) assert.equal(log.printed.blocks, row.printed.blocks);
  assert.equal(log.maxModelLen, row.max_model_len);
  if (log.tp !== null) assert.equal(log.tp, row.tp);
}

test("real logs give what they print", { skip }, async (t) => {
  assert.ok(rows.length > 30);
  for (const row of rows) {
    await t.test(row.file, () => {
      const logs = readLog(read(row.file));
      check(logs[0], row);
      const engine = row.engine.replace("ik_", "").replace(/ \(.*/, "").split("+")[0];
      assert.equal(logs[0]?.engine, engine);
    });
  }
});

test("real pastes of several servers", { skip }, () => {
  const of = (part: string) =>
    readLog(read(rows.find(({ file }) => file.includes(part))?.file ?? ""));
  assert.deepEqual(
    of("two-servers-tp1-tp2").map((log) => log.engine === "vllm" && log.tp),
    [null, 2],
  );
  assert.deepEqual(
    of("both-engines").map((log) => log.engine),
    ["vllm", "sglang"],
  );
  const [, second] = of("both-engines");
  assert.ok(second?.engine === "sglang");
  assert.deepEqual([second.printed.kvTokens, second.printed.kvGiB], [367_404, 16.46]);
});

test("real logs of vLLM, cut after any line, give no other tokens", { skip }, () => {
  for (const { file } of rows) {
    const text = read(file);
    const whole = new Set(numbersOf(readLog(text)));
    const lines = text.split("\n");
    for (let count = 1; count < lines.length; count += 1) {
      for (const log of readLog(lines.slice(0, count).join("\n"))) {
        // A sum or a smallest value changes with what follows; single lines do not.
        if (log.engine === "vllm")
          for (const rank of log.ranks)
            assert.ok(rank.kvTokens === null || whole.has(rank.kvTokens), file);
      }
    }
  }
});

function numbersOf(logs: readonly ServerLog[]): readonly number[] {
  return logs.flatMap((log) =>
    log.engine === "vllm" ? log.ranks.flatMap(({ kvTokens }) => kvTokens ?? []) : [],
  );
}
