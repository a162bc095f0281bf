export const en = {
  title: "Absorbing VHA",
  "param.dims": "Layer",
  "option.dims.toy": "Small",
  "option.dims.paper": "As in 1.7B",
  "param.alpha": "Premix: distance α from I",
  "unit.alpha": "",
  "param.beta": "Postmix: spread β of A and B",
  "unit.beta": "",
  "param.rank": "Postmix: rank r",
  "unit.rank": "",
  "param.break": "Fault",
  "option.break.none": "None",
  "option.break.norm-first": "Norm first",
  "option.break.silu": "SiLU",
  "option.break.untransposed": "M, not Mᵀ",
  summary:
    "Absorbed into the weights, Premix at α = {alpha} and Postmix of rank {rank} leave plain {served}. Its outputs differ by {error} of the largest one at most, which is rounding.",
  "summary-same":
    "Absorbed into the weights, Premix at α = {alpha} and Postmix of rank {rank} leave plain {served}. Its outputs do not differ at all.",
  "summary-norm-first":
    "With QK-norm before Premix, absorbing gives another layer: its outputs are off by up to {error} of the largest one.",
  "summary-silu":
    "With a SiLU between the query projection and Premix, absorbing gives another layer: its outputs are off by up to {error} of the largest one.",
  "summary-untransposed":
    "With M absorbed without its transpose, the layer comes out wrong: its outputs are off by up to {error} of the largest one.",
  "summary-paper":
    "Absorbed into the weights, Premix at α = {alpha} and Postmix of rank {rank} leave plain {served}. How far its outputs are off, a run finds out.",
  "summary-paper-norm-first":
    "With QK-norm before Premix, absorbing into {served} gives another layer. How far its outputs are off, a run finds out.",
  "summary-paper-silu":
    "With a SiLU between the query projection and Premix, absorbing into {served} gives another layer. How far its outputs are off, a run finds out.",
  "summary-paper-untransposed":
    "With M absorbed without its transpose, {served} comes out wrong. How far its outputs are off, a run finds out.",
  "harmless-norm-first":
    "QK-norm stands before Premix, and it makes no difference: at α = {alpha} Premix is the identity, and the result is still {served}.",
  "harmless-untransposed":
    "M is not transposed, and it makes no difference: at β = {beta} M is the identity, which is its own transpose, and the result is still {served}.",
  "factor.physical": "query heads",
  "factor.kv": "KV heads",
  "factor.virtual": "query heads, absorbed",
  shape:
    "Width {hidden}, head dimension {headDim}, seeded random weights. Unless you set it, r is half the query heads, {own}, as in the authors' configurations.",
  "about-mixes":
    "On the way to KV head g, each query is multiplied by P_g: Premix mixes the numbers inside a head. Postmix mixes the outputs of the heads by M = I + B Aᵀ, where A and B have r columns. α is the Frobenius norm of P − I over that of I. As training starts, α = 0.1 and B = 0, so that M = I. An article about the paper reports a distance of up to 5.85 after training; at head dimension 128 that is α = 0.52.",
  corner: "first {drawn} of {size}",
  distance: "{distance} away from I",
  "rank-of": "I plus rank {rank}",
  key: "Size of each number without its sign, from",
  "matrices-label":
    "Premix of both KV heads, {distances} away from the identity, and Postmix, the identity plus rank {rank}, as heat maps.",
  "step.wq": "W_Q",
  "step.premix": "Premix",
  "step.norm": "QK-norm",
  "step.silu": "SiLU",
  "step.rope": "RoPE",
  "step.attention": "attention",
  "step.postmix": "Postmix",
  "step.wo": "W_O",
  "name.trained": "VHA {heads}, trained",
  "name.absorbed": "GQA {heads}, absorbed",
  "name.gqa": "GQA {heads}",
  "order-lost": "left out",
  "order-label": "Steps of the trained layer: {steps}. {fault}",
  "fault-name.none": "absorbed rightly",
  "fault-name.norm-first": "QK-norm before Premix",
  "fault-name.silu": "SiLU before Premix",
  "fault-name.untransposed": "M without its transpose",
  "fault-text.none":
    "Nothing stands between W_Q and P_g, or between M and W_O. So each pair can be multiplied beforehand: W_Q′ and W_O′ are all that is left.",
  "fault-text.norm-first":
    "QK-norm divides each query by its own length. Dividing and then mixing is not mixing and then dividing, so P_g cannot pass it. Only the first token comes out right: it attends to itself alone, whatever its query.",
  "fault-text.norm-first-harmless":
    "QK-norm divides each query by its own length, and then P_g mixes. With α = 0 there is no mixing: P_g is the identity, and every matrix may change places with it.",
  "fault-text.untransposed-harmless":
    "Outputs are mixed by M, so the weights need its transpose. With β = 0, M is the identity, which is its own transpose.",
  "fault-text.silu":
    "Plain GQA has no place for a SiLU, and absorbing leaves it out. No α makes that harmless. Only the first token comes out right: it attends to itself alone, whatever its query.",
  "fault-text.untransposed":
    "Outputs are mixed by M, so the weights need its transpose. Here W_O is multiplied by M itself: all shapes fit, and the numbers are wrong, at every token.",
  "at-start": "start",
  "at-peak": "0.52, reported",
  "sweep-line": "Small layer, float64, computed here",
  "sweep-measured": "This device, fp32",
  "sweep-x.alpha": "α, distance of Premix from the identity",
  "sweep-x.beta": "β, spread of A and B",
  "sweep-y": "Largest difference after absorbing ÷ largest output",
  "sweep-label": "How far the absorbed layer is off, {fault}. {points}.",
  "outputs-x": "trained layer in float64",
  "outputs-y": "Outputs of the last token",
  "outputs-label":
    "Outputs of the last token against those of the trained layer in float64. {series}.",
  "series-trained": "As trained",
  "series-absorbed": "Absorbed: {served}",
  "series-run": "this device, fp32: off by {error}",
  "series-page": "this page, float64: off by {error}",
  "no-number": "no number",
  "what-runs":
    "{prefill} tokens at once, then {steps} one by one with a cache. Both forms get the same input, and every output is held against the trained form in float64.",
  "not-yet": "Nothing has run on this device yet.",
  "not-yet-paper":
    "Nothing has run on this device yet. At this size the page first absorbs in float64, 600 million multiply-adds, which takes seconds.",
  proving: "{done} of {of} layers done",
  "run-of":
    "The results below are of a run with other settings: {layer}, α = {alpha}, β = {beta}, r = {rank}, {fault}.",
  "layer.toy": "small layer",
  "layer.paper": "1.7B layer",
  "run-right":
    "On this device both forms agree with float64: as trained to {trained}, absorbed to {absorbed} of the largest output, which is the rounding of fp32.",
  "run-broken":
    "On this device the trained form agrees with float64 to {trained} of the largest output. Absorbed, it is off by {absorbed}.",
  "run-no-number": "On this device something came out that is no number. Do not trust its result.",
  "run-untrusted":
    "Even the trained form is off by {trained} of the largest output. Do not trust this device's result.",
  "run-caption": "Run on this device, {tokens} tokens",
  "column.form": "Form",
  "column.largest": "Largest error",
  "column.share": "÷ largest output",
  "column.cache": "Cache filled",
  "column.formula": "Formula",
  "cache-note":
    "Formula: 2 · {nKv} KV heads · {headDim} · 4 B · {tokens} tokens, which is the cache of any GQA with {nKv} KV heads.",
  "weights-of": "{params} weights",
  "shapes-label": "Weights of one layer's attention, drawn to scale. {layers}.",
  "shapes-note":
    "All three are drawn to one scale. Absorbed, W_Q has a column for every virtual head, and nothing is left of P, A and B: the served layer is larger than the trained one.",
  "table-caption": "One layer's attention; prefill of {tokens} tokens, causal; cache in bf16",
  "column.layer": "Layer",
  "column.heads": "Query heads",
  "column.kv": "KV heads",
  "column.weights": "Weights",
  "column.prefill": "Prefill",
  "column.token": "Cache a token",
  "equal-chain": "GQA {heads} ⊂ VHA {heads} ⊂ GQA {served}",
  "equal-note":
    "As sets of functions. For each line both sides were computed here in float64, on the small layer, with α, β and r as set above. A difference is the largest one ÷ the largest output.",
  "equal-caption": "What is equal to what",
  "column.claim": "Claim",
  "column.how": "How",
  "column.found": "Found",
  "claim.grouped": "Every GQA {heads} is a VHA",
  "how.grouped": "P = I, B = 0, and rows of 0 in W_O for the virtual heads that GQA does not have",
  "claim.absorbed": "Every VHA is a GQA {served}",
  "how.absorbed": "P_g multiplied into W_Q, M into W_O",
  "claim.postmix": "Postmix adds no function",
  "how.postmix": "M left out, W_O replaced by W_O′",
  "claim.rank": "Not every GQA {served} is a VHA",
  "how.rank": "rank of W_Q′ in a layer of width {width}: VHA has {physical} columns to mix from",
  "rank-found": "{absorbed} of {free}",
  "rank-paper":
    "In the 1.7B layer the same count gives at most {rank} of {width}: every column of W_Q′ is mixed from the {rank} of W_Q.",
} as const;
