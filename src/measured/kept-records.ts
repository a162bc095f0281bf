import { parseRecord } from "./parse-record.ts";
import type { RunRecord } from "./run-record.ts";

const key = "headcount-runs";
const most = 12;

/** What was read last, and the text it was read from: a page asks whenever it is drawn. */
let last: { readonly text: string; readonly records: readonly RunRecord[] } = {
  text: "[]",
  records: [],
};

/**
 * The reader's own results, in this browser and nowhere else; the newest first. Empty where storage is
 * denied: a frame on another page, a private window.
 */
export function keptRecords(): readonly RunRecord[] {
  try {
    const text = localStorage.getItem(key) ?? "[]";
    if (text !== last.text) last = { text, records: parsed(text) };
    return last.records;
  } catch {
    return [];
  }
}

function parsed(text: string): readonly RunRecord[] {
  const stored: unknown = JSON.parse(text);
  return Array.isArray(stored) ? stored.slice(0, most).flatMap(recordOf) : [];
}

/** Whether this browser lets the page keep anything: where it does not, even asking throws. */
export function canKeepRecords(): boolean {
  try {
    localStorage.getItem(key);
    return true;
  } catch {
    return false;
  }
}

/** Keeps a record beside the earlier ones. @returns whether it could be kept */
export function keepRecord(record: RunRecord): boolean {
  try {
    const records = [record, ...keptRecords()].slice(0, most);
    localStorage.setItem(key, JSON.stringify(records));
    return true;
  } catch {
    return false;
  }
}

export function forgetRecords(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept where storage is denied.
  }
}

/** What is stored may be of another version, or written by something else. */
function recordOf(value: unknown): readonly RunRecord[] {
  try {
    return [parseRecord(JSON.stringify(value))];
  } catch {
    return [];
  }
}
