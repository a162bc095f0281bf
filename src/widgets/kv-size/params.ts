import { modelById } from "../../data/index.ts";
import { cacheFormat } from "../../model/formats.ts";
import type { CacheLayer } from "../../model/layers.ts";
import { type OneShape, oneShape } from "../../model/one-shape.ts";
import type { Param, Values } from "../params.ts";
import {
  contextParam,
  gpuParam,
  modelParam,
  unitParam,
  wholeCacheParam,
} from "../shared-params.ts";

const modelOf = (values: Values) => modelById(String(values.model));

/** What the controls can change of a model; `null` where its layers are of several shapes. */
export const shapeOfModel = (values: Values): OneShape | null =>
  oneShape(modelOf(values).layers, cacheFormat("bf16"));

const layerIs = (kind: CacheLayer["kind"]) => (values: Values) =>
  shapeOfModel(values)?.layer.kind === kind;
const isLatent = layerIs("latent");
const hasHeads = layerIs("heads");
const isOneShape = (values: Values): boolean => shapeOfModel(values) !== null;
const hasWindows = (values: Values): boolean => windowLayers(values) > 0;

/** A dimension of the model's layers of one kind; `otherwise` for a model without them. */
function dimension<Kind extends OneShape["layer"]["kind"]>(
  kind: Kind,
  read: (layer: Extract<OneShape["layer"], { kind: Kind }>) => number,
  otherwise: number,
): (values: Values) => number {
  return (values) => {
    const layer = shapeOfModel(values)?.layer;
    return layer?.kind === kind
      ? read(layer as Extract<OneShape["layer"], { kind: Kind }>)
      : otherwise;
  };
}

const fullLayers = (values: Values): number => shapeOfModel(values)?.full ?? 1;
const windowLayers = (values: Values): number => shapeOfModel(values)?.windowed ?? 0;
const windowTokens = (values: Values): number => shapeOfModel(values)?.window ?? 131_072;

/** The most query heads of any model, for those whose own number is not known. */
const mostHeads = 128;

export const params = [
  modelParam,
  {
    kind: "number",
    name: "n-kv",
    min: 1,
    max: (values) => modelOf(values).nHeads ?? mostHeads,
    step: 1,
    scale: "powers",
    default: dimension("heads", (layer) => layer.nKv, 1),
    follows: ["model"],
    when: hasHeads,
  },
  {
    kind: "number",
    name: "head-dim",
    min: 32,
    max: 256,
    step: 8,
    default: dimension("heads", (layer) => layer.headDim, 128),
    follows: ["model"],
    when: hasHeads,
  },
  {
    kind: "number",
    name: "latent-dim",
    min: 64,
    max: 2048,
    step: 64,
    default: dimension("latent", (layer) => layer.latentDim, 512),
    follows: ["model"],
    when: isLatent,
  },
  {
    kind: "number",
    name: "rope-dim",
    min: 0,
    max: 256,
    step: 16,
    default: dimension("latent", (layer) => layer.ropeDim, 64),
    follows: ["model"],
    when: isLatent,
  },
  {
    kind: "number",
    name: "layers",
    min: (values) => (hasWindows(values) ? 0 : 1),
    max: 160,
    step: 1,
    default: fullLayers,
    follows: ["model"],
    when: isOneShape,
    label: (values) => (hasWindows(values) ? "param.full-layers" : "param.layers"),
  },
  {
    kind: "number",
    name: "window-layers",
    min: 0,
    max: 160,
    step: 1,
    default: windowLayers,
    follows: ["model"],
    when: hasWindows,
  },
  {
    kind: "number",
    name: "window",
    min: 128,
    max: 131_072,
    step: 1,
    scale: "powers",
    default: windowTokens,
    follows: ["model"],
    when: hasWindows,
  },
  wholeCacheParam,
  contextParam,
  { kind: "number", name: "requests", min: 1, max: 128, step: 1, scale: "powers", default: 1 },
  gpuParam,
  unitParam,
] as const satisfies readonly Param[];
