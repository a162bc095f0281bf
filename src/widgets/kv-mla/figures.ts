import type { MlaPathData } from "../../charts/mla-drawing.ts";
import type { MlaWorkData } from "../../charts/mla-work.ts";
import { formatBytesAuto, formatInteger } from "../../i18n/format.ts";
import { formatPrefixed } from "../../i18n/format-flops.ts";
import type { Translate } from "../translate.ts";
import { type Form, type MlaResult, type MlaValues, wayIn } from "./compute.ts";
import { mostQueries } from "./params.ts";

export const forms: readonly Form[] = ["naive", "absorbed"];

/** "1.14 GMAC": multiply-adds. */
export const macsText = (macs: number, t: Translate): string => {
  const text = formatPrefixed(macs, t.lang);
  return /\d$/.test(text) ? `${text}\u00a0MAC` : `${text}MAC`;
};

export const bytesText = (bytes: number, t: Translate): string =>
  formatBytesAuto(bytes, "decimal", t.lang);

export const layerName = ({ dims }: MlaValues, t: Translate): string => t(`layer.${dims}`);

/** "512 + 64 = 576" */
function cachedText({ dims, cachedValues }: MlaResult, t: Translate): string {
  const [latent, rope, all] = [dims.latentDim, dims.ropeDim, cachedValues].map((value) =>
    formatInteger(value, t.lang),
  );
  return dims.ropeDim > 0
    ? `${latent}\u00a0+\u00a0${rope} =\u00a0${all}`
    : t("path.cached-alone", { all: all ?? "" });
}

export function pathData(result: MlaResult, values: MlaValues, t: Translate): MlaPathData {
  const { form, rope } = values;
  const { hidden, nHeads, latentDim, nopeDim, ropeDim, valueDim } = result.dims;
  const way = wayIn(result, form);
  const pair = formatInteger(way.macsPerPair, t.lang);
  const cached = formatInteger(result.cachedValues, t.lang);
  return {
    form,
    rope,
    sizes: { hidden, nHeads, latentDim, nopeDim, ropeDim, valueDim },
    names: {
      newToken: t("path.new"),
      cachedToken: t("path.cached-token"),
      cached: [
        cachedText(result, t),
        t("path.cached", { bytes: `${formatInteger(way.cacheBytesPerToken, t.lang)}\u00a0B` }),
      ],
      expanded: t(`path.expanded-${form}`),
      uses: [t("path.as-key"), t("path.as-value")],
      obstacle: t("path.obstacle"),
      pair: t("path.pair", { pair }),
      wrong: t("path.wrong"),
      scale: t("path.scale"),
    },
    label: t(`path.label-${form}-${rope}`, {
      layer: layerName(values, t),
      cached,
      values: formatInteger(result.standsForValues, t.lang),
      pair,
    }),
  };
}

export function workData(result: MlaResult, values: MlaValues, t: Translate): MlaWorkData {
  const { expandFrom, work, expandedBytes } = result;
  const at = work.find(({ queries }) => queries >= expandFrom);
  const absorbed = wayIn(result, "absorbed");
  const from = formatInteger(expandFrom, t.lang);
  const lines = forms.map((form) => {
    const { macs } = wayIn(result, form);
    return {
      form,
      name: t(`way.${form}`),
      own: form === values.form,
      points: work.map((point) => ({ queries: point.queries, macs: point.macs[form] })),
      macs,
      value: macsText(macs, t),
    };
  });
  const bars = forms.map((form) => {
    const read = wayIn(result, form).bytesRead;
    const made = form === "naive" ? expandedBytes : 0;
    return {
      form,
      name: t(`way.${form}`),
      own: form === values.form,
      read,
      made,
      text: t(`work.bytes-${form}`, { read: bytesText(read, t), made: bytesText(made, t) }),
    };
  });
  return {
    lines,
    queries: values.queries,
    crossing:
      at && expandFrom <= mostQueries
        ? {
            queries: expandFrom,
            // Absorbed, work is proportional to the query tokens.
            macs: (absorbed.macs / values.queries) * expandFrom,
            text: t("work.crossing", { from }),
          }
        : null,
    bars,
    barsTitle: t("work.bytes"),
    xAxis: t("work.x"),
    yAxis: t("work.y"),
    label: t("work.label", {
      from,
      points: lines.map(({ name, value }) => `${name} ${value}`).join(", "),
      queries: formatInteger(values.queries, t.lang),
    }),
  };
}
