import { type Box, bottomOf, boxHeight, middleOf, type Point } from "./flow-pieces.ts";
import { count, type MlaDrawing, muted, size } from "./mla-drawing.ts";
import type { MlaLayout } from "./mla-path-layout.ts";

/** From the attention to the layer's output; W_V comes after it where it was absorbed. */
export function mlaTail({ data, at, flow }: MlaDrawing): void {
  const { form, rope, sizes, names } = data;
  const { hidden, nHeads, latentDim, valueDim } = sizes;
  const { mixed, up, output, wo, y, height } = tailLayout(at);
  const from = bottomOf(at.attention);
  if (form === "absorbed") {
    flow.down(middleOf(mixed), from, mixed.y);
    flow.piece("plain", mixed, "o_c", size(nHeads, latentDim));
    flow.arrow([rightOf(mixed), leftOf(up)]);
    flow.piece("moved", up, "W_V", size(latentDim, valueDim));
    flow.arrow([rightOf(up), leftOf(output)]);
  } else {
    flow.down(middleOf(output), from, output.y);
  }
  flow.piece("plain", output, "o", size(nHeads, valueDim));
  flow.piece("matrix", wo, "W_O", size(nHeads * valueDim, hidden));
  if (at.narrow) {
    flow.down(middleOf(output), bottomOf(output), wo.y);
    flow.arrow([leftOf(wo), rightOf(y)]);
  } else {
    flow.arrow([rightOf(output), leftOf(wo)]);
    flow.arrow([rightOf(wo), leftOf(y)]);
  }
  const isWrong = form === "absorbed" && rope === "latent";
  flow.piece(isWrong ? "wrong" : "plain", y, "y", isWrong ? names.wrong : count(hidden));
  flow.text(names.scale, 0, height - 4, muted);
}

const rightOf = ({ x, y, width, height }: Box): Point => [x + width, y + height / 2];
const leftOf = ({ x, y, height }: Box): Point => [x, y + height / 2];

const [arrow, foot] = [14, 26] as const;

/** Places of the boxes from the attention to the output: one row, or two that turn back. */
export function tailLayout({ narrow, attention }: MlaLayout) {
  const row = bottomOf(attention) + arrow;
  const { width } = attention;
  const at = (x: number, w: number, y = row): Box => ({ x, y, width: w, height: boxHeight });
  if (narrow) {
    const second = row + boxHeight + arrow;
    return {
      mixed: at(0, 92),
      up: at(106, 96),
      output: at(216, width - 216),
      wo: at(192, width - 192, second),
      y: at(58, 120, second),
      height: second + boxHeight + foot,
    };
  }
  return {
    mixed: at(0, 104),
    up: at(122, 110),
    output: at(250, 104),
    wo: at(372, 132),
    y: at(522, width - 522),
    height: row + boxHeight + foot,
  };
}
