import { fieldNames } from "./field-names.ts";
import { isPlainObject, type Section } from "./fields.ts";

/** The object that describes the decoder, then those around it; other decoders that stand beside it. */
export interface FoundDecoder {
  readonly sections: readonly Section[];
  readonly others: readonly string[];
}

const maxDepth = 4;
const maxObjects = 1_000;

/** Names of the fields that hold a part other than the decoder of text. */
const partNames =
  /vision|visual|audio|image|encoder(?!_decoder)|speech|vq|tokeniz|projector|aligner|talker|draft|speculat|eagle|token2wav|predictor|diffusion|qformer|perceiver|adapter|quantiz/i;
const textNames = /text|language|llm|(^|\.)lang|decoder|thinker/i;

/**
 * Finds the decoder by what an object holds: a number of layers, and heads or a state. A composite
 * model keeps it under `text_config`, `language_config`, `llm_config`, `decoder_config`,
 * `thinker_config.text_config` and the like; the objects around it fill in what it leaves out.
 */
export function findDecoder(top: Readonly<Record<string, unknown>>): FoundDecoder {
  const root: Section = { path: "", values: top };
  const nested = nestedSections(root);
  const shaped = nested.filter(
    ({ section }) => isDecoder(section.values) && !isEncoder(section.values),
  );
  const named = shaped.filter(({ section }) => textNames.test(section.path));
  const topShaped = isDecoder(top);
  const candidates = named.length > 0 ? named : topShaped ? [] : shaped;
  const largest = candidates.reduce<Nested | null>(
    (best, next) => (best === null || size(next) > size(best) ? next : best),
    null,
  );
  // Without any that is complete, the object meant for text says what is missing.
  const chosen =
    largest ??
    (topShaped ? null : (nested.find(({ section }) => textNames.test(section.path)) ?? null));
  return {
    sections: chosen ? [chosen.section, ...chosen.around] : [root],
    others: candidates
      .filter((candidate) => candidate !== chosen)
      .map(({ section }) => section.path.slice(0, -1)),
  };
}

interface Nested {
  readonly section: Section;
  /** From the nearest to the top. */
  readonly around: readonly Section[];
}

function nestedSections(root: Section): readonly Nested[] {
  const found: Nested[] = [];
  let level: readonly Nested[] = [{ section: root, around: [] }];
  for (let depth = 0; depth < maxDepth; depth++) {
    const next: Nested[] = [];
    for (const { section, around } of level) {
      for (const [name, values] of Object.entries(section.values)) {
        if (found.length >= maxObjects) return found;
        if (!isPlainObject(values) || partNames.test(name)) continue;
        const nested = {
          section: { path: `${section.path}${name}.`, values },
          around: [section, ...around],
        };
        found.push(nested);
        next.push(nested);
      }
    }
    level = next;
  }
  return found;
}

const layerFields: readonly string[] = [
  ...fieldNames.layers,
  ...fieldNames.decoderLayers,
  "layers_block_type",
  "hybrid_override_pattern",
  "block_configs",
];
const mixerFields: readonly string[] = [
  ...fieldNames.heads,
  ...fieldNames.kvHeads,
  ...fieldNames.stateSize,
  "ssm_cfg",
  "attention_hidden_size",
];
const imageFields = ["image_size", "patch_size"];
const encoderFields = [
  ...imageFields,
  "num_mel_bins",
  "num_channels",
  "in_channels",
  "spatial_merge_size",
  "codebook_size",
];

const hasAny = (values: Readonly<Record<string, unknown>>, names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(values, name) && values[name] !== null);

const isDecoder = (values: Readonly<Record<string, unknown>>): boolean =>
  hasAny(values, layerFields) && hasAny(values, mixerFields);

/** Takes pixels or sound. A vocabulary alone does not make a decoder of what takes pixels. */
const isEncoder = (values: Readonly<Record<string, unknown>>): boolean =>
  hasAny(values, imageFields) || (hasAny(values, encoderFields) && !hasAny(values, ["vocab_size"]));

/** Layers × hidden size: of several decoders, the largest is the one a server loads. */
function size({ section: { values } }: Nested): number {
  const first = (names: readonly string[]) => {
    const name = names.find((one) => Object.hasOwn(values, one));
    const value = name === undefined ? 1 : values[name];
    return typeof value === "number" && Number.isFinite(value) ? value : 1;
  };
  return first([...fieldNames.layers, ...fieldNames.decoderLayers]) * first(fieldNames.hidden);
}
