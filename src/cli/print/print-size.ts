import { formatInteger } from "../../i18n/format.ts";
import { keyOf } from "../../model/layers.ts";
import type { Text } from "../messages/text.ts";
import type { sizeOf } from "../size.ts";
import { byteText } from "./byte-text.ts";
import { columns } from "./columns.ts";
import { layerText } from "./layer-text.ts";
import { modelLines } from "./model-lines.ts";

/** `headcount size` for people. */
export function sizeLines(size: ReturnType<typeof sizeOf>, text: Text): readonly string[] {
  const { tokens, batch, tp } = size;
  return [
    ...modelLines(size.model, text),
    "",
    ...columns([
      [text("col-layers"), text("col-kind"), text("col-per-token"), text("col-per-sequence")],
      ...kinds(size).map(({ count, layer, bytesPerTokenPerGpu, bytesPerSequencePerGpu }) => [
        formatInteger(count),
        layerText(layer, text),
        byteText(bytesPerTokenPerGpu),
        byteText(bytesPerSequencePerGpu),
      ]),
    ]),
    "",
    ...columns([
      [text("kv-format"), size.kvFormat],
      [text("per-token", { tp }), byteText(size.bytesPerTokenPerGpu)],
      [text("per-sequence-gpu", { tokens, tp }), byteText(size.bytesPerSequencePerGpu)],
      ...(tp > 1 ? [[text("per-sequence", { tokens, tp }), byteText(size.bytesPerSequence)]] : []),
      ...(batch > 1 ? [[text("per-batch", { batch, tp }), byteText(size.bytesPerBatch)]] : []),
    ]),
  ];
}

type Group = ReturnType<typeof sizeOf>["layers"][number];

/** Equal layers together, wherever they stand. */
function kinds({ layers }: ReturnType<typeof sizeOf>): readonly Group[] {
  const found = new Map<string, Group>();
  for (const group of layers) {
    const key = keyOf(group.layer);
    const seen = found.get(key);
    found.set(key, seen ? { ...seen, count: seen.count + group.count } : group);
  }
  return [...found.values()];
}
