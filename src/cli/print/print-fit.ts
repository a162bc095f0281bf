import { formatInteger } from "../../i18n/format.ts";
import type { fitOf } from "../fit.ts";
import type { fitBlocks } from "../fit-blocks.ts";
import type { fitLlamaCpp } from "../fit-llama-cpp.ts";
import type { Text } from "../messages/text.ts";
import { byteText } from "./byte-text.ts";
import { columns } from "./columns.ts";
import { modelLines } from "./model-lines.ts";
import { stepLines } from "./step-lines.ts";

/** `headcount fit` for people: the derivation, then what the engine prints. */
export function fitLines(fit: ReturnType<typeof fitOf>, text: Text): readonly string[] {
  const results = fit.engine === "llama.cpp" ? bufferLines(fit, text) : blockLines(fit, text);
  return [
    ...modelLines(fit.model, text),
    "",
    text("how", { engine: fit.version === null ? fit.engine : `${fit.engine}@${fit.version}` }),
    ...stepLines(fit.steps),
    "",
    ...results,
    ...(fit.notes.length === 0 ? [] : [""]),
    ...fit.notes.map((note) => text("note-line", { note: text(`fit-${note}`) })),
  ];
}

function blockLines(fit: ReturnType<typeof fitBlocks>, text: Text): readonly string[] {
  const { maxModelLen, concurrency, requests, blocks, assumed } = fit;
  const counted = (value: number | null) => (value === null ? "-" : formatInteger(value));
  return [
    ...columns([
      [text("kv-format"), fit.kvFormat],
      [text("available"), byteText(fit.availableBytes)],
      [text("per-token", { tp: fit.tp }), byteText(fit.bytesPerTokenPerGpu)],
      ...(blocks === null ? [] : [[text("blocks"), counted(blocks)]]),
      [text("kv-tokens"), counted(fit.kvTokens)],
      ...(maxModelLen === null || concurrency === null
        ? []
        : [
            [text("concurrency", { tokens: maxModelLen }), `${concurrency.toFixed(2)}x`],
            [text("requests", { tokens: maxModelLen }), counted(requests)],
          ]),
      ...(fit.dp > 1 ? [[text("replicas"), counted(fit.dp)]] : []),
    ]),
    ...(assumed.length === 0
      ? []
      : [
          "",
          text("assumed-terms", { terms: assumed.map((term) => text(`term-${term}`)).join(", ") }),
        ]),
  ];
}

function bufferLines(fit: ReturnType<typeof fitLlamaCpp>, text: Text): readonly string[] {
  return [
    ...columns([
      [text("col-buffer"), text("col-layers"), text("col-cells"), text("col-streams"), "MiB"],
      ...fit.buffers.map(({ kind, layers, cells, streams, mib }) => [
        kind,
        formatInteger(layers),
        formatInteger(cells),
        formatInteger(streams),
        mib.toFixed(2),
      ]),
    ]),
    "",
    ...columns([[text("total"), `${fit.totalMib.toFixed(2)} MiB = ${byteText(fit.totalBytes)}`]]),
    ...(fit.fits === null ? [] : [text(fit.fits ? "fits" : "fits-not")]),
  ];
}
