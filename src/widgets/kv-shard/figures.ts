import type { GpuHeads, GpuHeadsData } from "../../charts/gpu-heads.ts";
import type { ShardLinesData } from "../../charts/shard-lines.ts";
import { formatBytesAuto, formatInteger } from "../../i18n/format.ts";
import { perGpu } from "../../model/kv.ts";
import type { LatentLayer } from "../../model/layers.ts";
import { headShards, type Range } from "../../model/sharding.ts";
import type { Translate } from "../translate.ts";
import { variantLabel } from "../variant-label.ts";
import { bytesByTp, type ShardedRow, type ShardResult, type ShardValues } from "./compute.ts";
import { usualLatent } from "./shard-rows.ts";

/** "GQA 8", "MLA"; "GQA 4–8" where a model's layers differ. */
export function rowName({ name, nKv }: Pick<ShardedRow, "name" | "nKv">): string {
  const [least, ...more] = nKv;
  const label = variantLabel({ name, nKv: least ?? null });
  return more.length > 0 ? `${label}–${more.at(-1)}` : label;
}

/** The same, a latent with its values. */
function lineName(row: ShardedRow, { drawn }: ShardResult, t: Translate): string {
  if (row.name !== "mla") return rowName(row);
  const layer = drawn.layer.kind === "latent" ? drawn.layer : usualLatent;
  return t("line-latent", {
    parts: partsOf(layer)
      .map(({ values }) => values)
      .join("+"),
  });
}

/** One layer of the model over the GPUs. */
export function headsData(result: ShardResult, values: ShardValues, t: Translate): GpuHeadsData {
  const { layer } = result.drawn;
  const gpus =
    layer.kind === "latent"
      ? latentGpus(result, values, t)
      : gpusOf(layer.kind === "heads" ? layer.nKv : 1, result, values, t);
  const parts = layer.kind === "latent" ? partsOf(layer) : null;
  const said = {
    tp: values.tp,
    heads: layer.kind === "heads" ? formatInteger(layer.nKv, t.lang) : "",
  };
  return {
    gpus,
    latent: parts,
    key: keyOf(gpus, parts, t),
    caption: t(parts ? "map-caption-latent" : "map-caption", said),
    label: t(parts ? "map-label-latent" : "map-label", { ...said, gpus: gpusText(gpus) }),
  };
}

/** Numbers from 1: "3", "3–4"; a dash for none. */
export const rangeText = ({ from, to }: Range): string => {
  if (from === to) return "–";
  return to === from + 1 ? String(to) : `${from + 1}–${to}`;
};

function gpusOf(
  nKv: number,
  { model }: ShardResult,
  { tp }: ShardValues,
  t: Translate,
): readonly GpuHeads[] {
  const most = perGpu(nKv, tp);
  return headShards(nKv, tp, model.nHeads).map(({ heads, copy, queries }, i) => ({
    name: t("gpu", { n: i + 1 }),
    heads: Array.from({ length: heads.to - heads.from }, (_, j) => ({
      head: heads.from + j + 1,
      copy,
    })),
    idle: most - (heads.to - heads.from),
    copy,
    queries: queries === null ? "" : t("queries", { range: rangeText(queries) }),
  }));
}

/** A latent is everywhere; its query heads are split all the same. */
const latentGpus = (result: ShardResult, values: ShardValues, t: Translate): readonly GpuHeads[] =>
  gpusOf(1, result, values, t).map((gpu) => ({ ...gpu, heads: [] }));

/** Letters as papers have them. */
function partsOf({ latentDim, ropeDim, indexerDim = 0 }: LatentLayer) {
  const parts = [
    { letter: "c", values: latentDim },
    { letter: "R", values: ropeDim },
    { letter: "I", values: indexerDim },
  ];
  return parts.filter(({ values }) => values > 0);
}

function keyOf(
  gpus: readonly GpuHeads[],
  parts: readonly { readonly letter: string; readonly values: number }[] | null,
  t: Translate,
): GpuHeadsData["key"] {
  const indexed = parts?.some(({ letter }) => letter === "I") ? "-indexed" : "";
  const own = { of: "own", text: t(parts ? `key.latent${indexed}` : "key.own") } as const;
  const queries = { of: "queries", text: t(parts ? "key.queries-latent" : "key.queries") } as const;
  const copy = { of: "copy", text: t(parts ? "key.copy-latent" : "key.copy") } as const;
  const idle = { of: "idle", text: t("key.idle") } as const;
  return [
    own,
    ...(gpus.some((gpu) => gpu.copy) ? [copy] : []),
    ...(gpus.some((gpu) => gpu.idle > 0) ? [idle] : []),
    ...(gpus.some((gpu) => gpu.queries) ? [queries] : []),
  ];
}

/** "GPU 1: K1 K2, Q 1–16; GPU 2: …" */
const gpusText = (gpus: readonly GpuHeads[]): string =>
  gpus
    .map(({ name, heads, queries }) => {
      const [first, last] = [heads[0]?.head, heads.at(-1)?.head];
      const range = first === undefined ? "" : `K${first}${last === first ? "" : `–K${last}`}`;
      return `${name}: ${[range, queries].filter(Boolean).join(", ")}`;
    })
    .join("; ");

/** Bytes of a token on one GPU against TP, a line for each row. */
export function linesData(result: ShardResult, values: ShardValues, t: Translate): ShardLinesData {
  const { rows, own, meeting } = result;
  const bytes = (count: number) => `${formatInteger(count, t.lang)}\u00a0B`;
  return {
    lines: rows.map((row) => ({
      variant: row.name,
      name: lineName(row, result, t),
      short: rowName(row),
      own: row.own,
      bytes: bytesByTp(row, values),
    })),
    tp: values.tp,
    value: bytes(own.perGpu),
    meeting: meeting && {
      tp: meeting.tp,
      bytes: bytesByTp(own, values)[meeting.tp - 1] ?? 0,
      text: t("meeting", { own: rowName(own), other: rowName(meeting.other), tp: meeting.tp }),
      short: t("meeting-short", { own: rowName(own), other: rowName(meeting.other) }),
    },
    ticks: Array.from({ length: 32 }, (_, power) => ({
      bytes: 2 ** power,
      text: formatBytesAuto(2 ** power, "binary", t.lang),
    })),
    xAxis: t("axis-tp"),
    yAxis: t("axis-bytes"),
    label: t("lines-label", {
      tp: values.tp,
      rows: rows.map((row) => `${rowName(row)} ${bytes(row.perGpu)}`).join(", "),
    }),
  };
}
