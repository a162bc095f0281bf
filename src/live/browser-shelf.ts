import type { Shelf, ToldEvent, Training, TrainingLog } from "./trainings.ts";

const logOf = (name: string) => `${name} log`;
const stateOf = (name: string) => `${name} state`;
const isLog = (key: unknown): key is string => typeof key === "string" && key.endsWith(" log");

interface StoredLog {
  readonly step: number;
  readonly told: readonly ToldEvent[];
}

/**
 * Trainings in the browser's own database, each in two entries that are written at once: its log, and
 * the numbers that it goes on from, which are a thousand times larger and only read when needed.
 */
export async function browserShelf(): Promise<Shelf> {
  const { createStore, delMany, getMany, keys, setMany } = await import("idb-keyval");
  const open = () => createStore("headcount-trainings", "trainings");
  let opened: ReturnType<typeof open> | null = null;
  // Opened when first used: where storage is denied, that is what fails.
  const store = () => {
    opened ??= open();
    return opened;
  };
  return {
    async logs() {
      const names = (await keys(store())).filter(isLog);
      const logs = await getMany<unknown>(names, store());
      return names.flatMap((key, i): readonly TrainingLog[] => {
        const log = logs[i];
        return isStoredLog(log) ? [{ name: key.slice(0, -" log".length), ...log }] : [];
      });
    },
    async read(name) {
      const [log, progress] = await getMany<unknown>([logOf(name), stateOf(name)], store());
      if (!isStoredLog(log) || !isProgress(progress)) return null;
      return progress.step === log.step ? { told: log.told, progress } : null;
    },
    write: (name, { told, progress }) =>
      setMany(
        [
          [logOf(name), { step: progress.step, told } satisfies StoredLog],
          [stateOf(name), progress],
        ],
        store(),
      ),
    remove: (name) => delMany([logOf(name), stateOf(name)], store()),
  };
}

/** What is stored may be of another version, or written by something else. */
function isStoredLog(value: unknown): value is StoredLog {
  const { step, told } = (value ?? {}) as Partial<StoredLog>;
  return (
    Number.isSafeInteger(step) &&
    Array.isArray(told) &&
    told.every((event) => typeof event === "object" && event !== null && "kind" in event)
  );
}

function isProgress(value: unknown): value is Training["progress"] {
  const { step, ...parts } = (value ?? {}) as Partial<Training["progress"]>;
  const { parameters, mean, square } = parts;
  return (
    Number.isSafeInteger(step) &&
    [parameters, mean, square].every(
      (part) => part instanceof Float32Array && part.length === parameters?.length,
    )
  );
}
