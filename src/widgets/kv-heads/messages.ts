import { factorMessages } from "../request-factors.ts";
import { runMessages } from "../run-messages.ts";
import { sharedMessages } from "../shared-params.ts";

export const messages = {
  ko: {
    ...sharedMessages.ko,
    ...factorMessages.ko,
    ...runMessages.ko,
    title: "쿼리 헤드가 K와 V로 모여요",
    "param.heads": "쿼리 헤드",
    "option.heads.4": "4개",
    "option.heads.8": "8개",
    "option.heads.16": "16개",
    "option.heads.32": "32개",
    "option.heads.64": "64개",
    "param.groups": "KV 헤드, G",
    "unit.groups": "개",
    "param.head": "짚은 쿼리 헤드",
    "unit.head": "번",
    "summary-gqa":
      "쿼리 헤드 {heads}개가 KV 헤드 {groups}개를 나눠 써요. 토큰 하나가 층마다 남기는 것은 {bytes}, MHA의 {parts}분의\u00a01이에요. {context}토큰짜리 요청의 한 걸음은 층마다 {step}를 읽어요.",
    "summary-mqa":
      "쿼리 헤드 {heads}개가 KV 헤드 하나를 함께 써요. 토큰 하나가 층마다 남기는 것은 {bytes}, MHA의 {parts}분의\u00a01이에요. {context}토큰짜리 요청의 한 걸음은 층마다 {step}를 읽어요.",
    "summary-mha":
      "쿼리 헤드 {heads}개가 저마다 KV 헤드를 하나씩 가져요. 토큰 하나가 층마다 남기는 것은 {bytes}이고, {context}토큰짜리 요청의 한 걸음은 층마다 {step}를 읽어요.",
    "factor.groups": "KV 헤드",
    "factor.token": "토큰당, 층당",
    "factor.step": "한 걸음이 읽는 양",
    moved:
      "{asked}개는 쿼리 헤드 {heads}개를 똑같이 나누지 못해요. 가장 가까운 {groups}개로 그렸어요.",
    "map-queries": "층 하나의 쿼리 헤드 {heads}개와, 그 쿼리가 읽는 KV 헤드",
    "map-queries-one": "층 하나의 쿼리 헤드 {heads}개와, 그 쿼리가 읽는 KV 헤드 하나",
    "map-kept": "토큰 하나가 남기는 {bytes}",
    "map-rest": "MHA라면 {bytes}",
    "map-label":
      "쿼리 헤드 {heads}개 아래에 KV 헤드 {groups}개. 쿼리 헤드 {per}개씩 차례로 KV 헤드 하나를 읽어요.",
    pick: "쿼리 헤드 짚기",
    "lit-none":
      "쿼리 헤드를 짚어 보세요. 어느 K와 V를 읽는지, 누가 같은 것을 읽는지 보여요. 누르면 그대로 남고, 화살표 키로 옮길 수 있어요.",
    "pick-none": "짚은 쿼리 헤드가 없어요",
    "lit-alone": "{of}개 중 {head}번 쿼리 헤드는 {kv}번 K와 V를 혼자 읽어요.",
    "lit-shared": "{of}개 중 {head}번 쿼리 헤드는 {kv}번 K와 V를 {others}번과 함께 읽어요.",
    "and-more": "{list}, {last}",
    "table-caption": "층 하나, 헤드 차원 {dim}, {context}토큰짜리 요청 하나",
    "column.variant": "방식",
    "column.per": "KV 헤드당 쿼리 헤드",
    "column.token": "토큰당, 층당",
    "column.share": "MHA와 견주면",
    "column.step": "한 걸음이 읽는 양",
    "column.intensity": "바이트당 연산",
    basis:
      "헤드 차원은 Llama 3처럼 {dim}으로, 층은 하나로 셌어요. 모델 전체는 여기에 층의 수를 곱해요. 바이트당 연산은 디코딩의 어텐션만 본 값이고, 16비트 캐시라면 KV 헤드 하나를 나눠 쓰는 쿼리 헤드의 수와 같아요.",
    "run-title": "진짜 비중으로 확인하기",
    "run-intro":
      "실행하면 이 기기가 작은 어텐션 층을 하나 돌려요. 쿼리 헤드 {heads}개, KV 헤드 {groups}개, 헤드 차원 {dim}이고, 토큰 {prefill}개를 한꺼번에 넣은 뒤 {steps}개를 한 개씩 이어요. 그러면 마지막 토큰의 쿼리 헤드들이 토큰마다 준 비중을 헤드마다 한 줄씩 막대로 그려요. 같은 K와 V를 읽는 줄은 붙여 놓을 테니, 붙어 있는 줄의 모양이 같은지 다른지 견주어 보세요.",
    "run-smaller":
      "쿼리 헤드 {all}개를 모두 그리기에는 화면이 모자라서 {heads}개짜리 층으로 줄였어요.",
    "weights-caption": "마지막 토큰이 토큰마다 준 비중",
    "weights-empty": "실행하면 여기에 막대가 나와요",
    "weights-axis": "토큰",
    "weights-largest": "가장 큰 비중",
    "weights-says": "{token}번 토큰에 {percent}%",
    "weights-label-empty":
      "쿼리 헤드 {heads}개의 줄이 KV 헤드 {groups}개로 묶여 있어요. 실행하기 전이라 막대는 없어요.",
    "weights-label":
      "마지막 토큰이 토큰 {tokens}개에 준 비중, 쿼리 헤드 {heads}개와 KV 헤드 {groups}개. 헤드마다 가장 큰 비중은 {rows}.",
    "weights-row": "Q{head}(K{kv}) {says}",
    headline:
      "같은 K를 읽어도 비중은 헤드마다 달라요. {kv}번 K를 함께 읽은 쿼리 헤드 {n}개가 {token}번 토큰에 준 비중은 {least}%\u2060부터 {most}%\u2060까지 벌어져요.",
    "headline-own":
      "헤드마다 K가 따로 있으니 비중도 저마다 달라요. KV 헤드를 줄여서 다시 실행하고, 나눠 쓸 때도 다른지 견주어 보세요.",
    wrong: "float64 기준과 {error}만큼 달라요. 이 기기의 결과는 믿지 마세요.",
    "wrong-number": "나온 값에 숫자가 아닌 것이 섞여 있어요. 이 기기의 결과는 믿지 마세요.",
    "ran-with": "지금 보이는 것은 쿼리 헤드 {heads}개, KV 헤드 {groups}개로 실행한 결과예요.",
    "proof-error": "float64 기준과의 차이는 가장 커도 {error}예요.",
    "proof-bytes": "캐시로 잡은 {bytes}는 식의 2 × {groups} × {dim} × {tokens} × 4 B와 같아요.",
    "proof-bytes-off":
      "캐시로 잡은 {bytes}는 식의 2 × {groups} × {dim} × {tokens} × 4 B, {formula}와 달라요.",
    untrained:
      "가중치는 학습하지 않은 난수예요. 어느 토큰이 컸는지에는 뜻이 없고, 학습한 모델의 비중과도 견줄 수 없어요.",
  },
  en: {
    ...sharedMessages.en,
    ...factorMessages.en,
    ...runMessages.en,
    title: "Query heads fan into K and V",
    "param.heads": "Query heads",
    "option.heads.4": "4",
    "option.heads.8": "8",
    "option.heads.16": "16",
    "option.heads.32": "32",
    "option.heads.64": "64",
    "param.groups": "KV heads, G",
    "unit.groups": "",
    "param.head": "Query head pointed at",
    "unit.head": "",
    "summary-gqa":
      "{heads} query heads share {groups} KV heads. In each layer a token keeps {bytes}, 1/{parts} of what MHA keeps, and a step at {context} tokens reads {step}.",
    "summary-mqa":
      "{heads} query heads share one KV head. In each layer a token keeps {bytes}, 1/{parts} of what MHA keeps, and a step at {context} tokens reads {step}.",
    "summary-mha":
      "{heads} query heads have a KV head each. In each layer a token keeps {bytes}, and a step at {context} tokens reads {step}.",
    "factor.groups": "KV heads",
    "factor.token": "per token and layer",
    "factor.step": "read by a step",
    moved:
      "{asked} KV {asked|head does|heads do} not divide {heads} query heads evenly. Drawn with {groups}, the nearest that {groups|does|do}.",
    "map-queries": "The {heads} query heads of a layer, and the KV heads they read",
    "map-queries-one": "The {heads} query heads of a layer, and the one KV head they read",
    "map-kept": "{bytes} kept of a token",
    "map-rest": "{bytes} in MHA",
    "map-label":
      "{heads} query heads above, {groups} KV {groups|head|heads} below. Each KV head is read by {per} query {per|head|heads}, in order.",
    pick: "Point at a query head",
    "lit-none":
      "Point at a query head to see which K and V it reads, and who reads them too. A click keeps it lit; arrow keys move it.",
    "pick-none": "No query head is lit",
    "lit-alone": "Query head {head} of {of} reads K and V {kv}, and no other head does.",
    "lit-shared": "Query head {head} of {of} reads K and V {kv}, with {n|head|heads} {others}.",
    "and-more": "{list} and {last}",
    "table-caption": "One layer, head dimension {dim}, one request of {context} tokens",
    "column.variant": "Variant",
    "column.per": "Query heads per KV head",
    "column.token": "Per token and layer",
    "column.share": "Share of MHA",
    "column.step": "Read by a step",
    "column.intensity": "FLOP per byte",
    basis:
      "Counted for one layer with a head dimension of {dim}, as in Llama 3; a whole model has this in each of its layers. FLOP per byte is that of attention in a decode step: in 16 bits, the number of query heads per KV head.",
    "run-title": "Check it with real weights",
    "run-intro":
      "A run computes one small layer of attention on this device: {heads} query heads, {groups} KV {groups|head|heads}, head dimension {dim}, {prefill} tokens at once and then {steps} one by one. For the last token, each query head then gets a row of bars, one bar for the weight it gave to each token. Rows that read the same K and V stand together, so that you can see whether they look alike.",
    "run-smaller": "A screen has no room for {all} query heads, so the layer has {heads}.",
    "weights-caption": "What weight the last token gave to each token",
    "weights-empty": "Run it, and the bars appear here",
    "weights-axis": "Token",
    "weights-largest": "Largest weight",
    "weights-says": "{percent}% on token {token}",
    "weights-label-empty":
      "Rows of {heads} query heads, grouped by {groups} KV {groups|head|heads}. No bars before a run.",
    "weights-label":
      "Weights of the last token over {tokens} tokens, {heads} query heads and {groups} KV {groups|head|heads}. The largest of each head: {rows}.",
    "weights-row": "Q{head} (K{kv}) {says}",
    headline:
      "The same K, yet other weights. The {n} query heads that read K{kv} gave token {token} between {least}% and {most}%.",
    "headline-own":
      "Each head has a K of its own, and weights of its own. Run it again with fewer KV heads, and see whether heads that share still differ.",
    wrong: "This differs from the float64 reference by {error}. Do not trust this device's result.",
    "wrong-number": "Some of what came out is not a number. Do not trust this device's result.",
    "ran-with":
      "What you see was run with {heads} query heads and {groups} KV {groups|head|heads}.",
    "proof-error": "The largest difference from the float64 reference is {error}.",
    "proof-bytes":
      "The cache holds {bytes}, as the formula says: 2 × {groups} × {dim} × {tokens} × 4 B.",
    "proof-bytes-off":
      "The cache holds {bytes}; the formula, 2 × {groups} × {dim} × {tokens} × 4 B, says {formula}.",
    untrained:
      "The layer's weights are random, not trained: which token got most means nothing, and a trained model would differ.",
  },
} as const;
