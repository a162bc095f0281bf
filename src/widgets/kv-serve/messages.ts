import { sharedMessages } from "../shared-params.ts";
import { simulateMessages } from "../simulate-controls.ts";
import { stepMessages } from "../step-load.ts";
import { trafficMessages } from "../traffic-messages.ts";

export const messages = {
  ko: {
    ...sharedMessages.ko,
    ...stepMessages.ko,
    ...simulateMessages.ko,
    ...trafficMessages.ko,
    title: "서비스 하나를 통째로",
    summary:
      "{model}: 캐시에 {slots}칸이 남아요. 평균 {mean}토큰짜리 요청을 블록으로 받으면 {all}개, 요청마다 {most}칸을 잡으면 {reserved}개, 쿼리 헤드마다 K와 V가 있는 캐시라면 {large}개가 들어가요.",
    "summary-no-twin":
      "{model}: 캐시에 {slots}칸이 남아요. 평균 {mean}토큰짜리 요청을 블록으로 받으면 {all}개, 요청마다 {most}칸을 잡으면 {reserved}개가 들어가요.",
    "no-room":
      "{model}: 가중치와 예비 메모리를 빼면 캐시를 둘 자리가 없어요. GPU를 늘리거나 가중치의 비트를 줄여 보세요.",
    "param.reserve": "예비 메모리",
    "unit.reserve": "GB",
    "arrangement.all": "세 가지 모두",
    "arrangement.no-small": "작은 캐시만 빼면",
    "arrangement.no-paging": "블록만 빼면",
    "arrangement.no-continuous": "연속 배칭만 빼면",
    "arrangement.none": "하나도 없으면",
    holds: "초당 {n}개까지",
    "holds-least": "적어도 초당 {n}개",
    "holds-part": "초당 {n}개까지({share})",
    "holds-never": "초당 {n}개도 안 돼요",
    "holds-no-room": "자리가 없어요",
    "under-one": "1% 미만",
    "not-simulated": "아직 돌려 보지 않았어요",
    "axis-rate": "초당 오는 요청, 로그",
    "axis-kept": "약속을 지킨 요청의 비율. 점선은 {share}",
    "strips-label": "초당 오는 요청에 따라 약속을 지킨 비율. {rows}.",
    headline:
      "세 가지가 다 있으면 초당 {all}개까지 약속을 지켜요. 하나를 빼면 그 얼마가 남을까요? 작은 캐시를 빼면 {small}, 블록을 빼면 {paging}, 연속 배칭을 빼면 {continuous}.",
    "headline-least":
      "세 가지가 다 있으면 적어도 초당 {all}개까지 약속을 지켜요. 작은 캐시를 빼면 {small}, 블록을 빼면 {paging}, 연속 배칭을 빼면 {continuous}.",
    "part-share": "{share}",
    "part-rate": "초당 {n}개",
    "part-least": "그래도 마찬가지",
    "part-never": "하나도 남지 않음",
    "part-no-room": "들어갈 자리부터 없음",
    "headline-never":
      "세 가지가 다 있어도 초당 {n}개부터 이 약속을 지키지 못해요. 약속을 늦추거나, 더 빠르거나 많은 GPU를 골라 보세요.",
    "headline-no-room":
      "가중치와 예비 메모리를 빼면 캐시를 둘 자리가 없어서 돌려 볼 수 없어요. GPU를 늘리거나 가중치의 비트를 줄여 보세요.",
    "headline-running":
      "다섯 가지를 모두 돌려 보고 나면 하나가 빠질 때 얼마가 남는지 알 수 있어요.",
    "headline-nothing": "끝까지 돌려 보면, 약속을 지키면서 초당 몇 개까지 받을 수 있는지 나와요.",
    "table-caption": "약속을 지키는 가장 높은 부하에서",
    "column.arrangement": "구성",
    "column.room": "들어가는 요청",
    "column.rate": "초당 요청",
    "column.running": "함께 처리",
    "column.tokens": "초당 토큰",
    "column.ttft": "TTFT p90",
    "column.tpot": "TPOT p90",
    "column.compute": "계산에 묶임",
    "means.small":
      "작은 캐시를 빼면: 모델의 캐시({format}) 대신, 쿼리 헤드마다 K와 V를 두고 bf16으로 저장해요.",
    "means.paging": "블록을 빼면: {block}칸짜리 블록 대신, 요청마다 {most}칸을 예약해요.",
    "means.continuous":
      "연속 배칭을 빼면: 걸음마다 자리 {places}개를 다시 채우고 프롬프트를 {budget}토큰씩 나누는 대신, 묶음이 다 끝나야 다음 묶음을 받아요.",
    assumptions:
      "길이는 위의 평균에서 뽑은 지수 분포이고, 최대를 넘으면 다시 뽑아요. 도착은 푸아송이에요. 대역폭의 {memory}%와 연산 한계의 {flops}%에 이른다고 가정했어요. 점 하나는 1분 동안 채운 다음 적어도 2분, 요청 200개를 재요. 90%가 약속대로 받고 줄이 늘기만 하지 않으면 지킨 거예요.",
    "even-note": "이 모델에서는 작은 캐시를 빼도 똑같아요.",
  },
  en: {
    ...sharedMessages.en,
    ...stepMessages.en,
    ...simulateMessages.en,
    ...trafficMessages.en,
    title: "A whole service",
    summary:
      "{model}: {slots} slots are left for the cache. With {mean} tokens a request they hold {all} requests in blocks, {reserved} if {most} are reserved for each, and {large} in blocks if every query head has K and V of its own.",
    "summary-no-twin":
      "{model}: {slots} slots are left for the cache. With {mean} tokens a request they hold {all} requests in blocks, and {reserved} if {most} are reserved for each.",
    "no-room":
      "{model}: weights and reserve leave no room for a cache. Add GPUs, or store the weights in fewer bits.",
    "param.reserve": "Reserve",
    "unit.reserve": "GB",
    "arrangement.all": "All three",
    "arrangement.no-small": "Without the small cache",
    "arrangement.no-paging": "Without blocks",
    "arrangement.no-continuous": "Without continuous batching",
    "arrangement.none": "Without any",
    holds: "up to {n} a second",
    "holds-least": "at least {n} a second",
    "holds-part": "up to {n} a second ({share})",
    "holds-never": "not even {n} a second",
    "holds-no-room": "no room",
    "under-one": "under 1%",
    "not-simulated": "not simulated yet",
    "axis-rate": "Requests a second, log",
    "axis-kept": "Share of requests for which the promise is kept; dotted: {share}",
    "strips-label": "Share of promises kept against requests a second. {rows}.",
    headline:
      "With all three the promise holds up to {all} requests a second. Of that there is left without the small cache {small}, without blocks {paging}, without continuous batching {continuous}.",
    "headline-least":
      "With all three the promise holds for at least {all} requests a second; without the small cache {small}, without blocks {paging}, without continuous batching {continuous}.",
    "part-share": "{share}",
    "part-rate": "{n} a second",
    "part-least": "just as much",
    "part-never": "nothing",
    "part-no-room": "nothing, for want of room",
    "headline-never":
      "Even with all three this promise is not kept at {n} requests a second. Promise less, or choose faster or more GPUs.",
    "headline-no-room":
      "Weights and reserve leave no room for a cache, so nothing can be simulated. Add GPUs, or store the weights in fewer bits.",
    "headline-running":
      "Once all five have been simulated, it is known what is left when one of the three is missing.",
    "headline-nothing":
      "A simulation to its end tells how many requests a second can be served as promised.",
    "table-caption": "At the highest load at which the promise is kept",
    "column.arrangement": "What there is",
    "column.room": "Room",
    "column.rate": "Requests/s",
    "column.running": "In batch",
    "column.tokens": "Tokens/s",
    "column.ttft": "TTFT p90",
    "column.tpot": "TPOT p90",
    "column.compute": "Compute",
    "means.small":
      "Without the small cache: K and V for every query head in bf16, instead of the model's own cache in {format}.",
    "means.paging":
      "Without blocks: {most} slots reserved for each request, instead of blocks of {block} as they are needed.",
    "means.continuous":
      "Without continuous batching: a batch has to end before the next begins, instead of {places} places that are refilled at every step and prompts cut to {budget} tokens.",
    assumptions:
      "Lengths are exponential with the means above, drawn again where they exceed the most; arrivals are Poisson. {memory}% of the bandwidth and {flops}% of the peak are assumed to be reached. A point is at least two minutes and 200 requests, after a minute in which batches fill. The promise is kept where it is for 90% and the queue does not only grow. Compute: share of time in which computing takes longer than reading.",
    "even-note": "For this model the service without the small cache is the same as with it.",
  },
} as const;
