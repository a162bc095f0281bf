import type { Lang } from "../../i18n/locales.ts";

const en = {
  about: "The KV cache of a language model, counted the way engines count it.",
  usage: "Usage:",
  commands: "Commands:",
  examples: "Examples:",
  "command-size": "what the cache of a sequence takes",
  "command-fit": "what an engine has room for, with the derivation",
  "command-read-log": "a start-up log beside what is predicted for its model",
  "help-command": "`headcount COMMAND --help` lists the options of a command.",
  "exit-codes": "Exit: 0 done, 1 the input cannot be used, 2 the command is written wrong.",
  "usage-model": "--config FILE | --model ID | --gguf FILE",
  "group-model": "Model",
  "group-cache": "Cache",
  "group-engine": "Engine",
  "group-memory": "Memory of one GPU",
  "group-llama.cpp": "llama.cpp",
  "group-output": "Output",
  "option-config": "the model's config.json; - for standard input",
  "option-model": "a model of the catalogue by its id, such as llama-3-70b",
  "option-gguf": "a GGUF file; only its header is read",
  "option-dtype":
    "the type the model is loaded in: bfloat16, float16, float32; else 16 bits, as vLLM and SGLang do for float32 files too",
  "option-tokens": "tokens of a sequence; else the model's longest context, or 8,192",
  "option-batch": "sequences; default 1",
  "option-kv-format":
    "format of the cache: auto, bf16, fp8, int8, int4, q8_0, …; auto is the file's, or the type the model is loaded in",
  "option-tp": "GPUs that split the heads (tensor parallel); default 1, or all of --count",
  "option-engine":
    "vllm, sglang, llama.cpp or ideal; a version after @, as in vllm@0.11 or llama.cpp@2025-07; ik_llama.cpp too",
  "option-pp": "pipeline stages; the fullest one decides",
  "option-dp": "data parallel ranks; the numbers are of one",
  "option-dcp": "GPUs that split the tokens (decode context parallel)",
  "option-max-model-len": "longest context of a request in tokens; else the model's",
  "option-max-batched-tokens":
    "tokens of one step; default 8,192. vLLM counts it for layers with a window",
  "option-block-size": "tokens of a block or page; else the engine's choice",
  "option-speculative-tokens": "draft tokens a step; the model's draft layers then cache too",
  "option-state-mode": "vLLM, states with prefix caching: none, align or all",
  "option-no-hybrid":
    "layers with a window keep all tokens, as SGLang has it for most classes of models with windows",
  "option-available-gib": "GiB that one GPU gives to the cache, as vLLM prints them",
  "option-gpu": "a GPU by its id or the beginning of it: h100, a100-80g, rtx-4090",
  "option-count": "GPUs; must be tp × pp × dp",
  "option-utilization": "part of the memory the engine may use; vLLM 0.9, SGLang 0.88, ideal 1",
  "option-total-gib": "what the driver reports; else 99 % of the GiB that are sold",
  "option-weights-format":
    "bf16, fp8, int4 or fp32; default what the file says, or the type the model is loaded in",
  "option-weights-gib": "weights of one GPU; else parameters × bits over tp × pp GPUs",
  "option-non-torch-gib": "driver and NCCL; vLLM: 0.13, or 0.55 with several GPUs",
  "option-activation-gib": "peak of activations; vLLM: 5 from 70 GiB of memory on, else 1",
  "option-cuda-graph-gib": "CUDA graphs, where the engine subtracts them; default 0",
  "option-ctx": "--ctx-size: tokens of all slots together; else the model's context",
  "option-slots": "--parallel; default 1",
  "option-ubatch": "--ubatch-size; default 512",
  "option-type-k": "--cache-type-k; default f16",
  "option-type-v": "--cache-type-v; default f16",
  "option-unified": "--kv-unified: the slots share one cache",
  "option-swa-full": "--swa-full: layers with a window keep the whole context",
  "option-no-flash-attention": "flash attention is off",
  "option-mla": "what is stored of MLA: latent, latent+transposed or expanded",
  "option-json": "JSON on standard output; names are stable",
  "option-lang": "en or ko; else the language of the terminal",
  "option-help": "this text",
  "note-size":
    "bytesPerSequence is of all GPUs together, bytesPerSequencePerGpu of one; what GPUs keep twice counts twice.",
  "note-numbers":
    "Write numbers in full: 131072, 131,072 or 131_072. 128k could be 128,000 or 131,072. GiB is 2^30 bytes, GB 10^9.",
  "note-read-log":
    "Without a model the log's lines are shown as read. Settings come from the log; what it does not tell is named.",
} as const;

type Key = keyof typeof en;

const ko: Readonly<Record<Key, string>> = {
  about: "언어 모델의 KV 캐시를 엔진이 세는 방식 그대로 셉니다.",
  usage: "사용법:",
  commands: "명령:",
  examples: "예:",
  "command-size": "요청 하나의 캐시가 차지하는 크기",
  "command-fit": "엔진에 얼마나 들어가는지, 계산 과정까지",
  "command-read-log": "서버가 시작할 때 찍은 로그를 예측과 나란히",
  "help-command": "명령마다의 옵션은 `headcount 명령 --help`로 봐요.",
  "exit-codes": "종료 코드: 0 성공, 1 쓸 수 없는 입력, 2 잘못 쓴 명령.",
  "usage-model": "--config FILE | --model ID | --gguf FILE",
  "group-model": "모델",
  "group-cache": "캐시",
  "group-engine": "엔진",
  "group-memory": "GPU 한 장의 메모리",
  "group-llama.cpp": "llama.cpp",
  "group-output": "출력",
  "option-config": "모델의 config.json. 표준 입력은 -",
  "option-model": "목록에 있는 모델의 id. 예: llama-3-70b",
  "option-gguf": "GGUF 파일. 헤더만 읽어요",
  "option-dtype":
    "모델을 올리는 자료형: bfloat16, float16, float32. 없으면 16비트. vLLM과 SGLang은 float32 파일도 16비트로 올려요",
  "option-tokens": "요청 하나의 토큰 수. 없으면 모델의 최대 문맥, 그것도 없으면 8,192",
  "option-batch": "요청 수. 기본값 1",
  "option-kv-format":
    "캐시 형식: auto, bf16, fp8, int8, int4, q8_0 등. auto는 파일에 적힌 형식이나 모델을 올리는 자료형",
  "option-tp": "헤드를 나누는 GPU 수(텐서 병렬). 기본값 1, --count가 있으면 그 전부",
  "option-engine":
    "vllm, sglang, llama.cpp, ideal. 버전은 @ 뒤에: vllm@0.11, llama.cpp@2025-07. ik_llama.cpp도 돼요",
  "option-pp": "파이프라인 단계. 가장 꽉 찬 단계가 정해요",
  "option-dp": "데이터 병렬 수. 결과는 그 하나의 값이에요",
  "option-dcp": "토큰을 나누는 GPU 수(decode context parallel)",
  "option-max-model-len": "요청 하나의 최대 토큰 수. 없으면 모델의 최대 문맥",
  "option-max-batched-tokens":
    "한 스텝의 토큰 수. 기본값 8,192. vLLM은 윈도가 있는 층에서 이 값을 함께 세요",
  "option-block-size": "블록(페이지) 하나의 토큰 수. 없으면 엔진이 고르는 값",
  "option-speculative-tokens": "스텝마다 추측하는 토큰. 이때는 추측용 층도 캐시를 써요",
  "option-state-mode": "vLLM, 접두사 캐싱을 켠 상태 층: none, align, all",
  "option-no-hybrid":
    "윈도가 있는 층도 토큰을 모두 저장해요. SGLang은 윈도가 있는 모델 대부분을 이렇게 다뤄요",
  "option-available-gib": "GPU 한 장이 캐시에 내주는 GiB. vLLM이 출력하는 그 값",
  "option-gpu": "GPU의 id나 그 앞부분: h100, a100-80g, rtx-4090",
  "option-count": "GPU 수. tp × pp × dp와 같아야 해요",
  "option-utilization": "엔진이 쓸 수 있는 메모리 비율. vLLM 0.9, SGLang 0.88, ideal 1",
  "option-total-gib": "드라이버가 보고하는 크기. 없으면 제품 표기 GiB의 99 %",
  "option-weights-format":
    "bf16, fp8, int4, fp32. 기본값은 파일에 적힌 비트 수나 모델을 올리는 자료형",
  "option-weights-gib": "GPU 한 장의 가중치. 없으면 파라미터 × 비트를 tp × pp로 나눠요",
  "option-non-torch-gib": "드라이버와 NCCL. vLLM은 0.13, GPU가 여럿이면 0.55",
  "option-activation-gib": "활성값의 최댓값. vLLM은 메모리가 70 GiB 이상이면 5, 아니면 1",
  "option-cuda-graph-gib": "엔진이 CUDA 그래프를 뺄 때 그 크기. 기본값 0",
  "option-ctx": "--ctx-size: 모든 슬롯을 합친 토큰 수. 없으면 모델의 최대 문맥",
  "option-slots": "--parallel. 기본값 1",
  "option-ubatch": "--ubatch-size. 기본값 512",
  "option-type-k": "--cache-type-k. 기본값 f16",
  "option-type-v": "--cache-type-v. 기본값 f16",
  "option-unified": "--kv-unified: 슬롯들이 캐시 하나를 같이 써요",
  "option-swa-full": "--swa-full: 윈도가 있는 층도 문맥 전체를 저장해요",
  "option-no-flash-attention": "플래시 어텐션을 꺼요",
  "option-mla": "MLA에서 저장하는 것: latent, latent+transposed, expanded",
  "option-json": "표준 출력에 JSON. 이름은 바뀌지 않아요",
  "option-lang": "en 또는 ko. 없으면 터미널의 언어",
  "option-help": "이 도움말",
  "note-size":
    "bytesPerSequence는 모든 GPU를 합친 크기, bytesPerSequencePerGpu는 한 장의 크기예요. 여러 장에 똑같이 두는 것은 그만큼 여러 번 세요.",
  "note-numbers":
    "수는 다 적어 주세요: 131072, 131,072, 131_072. 128k는 128,000일 수도 131,072일 수도 있어요. GiB는 2^30바이트, GB는 10^9바이트예요.",
  "note-read-log":
    "모델이 없으면 로그에서 읽은 줄만 보여 줘요. 설정은 로그에서 읽고, 로그에 없는 설정은 무엇으로 봤는지 밝혀요.",
};

export const help = { en, ko } as const satisfies Readonly<
  Record<Lang, Readonly<Record<Key, string>>>
>;
