import type { Request } from "./request.ts";
import { TraceError } from "./trace-error.ts";

/** Recorded requests, the first at 0 seconds. */
export interface Trace {
  readonly requests: readonly Request[];
  /** Tokens of the blocks that prefixes are named by; `null` where there are no names. */
  readonly prefixBlockTokens: number | null;
}

const azureHeader = "TIMESTAMP,ContextTokens,GeneratedTokens";
/** Of Mooncake's published traces. */
const mooncakeBlock = 512;
const longest = 2 ** 31;

/**
 * Reads a trace in Azure's form (CSV) or in Mooncake's (a JSON object a line, with the names of blocks
 * of 512 tokens). Requests are put in the order of their time.
 * @throws TraceError naming the line
 * @source https://github.com/Azure/AzurePublicDataset, https://github.com/kvcache-ai/Mooncake
 */
export function parseTrace(text: string): Trace {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const start = lines.findIndex((line) => line.trim() !== "");
  const first = lines[start]?.trim();
  if (first === undefined) throw new TraceError("empty", 0);
  const isJson = first.startsWith("{");
  if (!isJson && first !== azureHeader) throw new TraceError("header", start + 1, first);
  const read = isJson ? mooncakeLine : azureLine;
  const found: Omit<Request, "id">[] = [];
  for (let at = isJson ? start : start + 1; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line.trim() !== "") found.push(read(line, at + 1));
  }
  if (found.length === 0) throw new TraceError("empty", 0);
  found.sort((a, b) => a.arrival - b.arrival);
  const zero = found[0]?.arrival ?? 0;
  return {
    requests: found.map((request, id) => ({ ...request, id, arrival: request.arrival - zero })),
    prefixBlockTokens: isJson ? mooncakeBlock : null,
  };
}

const stamp = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(\.\d{1,9})?(?:\+00:00|Z)?$/;

function azureLine(line: string, at: number): Omit<Request, "id"> {
  const cells = line.split(",").map((cell) => cell.trim());
  if (cells.length !== 3) throw new TraceError("fields", at, line);
  const [time = "", prompt = "", output = ""] = cells;
  const parts = stamp.exec(time);
  if (!parts) throw new TraceError("time", at, time);
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    ...(readonly [number, number, number, number, number, number]),
  ];
  const whole = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
  return {
    arrival: whole + Number(parts[7] ?? 0),
    promptTokens: tokensIn(prompt, at),
    outputTokens: tokensIn(output, at),
  };
}

function mooncakeLine(line: string, at: number): Omit<Request, "id"> {
  const row = jsonObject(line, at);
  const { timestamp, input_length: prompt, output_length: output, hash_ids: names = [] } = row;
  if (typeof timestamp !== "number" || !(timestamp >= 0 && timestamp < Infinity)) {
    throw new TraceError("time", at, String(timestamp));
  }
  const isName = (name: unknown) => Number.isSafeInteger(name) && (name as number) >= 0;
  if (!Array.isArray(names) || !names.every((name) => isName(name) && name < longest)) {
    throw new TraceError("names", at, JSON.stringify(names));
  }
  return {
    arrival: timestamp / 1000,
    promptTokens: tokensIn(prompt, at),
    outputTokens: tokensIn(output, at),
    prefix: names,
  };
}

function jsonObject(line: string, at: number): Readonly<Record<string, unknown>> {
  try {
    const row: unknown = JSON.parse(line);
    if (row !== null && typeof row === "object" && !Array.isArray(row)) {
      return row as Readonly<Record<string, unknown>>;
    }
  } catch {
    // The line is named below.
  }
  throw new TraceError("json", at, line);
}

/** At least one: a request without a prompt or an answer is none. */
function tokensIn(value: unknown, at: number): number {
  const tokens = typeof value === "string" && value !== "" ? Number(value) : value;
  if (Number.isSafeInteger(tokens) && (tokens as number) >= 1 && (tokens as number) < longest) {
    return tokens as number;
  }
  throw new TraceError("tokens", at, String(value));
}
