import type { Lang } from "../../i18n/locales.ts";

const en = {
  "needs-gpu": "Name the GPU to plan with: --gpu h100-80g.",
  "needs-rate": "Say how many requests come a second: --rate 4.",
  "mean-above-most":
    "A mean request has {mean} tokens, more than the longest that is served: --max-model-len {most}.",
  "most-above-context":
    "The model is made for {context} tokens: --max-model-len {most} would be refused.",
  "loss-above-all": "--split-loss needs a number below 100, in percent, not {found}.",
  "path-not-plain":
    '--path: "{found}" has to be a directory or a name on the hub, of letters, digits and . _ - /.',
  "plan-none":
    "With up to {most} GPUs nothing keeps this promise. Promise less (--ttft-ms, --tpot-ms), allow fewer bits (--weights-format bf16,fp8,int4), or more GPUs (--most-gpus).",
  "launch-one-machine":
    "{engine} runs on the GPUs of one machine, and this plan splits a copy over several.",
  "launch-no-room": "{engine} finds no room for the longest request in this arrangement.",
  "launch-no-format": "{engine} has no such format for the cache of this model.",
  "launch-no-gpu": "{engine} does not run on this GPU; llama.cpp does.",
  "plan-col-weights": "weights",
  "plan-col-kv": "cache",
  "plan-col-gpus": "GPUs",
  "plan-col-layout": "copies × GPUs each",
  "plan-col-up-to": "requests/s borne",
  "plan-col-margin": "margin",
  "plan-col-ttft": "TTFT p90",
  "plan-col-tpot": "TPOT p90",
  "plan-col-cost": "per million tokens of answers",
  "plan-layout": "{replicas} × {tp}",
  "plan-layout-pp": "{replicas} × {tp} × {pp} machines",
  "plan-problem-split": "its heads cannot be split so",
  "plan-problem-format": "the engine has no such cache for this model",
  "plan-problem-room": "no room beside the weights",
  "plan-problem-longest": "no room for the longest request",
  "plan-problem-pace": "the promise is never kept",
  "plan-best":
    "Cheapest: {gpus} GPUs ({layout}), weights in {weights}, cache in {kv}. It bears {margin} more than is asked for.",
  "plan-savings": "Requests at once in one copy, as a product:",
  "plan-base": "16-bit cache for every query head, the longest request reserved, 16-bit weights",
  "plan-saving-weights": "weights in fewer bits",
  "plan-saving-heads": "fewer KV heads, or a latent",
  "plan-saving-windows": "layers that keep a window",
  "plan-saving-format": "cache in fewer bits",
  "plan-saving-blocks": "blocks for what is there",
  "plan-saving-copies": "what GPUs keep alike",
  "plan-emit": "Add --emit vllm, sglang, llama.cpp or k8s for what starts it.",
  "group-traffic": "Traffic and promise",
  "command-plan": "the cheapest arrangement that keeps a promise, and the command that starts it",
  "option-rate": "requests a second",
  "option-prompt": "tokens of a prompt, mean; default 500",
  "option-output": "tokens of an answer, mean; default 500",
  "option-ttft-ms": "promised until the first token, for 9 of 10; default 2000",
  "option-tpot-ms": "promised for each further token, for 9 of 10; default 50",
  "option-most-gpus": "no plan takes more; default 1024",
  "option-per-node": "GPUs of one machine; default 8",
  "option-split-loss":
    "percent of the speed that each doubling of tensor parallelism costs; default 10",
  "option-price": "of a GPU an hour, in any currency",
  "option-emit": "vllm, sglang, llama.cpp or k8s: prints what starts the plan",
  "option-path": "where the model is: a directory, or a name on the hub",
} as const;

const ko: Readonly<Record<keyof typeof en, string>> = {
  "needs-gpu": "어느 GPU로 계획할지 알려 주세요: --gpu h100-80g.",
  "needs-rate": "초당 요청이 몇 개 오는지 알려 주세요: --rate 4.",
  "mean-above-most": "평균 요청이 {mean}토큰이라 가장 긴 요청보다 길어요: --max-model-len {most}.",
  "most-above-context":
    "이 모델의 최대 문맥은 {context}토큰이라 --max-model-len {most}은(는) 거절돼요.",
  "loss-above-all": "--split-loss는 100보다 작은 퍼센트여야 해요({found}).",
  "path-not-plain":
    '--path: "{found}" 대신 디렉터리나 허브의 이름을 글자, 숫자, . _ - /만으로 적어 주세요.',
  "plan-none":
    "GPU {most}개까지 써도 이 약속을 지키지 못해요. 약속을 늦추거나(--ttft-ms, --tpot-ms), 비트를 더 줄이거나(--weights-format bf16,fp8,int4), GPU를 늘려 보세요(--most-gpus).",
  "launch-one-machine":
    "{engine}은(는) 서버 한 대의 GPU에서만 도는데, 이 계획은 복제본 하나를 여러 대에 나눠요.",
  "launch-no-room": "{engine}에서는 이 구성에 가장 긴 요청이 들어갈 자리가 없어요.",
  "launch-no-format": "{engine}에는 이 모델의 캐시를 그 형식으로 저장하는 방법이 없어요.",
  "launch-no-gpu": "{engine}은(는) 이 GPU에서 돌지 않아요. llama.cpp는 돌아요.",
  "plan-col-weights": "가중치",
  "plan-col-kv": "캐시",
  "plan-col-gpus": "GPU",
  "plan-col-layout": "복제본 × GPU",
  "plan-col-up-to": "견디는 초당 요청",
  "plan-col-margin": "여유",
  "plan-col-ttft": "TTFT p90",
  "plan-col-tpot": "TPOT p90",
  "plan-col-cost": "답 100만 토큰의 값",
  "plan-layout": "{replicas} × {tp}",
  "plan-layout-pp": "{replicas} × {tp} × 서버 {pp}대",
  "plan-problem-split": "헤드를 그렇게 나눌 수 없음",
  "plan-problem-format": "엔진에 이 모델의 그런 캐시가 없음",
  "plan-problem-room": "가중치 옆에 자리가 없음",
  "plan-problem-longest": "가장 긴 요청이 들어갈 자리가 없음",
  "plan-problem-pace": "약속을 끝내 지키지 못함",
  "plan-best":
    "가장 싼 구성: GPU {gpus}개({layout}), 가중치 {weights}, 캐시 {kv}. 지금 부하보다 {margin} 더 견뎌요.",
  "plan-savings": "복제본 하나가 한꺼번에 받는 요청을 곱으로 보면:",
  "plan-base": "쿼리 헤드마다 16비트 캐시, 가장 긴 요청만큼 예약, 16비트 가중치",
  "plan-saving-weights": "가중치의 비트 줄이기",
  "plan-saving-heads": "KV 헤드 줄이기 또는 잠재 벡터",
  "plan-saving-windows": "윈도만 저장하는 층",
  "plan-saving-format": "캐시의 비트 줄이기",
  "plan-saving-blocks": "있는 토큰만큼의 블록",
  "plan-saving-copies": "GPU마다 똑같이 두는 것",
  "plan-emit": "시작하는 명령은 --emit vllm, sglang, llama.cpp, k8s로 받아요.",
  "group-traffic": "요청과 약속",
  "command-plan": "약속을 지키는 가장 싼 구성과 그것을 시작하는 명령",
  "option-rate": "초당 요청",
  "option-prompt": "프롬프트의 평균 토큰 수. 기본값 500",
  "option-output": "답의 평균 토큰 수. 기본값 500",
  "option-ttft-ms": "열에 아홉에게 약속한, 첫 토큰까지의 시간. 기본값 2000",
  "option-tpot-ms": "열에 아홉에게 약속한, 그 뒤 토큰 하나의 시간. 기본값 50",
  "option-most-gpus": "GPU를 이보다 많이 쓰지 않아요. 기본값 1024",
  "option-per-node": "서버 한 대의 GPU 수. 기본값 8",
  "option-split-loss": "텐서 병렬이 두 배가 될 때마다 잃는 속도, 퍼센트. 기본값 10",
  "option-price": "GPU 한 개의 시간당 값. 통화는 아무것이나",
  "option-emit": "vllm, sglang, llama.cpp, k8s: 계획을 시작하는 것을 출력해요",
  "option-path": "모델이 있는 곳. 디렉터리나 허브의 이름",
};

/** What `headcount plan` says. */
export const plan: Readonly<Record<Lang, Readonly<Record<keyof typeof en, string>>>> & {
  readonly en: typeof en;
} = { en, ko };
