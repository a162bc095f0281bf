import type { Lang } from "../i18n/locales.ts";
import type { Messages } from "./translate.ts";

/** What every live run says: which way it goes and why, how far it is, what went wrong. */
export const runMessages = {
  ko: {
    "param.backend": "무엇으로 돌릴까요",
    "option.backend.auto": "자동",
    "option.backend.webgpu": "WebGPU",
    "option.backend.wasm": "WASM",
    run: "실행",
    "run-size": "내려받기 {size}",
    "run-size-most": "내려받기 최대 {size}",
    "run-size-plain": "압축해서 보내지 않는 서버라면 {plain}를 내려받아요.",
    "needs-script": "이 실행에는 JavaScript가 있어야 해요.",
    "run-again": "다시 실행",
    stop: "멈추기",
    downloading: "실행기를 내려받는 중, {percent}% (압축하면 {size}, 풀면 {plain})",
    starting: "준비하는 중",
    paused: "이 탭이 가려져서 멈췄어요. 다시 보면 이어서 해요.",
    stopped: "멈췄어요. 그때까지 얻은 값은 남겨 두었어요.",
    "stopped-empty": "아무것도 재기 전에 멈췄어요.",
    ladder: "실행 순서",
    "reason.insecure":
      "주소가 https가 아니라서 브라우저가 WebGPU를 감췄어요. https 주소나 localhost로 열면 쓸 수 있어요.",
    "reason.no-api":
      "이 브라우저에는 WebGPU가 없어서 WASM으로 돌려요. 최신 Chrome, Edge, Safari에는 있어요.",
    "reason.no-adapter":
      "WebGPU는 있지만 쓸 수 있는 그래픽 장치를 찾지 못해서 WASM으로 돌려요. 브라우저의 하드웨어 가속 설정을 확인해 보세요.",
    "reason.software":
      "그래픽 장치를 CPU가 흉내 내고 있어요({adapter}). WASM이 훨씬 빨라서 WASM으로 돌려요.",
    "reason.no-fp16":
      "이 그래픽 장치({adapter})는 fp16을 계산하지 못해서 WASM으로 돌려요. fp32로 바꾸면 그래픽 장치를 쓸 수 있어요.",
    "reason.unfit":
      "이 그래픽 장치({adapter})는 작은 어텐션도 제대로 계산하지 못해서 WASM으로 돌려요. 드라이버나 브라우저를 업데이트하면 나아질 수 있어요.",
    "reason.no-wasm":
      "이 브라우저가 WebAssembly를 막아 두어서 여기서는 돌릴 수 없어요. 보안 설정에서 이 사이트에 허용하면 쓸 수 있어요.",
    "reason.lost": "그래픽 장치와 연결이 끊겼어요. 다시 실행하면 새로 연결해요.",
    "reason.out-of-memory": "메모리가 모자라요. 문맥 길이를 줄이고 다시 실행해 보세요.",
    "reason.download":
      "실행에 필요한 파일을 내려받지 못했어요. 연결을 확인하고 다시 실행해 보세요.",
    "reason.damaged": "모델 파일이 온전하지 않아서 쓰지 않았어요. 다시 실행하면 새로 내려받아요.",
    "reason.failed": "실행하지 못했어요. WASM으로 바꿔 다시 해 보세요.",
    kept: "얻은 값 {n}개는 남겨 두었어요.",
    detail: "브라우저가 남긴 말: {message}",
    "webgpu-hardware": "이 기기의 그래픽 장치({adapter})로 돌려요.",
    "webgpu-software":
      "CPU가 흉내 내는 그래픽 장치({adapter})로 돌리고 있어요. 시간은 진짜 GPU와 견줄 수 없어요.",
    "ran-here": "이 기기에서 돌렸어요: {backend}, fp32. onnxruntime-web {version}.",
    "ran-on-gpu": "모든 연산이 그래픽 장치에서 돌았다고 실행기가 확인했어요.",
    "by-choice": "고른 대로 WASM으로 돌려요.",
  },
  en: {
    "param.backend": "Run on",
    "option.backend.auto": "Auto",
    "option.backend.webgpu": "WebGPU",
    "option.backend.wasm": "WASM",
    run: "Run",
    "run-size": "downloads {size}",
    "run-size-most": "downloads at most {size}",
    "run-size-plain": "A server that does not compress sends {plain}.",
    "needs-script": "This run needs JavaScript.",
    "run-again": "Run again",
    stop: "Stop",
    downloading: "Downloading the runtime, {percent}% ({size} compressed, {plain} unpacked)",
    starting: "Getting ready",
    paused: "Paused while this tab is hidden. It goes on when you look at it again.",
    stopped: "Stopped. What was found until then is kept.",
    "stopped-empty": "Stopped before anything was found.",
    ladder: "Ways to run, in order",
    "reason.insecure":
      "This address is not https, so the browser hides WebGPU. Over https or on localhost it is there.",
    "reason.no-api":
      "This browser has no WebGPU, so WASM runs. Current Chrome, Edge and Safari have it.",
    "reason.no-adapter":
      "WebGPU is here but found no GPU, so WASM runs. Hardware acceleration may be off in the browser's settings.",
    "reason.software":
      "The GPU here is emulated on the CPU ({adapter}). WASM is many times faster, so WASM runs.",
    "reason.no-fp16":
      "This GPU ({adapter}) does not compute in fp16, so WASM runs. In fp32 the GPU can be used.",
    "reason.unfit":
      "This GPU ({adapter}) failed at a tiny attention, so WASM runs. A newer driver or browser may help.",
    "reason.no-wasm":
      "This browser has WebAssembly turned off, so nothing can run here. Its security settings may allow it for this site.",
    "reason.lost": "Connection to the GPU was lost. Run again to connect anew.",
    "reason.out-of-memory": "Not enough memory. Choose a shorter context and run again.",
    "reason.download":
      "A file that the run needs did not arrive. Check the connection and run again.",
    "reason.damaged":
      "The model arrived damaged and was not used. Run again to fetch it once more.",
    "reason.failed": "The run failed. Choose WASM and run again.",
    kept: "{n} {n|result is|results are} kept.",
    detail: "What the browser said: {message}",
    "webgpu-hardware": "Runs on this device's GPU ({adapter}).",
    "webgpu-software":
      "Runs on a GPU that the CPU emulates ({adapter}). Its times say nothing about a real GPU.",
    "ran-here": "Run on this device: {backend}, fp32. onnxruntime-web {version}.",
    "ran-on-gpu": "The runtime confirmed that every operator ran on the GPU.",
    "by-choice": "Runs on WASM, as you chose.",
  },
} as const satisfies Readonly<Record<Lang, Messages>>;
