export const en = {
  title: "MLA, expanded and absorbed",
  "param.form": "Way to compute",
  "option.form.naive": "Expanded",
  "option.form.absorbed": "Absorbed",
  "param.rope": "RoPE turns",
  "option.rope.decoupled": "a key apart",
  "option.rope.latent": "expanded keys",
  "param.dims": "Size of the layer",
  "option.dims.v2": "V2",
  "option.dims.v2-lite": "V2-Lite",
  "option.dims.toy": "Small",
  "param.queries": "Query tokens at once",
  "unit.queries": "",
  "param.tokens": "Tokens of text to run",
  "unit.tokens": "",
  "layer.v2": "a DeepSeek-V2 layer",
  "layer.v2-lite": "a DeepSeek-V2-Lite layer",
  "layer.toy": "the small layer",
  "way.kept": "Expand and store",
  "way.naive": "Expand in every step",
  "way.absorbed": "Absorb",
  "summary.absorbed-decoupled":
    "In {layer}, {queries} query {queries|token|tokens} over {context} cached ones: absorbed, a step reads {bytes} and does {macs}. Expanding in every step gives the same output for {other}.",
  "summary.naive-decoupled":
    "In {layer}, {queries} query {queries|token|tokens} over {context} cached ones: expanding in every step reads {bytes} and does {macs}. Absorbed, the output is the same for {other}.",
  "summary.absorbed-latent":
    "With RoPE on expanded keys, absorbing gives a wrong output: in {layer}, {queries} query {queries|token|tokens} over {context} cached ones {queries|reads|read} {bytes} and {queries|does|do} {macs}.",
  "summary.naive-latent":
    "With RoPE on expanded keys, only expanding is right: in {layer}, {queries} query {queries|token|tokens} over {context} cached ones {queries|reads|read} {bytes} and {queries|does|do} {macs}.",
  "path.new": "New token",
  "path.cached-token": "Each cached token",
  "path.cached-alone": "{all} numbers",
  "path.cached": "{bytes} stored",
  "path.expanded-naive": "made now",
  "path.expanded-absorbed": "never made",
  "path.obstacle": "differs by token",
  "path.pair": "{pair} MAC for a query and a cached token",
  "path.wrong": "wrong output",
  "path.scale": "Latent, K and V are drawn to one scale.",
  "path.label-naive-decoupled":
    "A token in {layer}, expanded: {cached} numbers are stored. W_K and W_V of each head make {values} numbers of K and V out of them, which the query then meets. {pair} MAC for a pair.",
  "path.label-absorbed-decoupled":
    "A token in {layer}, absorbed: {cached} numbers are stored and never become the {values} of K and V. W_K is applied to the query and W_V to the output. {pair} MAC for a pair.",
  "path.label-naive-latent":
    "A token in {layer}, expanded: {cached} numbers are stored. K and V of {values} numbers are made out of them, then RoPE turns K. {pair} MAC for a pair.",
  "path.label-absorbed-latent":
    "A token in {layer}, absorbed in vain: {cached} numbers stored for it stand for the {values} of K and V, but a rotation R_s, another for each token, lies between the query and W_K, and the output is another one. {pair} MAC for a pair.",
  "path-note.naive-decoupled":
    "What is stored is the latent c. Each head has a W_K and a W_V, and every cached token is expanded to K and V before the query meets it. The short piece beside c is different: {dim} numbers for the position, stored already turned by RoPE's rotation R_s and never expanded.",
  "path-note.absorbed-decoupled":
    "The matrices that moved have a thick border. W_K is applied once, to the query, and W_V once, to the mixture. The cache stays folded, and the stored latent c serves as key and as value. RoPE's rotation R_s sits on the {dim} numbers that stand apart, so it is not in the way of W_K.",
  "path-note.naive-latent":
    "There is no piece apart for the position. R_s turns the expanded K instead, each by its token's position. It comes after expanding, so the result is right.",
  "path-note.absorbed-latent":
    "If W_K moves to the query, R_s ends up between the two. There is one R_s for every cached token and one query for all of them, so the absorbed form leaves R_s out. Only the first token stays right: at position 0 the angle is 0, and nothing was left out. Run a text of 1 token below to see it.",
  mac: "A MAC is one multiplication with its addition; M, G and T before it mean a million, a billion and a trillion.",
  "factor.context": "cached tokens",
  "factor.expansion": "to expand one",
  "factor.queries": "query tokens",
  "factor.pair": "MAC per pair",
  "factor.work": "work of a step",
  "work.crossing": "from {from} on, expanding is less work",
  "work.bytes": "Cache read in a step, bf16. Dashed: K and V made from it",
  "work.bytes-naive": "reads {read}, makes {made}",
  "work.bytes-absorbed": "reads {read}",
  "work.x": "Query tokens at once (log scale)",
  "work.y": "Work on the cached tokens in a step, MAC (log scale)",
  "work.label":
    "Work of one step against the number of query tokens. At {queries}: {points}. From {from} on, expanding is less.",
  "work-note":
    "Counted is one layer's work on the cached tokens. Each new token costs another {own} MAC of its own, the same in both forms: to expand it, or to multiply its query and its output. If the {expanded} of expanded K and V do not fit on the chip, they are also written to memory and read again.",
  "table-caption": "In {layer}: query tokens {queries}, cached tokens {context}",
  "column.way": "Way",
  "column.cache": "Cache per token",
  "column.pair": "MAC per pair",
  "column.expansion": "MAC to expand",
  "column.step": "MAC in a step",
  "column.read": "Cache read",
  "column.intensity": "Intensity",
  ideal: "One layer, one request, bf16. Expanded K and V are counted as never touching memory.",
  "run-note":
    "The layer that runs has a hidden size of {hidden}, {heads} heads and a latent of {latent}, in fp32. Its weights and the text are random numbers from a fixed seed. The first half of the text goes in at once, the rest token by token.",
  "run-note-v2":
    "The attention weights of one layer of DeepSeek-V2 are {bytes} in fp32, too large for a page, so the small layer runs. V2-Lite runs in its real size.",
  "run-note-lite":
    "This is the real size of DeepSeek-V2-Lite. Its {bytes} of weights are made on this device, which can take some seconds.",
  "expect.naive":
    "The expanded form is the reference. A run puts all four settings of the two switches through on this device in fp32 and holds them against float64.",
  "expect.same":
    "In float64, on the small layer, the absorbed output differs from the expanded one by {relative} of the largest output. That is rounding. A run puts all four settings of the two switches through on this device in fp32.",
  "expect.broken":
    "In float64, on the small layer, the absorbed output differs from the expanded one by {relative} of the largest output. That is not rounding. A run puts all four settings of the two switches through on this device in fp32.",
  "expect.whole":
    "A text of one token has nothing to break. Position 0 is not turned, and a token alone gets all the weight whatever its score. In float64, on the small layer, the difference is {relative}.",
  proving: "{done} of {of} settings done",
  "ran-with": "The results below are of a run of {layer} on {tokens} {tokens|token|tokens}.",
  "verdict.same":
    "This differs from float64 by rounding: {absolute} at most, {relative} of the largest output.",
  "verdict.broken":
    "This differs from float64 by {absolute}, {relative} of the largest output. That is not rounding, it is another output.",
  "verdict.whole":
    "One token has nothing to break. Position 0 is not turned, and a token alone gets all the weight whatever its score. The error is {absolute}, {relative} of the largest output.",
  "verdict.wrong":
    "This should be right, yet it differs from float64 by {absolute}, {relative} of the largest output. Do not trust this device's result.",
  "verdict.no-number": "Some of what this device gave is not a number. Do not trust its result.",
  apart: "At the last token the two forms differ by {apart} at most.",
  "apart-none": "At the last token the two forms give the very same numbers.",
  "setting.naive-decoupled": "Expanded, RoPE on a key apart",
  "setting.absorbed-decoupled": "Absorbed, RoPE on a key apart",
  "setting.naive-latent": "Expanded, RoPE on expanded keys",
  "setting.absorbed-latent": "Absorbed, RoPE on expanded keys",
  "errors-caption": "All outputs against float64, text of {tokens} {tokens|token|tokens}",
  "errors.setting": "Way, what RoPE turns",
  "errors.absolute": "Largest error",
  "errors.relative": "÷ largest output",
  "errors.same": "Same output",
  "errors.yes": "yes",
  "errors.no": "no",
  "errors.rounding-64": "64-bit rounding",
  "errors.rounding-32": "32-bit rounding",
  "errors.reference": "reference",
  "errors.x": "Largest error ÷ largest output (log scale)",
  "outputs.x": "Computed in float64",
  "outputs.y": "Output of the last token",
  "outputs.y-some": "Output of the last token, {count} of {of}",
  "outputs.x-predicted": "Expanded output",
  "proof.ran": "Run on this device in fp32, {tokens} {tokens|token|tokens}",
  "proof.predicted": "The small layer, computed in float64",
  "proof.label-ran":
    "Relative errors against float64. {rows}. The last token's outputs are points, on the diagonal where they are right.",
  "proof.label-predicted":
    "Relative errors of the small layer, computed in float64. {rows}. The last token's outputs are points, on the diagonal where they are right.",
  "form.naive": "Expanded",
  "form.absorbed": "Absorbed",
  "path.as-key": "c as key",
  "path.as-value": "c as value",
  "cache-steps": "The cache, step by step",
  "cache-caption":
    "How far the cache is filled, and ({latent} + {rope}) × tokens × 4 B. Its room of {room} is taken at once",
  "cache.tokens": "Tokens",
  "cache.bytes": "Filled",
  "cache.formula": "Formula",
  "cache.difference": "Difference",
  "proved-layer": "What ran is {layer}; the reference is the expanded form in float64.",
} as const;
