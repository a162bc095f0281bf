import type { CacheGrowthData, GrowthLine } from "../../charts/cache-growth.ts";
import type { LayerMapData } from "../../charts/layer-map.ts";
import {
  type ByteSystem,
  formatBytesAuto,
  formatInteger,
  formatSignificant,
} from "../../i18n/format.ts";
import { cacheFormat } from "../../model/formats.ts";
import { kvBytesPerSequence } from "../../model/kv.ts";
import { keptTokens, type LayerGroup } from "../../model/layers.ts";
import { layerMapData } from "../layer-kinds.ts";
import { contextParam } from "../shared-params.ts";
import type { Translate } from "../translate.ts";
import type { LayersResult, LayersValues } from "./compute.ts";

const contexts = [contextParam.min, contextParam.max] as const;
const pointsPerOctave = 4;

export const mapData = (
  { model }: LayersResult,
  values: LayersValues,
  t: Translate,
): LayerMapData => layerMapData(model.layers, cacheFormat(values.kv), t);

/** The cache against context: naive, real, and by kind where there are several. */
export function growthData(
  result: LayersResult,
  values: LayersValues,
  t: Translate,
): CacheGrowthData {
  const format = cacheFormat(values.kv);
  const { model, naive, kinds, partsAt, crosses } = result;
  const sampled = samples(model.layers);
  const line = (of: GrowthLine["of"], name: string, layers: readonly LayerGroup[]): GrowthLine => ({
    of,
    name,
    points: sampled.map((context) => ({
      context,
      bytes: kvBytesPerSequence(layers, format, context),
    })),
  });
  const kept = kinds.filter(({ bytes }) => bytes > 0);
  const size = (bytes: number) => sizeText(bytes, values, t);
  const wholly = partsAt === null && result.bytes === result.naiveBytes;
  return {
    lines: [
      ...kept
        .filter(() => kept.length > 1)
        .map(({ kind, groups }) => line(kind, t(`line.${kind}`), groups)),
      ...(wholly ? [] : [line("naive", t("line.naive"), naive)]),
      line("real", t("line.real"), model.layers),
    ],
    context: values.context,
    contexts,
    here: {
      real: { bytes: result.bytes, text: size(result.bytes) },
      naive: {
        bytes: result.naiveBytes,
        text: t("naive-here", { size: size(result.naiveBytes), n: timesText(result, t) }),
      },
    },
    parting:
      partsAt === null || partsAt < contexts[0]
        ? null
        : {
            context: partsAt,
            bytes: kvBytesPerSequence(model.layers, format, partsAt),
            text: crosses
              ? t("crossing", { n: formatInteger(partsAt - 1, t.lang) })
              : t("parting", { n: formatInteger(partsAt, t.lang) }),
            short: formatInteger(crosses ? partsAt - 1 : partsAt, t.lang),
          },
    ticks: byteTicks(systemOf(values), t),
    xAxis: t("axis-context"),
    yAxis: t("axis-bytes"),
    label: t("growth-label", {
      context: formatInteger(values.context, t.lang),
      real: size(result.bytes),
      naive: size(result.naiveBytes),
    }),
  };
}

/** Contexts at which the lines are drawn: evenly, and where a window is full. */
function samples(layers: readonly LayerGroup[]): readonly number[] {
  const octaves = Math.log2(contexts[1] / contexts[0]);
  const even = Array.from({ length: octaves * pointsPerOctave + 1 }, (_, i) =>
    Math.round(contexts[0] * 2 ** (i / pointsPerOctave)),
  );
  const kinks = layers.map(({ layer }) => keptTokens(layer));
  const inside = kinks.filter((kink) => kink > contexts[0] && kink < contexts[1]);
  return [...new Set([...even, ...inside])].sort((a, b) => a - b);
}

/** Powers of ten, or every fourth power of two, from a byte to a petabyte. */
function byteTicks(system: ByteSystem, t: Translate): CacheGrowthData["ticks"] {
  const base = system === "decimal" ? 10 : 16;
  const count = Math.floor(Math.log(1e15) / Math.log(base)) + 1;
  return Array.from({ length: count }, (_, power) => ({
    bytes: base ** power,
    text: formatBytesAuto(base ** power, system, t.lang),
  }));
}

/** How many times the real cache the naive count is. */
export const timesText = ({ bytes, naiveBytes }: LayersResult, t: Translate): string =>
  formatSignificant(naiveBytes / bytes, 3, t.lang);

const systemOf = ({ unit }: LayersValues): ByteSystem => (unit === "GB" ? "decimal" : "binary");

/** Bytes in the largest unit that fits, MB to TB or MiB to TiB as the reader's unit is. */
export const sizeText = (bytes: number, values: LayersValues, t: Translate): string =>
  formatBytesAuto(bytes, systemOf(values), t.lang);
