import { importMessages } from "../../i18n/import-messages.ts";
import type { Lang } from "../../i18n/locales.ts";
import { ConfigError, importConfigText } from "../../model/import/config/import-config.ts";
import { isModelPath } from "../../model/plan/launch/launch.ts";
import { ownPlanModel } from "../../model/plan/own-model.ts";
import { filled } from "../filled.ts";
import { shapeToText } from "../shape.ts";
import { modelFromText, sizesToText } from "./sizes.ts";

/** A model as it was read, and the parameters it sets; or why it was not. */
export type OwnModel =
  | {
      readonly kind: "model";
      readonly name: string | null;
      readonly changes: Readonly<Record<string, string | number>>;
    }
  | { readonly kind: "failed"; readonly message: string };

const words = {
  ko: {
    "no-parameters":
      "이 파일에서는 파라미터 수를 셀 수 없어서 속도를 계산하지 못해요. 목록에서 비슷한 모델을 골라 주세요.",
    mixed: "층마다 전문가 수가 다른 모델은 아직 계획하지 못해요.",
  },
  en: {
    "no-parameters":
      "The parameters cannot be counted from this file, and without them there is no speed. Choose a similar model of the list.",
    mixed: "A model whose layers have different numbers of experts cannot be planned yet.",
  },
} as const satisfies Readonly<Record<Lang, Readonly<Record<string, string>>>>;

/** Reads a `config.json`. */
export function readOwn(text: string, lang: Lang): OwnModel {
  try {
    const imported = importConfigText(text);
    const model = ownPlanModel(imported);
    if (model === null) return { kind: "failed", message: words[lang]["no-parameters"] };
    const experts = new Set(model.routed?.map((of) => `${of.experts}/${of.active}`));
    if (experts.size > 1) return { kind: "failed", message: words[lang].mixed };
    const { name, maxContext } = imported;
    const shape = shapeToText({ layers: imported.layers, draftLayers: [] });
    const sizes = sizesToText(model);
    if (modelFromText(shape, sizes) === null) {
      return { kind: "failed", message: words[lang]["no-parameters"] };
    }
    return {
      ...{ kind: "model", name },
      changes: {
        ...{ shape, sizes },
        ...(maxContext === null ? {} : { most: Math.min(maxContext, 8192) }),
        ...(name?.includes("/") && isModelPath(name) ? { path: name } : {}),
      },
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const sentence = importMessages[lang][error.code] ?? error.message;
    return {
      kind: "failed",
      message: filled(sentence, { field: error.field, ...error.terms }, lang),
    };
  }
}
