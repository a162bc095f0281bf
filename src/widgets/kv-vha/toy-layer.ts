import { absorbVirtualHeads, servedShape } from "../../model/attention/absorb-virtual-heads.ts";
import { groupedAttention } from "../../model/attention/grouped-attention.ts";
import {
  type VirtualShape,
  type VirtualWeights,
  virtualHeadAttention,
} from "../../model/attention/virtual-head-attention.ts";
import { seededInput, virtualWeights } from "../../onnx/proof/seeded-weights.ts";
import { type Fault, faults } from "./faults.ts";
import { seed, shapeOf, tokens } from "./layers.ts";
import { memo } from "./memo.ts";

/** The sliders that shape the mixes. */
export interface Mixes {
  readonly alpha: number;
  readonly beta: number;
  readonly rank: number;
}

export const toyShape = (rank: number): VirtualShape => shapeOf("toy", rank);

/** The small layer's weights and text: those of a run with the same seed. */
export const toyWeights = ({ rank, ...spread }: Mixes): VirtualWeights =>
  virtualWeights(toyShape(rank), seed, spread);

export const toyInput = memo(() => seededInput(seed, tokens, toyShape(1).hidden));

/** [tokens, hidden] of the layer as it is trained. */
export const trainedOutput = memo(
  (mixes: Mixes, fault: Fault): Float64Array =>
    virtualHeadAttention(
      toyInput(),
      tokens,
      toyShape(mixes.rank),
      toyWeights(mixes),
      faults[fault].order,
    ).y,
);

/** [tokens, hidden] of the plain GQA layer that it is absorbed into. */
export const absorbedOutput = memo((mixes: Mixes, fault: Fault): Float64Array => {
  const shape = toyShape(mixes.rank);
  const weights = absorbVirtualHeads(shape, toyWeights(mixes), faults[fault].mix);
  return groupedAttention(toyInput(), tokens, servedShape(shape), weights).y;
});
