import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Progress } from "../../src/lab/trainer.ts";

/** Everything of a run that stopped: its log so far, and where it stands. */
export interface Stopped<Log> {
  readonly log: Log;
  readonly progress: Progress;
}

/**
 * Writes log and progress into one file: the length of the log, the log, then parameters, mean and
 * square as float32. A run that is cut while writing keeps the file before.
 */
export function writeCheckpoint<Log>(file: string, { log, progress }: Stopped<Log>): void {
  const { step, parameters, mean, square } = progress;
  const text = Buffer.from(JSON.stringify({ log, step }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const numbers = [parameters, mean, square].map((part) => Buffer.from(part.buffer));
  writeFileSync(`${file}.part`, Buffer.concat([length, text, ...numbers]));
  renameSync(`${file}.part`, file);
}

/** What was written; `null` where nothing was. @throws Error when the file is not of such a model */
export function readCheckpoint<Log>(file: string, parameterCount: number): Stopped<Log> | null {
  if (!existsSync(file)) return null;
  const bytes = readFileSync(file);
  const length = bytes.readUInt32LE(0);
  const numbers = bytes.subarray(4 + length);
  if (numbers.length !== 3 * 4 * parameterCount) {
    throw new Error(`${file} is not of a model with ${parameterCount} parameters`);
  }
  const { log, step } = JSON.parse(bytes.subarray(4, 4 + length).toString("utf8"));
  const [parameters, mean, square] = [0, 1, 2].map((part) => {
    const from = 4 * parameterCount * part;
    return new Float32Array(
      Uint8Array.from(numbers.subarray(from, from + 4 * parameterCount)).buffer,
    );
  }) as [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>];
  return { log, progress: { step, parameters, mean, square } };
}
