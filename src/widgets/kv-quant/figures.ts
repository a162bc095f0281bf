import type { GroupLevelsData } from "../../charts/group-levels.ts";
import type { QuantCellsData } from "../../charts/quant-cells-data.ts";
import { formatInteger } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import type { QuantResult } from "./compute.ts";
import { windowChannels, windowTokens } from "./example-size.ts";
import { formatOf, type QuantValues } from "./format.ts";
import { groupOf } from "./group-of.ts";
import { inspectedBy, isOf, studyOfRun } from "./inspected.ts";
import { sharesScales } from "./params.ts";
import type { Drawn, Study } from "./study.ts";
import { formatName, numberText, shareText, shownError } from "./words.ts";

type Run = RunState<QuantValues>;

/** The example's, or that of a run of the text that is set. */
export function studyNow(result: QuantResult, values: QuantValues, run: Run): Study | null {
  if (result.study) return result.study;
  const found = inspectedBy(run);
  return found && isOf(found.values, values) ? studyOfRun(found, values) : null;
}

const steps = (sizes: readonly number[]) => sizes.map((from) => ({ from, text: String(from) }));
const valueSteps = steps([0.25, 1, 4, 16]);
const errorSteps = steps([0.03, 0.1, 0.3, 1, 3]);

/** Tokens and channels that are drawn of so many. */
const shown = ({ tokens, channels }: Pick<QuantResult, "tokens" | "channels">, isModel: boolean) =>
  isModel
    ? { rows: Math.max(1, tokens), columns: channels }
    : { rows: windowTokens, columns: windowChannels };

export function cellsData(
  result: QuantResult,
  values: QuantValues,
  t: Translate,
  run: Run,
): QuantCellsData {
  const study = studyNow(result, values, run);
  const drawn = study?.drawn() ?? null;
  const { part, axis, source, token, channel } = values;
  const { rows, columns } = shown(result, source === "model");
  const { group } = formatOf(values);
  const int = (value: number) => formatInteger(value, t.lang);
  const cut = (of: Float32Array) =>
    Array.from({ length: rows }, (_, row) =>
      Array.from(of.subarray(row * result.channels, row * result.channels + columns)),
    ).flat();
  const said = {
    part: t(`option.part.${part}`),
    format: formatName(values, t),
    rows: int(rows),
    columns: int(columns),
  };
  return {
    ...{ part, rows, columns, group, axis, valueSteps, errorSteps },
    cells: drawn && { was: cut(drawn.was), is: cut(drawn.is) },
    loud: (drawn?.loud ?? []).filter((place) => place < columns),
    scales: drawn && group !== null ? scalesInSight(drawn, values, group, result) : [],
    waiting: result.waiting,
    at: { row: Math.min(token, rows) - 1, column: channel - 1 },
    names: {
      was: t(part === "v" ? "cells.v" : `cells.k-${values.rope}`),
      is: t("cells.is", said),
      error: t("cells.error"),
      token: t("cells.token"),
      channel: t("cells.channel"),
      scale: t("cells.scale"),
      waiting: t("cells.waiting"),
      above: t("cells.above"),
      below: t("cells.below"),
      errorKey: t("cells.error-key"),
      empty: t("cells.empty"),
    },
    label: study
      ? t(`cells.label-${group === null ? "none" : axis}`, {
          ...said,
          error: shareText(shownError(study, axis, values), t),
        })
      : t("cells.label-empty", said),
  };
}

function scalesInSight(
  { scales }: Drawn,
  { axis, source }: QuantValues,
  group: number,
  result: QuantResult,
): readonly number[] {
  const { rows, columns } = shown(result, source === "model");
  const { channels, tokens } = result;
  const [perLine, lines] =
    axis === "token"
      ? [Math.ceil(channels / group), rows]
      : [channels, Math.min(Math.ceil(rows / group), Math.floor(tokens / group))];
  const seen = axis === "token" ? Math.ceil(columns / group) : columns;
  return Array.from({ length: lines }, (_, line) =>
    Array.from(scales.subarray(line * perLine, line * perLine + seen)),
  ).flat();
}

export function levelsData(
  result: QuantResult,
  values: QuantValues,
  t: Translate,
  run: Run,
): GroupLevelsData {
  const study = studyNow(result, values, run);
  const { part, format } = values;
  const names = {
    was: t("levels.was"),
    levels: t(`levels.${sharesScales(format) ? "levels" : "fp8"}`),
    empty: t(study ? "levels.waiting" : "cells.empty"),
  };
  const number = (value: number) => numberText(value, t);
  const common = { part, names, number };
  if (!study) {
    const title = t("levels.title-empty");
    return { ...common, title, subtitle: "", numbers: [], levels: [], label: title };
  }
  const drawn = study.drawn();
  const { places, ends, levels, scale } = groupOf(study, drawn, values);
  const isRow = !sharesScales(format) || values.axis === "token";
  const token = Math.min(values.token, study.tokens);
  const said = { token, channel: values.channel, from: ends[0], to: ends[1] };
  const title = t(isRow ? "levels.title-token" : "levels.title-channel", said);
  const chosen = (token - 1) * study.channels + values.channel - 1;
  const subtitle =
    scale === null ? "" : t("levels.scale", { scale: number(scale), n: places.length });
  return {
    ...common,
    title,
    subtitle: places.length === 0 ? "" : subtitle || t("levels.no-scale"),
    numbers: places.map((place) => ({
      was: drawn.was[place] as number,
      is: drawn.is[place] as number,
      isLoud: drawn.loud.includes(place % study.channels),
      isChosen: place === chosen,
    })),
    levels: Array.from(levels),
    label: `${title} ${subtitle}`.trim(),
  };
}

/** The chosen number, in words. */
export function chosenText(study: Study | null, values: QuantValues, t: Translate): string {
  if (!study) return t("cells.empty");
  const { was, is } = study.drawn();
  const token = Math.min(values.token, study.tokens);
  const at = (token - 1) * study.channels + values.channel - 1;
  const [before, now] = [was[at] as number, is[at] as number];
  return t("chosen-number", {
    token,
    channel: values.channel,
    was: numberText(before, t),
    is: numberText(now, t),
    off: numberText(Math.abs(now - before), t),
  });
}
