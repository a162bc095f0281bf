import type { Lang } from "../../src/i18n/locales.ts";
import { seededNormal } from "../../src/model/attention/seeded-normal.ts";
import { evaluate, isTensor, type Names, type Value } from "../helpers/pytorch/evaluate.ts";
import { type Expression, parseExpression } from "../helpers/pytorch/expression.ts";
import { count, shapeText, type Tensor } from "../helpers/pytorch/tensor.ts";
import { read } from "./mdx.ts";

/** `name = code  # [shape]`; `null` where no shape is said. */
export interface Line {
  readonly name: string;
  readonly code: string;
  readonly shape: string | null;
}

/** A listing of a chapter: what is given, from comments at its top, and what it computes. */
export interface Listing {
  readonly given: Readonly<Record<string, string>>;
  readonly lines: readonly Line[];
}

/** @throws SyntaxError on a line that is neither */
export function parseListing(text: string): Listing {
  const given: Record<string, string> = {};
  const lines: Line[] = [];
  for (const line of text.split("\n").filter(Boolean)) {
    const [, names, shape] = /^# (\w+(?:, \w+)*): \[([^\]]+)\]$/.exec(line) ?? [];
    if (names && shape) {
      for (const name of names.split(", ")) given[name] = shape;
      continue;
    }
    const [, name, code, said] = /^(\w+) = (.+?)(?: +# \[([^\]]+)\])?$/.exec(line) ?? [];
    if (!name || !code || code.includes("#"))
      throw new SyntaxError(`no line of a listing: ${line}`);
    lines.push({ name, code, shape: said ?? null });
  }
  return { given, lines };
}

/** The listings of a chapter in their order. What one is given, the next ones have too. */
export function listingsOf(lang: Lang, slug: string): readonly Listing[] {
  const blocks = read(`${lang}/chapters/${slug}.mdx`).matchAll(/^```python\n(.*?)^```$/gms);
  let given = {};
  return [...blocks].map(([, text = ""]) => {
    const listing = parseListing(text);
    given = { ...given, ...listing.given };
    return { ...listing, given };
  });
}

export interface Run {
  readonly given: ReadonlyMap<string, Tensor>;
  /** By name; a name that is used again has its last value. */
  readonly computed: ReadonlyMap<string, Tensor>;
  /** Lines whose shape is not said, or is said wrong. */
  readonly mistakes: readonly string[];
}

/**
 * Runs a listing.
 * @param sizes what its symbols stand for
 * @param fill numbers for what is given
 * @throws RangeError where an operation does not fit the shapes it is given
 */
export function runListing(
  { given, lines }: Listing,
  sizes: Readonly<Record<string, number>>,
  fill: (name: string, dims: readonly number[]) => Tensor,
): Run {
  const names = new Map<string, Value>(Object.entries(sizes));
  const inputs = new Map<string, Tensor>();
  for (const [name, shape] of Object.entries(given)) {
    inputs.set(name, fill(name, dimsOf(shape, names)));
  }
  for (const [name, value] of inputs) names.set(name, value);
  const computed = new Map<string, Tensor>();
  const mistakes: string[] = [];
  for (const { name, code, shape } of lines) {
    const value = evaluate(parsed(code), names);
    names.set(name, value);
    if (!isTensor(value)) continue;
    computed.set(name, value);
    const said = shape === null ? "nothing" : shapeText(dimsOf(shape, names));
    const made = shapeText(value.dims);
    if (said !== made) mistakes.push(`${name} = ${code} is ${made}, the comment says ${said}`);
  }
  return { given: inputs, computed, mistakes };
}

/** Numbers of about 1 in what is cached, and of about 1 in what weights make. */
export function seeded(name: string, dims: readonly number[]): Tensor {
  const spread = /^[A-Z]_|^[ABP]$/.test(name) ? 0.3 : 1;
  const seed = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
  return { dims, data: Float64Array.from(seededNormal(seed, count(dims)), (v) => v * spread) };
}

function dimsOf(shape: string, names: Names): readonly number[] {
  const dims = evaluate(parsed(`[${shape}]`), names);
  if (Array.isArray(dims) && dims.every(Number.isSafeInteger)) return dims;
  throw new RangeError(`[${shape}] is no shape`);
}

const expressions = new Map<string, Expression>();

function parsed(code: string): Expression {
  const known = expressions.get(code) ?? parseExpression(code);
  expressions.set(code, known);
  return known;
}
