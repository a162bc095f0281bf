import { gpuCounterMessages } from "../gpu-counter.ts";
import { factorMessages } from "../request-factors.ts";
import { sharedMessages } from "../shared-params.ts";

export const messages = {
  ko: {
    ...sharedMessages.ko,
    ...factorMessages.ko,
    ...gpuCounterMessages.ko,
    title: "KV 캐시의 크기",
    "summary-one": "{model}: 토큰 하나에 {perToken}, {context}토큰짜리 요청 하나에 {size}예요.",
    summary: "{model}: 토큰 하나에 {perToken}, {context}토큰짜리 요청 {requests}개에 {size}예요.",
    "summary-one-windowed":
      "{model}: 윈도가 차기 전에는 토큰 하나에 {perToken}, {context}토큰짜리 요청 하나에 {size}예요.",
    "summary-windowed":
      "{model}: 윈도가 차기 전에는 토큰 하나에 {perToken}, {context}토큰짜리 요청 {requests}개에 {size}예요.",
    "summary-one-state":
      "{model}: 길이와 상관없이 요청마다 {state}, 토큰 하나에 {perToken}, {context}토큰짜리 요청 하나에 {size}예요.",
    "summary-state":
      "{model}: 길이와 상관없이 요청마다 {state}, 토큰 하나에 {perToken}, {context}토큰짜리 요청 {requests}개에 {size}예요.",
    reshaped: "{model}의 모양을 바꾼 모델",
    "param.n-kv": "KV 헤드",
    "unit.n-kv": "개",
    "param.head-dim": "헤드 차원",
    "unit.head-dim": "",
    "param.layers": "층",
    "unit.layers": "개",
    "param.full-layers": "온전한 층",
    "param.window-layers": "윈도 층",
    "unit.window-layers": "개",
    "param.window": "윈도 크기",
    "unit.window": "토큰",
    "param.latent-dim": "잠재 벡터",
    "unit.latent-dim": "차원",
    "param.rope-dim": "RoPE 키",
    "unit.rope-dim": "차원",
    "param.requests": "요청 수",
    "unit.requests": "개",
    "factor.requests": "요청",
    "factor.cache": "KV 캐시",
    "bar.weights": "가중치 bf16",
    "bar.gpu": "GPU 한 {counter}",
    axis: "크기({unit})",
    "chart-label": "KV 캐시의 크기. {rows}. 가중치 {weights}, GPU 한 {counter} {gpu}.",
    comparison:
      "{size} = {other}. 토큰 하나는 {perToken}. 가중치에 견주면 {weights}, {gpu} 한 {counter}에 견주면 {gpus}예요.",
    "comparison-windowed":
      "{size} = {other}. 가중치에 견주면 {weights}, {gpu} 한 {counter}에 견주면 {gpus}예요.",
    "table-caption": "{context}토큰짜리 요청 {requests}개",
    "column.variant": "방식",
    "column.per-token": "토큰 하나",
    "column.per-request": "요청 하나",
    "column.in-gb": "전체(GB)",
    "column.in-gib": "전체(GiB)",
    "column.of-weights": "가중치 대비",
    uneven: "쿼리 헤드 {heads}개를 KV 헤드 {kv}개에 고르게 나눌 수 없어요.",
  },
  en: {
    ...sharedMessages.en,
    ...factorMessages.en,
    ...gpuCounterMessages.en,
    title: "Size of the KV cache",
    "summary-one":
      "{model} keeps {perToken} per token: {size} for one request of {context} tokens.",
    summary:
      "{model} keeps {perToken} per token: {size} for {requests} requests of {context} tokens.",
    "summary-one-windowed":
      "{model} adds {perToken} per token until its windows are full: one request of {context} tokens takes {size}.",
    "summary-windowed":
      "{model} adds {perToken} per token until its windows are full: {requests} requests of {context} tokens take {size}.",
    "summary-one-state":
      "{model} keeps {state} per request, whatever its length, and {perToken} per token: {size} for one request of {context} tokens.",
    "summary-state":
      "{model} keeps {state} per request, whatever its length, and {perToken} per token: {size} for {requests} requests of {context} tokens.",
    reshaped: "A reshaped {model}",
    "param.n-kv": "KV heads",
    "unit.n-kv": "",
    "param.head-dim": "Head dimension",
    "unit.head-dim": "",
    "param.layers": "Layers",
    "unit.layers": "",
    "param.full-layers": "Full layers",
    "param.window-layers": "Windowed layers",
    "unit.window-layers": "",
    "param.window": "Window",
    "unit.window": "tokens",
    "param.latent-dim": "Latent dimension",
    "unit.latent-dim": "",
    "param.rope-dim": "RoPE key",
    "unit.rope-dim": "",
    "param.requests": "Requests",
    "unit.requests": "",
    "factor.requests": "requests",
    "factor.cache": "KV cache",
    "bar.weights": "Weights, bf16",
    "bar.gpu": "One GPU{counter}",
    axis: "Size ({unit})",
    "chart-label": "Size of the KV cache. {rows}. Weights {weights}, one GPU{counter} {gpu}.",
    comparison:
      "{size} = {other}; one token is {perToken}. Against the weights that is {weights}, against one {gpu}{counter} {gpus}.",
    "comparison-windowed":
      "{size} = {other}. Against the weights that is {weights}, against one {gpu}{counter} {gpus}.",
    "table-caption": "{context} tokens per request, requests: {requests}",
    "column.variant": "Variant",
    "column.per-token": "One token",
    "column.per-request": "One request",
    "column.in-gb": "All (GB)",
    "column.in-gib": "All (GiB)",
    "column.of-weights": "Of the weights",
    uneven: "{heads} query heads do not divide evenly over {kv} KV heads.",
  },
} as const;
