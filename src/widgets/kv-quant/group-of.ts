import { type Format, formatOf, type QuantValues, waiting } from "./format.ts";
import type { Drawn, Study } from "./study.ts";

/** Numbers that share the chosen one's scale. */
export interface Group {
  /** Where they stand among all numbers of the head, in order; none where they wait in 16 bits. */
  readonly places: readonly number[];
  /** The first and the last of its channels or tokens, from 1. */
  readonly ends: readonly [number, number];
  readonly levels: Float32Array;
  readonly scale: number | null;
}

export function groupOf(study: Study, { was }: Drawn, values: QuantValues): Group {
  const { tokens, channels } = study;
  const format = formatOf(values);
  const [token, channel] = [Math.min(values.token, tokens) - 1, values.channel - 1];
  const isRow = format.group === null || values.axis === "token";
  const [at, along] = isRow ? [channel, channels] : [token, tokens];
  const size = format.group ?? along;
  const first = at - (at % size);
  const end = Math.min(first + size, along);
  const waits = !isRow && token >= tokens - waiting(format, "channel", tokens);
  const places = Array.from({ length: waits ? 0 : end - first }, (_, i) =>
    isRow ? token * channels + first + i : (first + i) * channels + channel,
  );
  return { places, ends: [first + 1, end], ...levelsOf(format, places, was) };
}

/** A group is stored by itself: its levels do not depend on its neighbours. */
function levelsOf({ rows }: Format, places: readonly number[], was: Float32Array) {
  if (places.length === 0) return { levels: new Float32Array(), scale: null };
  const row = Float32Array.from(places, (place) => was[place] as number);
  const bytes = new Uint8Array(rows.rowBytes(row.length));
  rows.encode(row, bytes);
  const scale = rows.scales?.(bytes, row.length)[0] ?? null;
  return { levels: rows.levels(bytes, row.length, 0), scale };
}
