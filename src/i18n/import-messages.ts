import type { Lang } from "./locales.ts";

/**
 * Sentences for what reading a configuration finds, by code: errors first, then notes. `{field}` is
 * the path in the file, `{value}` the note's value, `{found}` what an error found; the others are
 * the terms of the error or the note.
 */
export const importMessages: Readonly<Record<Lang, Readonly<Record<string, string>>>> = {
  ko: {
    "not-json": "JSON이 아니에요. {line}행 {column}열의 {found} 부분을 확인해 주세요.",
    "file-too-big": "너무 큰 파일이에요. {length}자인데 {max}자까지만 읽어요.",
    "too-deep": "괄호가 {max}겹보다 깊게 겹쳐 있어서 읽지 않아요.",
    "not-an-object": "config.json은 중괄호로 시작하는 객체여야 하는데, {found}이(가) 있어요.",
    missing: "{field} 값이 없어서 캐시 크기를 알 수 없어요. 이 가운데 하나가 필요해요: {names}.",
    "wrong-type": "{field}: {expected} 꼴의 값이어야 하는데 {found}이(가) 있어요.",
    "not-a-count": "{field}: 정수여야 하는데 {found}이(가) 있어요.",
    "out-of-range": "{field}: {min}에서 {max} 사이여야 하는데 {found}이에요.",
    "list-length": "{field}: 목록의 길이가 {found}인데, {expected}이어야 해요.",
    "not-divisible":
      "{field}: {found}이(가) 헤드 {heads}개로 나누어떨어지지 않고, 헤드 차원도 따로 없어요.",
    "unknown-layer-type": "{field}: {found}은(는) 모르는 층 종류라서 캐시를 셀 수 없어요.",
    "no-kv-cache": "KV 캐시를 쓰지 않는 인코더예요. {field} 필드로 알 수 있어요.",
    unsupported: "{field}: 이 방식의 캐시는 아직 셀 수 없어서, 틀린 수를 내는 대신 멈춰요.",
    "too-large":
      "{field}: 토큰 {tokens}개의 캐시가 정확한 수로 나타낼 수 없을 만큼 커요. 값을 확인해 주세요.",
    read: "{field} = {value}",
    "mla-read":
      "{field}: MLA예요. 토큰마다 잠재 벡터 {latent}개 값과 RoPE 키 {rope}개 값을 저장해요.",
    "shared-layers": "{field}: {value}개 층이 다른 층의 캐시를 같이 써요.",
    "state-layers": "{field}: {value}개 층은 문맥 길이와 상관없는 고정 크기 상태를 가져요.",
    "draft-layers": "{field}: 추측 디코딩을 켤 때만 캐시를 쓰는 층이 {value}개 있어요.",
    "multi-query": "{field}: KV 헤드가 하나예요(MQA).",
    "kv-heads-assumed": "{field} 값이 없어서 쿼리 헤드와 같은 {value}개로 봤어요(MHA).",
    "head-dim-assumed": "{field} 값이 없어서 {hidden} / {heads} = {value}로 계산했어요.",
    "default-assumed": "{field} 값이 없어서 이런 파일을 읽는 클래스의 기본값 {value}을(를) 썼어요.",
    "dtype-assumed": "{field} 값이 없어서 값 하나를 {value}바이트로 봤어요.",
    "all-layers-windowed":
      "{field}: 어느 층에 쓰는지 없어서 모든 층이 {value}토큰 윈도를 쓴다고 봤어요.",
    "alternate-windows-assumed":
      "{field}: 순서가 적혀 있지 않아서 {value}토큰 윈도를 한 층 걸러 쓴다고 봤어요.",
    "window-pattern-assumed":
      "{field}: 순서가 적혀 있지 않아서 {value}번째 층마다 전체 문맥을 본다고 봤어요.",
    "windows-off-assumed":
      "{field}: use_sliding_window가 없어서 {value}토큰 윈도는 꺼져 있다고 봤어요.",
    "window-layers-unknown":
      "{field}: {value}토큰 윈도를 어느 층이 쓰는지 파일에 없어서 모두 온전한 층으로 봤어요. 그래서 이 값은 상한이에요.",
    "chunks-assumed":
      "{field}: 파일에 적혀 있지 않아서, 네 층 가운데 셋이 {value}토큰 청크 안에서만 어텐션을 한다고 봤어요.",
    "parallel-mixers-assumed":
      "{field}: 층 순서가 없어서 모든 층에 어텐션과 상태가 함께 있다고 봤어요.",
    "state-form-assumed":
      "{field}: 선형 어텐션 상태를 헤드 {value}개마다 {dim} × {dim}으로 봤어요.",
    "state-bytes-assumed": "{field}: 상태 값 하나를 {value}바이트로 봤어요.",
    "double-attention-assumed": "{field}: 층마다 어텐션이 둘이라고 보고 {value}개로 셌어요.",
    "draft-form-assumed": "{field}: 추측용 층은 마지막 어텐션 층과 같다고 봤어요({value}).",
    "tied-assumed": "{field} 값이 없어서 {value}로 봤어요. 파라미터 수에만 영향을 줘요.",
    "gating-assumed":
      "{field}: 피드포워드의 게이트를 {value}로 봤어요. 파라미터 수에만 영향을 줘요.",
    "feed-forward-assumed": "{field} 값이 없어서 {value}로 봤어요. 파라미터 수에만 영향을 줘요.",
    "non-finite-numbers": "JSON에 없는 NaN이나 Infinity가 있어서 빈 값으로 읽었어요.",
    "window-off": "{field} = {value}은(는) use_sliding_window가 꺼져 있어서 쓰지 않았어요.",
    "window-unused": "{field} = {value}은(는) 쓰는 층이 없어요.",
    "kv-heads-unused":
      "{field} = {value}은(는) multi_query 때문에 쓰지 않았어요. 실제 KV 헤드는 하나예요.",
    "other-model": "{field}에도 디코더가 있지만 세지 않았어요. 더 큰 쪽을 골랐어요.",
    "cross-attention":
      "{field}: 크로스 어텐션 층 {value}개가 인코더 출력을 저장하는 몫은 세지 않았어요.",
    "block-sparse": "{field}: 블록 희소 어텐션은 읽는 양을 줄일 뿐, 캐시는 모두 저장해요.",
    "non-causal": "{field}: 양방향 어텐션으로 쓰는 모델이라면 캐시가 필요 없어요.",
    "name-conflict": "{field} = {value}이(가) {taken} = {used}와 달라요. {taken}을(를) 썼어요.",
    "unknown-dtype": "{field} = {value}은(는) 모르는 형식이라서 값 하나를 2바이트로 봤어요.",
    "unknown-kv-format": "{field}: 캐시 형식 {value}을(를) 몰라서 쓰지 않았어요.",
    "parameters-not-counted": "{field}: 이 구조의 파라미터 수는 세지 않았어요. 캐시 크기는 맞아요.",
    "no-max-context": "{field} 값이 없어서 최대 문맥 길이를 몰라요.",
    "no-parameters": "{field} 값이 없어서 파라미터 수를 셀 수 없어요. 캐시 크기는 맞아요.",
  },
  en: {
    "not-json": "This is not JSON. Look at line {line}, column {column}: {found}",
    "file-too-big": "The file is too large: {length} characters, and {max} are read at most.",
    "too-deep": "Brackets are nested deeper than {max}, so the file is not read.",
    "not-an-object": "A config.json is an object in braces; this is {found}.",
    missing:
      "{field} is missing, so the size of the cache is unknown. One of these is needed: {names}.",
    "wrong-type": "{field} has to look like {expected}, but it is {found}.",
    "not-a-count": "{field} has to be a whole number, but it is {found}.",
    "out-of-range": "{field} has to be from {min} to {max}, but it is {found}.",
    "list-length": "{field} has {found} entries where {expected} belong.",
    "not-divisible":
      "{field}: {found} does not divide by {heads} heads, and no head dimension is given.",
    "unknown-layer-type":
      "{field}: {found} is a kind of layer that is not known, so its cache cannot be counted.",
    "no-kv-cache": "This is an encoder without a KV cache; {field} tells.",
    unsupported:
      "{field}: this kind of cache cannot be counted yet, and a wrong number would be worse than none.",
    "too-large":
      "{field}: the cache of {tokens} tokens would be too large for an exact number. Check the values.",
    read: "{field} = {value}",
    "mla-read":
      "{field}: this is MLA. A token keeps a latent of {latent} values and a RoPE key of {rope}.",
    "shared-layers": "{field}: {value} layers use the cache of another layer.",
    "state-layers":
      "{field}: {value} layers keep a state of fixed size, however long the context is.",
    "draft-layers": "{field} = {value}: so many layers cache only while the engine speculates.",
    "multi-query": "{field}: there is one KV head (MQA).",
    "kv-heads-assumed": "{field} is absent; taken as {value}, the number of query heads (MHA).",
    "head-dim-assumed": "{field} is absent; taken as {hidden} / {heads} = {value}.",
    "default-assumed":
      "{field} is absent; taken as {value}, the default of the class that reads such files.",
    "dtype-assumed": "{field} is absent; a value is taken to have {value} bytes.",
    "all-layers-windowed":
      "{field}: no field says which layers use it, so all have the window of {value} tokens.",
    "alternate-windows-assumed":
      "{field}: the order is not in the file; every second layer is taken to have the window of {value} tokens.",
    "window-pattern-assumed":
      "{field}: the order is not in the file; one layer in {value} is taken to see the whole context.",
    "windows-off-assumed":
      "{field}: without use_sliding_window, the window of {value} tokens is taken to be off.",
    "window-layers-unknown":
      "{field}: the file does not say which layers use the window of {value} tokens: all are taken as full, so this is an upper bound.",
    "chunks-assumed":
      "{field}: not in the file; three of four layers are taken to attend inside chunks of {value} tokens.",
    "parallel-mixers-assumed":
      "{field}: the order is not in the file; every layer is taken to have attention and a state.",
    "state-form-assumed":
      "{field}: the linear state is taken as {dim} × {dim} for each of {value} heads.",
    "state-bytes-assumed": "{field}: a value of the state is taken to have {value} bytes.",
    "double-attention-assumed":
      "{field}: each layer is taken to attend twice, so {value} are counted.",
    "draft-form-assumed":
      "{field}: draft layers are taken to be like the last attention layer ({value}).",
    "tied-assumed": "{field} is absent; taken as {value}. Only the parameter count depends on it.",
    "gating-assumed":
      "{field}: a gate in the feed-forward is taken as {value}. Only the parameter count depends on it.",
    "feed-forward-assumed":
      "{field} is absent; taken as {value}. Only the parameter count depends on it.",
    "non-finite-numbers": "NaN or Infinity, which JSON does not have, is read as empty.",
    "window-off": "{field} = {value} is not used: use_sliding_window is off.",
    "window-unused": "{field} = {value} is not used by any layer.",
    "kv-heads-unused": "{field} = {value} is not used: with multi_query there is one KV head.",
    "other-model": "{field} is a decoder too, but not counted: the larger one was taken.",
    "cross-attention":
      "{field}: what {value} cross-attention layers keep of the encoder's output is not counted.",
    "block-sparse": "{field}: block-sparse attention reads less, but the cache keeps everything.",
    "non-causal": "{field}: used with attention in both directions, the model needs no cache.",
    "name-conflict": "{field} = {value} differs from {taken} = {used}; {taken} was taken.",
    "unknown-dtype": "{field} = {value} is not a known type; a value is taken to have 2 bytes.",
    "unknown-kv-format": "{field}: the cache format {value} is not known and not used.",
    "parameters-not-counted":
      "{field}: parameters of this architecture are not counted. The cache is right.",
    "no-max-context": "{field} is absent, so the longest context is unknown.",
    "no-parameters": "{field} is absent, so parameters cannot be counted. The cache is right.",
  },
};
