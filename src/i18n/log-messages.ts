import type { Lang } from "./locales.ts";

/**
 * Why a printed number may differ from the predicted one, by the hint's code. Every sentence may use `{printed}` and
 * `{predicted}` besides the numbers of its hint.
 */
export const hintMessages: Readonly<Record<Lang, Readonly<Record<string, string>>>> = {
  ko: {
    "hint.ranks-differ":
      "GPU {ranks}장에 들어가는 양이 서로 달라요(가장 큰 값 {largest}, 가장 작은 값 {smallest}). 엔진은 가장 작은 값만큼만 쓸 수 있어요.",
    "hint.version-line-meaning":
      "이 줄의 뜻은 vLLM 0.21 무렵에 바뀌었어요. 예전에는 블록 수 × 블록 크기였고, 그 뒤로는 동시 요청 수 × 문맥 길이({concurrency} × {length} = {product})예요. 찍힌 값과 예측이 서로 다른 뜻을 따르고 있어요.",
    "hint.utilization":
      "예측은 KV 캐시에 {usedGiB} GiB를 쓴다고 봤는데, 엔진이 찾은 메모리는 {printedGiB} GiB예요.",
    "hint.block-rounding": "엔진은 {blockSize}토큰짜리 블록 단위로 내림해요.",
    "hint.factor-tp": "찍힌 값과 예측이 {factor}배 차이가 나요. 텐서 병렬 크기와 같아요.",
    "hint.factor-pp": "찍힌 값과 예측이 {factor}배 차이가 나요. 파이프라인 병렬 크기와 같아요.",
    "hint.factor-dp": "찍힌 값과 예측이 {factor}배 차이가 나요. 데이터 병렬 크기와 같아요.",
    "hint.factor-dcp":
      "찍힌 값과 예측이 {factor}배 차이가 나요. 디코딩 문맥 병렬(DCP)은 토큰을 GPU {factor}장에 나눠 담아요.",
    "hint.factor-groups":
      "찍힌 값과 예측이 {factor}배 차이가 나요. 하이브리드 모델에서는 캐시 그룹 {factor}개가 블록을 나눠 써요.",
    "hint.factor-slots": "찍힌 값과 예측이 {factor}배 차이가 나요. 슬롯 수와 같아요.",
    "hint.window": "슬라이딩 윈도를 다르게 세면 찍힌 값과 맞아요(예측 {value}).",
    "hint.speculative": "추측 디코딩의 토큰까지 세면 찍힌 값과 맞아요(예측 {value}).",
    "hint.block-size": "블록 크기가 다르다고 보면 찍힌 값과 맞아요(예측 {value}).",
    "hint.batched-tokens": "max_num_batched_tokens가 다르다고 보면 찍힌 값과 맞아요(예측 {value}).",
    "hint.hybrid-off": "하이브리드 KV 캐시 관리자를 껐다고 보면 찍힌 값과 맞아요(예측 {value}).",
    "hint.state-mode": "상태를 다른 방식으로 담는다고 보면 찍힌 값과 맞아요(예측 {value}).",
    "hint.format": "KV 캐시 형식이 다르다고 보면 찍힌 값과 맞아요(예측 {value}).",
    "hint.version": "엔진 버전이 다르다고 보면 찍힌 값과 맞아요(예측 {value}).",
    "hint.swa-full":
      "윈도 층도 전체 길이로 담았다고(--swa-full) 보면 찍힌 값과 맞아요(예측 {value}).",
    "hint.unified": "슬롯끼리 캐시를 나누는 방식이 다르다고 보면 찍힌 값과 맞아요(예측 {value}).",
    "hint.flash-attention": "Flash Attention 설정이 다르다고 보면 찍힌 값과 맞아요(예측 {value}).",
    "hint.mla": "MLA의 캐시를 다른 방식으로 담는다고 보면 찍힌 값과 맞아요(예측 {value}).",
    "hint.recurrent":
      "예측에는 순환 상태 {recurrentMib} MiB가 들어 있어요. llama.cpp는 이것을 KV 캐시와 따로 찍어요.",
    "hint.cut-off": "로그가 캐시 하나의 크기를 찍기 전에 끊겨서, 찍힌 합계는 전체의 일부예요.",
    "hint.draft": "이 줄은 초안 모델의 캐시예요. 본 모델의 예측과는 비교할 수 없어요.",
    "hint.unexplained":
      "찍힌 값({printed})과 예측({predicted})의 차이를 로그에 있는 것만으로는 설명할 수 없어요.",
  },
  en: {
    "hint.ranks-differ":
      "The GPUs hold different amounts: of {ranks}, the largest {largest} and the smallest {smallest}. The engine can use the smallest.",
    "hint.version-line-meaning":
      "This line changed its meaning around vLLM 0.21: before, blocks × block size; since, concurrency × context length ({concurrency} × {length} = {product}). Printed and predicted follow different ones.",
    "hint.utilization":
      "The prediction starts from {usedGiB} GiB for the KV cache; the engine found {printedGiB} GiB.",
    "hint.block-rounding": "The engine rounds down to blocks of {blockSize} tokens.",
    "hint.factor-tp":
      "Printed and predicted differ by a factor of {factor}, the tensor parallel size.",
    "hint.factor-pp":
      "Printed and predicted differ by a factor of {factor}, the pipeline parallel size.",
    "hint.factor-dp":
      "Printed and predicted differ by a factor of {factor}, the data parallel size.",
    "hint.factor-dcp":
      "Printed and predicted differ by a factor of {factor}: decode context parallelism spreads the tokens over {factor} GPUs.",
    "hint.factor-groups":
      "Printed and predicted differ by a factor of {factor}: the {factor} cache groups of a hybrid model share the blocks.",
    "hint.factor-slots":
      "Printed and predicted differ by a factor of {factor}, the number of slots.",
    "hint.window": "Counting the sliding window another way gives {value}, as printed.",
    "hint.speculative": "Counting the tokens of speculative decoding gives {value}, as printed.",
    "hint.block-size": "Another block size gives {value}, as printed.",
    "hint.batched-tokens": "Another max_num_batched_tokens gives {value}, as printed.",
    "hint.hybrid-off": "With the hybrid KV cache manager off it is {value}, as printed.",
    "hint.state-mode": "Keeping the state another way gives {value}, as printed.",
    "hint.format": "Another format of the KV cache gives {value}, as printed.",
    "hint.version": "Another version of the engine gives {value}, as printed.",
    "hint.swa-full":
      "With the windowed layers at full length (--swa-full) it is {value}, as printed.",
    "hint.unified": "Sharing the cache between slots the other way gives {value}, as printed.",
    "hint.flash-attention": "The other setting of Flash Attention gives {value}, as printed.",
    "hint.mla": "Storing MLA's cache another way gives {value}, as printed.",
    "hint.recurrent":
      "The prediction contains {recurrentMib} MiB of recurrent state, which llama.cpp prints apart from the KV cache.",
    "hint.cut-off":
      "The log breaks off before the size of one of the caches, so the printed sum is only part of it.",
    "hint.draft":
      "These lines are of the draft model's cache. The prediction for the main model does not apply.",
    "hint.unexplained":
      "Printed {printed}, predicted {predicted}. What the log says does not explain the difference.",
  },
};
