import { layerBounds } from "./bounds.ts";
import { fieldNames } from "./field-names.ts";
import type { Fields } from "./fields.ts";
import { positive } from "./head-geometry.ts";
import { type PlannedLayer, plannedLayer, type Sizes } from "./layer-plan.ts";
import { draftRoles, type LayerRole } from "./layer-roles.ts";
import type { WindowedRoles } from "./window-roles.ts";

/** Layers that predict further tokens (MTP, nextn), 0 for none. */
export function draftCount(fields: Fields): number {
  if (fields.flag("use_mtp") === false) return 0;
  return positive(fields, fieldNames.draftLayers, layerBounds) ?? 0;
}

/**
 * Draft layers: the roles the file writes for them, those its list goes on with behind the model's
 * own layers, else those of the last layer that attends to everything.
 */
export function draftLayers(
  fields: Fields,
  drafts: number,
  own: {
    readonly plan: readonly PlannedLayer[];
    readonly roles: WindowedRoles;
    readonly sizes: Sizes;
  },
): readonly PlannedLayer[] {
  if (drafts === 0) return [];
  const field = fields.path(...fieldNames.draftLayers);
  fields.notes.add("draft-layers", field, drafts);
  const at = own.plan.length;
  const layer = (role: LayerRole, index: number) =>
    plannedLayer(fields, own.sizes, role, {
      // Lists of heads end with the model's own layers.
      layer: Math.min(index, at - 1),
      window: own.roles.windowOf(index),
    });
  const written = draftRoles(fields);
  if (written) {
    return Array.from({ length: drafts }, () => written.map((role) => layer(role, at - 1))).flat();
  }
  if (own.roles.roles.length > at) {
    return own.roles.roles.slice(at).map((role, index) => layer(role, at + index));
  }
  const last =
    own.plan.findLast(({ role }) => role === "full" || role === "parallel") ??
    own.plan.findLast(({ heads }) => heads !== null) ??
    own.plan.at(-1);
  if (last === undefined) return [];
  fields.notes.add("draft-form-assumed", field, last.role);
  return Array.from({ length: drafts }, () => last);
}
