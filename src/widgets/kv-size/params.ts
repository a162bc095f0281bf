import { modelById } from "../../data/index.ts";
import { windowOf } from "../../model/kv.ts";
import type { AttentionLayer } from "../../model/layers.ts";
import type { Param, Values } from "../params.ts";
import { contextParam, gpuParam, kvParam, modelParam, unitParam } from "../shared-params.ts";

const modelOf = (values: Values) => modelById(String(values.model));
const isLatent = (values: Values): boolean => modelOf(values).layers[0]?.layer.kind === "latent";
const hasHeads = (values: Values): boolean => !isLatent(values);
const hasWindows = (values: Values): boolean => windowLayers(values) > 0;

/** A dimension of the model's layers of one kind; `otherwise` for a model without them. */
function dimension<Kind extends AttentionLayer["kind"]>(
  kind: Kind,
  read: (layer: Extract<AttentionLayer, { kind: Kind }>) => number,
  otherwise: number,
): (values: Values) => number {
  return (values) => {
    const layer = modelOf(values).layers[0]?.layer;
    return layer?.kind === kind
      ? read(layer as Extract<AttentionLayer, { kind: Kind }>)
      : otherwise;
  };
}

const count = (values: Values, windowed: boolean): number =>
  modelOf(values)
    .layers.filter(({ layer }) => (windowOf(layer) !== Infinity) === windowed)
    .reduce((sum, group) => sum + group.count, 0);
const windowLayers = (values: Values): number => count(values, true);

const windowTokens = (values: Values): number =>
  Math.min(...modelOf(values).layers.map(({ layer }) => windowOf(layer)), 131_072);

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
    default: (values) => count(values, false),
    follows: ["model"],
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
  kvParam,
  contextParam,
  { kind: "number", name: "requests", min: 1, max: 128, step: 1, scale: "powers", default: 1 },
  gpuParam,
  unitParam,
] as const satisfies readonly Param[];
