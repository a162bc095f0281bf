import { factorMessages } from "../request-factors.ts";
import { sharedMessages } from "../shared-params.ts";

export const messages = {
  ko: {
    ...sharedMessages.ko,
    ...factorMessages.ko,
    title: "여러 GPU에 나눈 KV 헤드",
    "param.tp": "GPU 수(텐서 병렬, TP)",
    "unit.tp": "장",
    "param.heads": "KV 헤드",
    "unit.heads": "개",
    reshaped: "{model}의 모양을 바꾼 모델",
    "summary-one":
      "{model}: GPU 한 장이면 KV 헤드 {heads}개가 모두 거기 있고, 토큰 하나에 {bytes}예요.",
    "summary-even":
      "{model}: KV 헤드 {heads}개를 GPU {tp}장이 {per}개씩 나눠 가져요. GPU마다 토큰 하나에 {bytes}, 모두 합쳐 캐시 한 벌이에요.",
    "summary-copied":
      "{model}: GPU {tp}장에 KV 헤드가 {heads}개뿐이라 같은 헤드를 여러 장에 복제해요. GPU마다 헤드 하나, 토큰 하나에 {bytes}, 모두 합치면 캐시 {times}벌이에요.",
    "summary-uneven":
      "{model}: KV 헤드 {heads}개는 GPU {tp}장으로 나누어떨어지지 않아요. 가장 많이 가진 GPU가 {per}개, 토큰 하나에 {bytes}라 모두 그만큼 자리를 잡아요. 합치면 캐시 {times}벌 자리이고 그중 {idle}가 비어요.",
    "summary-latent":
      "{model}: 잠재 벡터는 헤드로 나눌 수 없어서 GPU {tp}장에 통째로 있어요. GPU마다 토큰 하나에 {bytes}, 모두 합치면 캐시 {times}벌이에요.",
    "summary-latent-one":
      "{model}: 토큰 하나에 {bytes}예요. 헤드로 나눌 수 없는 잠재 벡터라, GPU를 늘려도 한 장에 드는 양은 그대로예요.",
    "summary-mixed":
      "{model}: KV 헤드가 층에 따라 {heads}개예요. GPU {tp}장에 나누면 GPU마다 토큰 하나에 {bytes}, 모두 합치면 캐시 {times}벌이에요.",
    "summary-mixed-one":
      "{model}: KV 헤드가 층에 따라 {heads}개예요. GPU 한 장에서는 토큰 하나에 {bytes}예요.",
    gpu: "GPU {n}",
    queries: "Q {range}",
    "map-caption": "한 층의 KV 헤드 {heads}개, GPU {tp}장",
    "map-caption-latent": "한 층의 잠재 벡터, GPU {tp}장",
    "map-label": "GPU {tp}장에 나눈 한 층의 KV 헤드 {heads}개. {gpus}.",
    "map-label-latent": "GPU {tp}장에 통째로 있는 한 층의 잠재 벡터. {gpus}.",
    "key.own": "KV 헤드 하나의 K와 V",
    "key.copy": "다른 GPU에도 있는 것의 복제본",
    "key.idle": "자리만 잡고 비어 있음",
    "key.queries": "그 헤드를 읽는 쿼리 헤드",
    "key.latent": "잠재 벡터 c와 RoPE 키 R",
    "key.latent-indexed": "잠재 벡터 c, RoPE 키 R, 인덱서 키 I",
    "key.copy-latent": "같은 것의 복제본",
    "key.queries-latent": "그것을 읽는 쿼리 헤드",
    "line-latent": "MLA {parts}",
    meeting: "TP {tp}부터 {own} = {other}",
    "meeting-short": "{own} = {other}",
    "axis-tp": "GPU 수(TP), 로그",
    "axis-bytes": "토큰 하나가 GPU마다 차지하는 크기, 로그",
    "lines-label": "GPU 수에 따라 한 장에서 토큰 하나가 차지하는 크기. TP {tp}에서 {rows}.",
    "factor.tp": "TP",
    "factor.per-gpu": "GPU마다 토큰 하나",
    "factor.of-gpu": "한 층",
    values: "TP {tp}일 때 한 층에서 토큰 하나가 GPU마다 남기는 숫자는 {rows}예요.",
    value: "{row}: {n}개",
    "meets-at":
      "TP {tp}부터는 KV 헤드를 더 줄여 {other}로 만들어도 GPU마다 드는 양이 그대로예요. 복제본만 늘어나요.",
    "below-latent": "TP {tp}부터는 한 장에 드는 양이 MLA보다 적어요.",
    "below-latent-always": "TP와 상관없이 한 장에 드는 양이 MLA보다 적어요.",
    "below-latent-twin":
      "같은 모델이 {row} 방식이라면 TP {tp}부터 한 장에 드는 양이 이 잠재 벡터보다 적어요.",
    "table-caption": "GPU {tp}장, 토큰 하나",
    "column.variant": "방식",
    "column.heads": "GPU마다 KV 헤드",
    "column.holders": "같은 헤드를 가진 GPU",
    "column.per-gpu": "GPU마다",
    "column.all": "모두 합쳐",
    "column.times": "몇 벌",
    "column.copied": "복제본",
    "column.idle": "빈 자리",
    whole: "통째로",
    uneven: "쿼리 헤드 {heads}개를 KV 헤드 {kv}개에 고르게 나눌 수 없어요.",
    "unknown-queries":
      "이 모델의 쿼리 헤드 수는 알려지지 않아서, MHA 줄과 GPU마다 맡는 쿼리 헤드는 뺐어요.",
    refused:
      "vLLM은 쿼리 헤드가 TP로 나누어떨어지고 KV 헤드와 TP 중 한쪽이 다른 쪽으로 나누어떨어질 때만 시작해요. 이 조합은 크기만 센 거예요.",
    "ways-out":
      "복제를 피하는 방법도 있어요. 요청을 GPU에 나눠 주거나(data parallel attention), 한 요청의 토큰을 나눠 두는(decode context parallel) 방법인데 여기서는 세지 않았어요.",
    "latent-twin":
      "MLA 줄은 이 모델의 어텐션 층마다 DeepSeek-V2의 잠재 벡터(512 + 64)를 두었다고 보고 센 거예요.",
    "differing-layers":
      "그림은 KV 헤드가 {heads}개인 {count}개 층이고, 나머지 {others}개 층은 헤드 수가 달라요. 표와 선은 모든 층을 더했어요.",
    windowed: "윈도 층의 윈도가 차기 전까지의 크기예요.",
    chunked: "청크 층의 청크가 차기 전까지의 크기예요.",
    states: "상태를 쓰는 {n}개 층은 토큰이 늘어도 커지지 않아서 뺐어요.",
  },
  en: {
    ...sharedMessages.en,
    ...factorMessages.en,
    title: "KV heads over several GPUs",
    "param.tp": "GPUs (tensor parallel, TP)",
    "unit.tp": "",
    "param.heads": "KV heads",
    "unit.heads": "",
    reshaped: "A reshaped {model}",
    "summary-one":
      "{model}: one GPU holds all of the KV heads, {heads} of them, and one token takes {bytes}.",
    "summary-even":
      "{model}: {tp} GPUs share {heads} KV heads, {per} each. A token takes {bytes} on each GPU, one whole cache over all of them.",
    "summary-copied":
      "{model}: with fewer KV heads ({heads}) than GPUs ({tp}), heads are replicated. Each GPU holds one, a token takes {bytes} there, and together they store the cache {times} times.",
    "summary-uneven":
      "{model}: {heads} KV heads do not divide over {tp} GPUs. The fullest GPU holds {per}, so each sets {bytes} aside for a token: room for {times} caches in all, {idle} of it empty.",
    "summary-latent":
      "{model}: a latent cannot be split by heads and lies whole on each of {tp} GPUs. A token takes {bytes} on each, and together they store the cache {times} times.",
    "summary-latent-one":
      "{model}: a token takes {bytes}. A latent cannot be split by heads, so more GPUs would not make that less on any of them.",
    "summary-mixed":
      "{model}: its layers have {heads} KV heads. Over {tp} GPUs a token takes {bytes} on each, and together they store the cache {times} times.",
    "summary-mixed-one":
      "{model}: its layers have {heads} KV heads. On one GPU a token takes {bytes}.",
    gpu: "GPU {n}",
    queries: "Q {range}",
    "map-caption": "One layer, KV heads: {heads}, GPUs: {tp}",
    "map-caption-latent": "The latent of one layer, GPUs: {tp}",
    "map-label": "One layer's {heads} KV {heads|head|heads} over {tp} {tp|GPU|GPUs}. {gpus}.",
    "map-label-latent": "One layer's latent, whole on {tp} {tp|GPU|GPUs}. {gpus}.",
    "key.own": "K and V of one KV head",
    "key.copy": "a copy: another GPU has it too",
    "key.idle": "set aside, empty",
    "key.queries": "query heads that read them",
    "key.latent": "latent c and RoPE key R",
    "key.latent-indexed": "latent c, RoPE key R, indexer's key I",
    "key.copy-latent": "a copy of the same",
    "key.queries-latent": "query heads that read it",
    "line-latent": "MLA {parts}",
    meeting: "{own} = {other} from TP {tp}",
    "meeting-short": "{own} = {other}",
    "axis-tp": "GPUs (TP), log",
    "axis-bytes": "One token on one GPU, log",
    "lines-label":
      "What one token takes on one GPU, against the number of GPUs. At TP {tp}: {rows}.",
    "factor.tp": "TP",
    "factor.per-gpu": "one token on each GPU",
    "factor.of-gpu": "of one layer",
    values: "At TP {tp}, one token leaves this many numbers on each GPU in one layer: {rows}.",
    value: "{row}: {n}",
    "meets-at":
      "From TP {tp} on, going down to {other} leaves every GPU with as much as before. Fewer heads only mean more copies.",
    "below-latent": "From TP {tp} on, a GPU holds less than MLA would put there.",
    "below-latent-always": "At any TP a GPU holds less than MLA would put there.",
    "below-latent-twin": "The same model with {row} would take less on a GPU from TP {tp} on.",
    "table-caption": "One token, GPUs: {tp}",
    "column.variant": "Variant",
    "column.heads": "KV heads on a GPU",
    "column.holders": "GPUs with the same head",
    "column.per-gpu": "On each GPU",
    "column.all": "On all GPUs",
    "column.times": "Times stored",
    "column.copied": "Copies",
    "column.idle": "Empty",
    whole: "whole",
    uneven: "{heads} query heads do not divide evenly over {kv} KV heads.",
    "unknown-queries":
      "How many query heads this model has is not known, so the row of MHA and the query heads under each GPU are left out.",
    refused:
      "vLLM starts only where TP divides the query heads, and one of KV heads and TP divides the other. This split is a count of sizes and nothing more.",
    "ways-out":
      "Copies can be avoided: by giving each GPU requests of its own (data parallel attention), or a share of every request's tokens (decode context parallel). Neither is counted here.",
    "latent-twin":
      "The MLA row is the latent of DeepSeek-V2 (512 + 64) in every attention layer of this model.",
    "differing-layers":
      "The picture shows the {count} layers with {heads} KV {heads|head|heads}; the other {others} have another number. Table and lines add up all layers.",
    windowed: "Sizes hold until the windows are full.",
    chunked: "Sizes hold until the chunks are full.",
    states: "{n} layers keep a state, which no token makes larger; they are left out.",
  },
} as const;
