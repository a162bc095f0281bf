import { layerKindMessages } from "../layer-kinds.ts";
import { factorMessages } from "../request-factors.ts";
import { sharedMessages } from "../shared-params.ts";

export const messages = {
  ko: {
    ...sharedMessages.ko,
    ...factorMessages.ko,
    ...layerKindMessages.ko,
    title: "층마다 다른 캐시",
    summary:
      "{context}토큰에서 {model}의 요청 하나는 {real}를 보관해요. 모든 층을 온전한 어텐션으로 세면 {naive}, {times}배로 나와요.",
    "summary-uniform":
      "{context}토큰에서 {model}의 요청 하나는 {real}를 보관해요. 모든 층이 온전한 어텐션이라 층수를 곱하면 그대로 맞아요.",
    "summary-same":
      "{context}토큰에서 {model}의 요청 하나는 {real}를 보관해요. 이 길이에서는 모든 층을 온전한 어텐션으로 세도 같아요.",
    "summary-less":
      "{context}토큰에서 {model}의 요청 하나는 {real}를 보관해요. 모든 층을 온전한 어텐션으로 세면 {naive}, 오히려 적게 나와요.",
    "factor.cache": "KV 캐시",
    "line.full": "온전한 층",
    "line.window": "윈도 층",
    "line.chunk": "청크 층",
    "line.latent": "잠재 벡터 층",
    "line.indexed": "인덱서 층",
    "line.state": "상태 층",
    "line.tied": "하나로 묶은 층",
    "line.factored": "인수로 나눈 층",
    "line.real": "실제 캐시",
    "line.naive": "모두 온전하다면",
    "naive-here": "{size}, {n}배",
    parting: "{n}토큰에서 갈라짐",
    crossing: "{n}토큰에서 같아짐",
    "axis-context": "문맥 길이(토큰), 로그",
    "axis-bytes": "요청 하나의 캐시, 로그",
    "growth-label":
      "문맥 길이에 따른 요청 하나의 캐시. {context}토큰에서 실제로는 {real}, 모두 온전한 어텐션으로 세면 {naive}.",
    "parts-at":
      "두 값은 {n}토큰부터 갈라져요. 지금 길이에서 토큰 하나가 더 오면 {next}가 늘고, 모든 층이 온전한 어텐션이라면 {naive}가 늘어요.",
    "crosses-at":
      "{n}토큰쯤까지는 상태 때문에 실제 캐시가 더 크고, 그 뒤로는 식의 값이 더 커요. 지금 길이에서 토큰 하나가 더 오면 {next}가 늘고, 모든 층이 온전한 어텐션이라면 {naive}가 늘어요.",
    "differs-at-once": "첫 토큰부터 달라요.",
    "next-token":
      "지금 길이에서 토큰 하나가 더 오면 {next}가 늘고, 모든 층이 온전한 어텐션이라면 {naive}가 늘어요.",
    "never-parts": "지금 길이에서 토큰 하나가 더 오면 {next}가 늘어요.",
    "table-caption": "{context}토큰짜리 요청 하나",
    "column.kind": "종류",
    "column.layers": "층",
    "column.keeps": "층마다 보관하는 것",
    "column.request": "요청 하나",
    "column.naive": "온전한 어텐션으로 세면",
    "row.all": "모두",
    "expanded-heads":
      "온전한 어텐션으로 셀 때 잠재 벡터 층은 헤드마다 펼친 K {k}차원과 V {v}차원으로 셌어요.",
    "borrowed-heads":
      "온전한 어텐션으로 셀 때 K와 V를 따로 갖지 않는 층은 갖는 층의 헤드로 셌어요.",
  },
  en: {
    ...sharedMessages.en,
    ...factorMessages.en,
    ...layerKindMessages.en,
    title: "Every layer's cache",
    summary:
      "At {context} tokens a request of {model} keeps {real}; counting every layer as full attention gives {naive}, {times} times as much.",
    "summary-uniform":
      "At {context} tokens a request of {model} keeps {real}. Every layer is full attention, so multiplying by the layers is right.",
    "summary-same":
      "At {context} tokens a request of {model} keeps {real}; at this length, counting every layer as full attention gives the same.",
    "summary-less":
      "At {context} tokens a request of {model} keeps {real}; counting every layer as full attention gives {naive}, which is too little.",
    "factor.cache": "KV cache",
    "line.full": "full layers",
    "line.window": "windows",
    "line.chunk": "chunks",
    "line.latent": "latents",
    "line.indexed": "with indexer",
    "line.state": "states",
    "line.tied": "tied layers",
    "line.factored": "factored layers",
    "line.real": "the cache",
    "line.naive": "all counted full",
    "naive-here": "{size}, {n}×",
    parting: "they part at {n}",
    crossing: "equal at {n}",
    "axis-context": "Context (tokens), log",
    "axis-bytes": "Cache of one request, log",
    "growth-label":
      "Cache of one request against context. At {context} tokens it is {real}; with every layer counted as full attention, {naive}.",
    "parts-at":
      "The two part at {n} tokens. At this length one more token adds {next}; if every layer were full attention it would add {naive}.",
    "crosses-at":
      "The state makes the real cache the larger one up to {n} tokens, then the formula is. At this length one more token adds {next}; if every layer were full attention it would add {naive}.",
    "differs-at-once": "They differ from the first token.",
    "next-token":
      "At this length one more token adds {next}; if every layer were full attention it would add {naive}.",
    "never-parts": "At this length one more token adds {next}.",
    "table-caption": "One request of {context} tokens",
    "column.kind": "Kind",
    "column.layers": "Layers",
    "column.keeps": "Each layer keeps",
    "column.request": "One request",
    "column.naive": "Counted as full attention",
    "row.all": "All",
    "expanded-heads":
      "Counted as full attention, a latent layer has the expanded K ({k}) and V ({v}) of each head.",
    "borrowed-heads":
      "Counted as full attention, a layer without K and V of its own has the heads of one that has them.",
  },
} as const;
