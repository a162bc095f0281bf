import { ScenarioFileError } from "./scenario-file-error.ts";

type Row = Readonly<Record<string, unknown>>;

/** Reads the fields of an object one by one, and refuses those that nobody has asked for. */
export class Fields {
  readonly #row: Row;
  readonly #path: string;
  readonly #known = new Set<string>();

  /** @throws ScenarioFileError when it is no object */
  constructor(value: unknown, path = "") {
    if (value === null || typeof value !== "object" || Array.isArray(value)) {
      throw new ScenarioFileError("object", path, value, "{ … }");
    }
    this.#row = value as Row;
    this.#path = path;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#row, name);
  }

  /** @throws ScenarioFileError when it is missing, no number or outside the range */
  number(name: string, from: number, to = Number.MAX_VALUE, isWhole = false): number {
    const value = this.#get(name);
    const isIn = typeof value === "number" && value >= from && value <= to;
    if (isIn && (!isWhole || Number.isSafeInteger(value))) return value;
    const kind = isWhole ? "a whole number" : "a number";
    const most = to === Number.MAX_VALUE || to === Number.MAX_SAFE_INTEGER ? "" : ` to ${to}`;
    const expected = `${kind} from ${from}${most}`;
    throw new ScenarioFileError(this.#problem(name, "number"), this.at(name), value, expected);
  }

  whole(name: string, from: number, to = Number.MAX_SAFE_INTEGER): number {
    return this.number(name, from, to, true);
  }

  choice<const T extends string>(name: string, options: readonly T[]): T {
    const value = this.#get(name);
    const found = options.find((option) => option === value);
    if (found !== undefined) return found;
    const expected = options.join(" | ");
    throw new ScenarioFileError(this.#problem(name, "choice"), this.at(name), value, expected);
  }

  flag(name: string): boolean {
    const value = this.#get(name);
    if (typeof value === "boolean") return value;
    throw new ScenarioFileError(
      this.#problem(name, "choice"),
      this.at(name),
      value,
      "true | false",
    );
  }

  object(name: string): Fields {
    const value = this.#get(name);
    if (value === undefined) {
      throw new ScenarioFileError("missing", this.at(name), undefined, "{ … }");
    }
    return new Fields(value, this.at(name));
  }

  numbers(name: string): readonly number[] {
    const value = this.#get(name);
    if (Array.isArray(value) && value.every((each) => typeof each === "number")) return value;
    throw new ScenarioFileError(this.#problem(name, "number"), this.at(name), value, "[1, 2, …]");
  }

  /** Of a field that need not be there: an object with it, or without. */
  optional<const N extends string, T>(name: N, read: () => T): { readonly [K in N]?: T } {
    this.#known.add(name);
    return (this.has(name) ? { [name]: read() } : {}) as { readonly [K in N]?: T };
  }

  at(name: string): string {
    return this.#path === "" ? name : `${this.#path}.${name}`;
  }

  /** @throws ScenarioFileError for a field that has not been read */
  end(): void {
    const strange = Object.keys(this.#row).find((name) => !this.#known.has(name));
    if (strange === undefined) return;
    const known = [...this.#known].join(", ");
    throw new ScenarioFileError("unknown", this.at(strange), this.#row[strange], known);
  }

  #get(name: string): unknown {
    this.#known.add(name);
    return this.has(name) ? this.#row[name] : undefined;
  }

  #problem<P extends "number" | "choice">(name: string, otherwise: P): P | "missing" {
    return this.has(name) ? otherwise : "missing";
  }
}
