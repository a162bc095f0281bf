import type { BlockGroup, Blueprint, FeedForward, Mixer } from "../../blueprint.ts";
import { parameterCount } from "../../parameters.ts";
import { dimBounds, tokenBounds, vocabBounds } from "./bounds.ts";
import { ConfigError } from "./config-error.ts";
import { feedForwards, hasRootMeanNorm } from "./feed-forward.ts";
import { fieldNames } from "./field-names.ts";
import type { Fields } from "./fields.ts";
import { positive } from "./head-geometry.ts";
import type { PlannedLayer } from "./layer-plan.ts";
import { isLinearAttention } from "./linear-attention.ts";
import { isPureState } from "./mixed-roles.ts";
import { mixerHabits, mixersOf } from "./mixers.ts";

/**
 * Dimensions for counting parameters, `null` with a note where some are missing or not as expected:
 * the cache does not depend on them.
 */
export function importBlueprint(fields: Fields, plan: readonly PlannedLayer[]): Blueprint | null {
  const { notes } = fields;
  if (fields.find("is_encoder_decoder")?.value === true || fields.has("max_source_positions")) {
    notes.add("parameters-not-counted", fields.path("is_encoder_decoder", "max_source_positions"));
    return null;
  }
  try {
    const blueprint = blueprintOf(fields, plan);
    parameterCount(blueprint);
    return blueprint;
  } catch (error) {
    if (error instanceof ConfigError) {
      const code = error.code === "missing" ? "no-parameters" : "parameters-not-counted";
      notes.add(code, error.field);
      return null;
    }
    if (!(error instanceof RangeError)) throw error;
    notes.add("parameters-not-counted", fields.path(...fieldNames.layers));
    return null;
  }
}

function blueprintOf(fields: Fields, plan: readonly PlannedLayer[]): Blueprint {
  refuseOthers(fields, plan);
  const hiddenSize = fields.need(fieldNames.hidden, dimBounds);
  const vocabSize = fields.need(["vocab_size", "padded_vocab_size"], vocabBounds);
  const positions = learnedPositions(fields);
  return {
    hiddenSize,
    vocabSize,
    tiedEmbeddings: tiedEmbeddings(fields),
    ...(positions === null ? {} : { positions }),
    normVectors: hasRootMeanNorm(fields) ? 1 : 2,
    blocks: blocksOf(fields, plan),
  };
}

/**
 * Blocks that share weights, or have tables and paths of their own.
 * @throws ConfigError `unsupported`.
 */
function refuseOthers(fields: Fields, plan: readonly PlannedLayer[]): void {
  const roles = new Set(plan.map(({ role }) => role));
  const names = ["hidden_size_per_layer_input", "altup_num_inputs"];
  if (roles.has("parallel") && roles.has("mamba")) {
    throw new ConfigError("unsupported", fields.path("num_mem_blocks", "layers_block_type"));
  }
  // Low ranks and gates of linear attention are many and not told.
  if (fields.has("decay_low_rank_dim") || isLinearAttention(fields)) {
    throw new ConfigError("unsupported", fields.path("decay_low_rank_dim", "expand_v"));
  }
  if (positive(fields, names) !== null) {
    throw new ConfigError("unsupported", fields.path(...names));
  }
}

function blocksOf(fields: Fields, plan: readonly PlannedLayer[]): readonly BlockGroup[] {
  const habits = mixerHabits(fields);
  // Mamba alone has no other half.
  const mambaAlone = isPureState(fields) && fields.has(...fieldNames.stateSize);
  const feedForwardOf = mambaAlone ? () => noFeedForward : feedForwards(fields, plan.length);
  const norms =
    fields.has("final_logit_softcapping") && fields.has("query_pre_attn_scalar") ? 4 : null;
  const groups: { count: number; key: string; group: Omit<BlockGroup, "count"> }[] = [];
  const alternates = plan.some(({ role }) => role === "dense" || role === "experts");
  const known = new Map<PlannedLayer, readonly Mixer[]>();
  for (const [layer, planned] of plan.entries()) {
    const mixers = known.get(planned) ?? mixersOf(fields, planned, habits);
    known.set(planned, mixers);
    const mixing = alternates && planned.role !== "dense" && planned.role !== "experts";
    const feedForward: FeedForward = mixing ? noFeedForward : feedForwardOf(layer);
    const pairs = mixers.length > 0 ? mixers : ([{ kind: "none" }] as const);
    for (const [at, mixer] of pairs.entries()) {
      const last = at === pairs.length - 1;
      add({
        mixer,
        feedForward: last ? feedForward : noFeedForward,
        ...(norms === null ? {} : { norms }),
      });
    }
  }
  return groups.map(({ count, group }) => ({ count, ...group }));

  function add(group: Omit<BlockGroup, "count">): void {
    const key = JSON.stringify(group);
    const before = groups.at(-1);
    if (before?.key === key) before.count++;
    else groups.push({ count: 1, key, group });
  }
}

const noFeedForward: FeedForward = { kind: "none" };

/** A table of positions: older files that have no rotary or other relative positions. */
function learnedPositions(fields: Fields): number | null {
  const relative = fields.has(
    ...["rope_theta", "rope_scaling", "rope_parameters", "rotary_dim", "rotary_pct", "rotary"],
    ...["rotary_emb_base", "partial_rotary_factor", "alibi", "pos_emb", "parallel_attn"],
    ...["rms_norm_eps", "attn_config", "rope_ratio", "multi_query_attention"],
  );
  if (relative || hasRootMeanNorm(fields)) return null;
  const table = positive(fields, ["n_positions", "max_position_embeddings"], tokenBounds);
  // OPT keeps two rows before the first position.
  return table === null ? null : table + (fields.has("do_layer_norm_before") ? 2 : 0);
}

/**
 * Whether the output head is the embedding. A file that was saved leaves the flag out where it is
 * true, the base class's value; one nested in a composite file leaves out its own class's value.
 */
function tiedEmbeddings(fields: Fields): boolean {
  const told = fields.find(
    "tie_word_embeddings",
    "share_input_output_layers",
    "tie_embedding",
    "tied_embeddings",
  );
  if (typeof told?.value === "boolean") {
    fields.notes.add("read", told.field, told.value);
    return told.value;
  }
  const nested = (fields.sections[0]?.path ?? "") !== "";
  const tied = (!nested && !fields.has("dim")) || fields.has("query_pre_attn_scalar");
  fields.notes.add("tied-assumed", fields.path("tie_word_embeddings"), tied);
  return tied;
}
