export const en = {
  title: "K and V in fewer bits",
  "param.source": "Numbers of",
  "option.source.outliers": "an example",
  "option.source.model": "a small model",
  "param.prompt": "Text the model reads",
  "param.variant": "Model",
  "param.layer": "Layer",
  "unit.layer": "",
  "param.head": "Head",
  "unit.head": "",
  "param.part": "Stored",
  "option.part.k": "K",
  "option.part.v": "V",
  "param.rope": "K is stored",
  "option.rope.before": "before RoPE",
  "option.rope.after": "after it",
  "param.loudness": "Loud channels",
  "unit.loudness": "×",
  "param.format": "Format",
  "option.format.int2": "int2",
  "option.format.int3": "int3",
  "option.format.int4": "int4",
  "option.format.int8": "int8",
  "option.format.nvfp4": "NVFP4",
  "option.format.fp8": "fp8 E4M3",
  "option.format.fp8-e5m2": "fp8 E5M2",
  "param.axis": "A scale for each",
  "option.axis.token": "token",
  "option.axis.channel": "channel",
  "param.group": "Numbers that share a scale",
  "unit.group": "",
  "param.symmetric": "Without a zero point: codes lie around 0",
  "param.token": "Token",
  "unit.token": "",
  "param.channel": "Channel",
  "unit.channel": "",
  "summary-k-token":
    "In {format} with a scale per token, at {bits} bits a number, the quiet channels of {part} are off by {own} of their size and the output of the head by {output}. With a scale per channel it would be {other} and {otherOutput}.",
  "summary-k-channel":
    "In {format} with a scale per channel, at {bits} bits a number, the quiet channels of {part} are off by {own} of their size and the output of the head by {output}. With a scale per token it would be {other} and {otherOutput}.",
  "summary-k-fp8":
    "In {format} no number shares a scale with another: the quiet channels of {part} are off by {own} of their size, however loud the others are, and the output of the head by {output}, at {bits} bits a number.",
  "summary-v-token":
    "In {format} with a scale per token, at {bits} bits a number, {part} is off by {own} of its size and the output of the head by {output}. With a scale per channel it would be {other} and {otherOutput}.",
  "summary-v-channel":
    "In {format} with a scale per channel, at {bits} bits a number, {part} is off by {own} of its size and the output of the head by {output}. With a scale per token it would be {other} and {otherOutput}.",
  "summary-v-fp8":
    "In {format} no number shares a scale with another: {part} is off by {own} of its size and the output of the head by {output}, at {bits} bits a number.",
  "summary-empty": "There is no text yet, so no token leaves its {part}.",
  "summary-model":
    "{part} of layer {layer}, head {head} has {channels} numbers for each token; with this text, {tokens} × {channels}. In {format} they take {bytes}, {bits} bits a number; in bf16 {bf16}.",
  "cells.k-before": "K before RoPE",
  "cells.k-after": "K after RoPE",
  "cells.v": "V",
  "cells.is": "As {format} stores it",
  "cells.error": "How far it is off",
  "cells.token": "token",
  "cells.channel": "channel",
  "cells.scale": "scale",
  "cells.waiting": "16 bits",
  "cells.above": "above 0, at least",
  "cells.below": "below 0 (thin lines), its size at least",
  "cells.error-key": "off by at least",
  "cells.empty": "Nothing has run yet.",
  "cells.label-token":
    "{part}, {rows} tokens of {columns} channels, as it was and in {format} with scales along each token; off by {error}.",
  "cells.label-channel":
    "{part}, {rows} tokens of {columns} channels, as it was and in {format} with scales along each channel; off by {error}.",
  "cells.label-none":
    "{part}, {rows} tokens of {columns} channels, as it was and in {format}, without shared scales; off by {error}.",
  "cells.label-empty": "{part}, {rows} tokens of {columns} channels, before the run.",
  "levels.was": "numbers as they were",
  "levels.levels": "what the codes stand for",
  "levels.fp8": "what fp8 has, between the two ends",
  "levels.waiting": "This token waits in 16 bits: its group is not full.",
  "levels.title-empty": "Numbers that share a scale",
  "levels.title-token": "Token {token}, channels {from} to {to}",
  "levels.title-channel": "Channel {channel}, tokens {from} to {to}",
  "levels.scale": "{n} numbers share the scale {scale}",
  "levels.no-scale": "no shared scale",
  "chosen-number":
    "Token {token}, channel {channel}: {was} comes back as {is}, off by {off}. Click a cell to choose another.",
  "note.drag":
    "A channel is one of the numbers of K, the same one in every token. A loud one, under a triangle, stands far from 0 in all tokens; one of the four is in the part that is drawn. Drag the picture sideways to make them louder or quieter.",
  "note.model":
    "A row is a token of the text, a column one of the numbers that this head keeps for it. All of them are drawn.",
  "note.rope-before":
    "Before RoPE a loud channel is loud in the same way everywhere. Most engines store K after RoPE: switch, and watch K as a whole and the output in the table.",
  "note.rope-after":
    "RoPE turns a pair of channels by each token's position: a loud channel swings with its partner, so a scale per channel has more to span. In this example both of a pair are loud; in a real head a quiet partner would become loud too.",
  "note.v":
    "These values are random and all channels are alike, so the axis does not matter here. In real models it does: KIVI found the output off by 3.55 with V per token and by 49.89 with V per channel.",
  "note.fp8":
    "fp8 has an exponent of its own in each number: its steps are fine near 0 and coarse far out. These are 4 bits of exponent and 3 of mantissa (E4M3), with a scale of 1, as in an engine that was not calibrated.",
  "note.fp8-e5m2":
    "E5M2 has 5 bits of exponent and 2 of mantissa: it reaches as far as 57,344, and its steps are twice those of E4M3. Here with a scale of 1.",
  "note.nvfp4":
    "NVFP4 has 4 bits a number, and an fp8 scale for every 16 of them, and one more for the whole tensor, which is 1 here. There is no zero point, so that a channel far from 0 wastes half its codes.",
  "note.symmetric":
    "Without a zero point a group has to reach from minus its largest number to plus: int2 keeps −1, 0 and 1 times the scale.",
  "note.waiting":
    "The newest {n} wait in 16 bits. A scale along a channel needs {group} tokens, and may use none that comes later.",
  "not-yet":
    "Nothing has run yet. A run fetches the model, {size}, lets it read the text and shows what each layer and head would cache.",
  reading: "The model reads",
  "run-of": "The last run read another text: “{prompt}”. Run again for this one.",
  found:
    "In layer {layer}, head {head}, {part} in {format} is off by {token} with scales per token, at {tokenBits} bits a number, and by {channel} per channel, at {channelBits}. The output of the head changes by {output} with the axis that is chosen below.",
  "found-waiting":
    "Per channel that counts {n} tokens that wait in 16 bits and are hardly off: a longer text has fewer of them in proportion.",
  "found-fp8":
    "In layer {layer}, head {head}, {part} in {format} is off by {token}. The output of the head changes by {output}.",
  loudest:
    "Its loudest channel is {times} times as large as the middle one. In the example that is about 20 times.",
  "no-latent": "MLA is not among the models here: it caches a latent, no K and V by head.",
  "table-caption": "{part} in {format}: {n} tokens of {channels} numbers, one head",
  "column.scales": "Scales",
  "column.bits": "Bits a number",
  "column.bytes": "Encoded",
  "column.k": "K off by",
  "column.v": "V off by",
  "column.quiet": "Quiet channels",
  "column.moved": "Attention on other tokens",
  "column.output": "Output",
  "row.token": "per token",
  "row.channel": "per channel",
  "row.none": "none",
  "row.bf16": "bf16",
  "counted-outliers":
    "Counted over {tokens} tokens of {channels} channels, four of them loud, and {queries} queries; drawn are 32 of each. “Off by” is the root of the summed squares of the differences, over that of the numbers; of attention it is the share that a query gives to other tokens than before. The bytes are what encoding really gives.",
  "counted-outliers-v":
    "Counted over {tokens} tokens of {channels} channels and {queries} queries; drawn are 32 of each. “Off by” is the root of the summed squares of the differences, over that of the numbers; of attention it is the share that a query gives to other tokens than before. The bytes are what encoding really gives.",
  "counted-model":
    "Counted over {tokens} tokens of {channels} channels and the {queries} queries of these tokens, each of which reads no later one. “Off by” is the root of the summed squares of the differences, over that of the numbers; of attention it is the share that a query gives to other tokens than before. The bytes are what encoding really gives.",
  paper: "What these papers report of K and V:",
} as const;
