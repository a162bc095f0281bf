import { sharedMessages } from "../shared-params.ts";

export const messages = {
  ko: {
    ...sharedMessages.ko,
    title: "내 기기에서 어텐션 한 걸음",
    summary:
      "문맥 {context}토큰에서 디코딩 한 걸음이 읽는 K와 V는 KV 헤드 8개면 {most}, 1개면 {least}예요.",
    "param.backend": "무엇으로 돌릴까요",
    "option.backend.auto": "알아서",
    "option.backend.webgpu": "WebGPU",
    "option.backend.wasm": "WASM",
    shape: "쿼리 헤드 8개, 헤드 차원 64, fp32, 한 층, 요청 하나예요. KV 헤드 수만 바꿔요.",
    run: "실행",
    "run-size": "내려받기 {size}",
    "run-again": "다시 실행",
    stop: "멈추기",
    "not-yet": "아직 잰 값이 없어요. 실행하면 여기에 시간과 오차가 나와요.",
    downloading: "실행기를 내려받는 중, {loaded} / {total}",
    starting: "준비하는 중",
    stepping: "KV 헤드 {n}개, {of}번 중 {done}번째",
    stopped: "멈췄어요. 그때까지 잰 값은 남겨 두었어요.",
    ladder: "실행 순서",
    "reason.insecure":
      "주소가 https가 아니라서 브라우저가 WebGPU를 감췄어요. https 주소나 localhost로 열면 쓸 수 있어요.",
    "reason.no-api":
      "이 브라우저에는 WebGPU가 없어서 WASM으로 돌려요. 최신 Chrome, Edge, Safari에는 있어요.",
    "reason.no-adapter":
      "WebGPU는 있지만 쓸 수 있는 그래픽 장치를 찾지 못해서 WASM으로 돌려요. 브라우저의 하드웨어 가속 설정을 확인해 보세요.",
    "reason.software":
      "그래픽 장치를 CPU가 흉내 내고 있어요({adapter}). WASM이 수십 배 빨라서 WASM으로 돌려요.",
    "reason.lost": "그래픽 장치와 연결이 끊겼어요. 다시 실행하면 새로 연결해요.",
    "reason.out-of-memory": "메모리가 모자라요. 문맥 길이를 줄이고 다시 실행해 보세요.",
    "reason.download": "실행기를 내려받지 못했어요. 연결을 확인하고 다시 실행해 보세요.",
    "reason.failed": "실행하지 못했어요. WASM으로 바꿔 다시 해 보세요.",
    kept: "잰 값 {n}개는 남겨 두었어요.",
    detail: "브라우저가 남긴 말: {message}",
    "webgpu-hardware": "이 기기의 그래픽 장치({adapter})로 돌려요.",
    "webgpu-software":
      "CPU가 흉내 내는 그래픽 장치({adapter})로 돌리고 있어요. 시간은 진짜 GPU와 견줄 수 없어요.",
    "by-choice": "고르신 대로 WASM으로 돌려요.",
    headline:
      "KV 헤드를 8개에서 1개로 줄였더니 읽는 바이트는 {bytes}배, 시간은 {times}배 줄었어요. float64 기준과의 차이는 가장 커도 {error}예요.",
    wrong: "float64 기준과 {error}만큼 달라요. 이 기기의 결과는 믿지 마세요.",
    "table-caption": "디코딩 한 걸음, 문맥 {context}토큰",
    "column.heads": "KV 헤드",
    "column.bytes": "잡은 K와 V",
    "column.difference": "식과 차이",
    "column.median": "중앙값",
    "column.quartiles": "사분위 범위",
    "column.error": "최대 오차",
    "column.speed": "읽기 속도",
    "column.copy": "복사 대비",
    where:
      "이 기기에서 쟀어요: {backend}, fp32, 예열 뒤 {runs}번 실행의 중앙값. onnxruntime-web {version}.",
    "where-batched": "한 번이 시계 눈금보다 짧아서 {steps}걸음씩 묶어 재고 나눴어요.",
    "where-copy": "같은 기기의 복사 속도는 {copy}예요.",
    "where-gpu": "모든 연산이 그래픽 장치에서 돌았다고 실행기가 확인했어요.",
  },
  en: {
    ...sharedMessages.en,
    title: "One step of attention on this device",
    summary:
      "At {context} tokens one decode step reads {most} of K and V with 8 KV heads, and {least} with 1.",
    "param.backend": "Run on",
    "option.backend.auto": "Best",
    "option.backend.webgpu": "WebGPU",
    "option.backend.wasm": "WASM",
    shape: "8 query heads of dimension 64, fp32, one layer, one request. Only the KV heads change.",
    run: "Run",
    "run-size": "downloads {size}",
    "run-again": "Run again",
    stop: "Stop",
    "not-yet": "Nothing measured yet. Run it, and times and errors appear here.",
    downloading: "Downloading the runtime, {loaded} of {total}",
    starting: "Getting ready",
    stepping: "{n} KV heads, run {done} of {of}",
    stopped: "Stopped. What was measured until then is kept.",
    ladder: "Ways to run, in order",
    "reason.insecure":
      "This address is not https, so the browser hides WebGPU. Over https or on localhost it is there.",
    "reason.no-api":
      "This browser has no WebGPU, so WASM runs. Current Chrome, Edge and Safari have it.",
    "reason.no-adapter":
      "WebGPU is here but found no GPU, so WASM runs. Hardware acceleration may be off in the browser's settings.",
    "reason.software":
      "The GPU here is emulated on the CPU ({adapter}). WASM is many times faster, so WASM runs.",
    "reason.lost": "Connection to the GPU was lost. Run again to connect anew.",
    "reason.out-of-memory": "Not enough memory. Choose a shorter context and run again.",
    "reason.download": "The runtime did not arrive. Check the connection and run again.",
    "reason.failed": "The run failed. Choose WASM and run again.",
    kept: "{n} results are kept.",
    detail: "What the browser said: {message}",
    "webgpu-hardware": "Runs on this device's GPU ({adapter}).",
    "webgpu-software":
      "Runs on a GPU that the CPU emulates ({adapter}). Its times say nothing about a real GPU.",
    "by-choice": "Runs on WASM, as you chose.",
    headline:
      "From 8 KV heads to 1, the bytes read fell {bytes} times and the time {times} times. The largest difference from the float64 reference is {error}.",
    wrong: "This differs from the float64 reference by {error}. Do not trust this device's result.",
    "table-caption": "One decode step at {context} tokens",
    "column.heads": "KV heads",
    "column.bytes": "K and V held",
    "column.difference": "Off the formula",
    "column.median": "Median",
    "column.quartiles": "Quartiles",
    "column.error": "Largest error",
    "column.speed": "Read speed",
    "column.copy": "Of a copy",
    where:
      "Measured on this device: {backend}, fp32, median of {runs} runs after a warm-up. onnxruntime-web {version}.",
    "where-batched":
      "One step is shorter than the clock's tick, so {steps} were timed together and divided.",
    "where-copy": "The same device copies {copy}.",
    "where-gpu": "The runtime confirmed that every operator ran on the GPU.",
  },
} as const;
