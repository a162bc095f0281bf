import { runMessages } from "../run-messages.ts";
import { sharedMessages } from "../shared-params.ts";
import type { Messages } from "../translate.ts";

const counts: Messages = Object.fromEntries(
  ["4", "8", "16", "32"].map((count) => [`option.heads.${count}`, count]),
);

export const messages = {
  ko: {
    ...sharedMessages.ko,
    ...runMessages.ko,
    ...counts,
    title: "내 기기에서 어텐션 한 걸음",
    summary:
      "쿼리 헤드 {heads}개, 문맥 {context}토큰에서 디코딩 한 걸음이 읽는 K와 V는 KV 헤드가 {heads}개면 {most}, 1개면 {least}예요.",
    "summary-recorded":
      "다른 기기에서 재어 둔 디코딩 한 걸음이에요. 캐시의 바이트가 줄 때 시간은 얼마나 줄었는지 보세요.",
    "param.rows": "견줄 것",
    "option.rows.kv-heads": "KV 헤드 수",
    "option.rows.all": "MLA와 VHA까지",
    "param.heads": "쿼리 헤드",
    "param.curve": "문맥 길이를 바꿔 가며 재기",
    "param.expand": "K와 V를 모든 헤드로 복사하기",
    "param.precision": "숫자 형식",
    "option.precision.fp32": "fp32",
    "option.precision.fp16": "fp16",
    "option.backend.recorded": "기록",
    "show-recorded": "기록된 결과 보기",
    shape:
      "쿼리 헤드 {heads}개, 헤드 차원 64, 한 층, 요청 하나예요. 투영은 빼고 캐시를 읽는 어텐션만 재요.",
    "shape-others":
      "MLA는 잠재 벡터 256과 RoPE 키 32, VHA는 쿼리 헤드를 절반만 두고 KV 헤드 2개를 모두 만나게 해요.",
    "row.expanded": "{name}, 복사",
    "row.mla-absorbed": "MLA, 흡수",
    "row.mla-naive": "MLA, 펼침",
    "row.vha": "VHA\u00a02",
    "not-yet": "아직 잰 값이 없어요. 실행하면 여기에 결과가 나와요.",
    "measured-before": "아래 결과는 설정을 바꾸기 전에 잰 거예요.",
    stepping: "{name}, 문맥 {context}토큰, {of}번 중 {done}번째",
    headline:
      "KV 헤드를 {from}개에서 {to}개로 줄이니 읽는 바이트는 {bytes}분의 1로, 시간은 {percent}%로 줄었어요. float64 기준과의 차이는 가장 커도 가장 큰 출력의 {error}배예요.",
    "headline-slower":
      "KV 헤드를 {from}개에서 {to}개로 줄이니 읽는 바이트는 {bytes}분의 1로 줄었는데, 시간은 {percent}%로 늘었어요. float64 기준과의 차이는 가장 커도 가장 큰 출력의 {error}배예요.",
    "headline-spread":
      "KV 헤드를 {from}개에서 {to}개로 줄이니 읽는 바이트는 {bytes}분의 1이 됐어요. 시간 차이는 흩어진 폭 안이에요. float64 기준과의 차이는 가장 커도 가장 큰 출력의 {error}배예요.",
    "headline-copied":
      "{name}의 K와 V를 모든 헤드로 복사하니 시간이 MHA의 {percent}%에서 {copied}%가 됐어요. 캐시에 둔 바이트는 그대로예요.",
    "headline-copied-spread":
      "{name}의 K와 V를 모든 헤드로 복사해도 시간 차이는 흩어진 폭 안이었어요. 캐시에 둔 바이트는 그대로예요.",
    wrong: "float64 기준과 가장 큰 출력의 {error}배만큼 달라요. 이 기기의 결과는 믿지 마세요.",
    "table-caption": "디코딩 한 걸음, 문맥 {context}토큰",
    "table-caption-curve": "디코딩 한 걸음, 문맥 길이마다",
    "column.heads": "어텐션",
    "column.context": "문맥",
    "column.bytes": "캐시 바이트",
    "column.difference": "식과의 차이",
    "column.median": "중앙값",
    "column.quartiles": "사분위 범위",
    "column.error": "최대 오차 ÷ 최대 출력",
    "column.speed": "읽기 속도",
    "column.copy": "복사 속도의 몇 %",
    "column.first": "준비와 첫 실행",
    "column.here": "이 기기",
    "column.there": "비교 대상",
    "column.times": "시간의 비",
    "column.share-here": "이 기기, 첫 줄 대비",
    "column.share-there": "비교 대상, 첫 줄 대비",
    "axis.bytes": "식으로 센 캐시, 로그",
    "axis.time": "잰 시간(중앙값과 사분위), 로그",
    "axis.context": "문맥 길이(토큰), 로그",
    "curve-label": "문맥 길이에 따른 캐시 바이트와, 같은 길이에서 잰 시간",
    "bytes-label": "문맥 길이에 따른 캐시 바이트",
    "not-measured": "실행하면 여기에 시간이 나와요.",
    here: "이 기기에서 쟀어요.",
    where:
      "{backend}, {precision}, 쿼리 헤드 {heads}개, 헤드 차원 {dim}, 예열 뒤 {runs}번 실행의 중앙값. onnxruntime-web {version}.",
    "where-batched":
      "한 걸음이 이 시계로 하나씩 재기에는 짧아서 많게는 {steps}걸음씩 묶어 재고 나눴어요.",
    "where-copy": "같은 기기의 복사 속도는 {copy}예요.",
    "where-wasm": "WASM은 걸음마다 K와 V를 실행기의 메모리로 복사하고, 그 시간도 여기 들어 있어요.",
    "record-name": "{on}, {host}, 쿼리 헤드 {heads}개, {date}",
    commit: "이 프로젝트의 커밋 {commit}",
    "recorded-loading": "기록을 불러오는 중이에요.",
    "kept-nowhere":
      "여기서는 브라우저가 저장을 막아서 결과가 남지 않아요. 결과는 어디에도 보내지 않아요.",
    "recorded-remark":
      "이 기기에서 돌린 것이 아니라, 우리가 다른 기기에서 재어 둔 기록이에요. 이 기기에서 재려면 다른 것을 고르세요.",
    "param.recorded": "어느 기록",
    "option.recorded.wasm": "CPU의 WASM",
    "option.recorded.swiftshader": "CPU가 흉내 낸 GPU",
    "as-table": "표로 보기",
    compare: "나란히 보기",
    "compare-none": "안 함",
    "compare-recorded": "기록: {record}",
    "compare-kept": "내가 잰 것: {record}",
    "compare-file": "파일: {record}",
    "compare-open": "결과 파일 열기",
    "save-record": "결과 저장(JSON)",
    forget: "이 기기에 남긴 결과 지우기",
    "kept-here":
      "결과는 이 브라우저에만 남고 어디에도 보내지 않아요. 저장한 파일은 다른 사람이 여기서 열어 견줄 수 있어요.",
    "compare-caption": "같은 것을 잰 두 결과",
    "compare-nothing":
      "같은 것을 잰 줄이 없어요. 저쪽은 쿼리 헤드 {heads}개, 헤드 차원 {dim}, {precision}, 문맥 {contexts}토큰에서 쟀어요. 설정이 같은 줄만 나란히 놓을 수 있어요.",
    there: "비교 대상은 {record}.",
    "file.too-large": "{name}, 너무 커요. 이 위젯이 저장한 결과 파일은 1 MB를 넘지 않아요.",
    "file.not-json": "{name}, JSON이 아니라서 읽지 못했어요.",
    "file.not-a-run": "{name}, 이 위젯이 저장한 결과 파일이 아니에요.",
    "file.version": "{name}, 결과 파일의 버전이 {field}라서 읽지 못했어요. 1이어야 해요.",
    "file.field": "{name}, {field} 항목이 없거나 값이 맞지 않아요.",
  },
  en: {
    ...sharedMessages.en,
    ...runMessages.en,
    ...counts,
    title: "One step of attention on this device",
    summary:
      "At {context} tokens one decode step of {heads} query heads reads {most} of K and V with {heads} KV heads, and {least} with 1.",
    "summary-recorded":
      "One decode step, measured on another device: see how far the time falls as the bytes of the cache do.",
    "param.rows": "Compare",
    "option.rows.kv-heads": "KV heads",
    "option.rows.all": "MLA and VHA too",
    "param.heads": "Query heads",
    "param.curve": "Measure at several context lengths",
    "param.expand": "Copy K and V to every head",
    "param.precision": "Numbers",
    "option.precision.fp32": "fp32",
    "option.precision.fp16": "fp16",
    "option.backend.recorded": "Recorded",
    "show-recorded": "Show recorded results",
    shape:
      "{heads} query heads of dimension 64, one layer, one request. Projections are left out: only attention over the cache is timed.",
    "shape-others":
      "MLA has a latent of 256 and a RoPE key of 32. VHA has half the query heads, and each meets both of 2 KV heads.",
    "row.expanded": "{name}, copied",
    "row.mla-absorbed": "MLA, absorbed",
    "row.mla-naive": "MLA, expanded",
    "row.vha": "VHA\u00a02",
    "not-yet": "Nothing measured yet. Run it, and results appear here.",
    "measured-before": "The results below were measured before the settings were changed.",
    stepping: "{name}, {context} tokens, run {done} of {of}",
    headline:
      "From {from} KV heads to {to}, the bytes read fell by a factor of {bytes} and the time to {percent}%. The largest difference from the float64 reference is {error} of the largest output.",
    "headline-slower":
      "From {from} KV heads to {to}, the bytes read fell by a factor of {bytes}, but the time rose to {percent}%. The largest difference from the float64 reference is {error} of the largest output.",
    "headline-spread":
      "From {from} KV heads to {to}, the bytes read fell by a factor of {bytes}; the difference in time is within the spread. The largest difference from the float64 reference is {error} of the largest output.",
    "headline-copied":
      "With the K and V of {name} copied to every head, the time went from {percent}% of MHA's to {copied}%. The bytes in the cache stayed the same.",
    "headline-copied-spread":
      "Copying the K and V of {name} to every head made no difference in time beyond the spread. The bytes in the cache stayed the same.",
    wrong:
      "This differs from the float64 reference by {error} of the largest output. Do not trust this device's result.",
    "table-caption": "One decode step at {context} tokens",
    "table-caption-curve": "One decode step at each context length",
    "column.heads": "Attention",
    "column.context": "Context",
    "column.bytes": "Bytes cached",
    "column.difference": "Difference from formula",
    "column.median": "Median",
    "column.quartiles": "Quartiles",
    "column.error": "Largest error ÷ largest output",
    "column.speed": "Read speed",
    "column.copy": "Share of copy speed",
    "column.first": "Set-up and first run",
    "column.here": "This device",
    "column.there": "The other",
    "column.times": "Ratio of times",
    "column.share-here": "Here, against the first row",
    "column.share-there": "There, against the first row",
    "axis.bytes": "Cache by the formula, log",
    "axis.time": "Measured time, median and quartiles, log",
    "axis.context": "Context (tokens), log",
    "curve-label":
      "Bytes of the cache against context length, and the time measured at the same lengths",
    "bytes-label": "Bytes of the cache against context length",
    "not-measured": "Run it, and times appear here.",
    here: "Measured on this device.",
    where:
      "{backend}, {precision}, {heads} query heads of dimension {dim}, median of {runs} runs after a warm-up. onnxruntime-web {version}.",
    "where-batched":
      "One step is too short to be timed singly by this clock, so up to {steps} were timed together and divided.",
    "where-copy": "The same device copies {copy}.",
    "where-wasm": "Each WASM step copies K and V into the runtime's memory; that time is included.",
    "record-name": "{on}, {host}, {heads} query heads, {date}",
    commit: "commit {commit} of this project",
    "recorded-loading": "Loading the records.",
    "kept-nowhere":
      "The browser allows no storage here, so results are not kept. They are sent nowhere.",
    "recorded-remark":
      "This did not run on your device: we measured it on another. To measure here, choose another way to run.",
    "param.recorded": "Which record",
    "option.recorded.wasm": "WASM on a CPU",
    "option.recorded.swiftshader": "a GPU emulated by a CPU",
    "as-table": "As a table",
    compare: "Side by side with",
    "compare-none": "nothing",
    "compare-recorded": "Recorded: {record}",
    "compare-kept": "Measured here: {record}",
    "compare-file": "File: {record}",
    "compare-open": "Open a result file",
    "save-record": "Save the result (JSON)",
    forget: "Forget the results kept here",
    "kept-here":
      "Results stay in this browser and are sent nowhere. A saved file can be opened here by somebody else, to compare.",
    "compare-caption": "Two results of the same measurement",
    "compare-nothing":
      "They measured nothing in common. The other has {heads} query heads of dimension {dim} in {precision} at {contexts} tokens. Only rows of equal settings can stand side by side.",
    there: "The other is {record}.",
    "file.too-large": "{name} is too large. A result saved here takes no more than 1 MB.",
    "file.not-json": "{name} could not be read: it is not JSON.",
    "file.not-a-run": "{name} is not a result saved by this widget.",
    "file.version": "{name} is of version {field} and could not be read; it has to be 1.",
    "file.field": "In {name} the field {field} is missing or does not fit.",
  },
} as const;
