export const en = {
  title: "Decoding with and without a cache",
  "param.prompt": "Prompt",
  "param.variant": "Model",
  "param.tokens": "Characters to add",
  "unit.tokens": "",
  "param.temperature": "Temperature",
  "unit.temperature": "",
  "param.top-k": "Top k: choose among",
  "unit.top-k": "",
  "param.seed": "Seed of the dice",
  "unit.seed": "",
  "param.layer": "Layer",
  "unit.layer": "",
  "param.head": "Head",
  "unit.head": "",
  summary:
    "To add {tokens} characters to a prompt of {n}, each layer computes {uncached} rows of K and V without a cache. With one it computes {cached}, and the cache holds {bytes}.",
  "summary-unknown":
    "The model cannot go on from this prompt: it does not know {unknown} of its {n} characters. From one as long it would compute {uncached} rows in each layer without a cache, and {cached} with one.",
  "summary-empty": "A model goes on from something: write at least one character.",
  "factor.read": "tokens read",
  "factor.layers": "layers",
  "factor.values": "values a token and layer",
  "factor.bytes": "bytes a value",
  "factor.cache": "cache at the end",
  grown: "The prompt and what the model adds",
  "not-yet":
    "Nothing has run yet. A run fetches the model too, {size}, and then decodes one text both ways, step by step.",
  compiling: "Building the graphs",
  decoding: "{done} of {of} characters",
  "run-of":
    "The results below are of another run: prompt “{prompt}”, {model}, {tokens} characters, temperature {temperature}, top k {k}, seed {seed}.",
  "verdict.same":
    "Both ways give the same scores: in {n} {n|step|steps} they differ by {difference} of the largest one at most, which is rounding. Rows computed anew differ from those in the cache by {rows} at most.",
  "verdict.off":
    "Scores differ by {difference} of the largest one, rows by {rows}. That is more than rounding: do not trust this device's result.",
  "verdict.no-number":
    "On this device something came out that is no number. Do not trust its result.",
  "verdict.bytes":
    "The cache of {model} holds {filled} after {n} tokens, and the formula gives {formula}. Do not trust this result.",
  "no-number": "no number",
  "way.cached": "With the cache",
  "way.uncached": "Without",
  "sides.caption": "Decoding with the cache and without it",
  "sides.what": "In each layer, or for the whole step",
  "sides.newest": "Rows computed for the newest token",
  "sides.sum": "Rows computed so far",
  "sides.end": "At the end, by the formula",
  "sides.time": "Time for the newest token",
  "sides.held": "Cache held",
  "sides.formula": "Cache by the formula",
  candidates: "The likeliest to follow, at temperature 1",
  chosen: "chosen",
  "chosen-elsewhere": "Chosen: {letter}, not among these five.",
  "times-once": "Each time is measured once.",
  "steps.rows": "Rows of K and V computed, each layer",
  "steps.time": "Time of the step, ms, on this device",
  "steps.empty": "Not measured yet",
  "steps.above": "{n} {n|point|points} above, up to {most}",
  "steps.x": "tokens read",
  "steps.label":
    "What each of {n} steps costs. Rows computed in all: {uncached} without a cache, {cached} with one.",
  "steps-note":
    "Lines are counted, points come from the run. The first step reads the whole prompt and costs the same both ways. After it the cache leaves one row to compute.",
  "time-note":
    "The time need not follow. A model this small spends most of a step on starting its operations, and a text without a cache is filled up to the next multiple of 16 tokens, so its time climbs in stairs, if it climbs.",
  "time-seen":
    "Seen here, as medians: without the cache {early} over the first {n} steps after the prompt and {late} over the last {n}; with it {earlyCached} and {lateCached}.",
  "cache.label":
    "The cache in layer {layer}: {n} of {columns} columns filled, one for each token read; {bytes}.",
  "cache.label-empty":
    "The cache in layer {layer}, still empty: {n} columns for the prompt, {columns} at the end; {bytes}.",
  "part.key": "K, {rows} values a token",
  "part.value": "V, {rows} values a token",
  "part.latent": "latent, {rows} values a token",
  "part.rope-key": "RoPE key, {rows} values a token",
  "part.key-scale": "K, strongest from ±{largest}",
  "part.value-scale": "V, strongest from ±{largest}",
  "part.latent-scale": "latent, strongest from ±{largest}",
  "part.rope-key-scale": "RoPE key, strongest from ±{largest}",
  "cache-note":
    "What this layer keeps for the tokens, as head {head} reads it: a column each, in a stronger colour where a number is larger. Every step adds one on the right, for the token it has read; the character written last is read in the next step. The other columns stay as they are; the run without a cache computes all of them anew each time, and the largest difference stands above.",
  "cache-kv": "Head {head} reads KV head {kv} of {nKv}.",
  "cache-latent": "All heads read the same latent and the same RoPE key.",
  "map.query": "query",
  "map.key": "key",
  "map.ramp": "Weight, from",
  "map.label":
    "Attention weights of layer {layer}, head {head}, for {n} tokens: a row for each query.",
  "map.label-empty":
    "Attention of layer {layer}, head {head}, before the run: {n} tokens of the prompt, each of which may look at itself and those before it.",
  "map-note":
    "A row is one token's query, and its weights over the keys add up to 1. Above the diagonal there is nothing to weigh: no token looks ahead, which is why the columns above can stay.",
  "table-caption":
    "Steps: rows computed in each layer, bytes of the cache, and what a run measured",
  "column.step": "Step",
  "column.length": "Tokens read",
  "column.cached": "Rows, cache",
  "column.uncached": "Rows, none",
  "column.bytes": "Cache",
  "column.ms": "Time, cache",
  "column.ms-without": "Time, none",
  "column.apart": "Scores apart",
  "column.next": "Adds",
} as const;
