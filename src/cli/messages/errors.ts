import type { Lang } from "../../i18n/locales.ts";

const en = {
  error: "headcount: {message}",
  "see-help": "Run `headcount {command} --help` for the options.",
  "see-help-all": "Run `headcount --help`.",
  "unknown-command": '"{found}" is not a command. Commands: {known}.',
  "unknown-command-near": '"{found}" is not a command. Did you mean {near}?',
  "unknown-option": "{found} is not an option of `headcount {command}`.",
  "unknown-option-near": "{found} is not an option. Did you mean {near}?",
  "option-of-other-command":
    "--{option} is not an option of `headcount {command}`, but of: {others}.",
  "needs-value": "--{option} needs a value: --{option} {value}.",
  "takes-no-value": "--{option} takes no value.",
  "not-a-count": '--{option} needs a whole number from 1, such as 8192 or 131,072, not "{found}".',
  "not-a-number": '--{option} needs a whole number from 0, not "{found}".',
  "not-a-decimal":
    '--{option} needs a number with a point and without a unit, such as 109.86, not "{found}".',
  "decimal-sign": '--{option} needs a number from 0, without a sign, not "{found}".',
  "decimal-exponent":
    '--{option} needs a number without an exponent: write out "{found}", such as 109.86.',
  "ambiguous-number":
    '--{option}: "{found}" can mean {decimal} or {binary}. Write the whole number.',
  "unexpected-word": '"{found}" is not expected here.',
  "needs-file": "Name the file with the log, or - for standard input.",
  "two-stdin": "Only one of the inputs can be - (standard input).",
  "needs-model": "Name a model: --config FILE, --model ID or --gguf FILE.",
  "one-model": "Name one model, not several: {given}.",
  "unknown-model": 'The catalogue has no model with the id "{found}". Use --config with its file.',
  "unknown-model-near":
    'The catalogue has no model with the id "{found}". Did you mean one of these? {near}',
  "unknown-dtype": '--dtype: "{found}" is not a type of models. Known: bfloat16, float16, float32.',
  "unknown-format": '--kv-format: "{found}" is not a format. Known: {known}.',
  "format-of-other-engine":
    '--kv-format: {engine} has no cache in "{found}" for this model. It has: {known}.',
  "unknown-choice": '--{option}: "{found}" is none of: {known}.',
  "unknown-lang": '--lang: "{found}" is not a language here. Known: en, ko.',
  "gguf-from-file": "--gguf needs a file: it is read in parts, so standard input does not do.",
  "needs-engine": "Name an engine: --engine vllm@0.11, sglang, llama.cpp or ideal.",
  "unknown-engine":
    '--engine: "{found}" is not an engine. Known: {known}, with a version as in vllm@0.11.',
  "unknown-llama-version":
    '--engine: llama.cpp\'s rules go by month, not by "{found}". Known: {known}, and ik_llama.cpp.',
  "only-llama-cpp": "--{option} is for llama.cpp, not for {engine}.",
  "not-llama-cpp": "--{option} is not for {engine}; see its own options in the help.",
  "needs-ctx": "The model does not state its context: give --ctx.",
  "needs-expanded-heads":
    "This version stores the heads of MLA, whose dimensions the model does not state. " +
    "Give --mla latent, or a config with qk_nope_head_dim and v_head_dim.",
  "needs-budget":
    "Say how much memory there is: --available-gib X for what one GPU gives to the cache, " +
    "or --gpu ID.",
  "two-budgets": "Give --available-gib or a GPU (--gpu, --total-gib), not both.",
  "unknown-gpu": '--gpu: "{found}" is not known. Known: {known}. Or use --total-gib.',
  "ambiguous-gpu": '--gpu: "{found}" can be one of: {near}.',
  "count-not-product": "--count {count} is not tp {tp} × pp {pp} × dp {dp}. Change one of them.",
  "dp-not-divisor":
    "SGLang splits the {tp} GPUs of --tp into {dp} data parallel ranks, which does not come out even.",
  "utilization-above-one": "--utilization is a part of the memory, from 0 to 1, not {found}.",
  "unknown-weights-format": '--weights-format: "{found}" is not known. Known: {known}.',
  "needs-weights-format":
    "The weights are quantized ({found}) and the file does not say to how many bits: give --weights-format, or --weights-gib of one GPU.",
  "no-parameters": "The parameters of this model cannot be counted: give --weights-gib of one GPU.",
  "no-memory-left":
    "Nothing is left for the cache on one GPU: of {usable} GiB that may be used, weights and the rest take {taken} GiB.",
  "no-such-file": "{file}: no such file.",
  "is-folder": "{file} is a folder.",
  "no-permission": "{file}: not allowed to read it.",
  "too-long": "{file} is too large.",
  unreadable: "{file} cannot be read. {reason}",
  "bad-file": "{file}: {message}",
  "engine-pages":
    "vLLM would refuse this model: pages of its layers cannot be made equal. {detail}.",
  "engine-no-cache": "No layer of this model has a cache that grows.",
  "engine-unbounded": "This model needs a longest context: give --max-model-len.",
  "engine-pp": "{pp} pipeline stages are more than the model's {layers} layers.",
  "engine-dcp": "--dcp {dcp} has to divide --tp {tp}: the same GPUs split the tokens.",
  "engine-dcp-gpus":
    "--dcp {dcp} needs as many GPUs for each of {kv} KV heads, and more GPUs than heads: --tp is {tp}.",
  "engine-dcp-group": "--dcp {dcp} has to divide the {group} query heads that share a KV head.",
  "engine-block-size":
    "vLLM has no blocks of {size} tokens: use a multiple of 16 (before 0.18 also 1 and 8).",
  "out-of-range": "The numbers do not work out: {detail}.",
  "no-server": "{file}: no start-up lines of vLLM, SGLang or llama.cpp were found.",
  unexpected: "Something went wrong that should not: {detail}.",
} as const;

type Key = keyof typeof en;

const ko: Readonly<Record<Key, string>> = {
  error: "headcount: {message}",
  "see-help": "옵션은 `headcount {command} --help`로 볼 수 있어요.",
  "see-help-all": "`headcount --help`를 실행해 보세요.",
  "unknown-command": '"{found}"은(는) 없는 명령이에요. 쓸 수 있는 명령: {known}.',
  "unknown-command-near": '"{found}"은(는) 없는 명령이에요. 혹시 {near}인가요?',
  "unknown-option": "`headcount {command}`에는 {found} 옵션이 없어요.",
  "unknown-option-near": "{found} 옵션은 없어요. 혹시 {near}인가요?",
  "option-of-other-command":
    "--{option}은(는) `headcount {command}`가 아니라 다른 명령의 옵션이에요: {others}.",
  "needs-value": "--{option}에는 값이 필요해요: --{option} {value}.",
  "takes-no-value": "--{option}에는 값을 붙이지 않아요.",
  "not-a-count":
    '--{option}에는 8192나 131,072처럼 1 이상의 정수를 적어야 하는데 "{found}"이(가) 왔어요.',
  "not-a-number": '--{option}에는 0 이상의 정수를 적어야 하는데 "{found}"이(가) 왔어요.',
  "not-a-decimal":
    '--{option}에는 109.86처럼 단위 없는 소수를 적어야 하는데 "{found}"이(가) 왔어요.',
  "decimal-sign": '--{option}에는 부호 없이 0 이상의 수를 적어야 하는데 "{found}"이(가) 왔어요.',
  "decimal-exponent":
    '--{option}에는 지수 없이 적어 주세요. "{found}"을(를) 109.86처럼 풀어 쓰면 돼요.',
  "ambiguous-number":
    '--{option}: "{found}"은(는) {decimal}일 수도, {binary}일 수도 있어요. 숫자를 다 적어 주세요.',
  "unexpected-word": '"{found}"이(가) 왜 여기 있는지 모르겠어요.',
  "needs-file": "로그 파일 이름을 적어 주세요. 표준 입력은 - 로 적어요.",
  "two-stdin": "표준 입력(-)은 한 군데에만 쓸 수 있어요.",
  "needs-model": "모델을 정해 주세요: --config FILE, --model ID, --gguf FILE 가운데 하나.",
  "one-model": "모델은 하나만 정할 수 있어요: {given}.",
  "unknown-model": '목록에 "{found}" 모델이 없어요. --config로 파일을 주세요.',
  "unknown-model-near": '목록에 "{found}" 모델이 없어요. 혹시 이 가운데 하나인가요? {near}',
  "unknown-dtype":
    '--dtype: "{found}"은(는) 모델의 자료형이 아니에요. 쓸 수 있는 값: bfloat16, float16, float32.',
  "unknown-format": '--kv-format: "{found}"은(는) 모르는 형식이에요. 쓸 수 있는 값: {known}.',
  "format-of-other-engine":
    '--kv-format: 이 모델에서 {engine}은(는) "{found}" 형식의 캐시를 쓰지 않아요. 쓸 수 있는 값: {known}.',
  "unknown-choice": '--{option}: "{found}"은(는) 쓸 수 없어요. 쓸 수 있는 값: {known}.',
  "unknown-lang": '--lang: "{found}"은(는) 지원하지 않아요. 쓸 수 있는 값: en, ko.',
  "gguf-from-file": "--gguf는 파일을 조금씩 읽기 때문에 표준 입력으로는 쓸 수 없어요.",
  "needs-engine": "엔진을 정해 주세요: --engine vllm@0.11, sglang, llama.cpp, ideal.",
  "unknown-engine":
    '--engine: "{found}"은(는) 모르는 엔진이에요. 쓸 수 있는 값: {known}. 버전은 vllm@0.11처럼 붙여요.',
  "unknown-llama-version":
    '--engine: llama.cpp의 규칙은 달로 구분해서 "{found}"은(는) 쓸 수 없어요. 쓸 수 있는 값: {known}, 그리고 ik_llama.cpp.',
  "only-llama-cpp": "--{option}은(는) llama.cpp 옵션이라 {engine}에는 쓸 수 없어요.",
  "not-llama-cpp": "--{option}은(는) {engine}에 쓸 수 없어요. 도움말에서 이 엔진의 옵션을 보세요.",
  "needs-ctx": "모델이 문맥 길이를 밝히지 않았어요. --ctx를 주세요.",
  "needs-expanded-heads":
    "이 버전은 MLA를 헤드로 펼쳐 저장하는데, 모델이 그 차원을 밝히지 않았어요. " +
    "--mla latent를 쓰거나 qk_nope_head_dim과 v_head_dim이 있는 config를 주세요.",
  "needs-budget":
    "메모리가 얼마나 있는지 알려 주세요: GPU 한 장이 캐시에 내주는 크기는 --available-gib X, 아니면 --gpu ID.",
  "two-budgets": "--available-gib와 GPU(--gpu, --total-gib) 가운데 하나만 주세요.",
  "unknown-gpu":
    '--gpu: "{found}"은(는) 모르는 GPU예요. 쓸 수 있는 값: {known}. --total-gib로 적어도 돼요.',
  "ambiguous-gpu": '--gpu: "{found}"에 맞는 GPU가 여럿이에요: {near}.',
  "count-not-product": "--count {count}이(가) tp {tp} × pp {pp} × dp {dp}와 달라요.",
  "dp-not-divisor":
    "SGLang은 --tp의 GPU {tp}장을 데이터 병렬 {dp}개로 나누는데, 나누어떨어지지 않아요.",
  "utilization-above-one": "--utilization은 0에서 1 사이의 비율이에요. {found}은(는) 쓸 수 없어요.",
  "unknown-weights-format":
    '--weights-format: "{found}"은(는) 모르는 형식이에요. 쓸 수 있는 값: {known}.',
  "needs-weights-format":
    "가중치가 양자화되어 있는데({found}) 몇 비트인지 파일에 없어요. --weights-format을 주거나, GPU 한 장의 가중치를 --weights-gib로 주세요.",
  "no-parameters":
    "이 모델의 파라미터 수를 셀 수 없어요. GPU 한 장의 가중치를 --weights-gib로 주세요.",
  "no-memory-left":
    "캐시에 남는 메모리가 없어요. GPU 한 장에서 쓸 수 있는 {usable} GiB 가운데 가중치와 나머지가 {taken} GiB를 써요.",
  "no-such-file": "{file}: 그런 파일이 없어요.",
  "is-folder": "{file}은(는) 폴더예요.",
  "no-permission": "{file}: 읽을 권한이 없어요.",
  "too-long": "{file}은(는) 너무 커요.",
  unreadable: "{file}을(를) 읽을 수 없어요. {reason}",
  "bad-file": "{file}: {message}",
  "engine-pages": "vLLM이 거절할 모델이에요. 층마다 다른 페이지 크기를 맞출 수 없어요. {detail}.",
  "engine-no-cache": "이 모델에는 늘어나는 캐시를 가진 층이 없어요.",
  "engine-unbounded": "이 모델은 가장 긴 문맥을 알아야 해요. --max-model-len을 주세요.",
  "engine-pp": "파이프라인 {pp}단계는 모델의 층 {layers}개보다 많아요.",
  "engine-dcp": "--dcp {dcp}은(는) --tp {tp}의 약수여야 해요. 같은 GPU들이 토큰을 나눠요.",
  "engine-dcp-gpus":
    "--dcp {dcp}을(를) 쓰려면 KV 헤드 {kv}개마다 GPU가 그만큼 있어야 하고, GPU가 헤드보다 많아야 해요. --tp는 {tp}이에요.",
  "engine-dcp-group":
    "--dcp {dcp}은(는) KV 헤드 하나를 같이 쓰는 쿼리 헤드 {group}개의 약수여야 해요.",
  "engine-block-size":
    "vLLM에는 {size}토큰짜리 블록이 없어요. 16의 배수를 쓰세요(0.18 전에는 1과 8도 돼요).",
  "out-of-range": "수가 맞지 않아요: {detail}.",
  "no-server": "{file}: vLLM, SGLang, llama.cpp가 시작할 때 찍는 줄을 찾지 못했어요.",
  unexpected: "있어서는 안 될 문제가 생겼어요: {detail}.",
};

export const errors = { en, ko } as const satisfies Readonly<
  Record<Lang, Readonly<Record<Key, string>>>
>;
