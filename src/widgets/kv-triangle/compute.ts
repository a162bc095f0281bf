import {
  type Accounting,
  attentionCost,
  type CostVariant,
  extraWorkPercent,
  macsPerTokenPerLayer,
} from "../../model/cost-model.ts";
import { cacheFormat } from "../../model/formats.ts";
import { kvValuesPerTokenPerLayer, layerBytesPerToken } from "../../model/kv.ts";
import type { CacheLayer } from "../../model/layers.ts";
import type { ValuesOf } from "../params.ts";
import type { params } from "./params.ts";
import { printedWork, type Quality, qualityOf, type VariantId } from "./reported.ts";
import {
  gqaKv,
  headDim,
  mfaHeadDim,
  mfaNames,
  mfaShapes,
  mlaShape,
  type Scale,
  scales,
  vhaKv,
  vocabulary,
} from "./scales.ts";

export type TriangleValues = ValuesOf<typeof params>;

export interface Row {
  readonly id: VariantId;
  readonly cost: CostVariant;
  readonly layer: CacheLayer;
  /** Of one token in one layer on one GPU, in bf16. */
  readonly kvBytes: number;
  /** Multiply-adds of one token in one layer. */
  readonly macs: number;
  /** Against GQA 8. */
  readonly workPercent: number;
  readonly quality: Quality;
}

/** Multiply-adds of one token in one layer by what they are for. */
export interface WorkParts {
  readonly projections: number;
  readonly mixes: number;
  readonly scores: number;
  readonly feedForward: number;
  readonly head: number;
}

/** The work of one form of a variant over every choice of attention and output head. */
export interface CountRange {
  readonly form: "uncounted" | "counted" | "served" | TriangleValues["mfa"];
  /** Whether the reader counts this form. */
  readonly current: boolean;
  readonly workPercent: readonly number[];
}

export interface TriangleResult {
  readonly scale: Scale;
  readonly rows: readonly Row[];
  readonly vhaParts: WorkParts;
  /** How many times as much cache GQA 8 keeps as VHA: on each of the GPUs, and on a single one. */
  readonly times: number;
  readonly timesAlone: number;
  readonly vhaRanges: readonly CountRange[];
  readonly mfaRanges: readonly CountRange[];
  /** Whether a printed number is for this size and context, and whether both come out. */
  readonly hasPrinted: boolean;
  readonly isPrinted: boolean;
}

/** Everything the widget shows, from its parameters. */
export function compute(values: TriangleValues): TriangleResult {
  const scale: Scale = scales[values.scale];
  const accounting = accountingOf(values, scale);
  const baseline = gqa(scale.nHeads, gqaKv);
  const rows = variantsOf(values, scale).map(
    ({ id, cost, layer }): Row => ({
      id,
      cost,
      layer,
      kvBytes: layerBytesPerToken(layer, bf16, values.tp),
      macs: macsPerTokenPerLayer(cost, accounting),
      workPercent: extraWorkPercent(cost, baseline, accounting),
      quality: qualityOf(id, values.scale),
    }),
  );
  const [gqa8, vha, mfa] = [rowOf(rows, "gqa8"), rowOf(rows, "vha"), rowOf(rows, "mfa")];
  const hasPrinted = values.scale === printedWork.scale && values.context === printedWork.context;
  return {
    scale,
    rows,
    vhaParts: partsOf(vha.cost, accounting),
    times: gqa8.kvBytes / vha.kvBytes,
    timesAlone: kvValuesPerTokenPerLayer(gqa8.layer) / kvValuesPerTokenPerLayer(vha.layer),
    vhaRanges: vhaRanges(values, scale, accounting),
    mfaRanges: mfaNames.map((form) => ({
      form,
      current: form === values.mfa,
      workPercent: everyCount(mfaCost(form), baseline, accounting),
    })),
    hasPrinted,
    isPrinted:
      hasPrinted &&
      roundsTo(vha.workPercent, printedWork.vha) &&
      roundsTo(mfa.workPercent, printedWork.mfa),
  };
}

/**
 * The row of that name.
 * @throws RangeError when there is none.
 */
export function rowOf(rows: readonly Row[], id: VariantId): Row {
  const row = rows.find((of) => of.id === id);
  if (!row) throw new RangeError(`no row ${id}`);
  return row;
}

const bf16 = cacheFormat("bf16");

/** Printed with one decimal. */
const roundsTo = (value: number, printed: number): boolean =>
  value.toFixed(1) === printed.toFixed(1);

function accountingOf(values: TriangleValues, scale: Scale): Accounting {
  const { hiddenSize, layers, intermediateSize } = scale;
  return {
    ...{ hiddenSize, layers, intermediateSize },
    tokens: values.context,
    scores: values.attention,
    headVocabulary: values.head === "none" ? null : Number(values.head),
    premix: values.mixes,
    postmix: values.mixes,
  };
}

const gqa = (nHeads: number, nKv: number): CostVariant => ({ name: "gqa", nHeads, nKv, headDim });

const heads = (nKv: number): CacheLayer => ({ kind: "heads", nKv, headDim });

const mfaCost = (shape: TriangleValues["mfa"]): CostVariant => ({
  name: "mfa",
  headDim: mfaHeadDim,
  ...mfaShapes[shape],
});

const vhaCost = (served: TriangleValues["served"], { queryHeads, rank }: Scale): CostVariant => ({
  name: served === "absorbed" ? "vha-absorbed" : "vha-train",
  ...{ queryHeads, nKv: vhaKv, headDim, rank },
});

function variantsOf(
  { mla, mfa, served }: TriangleValues,
  scale: Scale,
): readonly Pick<Row, "id" | "cost" | "layer">[] {
  const { nHeads, queryHeads } = scale;
  const { kvRank: latentDim, ropeDim } = mlaShape;
  return [
    { id: "mha", cost: { name: "mha", nHeads, headDim }, layer: heads(nHeads) },
    { id: "gqa8", cost: gqa(nHeads, gqaKv), layer: heads(gqaKv) },
    { id: "gqa2", cost: gqa(nHeads, vhaKv), layer: heads(vhaKv) },
    { id: "gqa2-half", cost: gqa(queryHeads, vhaKv), layer: heads(vhaKv) },
    {
      id: "mla",
      cost: { name: `mla-${mla}`, nHeads, qRank: null, ...mlaShape },
      layer: { kind: "latent", latentDim, ropeDim },
    },
    { id: "mfa", cost: mfaCost(mfa), layer: { kind: "heads", nKv: 1, headDim: mfaHeadDim } },
    { id: "vha", cost: vhaCost(served, scale), layer: heads(vhaKv) },
  ];
}

/** What is left out of a sum is what the sum is lower by. */
function partsOf(cost: CostVariant, accounting: Accounting): WorkParts {
  const { projectionMacs } = attentionCost(cost, accounting.hiddenSize);
  const all = macsPerTokenPerLayer(cost, accounting);
  const without = (choice: Partial<Accounting>) =>
    all - macsPerTokenPerLayer(cost, { ...accounting, ...choice });
  return {
    projections: projectionMacs,
    mixes: without({ premix: false, postmix: false }),
    scores: without({ tokens: 0 }),
    feedForward: without({ intermediateSize: 0 }),
    head: without({ headVocabulary: null }),
  };
}

const headChoices = [null, vocabulary.published, vocabulary.inferred] as const;

function everyCount(cost: CostVariant, baseline: CostVariant, accounting: Accounting) {
  return (["causal", "full"] as const).flatMap((scores) =>
    headChoices.map((headVocabulary) =>
      extraWorkPercent(cost, baseline, { ...accounting, scores, headVocabulary }),
    ),
  );
}

function vhaRanges(
  { served, mixes }: TriangleValues,
  scale: Scale,
  accounting: Accounting,
): readonly CountRange[] {
  const baseline = gqa(scale.nHeads, gqaKv);
  const trained = (counted: boolean) =>
    everyCount(vhaCost("trained", scale), baseline, {
      ...accounting,
      ...{ premix: counted, postmix: counted },
    });
  const own = served === "absorbed" ? "served" : mixes ? "counted" : "uncounted";
  const forms = [
    { form: "uncounted", workPercent: trained(false) },
    { form: "counted", workPercent: trained(true) },
    { form: "served", workPercent: everyCount(vhaCost("absorbed", scale), baseline, accounting) },
  ] as const;
  return forms.map((of) => ({ ...of, current: of.form === own }));
}
