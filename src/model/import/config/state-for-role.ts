import { fieldNames } from "./field-names.ts";
import { type Fields, missing } from "./fields.ts";
import type { HeadGeometry } from "./head-geometry.ts";
import type { LayerRole } from "./layer-roles.ts";
import { linearGeometry } from "./linear-attention.ts";
import {
  convGeometry,
  deltaGeometry,
  kdaGeometry,
  lightningGeometry,
  mambaGeometry,
  recurrenceGeometry,
  rwkvGeometry,
  type StateGeometry,
} from "./state-geometry.ts";

/**
 * The state of a layer by what the file has sizes for. Files call every state "linear" or "mamba".
 * @throws ConfigError when it has sizes for none.
 */
export function stateFor(
  fields: Fields,
  role: LayerRole,
  heads: HeadGeometry | null,
  pure: boolean,
): StateGeometry {
  const mamba = () => mambaGeometry(fields, pure);
  const lightning = () => (heads ? lightningGeometry(fields, heads) : null);
  const delta = () => deltaGeometry(fields) ?? kdaGeometry(fields);
  switch (role) {
    case "conv":
      return convGeometry(fields) ?? absent(fields, ["conv_L_cache"]);
    case "recurrent":
      return recurrenceGeometry(fields) ?? absent(fields, ["lru_width", "conv1d_width"]);
    case "linear":
      return delta() ?? mamba() ?? lightning() ?? absent(fields, ["linear_num_value_heads"]);
    default:
      return (
        mamba() ??
        rwkvGeometry(fields) ??
        linearGeometry(fields) ??
        delta() ??
        absent(fields, fieldNames.stateSize)
      );
  }
}

function absent(fields: Fields, names: readonly string[]): never {
  throw missing(fields.path(...names), names);
}
