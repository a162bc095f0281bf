import type { ModelEntry } from "../data/index.ts";
import type { Lang } from "../i18n/locales.ts";
import { weightFormats } from "../model/formats.ts";
import type { ChoiceParam, NumberParam } from "./params.ts";
import type { Messages, Translate } from "./translate.ts";

// What a decode step is loaded with, beside the running example.

export const batchParam = {
  kind: "number",
  name: "batch",
  min: 1,
  max: 1024,
  step: 1,
  scale: "powers",
  default: 32,
} as const satisfies NumberParam;

export const weightsParam = {
  kind: "choice",
  name: "weights",
  options: Object.keys(weightFormats) as (keyof typeof weightFormats)[],
  default: "bf16",
} as const satisfies ChoiceParam;

/** What a reader should know about how a model's step is counted; or nothing. */
export function stepNotes(
  model: ModelEntry,
  values: { readonly weights: string },
  t: Translate,
): readonly string[] {
  const has = (test: (layer: ModelEntry["layers"][number]["layer"]) => boolean) =>
    model.layers.some(({ layer }) => test(layer));
  const said: string[] = [];
  if (model.experts) said.push(t("experts-note"));
  if (values.weights === "int4") said.push(t("int4-note"));
  if (has((layer) => layer.kind === "latent" && layer.indexerDim !== undefined)) {
    said.push(t("indexer-note"));
  }
  if (has((layer) => layer.kind === "shared")) said.push(t("shared-note"));
  if (has((layer) => layer.kind === "state")) said.push(t("state-note"));
  if (model.nHeads === null) said.push(t("no-heads"));
  if (model.expanded) {
    const { dK, dV } = model.expanded;
    said.push(t("expanded", { k: dK, v: dV, dim: model.headDim }));
  }
  return said;
}

/** Names of these parameters and the notes. */
export const stepMessages = {
  ko: {
    "param.batch": "함께 처리하는 요청(배치)",
    "unit.batch": "개",
    "param.weights": "가중치 정밀도",
    "option.weights.bf16": "bf16",
    "option.weights.fp8": "fp8",
    "option.weights.int4": "4비트",
    "basis.datasheet": "제조사 자료",
    "experts-note":
      "전문가는 토큰마다 고르게 고른다고 보고, 한 번이라도 골라질 것으로 기대되는 만큼만 읽는다고 셌어요.",
    "int4-note": "4비트는 128개 묶음마다 16비트 눈금값과 영점을 더해 4.25비트로 셌어요.",
    "indexer-note":
      "이 모델은 인덱서가 고른 토큰만 읽지만, 몇 개를 고르는지는 목록에 없어서 전부 읽는다고 셌어요.",
    "shared-note": "다른 층의 캐시를 읽는 층은 바로 앞 캐시를 한 번 더 읽는다고 셌어요.",
    "state-note": "상태 층은 상태를 한 번 읽고 한 번 써요.",
    "no-heads": "쿼리 헤드 수를 확인하지 못해 MHA와 견주지 않았고, 어텐션의 연산도 뺐어요.",
    expanded: "MHA는 펼친 K {k}차원과 V {v}차원으로, GQA와 MQA는 {dim}차원 헤드로 셌어요.",
  },
  en: {
    "param.batch": "Requests together (batch)",
    "unit.batch": "",
    "param.weights": "Weight precision",
    "option.weights.bf16": "bf16",
    "option.weights.fp8": "fp8",
    "option.weights.int4": "4-bit",
    "basis.datasheet": "the maker's data sheet",
    "experts-note":
      "Tokens are taken to pick experts evenly; only the experts expected to be picked at least once are read.",
    "int4-note":
      "4-bit counts 4.25 bits: each group of 128 has a 16-bit scale and a 16-bit zero point.",
    "indexer-note":
      "An indexer picks the tokens this model reads. How many is not in the catalogue, so all are counted.",
    "shared-note":
      "A layer that reads another's cache is counted as reading the one before it again.",
    "state-note": "A state layer reads its state once and writes it once.",
    "no-heads":
      "The number of query heads was not seen, so there is no MHA twin and attention's FLOPs are left out.",
    expanded:
      "MHA counts the expanded K ({k}) and V ({v}) of each head, GQA and MQA heads of {dim}.",
  },
} as const satisfies Readonly<Record<Lang, Messages>>;
