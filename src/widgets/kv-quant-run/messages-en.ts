export const en = {
  title: "Small models on a quantized cache",
  "param.task": "Task",
  "option.task.recall": "Recall",
  "option.task.text": "Text",
  "param.variant": "Model",
  "option.variant.mha": "MHA",
  "option.variant.gqa": "GQA",
  "option.variant.mqa": "MQA",
  "option.variant.mla": "MLA",
  "option.variant.vha": "VHA",
  "param.format": "Format of its cache",
  "option.format.fp16": "fp16",
  "option.format.fp8": "fp8",
  "option.format.int8": "int8",
  "option.format.int4": "int4",
  "option.format.int3": "int3",
  "option.format.int2": "int2",
  "option.format.int4-channel": "int4, K per channel",
  "option.format.int2-channel": "int2, K per channel",
  "short.int4-channel": "int4, channel",
  "short.int2-channel": "int2, channel",
  "format.exact": "as computed, fp32",
  "param.measure": "Shown",
  "option.measure.accuracy": "Right answers",
  "option.measure.loss": "Loss",
  "option.measure.divergence": "Divergence",
  "summary-accuracy":
    "With its cache in {format} the {model} model keeps {bytes} a token instead of {full} in fp16 and is right in {stored} of cases instead of {exact}.",
  "summary-loss":
    "With its cache in {format} the {model} model keeps {bytes} a token instead of {full} in fp16, and its loss is {stored} instead of {exact}.",
  "summary-divergence":
    "With its cache in {format} the {model} model keeps {bytes} a token instead of {full} in fp16, and its predictions move by {stored} nats (KL divergence).",
  "summary-latent":
    "The {model} model has no {format}: its latent is key and value at once, so keys have no axis of their own.",
  "summary-none": "No {model} model of this task is shipped yet.",
  "note.fp16": "Each number in 16 bits: the measure for the others.",
  "note.fp8":
    "Each number by itself in 8 bits (E4M3), without a scale, as engines do it when nobody has calibrated one.",
  "note.int8":
    "256 levels from a group's smallest number to its largest. In every model 8 numbers of a token are a group: as many as the K of one head has in the recall models. Its scale and zero point take 16 bits each, so a number takes 12.",
  "note.int4":
    "16 levels from a group's smallest number to its largest. In every model 8 numbers of a token are a group: as many as the K of one head has in the recall models. Its scale and zero point take 16 bits each, so a number takes 8.",
  "note.int3":
    "8 levels from a group's smallest number to its largest. In every model 8 numbers of a token are a group: as many as the K of one head has in the recall models. Its scale and zero point take 16 bits each, so a number takes 7.",
  "note.int2":
    "4 levels from a group's smallest number to its largest. In every model 8 numbers of a token are a group: as many as the K of one head has in the recall models. Its scale and zero point take 16 bits each, so a number takes 6.",
  "note.int4-channel":
    "As int4, but keys share a scale along 8 tokens of a channel. A key waits in fp16 until its group of 8 is there, so up to 7 of the newest wait.",
  "note.int2-channel":
    "As int2, but keys share a scale along 8 tokens of a channel. A key waits in fp16 until its group of 8 is there, so up to 7 of the newest wait.",
  "note-latent": "MLA has no such format.",
  "note-measure.accuracy": "Right: the model's first guess is the answer.",
  "note-measure.loss":
    "Loss: minus the logarithm of the probability that the right answer was given; smaller is better.",
  "note-measure.divergence":
    "KL divergence: how far the probabilities of the next token move from those of the same model with its cache as computed; 0 is not at all. In fp16 it is so small that it is not drawn. How far a model moves from itself says nothing about which model is better, so there is no frontier here.",
  "chart.frontier": "frontier: nothing is both smaller and better",
  "chart.live": "found on this device",
  "chart.empty": "no model of this task is shipped yet",
  "chart.x": "bytes of the cache for a token, all layers (log scale)",
  "chart.y.recall-accuracy": "Right answers",
  "chart.y.recall-loss": "Loss, nats an answer (log scale)",
  "chart.y.recall-divergence": "KL divergence, nats an answer (log scale)",
  "chart.y.text-accuracy": "Next characters guessed right",
  "chart.y.text-loss": "Loss, nats a character (log scale)",
  "chart.y.text-divergence": "KL divergence, nats a character (log scale)",
  "chart.label": "What models do against the bytes of their cache, format by format. {models}.",
  "table-caption": "{task}: every model in every format. Bytes are of all layers, scales included",
  "column.model": "Model",
  "column.format": "Cache",
  "column.bytes": "A token",
  "column.accuracy": "Right",
  "column.loss": "Loss",
  "column.divergence": "KL divergence",
  "column.where": "Measured",
  "where.before": "in advance",
  "where.here": "on this device",
  "spread-item": "{model} {value}",
  "spread-rises":
    "The same {format} moves predictions further the more query heads share a KV head (KL divergence): {list} nats. Loss and right answers need not follow in that order.",
  "spread-mixed":
    "In {format} predictions do not simply move further where more query heads share a KV head (KL divergence): {list} nats.",
  "spread-few":
    "Whether an error harms more where more query heads share a KV head, only three models of the same task can tell: MHA, GQA and MQA.",
  "about.recall":
    "Recall: 32 pairs of key and value, then questions for their values. Every model answers the same {answers} questions.",
  "about.text":
    "Text: the next character of the World English Bible, in blocks that no model has learned from. Every model guesses the same {answers} characters.",
  "about-run":
    "Each model is one training run (seed 1), so read the order of its formats rather than small differences between models. The graph rounds keys (after RoPE) and values as the format stores them, for all tokens of a text at once, and computes in fp32. No number depends on a later token, so it comes to what decoding token by token would. The packed bytes are counted by the codec, not held on the GPU. MLA keeps its latent and its RoPE key in groups of their own.",
  "of-another": "What was found on this device is of the other task: {task}.",
  found:
    "{n} of {of} points found on this device; largest difference from those measured in advance: {difference} nats.",
  loading: "Loading a model, {size}",
  judging: "{n} of {of} points",
} as const;
