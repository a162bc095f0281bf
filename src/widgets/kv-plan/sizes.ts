import type { DecodeModel } from "../../model/cost/decode-model.ts";
import { type WeightFormat, weightFormats } from "../../model/formats.ts";
import type { PlanModel } from "../../model/plan/plan-request.ts";
import { shapeFromText } from "../shape.ts";

const formats = Object.keys(weightFormats) as readonly WeightFormat[];

/**
 * What a plan needs of a model beside its layers, as the text of the attribute: fifteen numbers with
 * commas between them, 0 for what there is not.
 */
export function sizesToText(model: PlanModel): string {
  const { params, activeParams, allParams, stored, nHeads, shape, expanded, indexer } = model;
  const routed = model.routed ?? [];
  const [first] = routed;
  return [
    ...[allParams, params, activeParams, formats.indexOf(stored), nHeads, shape.headDim],
    ...[first?.experts ?? 0, first?.active ?? 0],
    routed.reduce((sum, { params: of }) => sum + of, 0),
    ...[expanded?.nopeDim ?? 0, expanded?.valueDim ?? 0],
    ...[shape.expanded?.dK ?? 0, shape.expanded?.dV ?? 0],
    ...[indexer?.nHeads ?? 0, indexer?.topK ?? 0],
  ].join(",");
}

/** The model of such a text and its layers'; `null` for any other text. */
export function modelFromText(shapeText: string, sizes: string): PlanModel | null {
  const layers = shapeFromText(shapeText)?.layers;
  if (!layers || !/^\d{1,15}(?:,\d{1,15}){14}$/.test(sizes)) return null;
  const numbers = sizes.split(",").map(Number) as Fifteen;
  const [allParams, params, activeParams, stored, nHeads, headDim, experts, active, routed] =
    numbers;
  const [, , , , , , , , , nopeDim, valueDim, dK, dV, indexerHeads, topK] = numbers;
  const format = formats[stored];
  if (!format || !(params > 0 && params <= allParams && activeParams > 0)) return null;
  if (routed > params || (experts > 0 && !(active > 0 && active <= experts))) return null;
  const cost: DecodeModel = {
    ...{ params, activeParams, nHeads, layers },
    ...(experts > 0 && { routed: [{ experts, active, params: routed }] }),
    ...(nopeDim > 0 && { expanded: { nopeDim, valueDim } }),
    ...(topK > 0 && { indexer: { nHeads: indexerHeads, topK } }),
  };
  const shape = {
    ...{ layers, nHeads: nHeads > 0 ? nHeads : null, headDim },
    ...(dK > 0 && { expanded: { dK, dV } }),
  };
  return { ...cost, allParams, stored: format, shape };
}

// biome-ignore format: one for each number.
type Fifteen = [number, number, number, number, number, number, number, number, number, number,
  number, number, number, number, number];
