export const ko = {
  title: "VHA 흡수하기",
  "param.dims": "층",
  "option.dims.toy": "작은 층",
  "option.dims.paper": "1.7B의 층",
  "param.alpha": "Premix: I에서 떨어진 거리 α",
  "unit.alpha": "",
  "param.beta": "Postmix: A와 B의 크기 β",
  "unit.beta": "",
  "param.rank": "Postmix: 랭크 r",
  "unit.rank": "",
  "param.break": "고장",
  "option.break.none": "없음",
  "option.break.norm-first": "norm 먼저",
  "option.break.silu": "SiLU",
  "option.break.untransposed": "Mᵀ 대신 M",
  summary:
    "α = {alpha}인 Premix와 랭크 {rank}의 Postmix를 가중치에 흡수하면 평범한 {served}가 남아요. 출력은 가장 큰 값의 {error}까지만 달라서 반올림 크기예요.",
  "summary-same":
    "α = {alpha}인 Premix와 랭크 {rank}의 Postmix를 가중치에 흡수하면 평범한 {served}가 남아요. 출력은 조금도 다르지 않아요.",
  "summary-norm-first":
    "QK-norm이 Premix보다 앞에 있으면 흡수한 층은 다른 층이 돼요. 출력이 가장 큰 값의 {error}까지 어긋나요.",
  "summary-silu":
    "쿼리 투영과 Premix 사이에 SiLU가 끼면 흡수한 층은 다른 층이 돼요. 출력이 가장 큰 값의 {error}까지 어긋나요.",
  "summary-untransposed":
    "M을 전치하지 않고 흡수하면 틀린 층이 나와요. 출력이 가장 큰 값의 {error}까지 어긋나요.",
  "summary-paper":
    "α = {alpha}인 Premix와 랭크 {rank}의 Postmix를 가중치에 흡수하면 평범한 {served}가 남아요. 출력이 얼마나 다른지는 실행하면 나와요.",
  "summary-paper-norm-first":
    "QK-norm이 Premix보다 앞에 있으면 {served}로 흡수한 층은 다른 층이 돼요. 얼마나 어긋나는지는 실행하면 나와요.",
  "summary-paper-silu":
    "쿼리 투영과 Premix 사이에 SiLU가 끼면 {served}로 흡수한 층은 다른 층이 돼요. 얼마나 어긋나는지는 실행하면 나와요.",
  "summary-paper-untransposed":
    "M을 전치하지 않고 흡수하면 틀린 {served}가 나와요. 얼마나 어긋나는지는 실행하면 나와요.",
  "harmless-norm-first":
    "QK-norm이 Premix보다 앞에 있는데도 탈이 없어요. α = {alpha}이면 Premix가 단위 행렬이라, 흡수한 것이 그대로 {served}예요.",
  "harmless-untransposed":
    "M을 전치하지 않았는데도 탈이 없어요. β = {beta}이면 M이 단위 행렬이고 단위 행렬은 전치해도 같아서, 흡수한 것이 그대로 {served}예요.",
  "factor.physical": "쿼리 헤드",
  "factor.kv": "KV 헤드",
  "factor.virtual": "흡수한 뒤의 쿼리 헤드",
  shape:
    "폭 {hidden}, 헤드 차원 {headDim}, 시드로 만든 난수 가중치예요. r을 따로 정하지 않으면 저자들의 설정처럼 쿼리 헤드의 절반, {own}이에요.",
  "about-mixes":
    "KV 헤드 g로 가는 쿼리에는 P_g를 곱해요. 헤드 안의 숫자를 섞는 Premix예요. Postmix는 헤드들의 출력을 M = I + B Aᵀ로 섞고, A와 B의 열이 r개예요. α는 P − I의 크기를 I의 크기로 나눈 값이에요(프로베니우스 노름). 학습을 시작할 때는 α = 0.1이고, B = 0이라 M = I예요. 논문을 소개한 글에는 학습한 뒤의 거리가 커도 5.85라고 나와 있는데, 헤드 차원이 128이면 α = 0.52예요.",
  corner: "{size}의 첫 {drawn}",
  distance: "I에서 {distance} 떨어짐",
  "rank-of": "I + 랭크 {rank} 행렬",
  key: "원소의 절댓값, 이 값부터",
  "matrices-label":
    "두 KV 헤드의 Premix와 Postmix를 농도로 그린 그림. Premix는 단위 행렬에서 {distances}만큼 떨어져 있고, Postmix는 단위 행렬에 랭크 {rank}인 행렬을 더한 것.",
  "step.wq": "W_Q",
  "step.premix": "Premix",
  "step.norm": "QK-norm",
  "step.silu": "SiLU",
  "step.rope": "RoPE",
  "step.attention": "어텐션",
  "step.postmix": "Postmix",
  "step.wo": "W_O",
  "name.trained": "학습할 때, VHA {heads}",
  "name.absorbed": "흡수한 뒤, GQA {heads}",
  "name.gqa": "GQA {heads}",
  "order-lost": "빠져요",
  "order-label": "학습할 때의 순서: {steps}. {fault}",
  "fault-name.none": "제대로 흡수",
  "fault-name.norm-first": "QK-norm을 Premix 앞으로",
  "fault-name.silu": "Premix 앞에 SiLU",
  "fault-name.untransposed": "M을 전치하지 않고 흡수",
  "fault-text.none":
    "W_Q와 P_g 사이에도, M과 W_O 사이에도 아무것도 없어요. 그래서 둘씩 미리 곱해 둘 수 있고, W_Q′와 W_O′만 남아요.",
  "fault-text.norm-first":
    "QK-norm은 쿼리를 제 크기로 나눠요. 나누고 섞는 것은 섞고 나누는 것과 달라서, P_g가 QK-norm을 넘어갈 수 없어요. 첫 토큰의 출력만 맞아요. 볼 것이 자신뿐이라 쿼리가 무엇이든 같거든요.",
  "fault-text.norm-first-harmless":
    "QK-norm이 쿼리를 제 크기로 나눈 다음 P_g가 섞어요. α = 0이면 P_g가 단위 행렬이라 섞는 것이 없고, 자리를 바꿔도 같아요.",
  "fault-text.untransposed-harmless":
    "출력을 M으로 섞었으니 가중치에는 전치한 M을 곱해야 해요. β = 0이면 M이 단위 행렬이라 전치해도 그대로예요.",
  "fault-text.silu":
    "평범한 GQA에는 SiLU를 둘 자리가 없어서 흡수하면 빠져요. α를 어디에 두어도 탈이 나요. 첫 토큰의 출력만 맞아요. 볼 것이 자신뿐이라 쿼리가 무엇이든 같거든요.",
  "fault-text.untransposed":
    "출력을 M으로 섞었으니 가중치에는 전치한 M을 곱해야 해요. 여기서는 M을 그대로 W_O에 곱했어요. 모양은 다 맞는데 값은 첫 토큰부터 틀려요.",
  "at-start": "시작",
  "at-peak": "글에 나온 0.52",
  "sweep-line": "작은 층, float64로 이 페이지에서 계산",
  "sweep-measured": "이 기기, fp32",
  "sweep-x.alpha": "α, Premix가 단위 행렬에서 떨어진 거리",
  "sweep-x.beta": "β, A와 B의 크기",
  "sweep-y": "흡수한 뒤의 가장 큰 차이 ÷ 가장 큰 출력",
  "sweep-label": "흡수한 층이 얼마나 어긋나는지, {fault}. {points}.",
  "outputs-x": "학습할 때의 층을 float64로 계산한 값",
  "outputs-y": "마지막 토큰의 출력",
  "outputs-label":
    "마지막 토큰의 출력을 학습할 때의 층을 float64로 계산한 값과 견준 그림. {series}.",
  "series-trained": "학습할 때의 순서대로",
  "series-absorbed": "흡수한 {served}",
  "series-run": "이 기기, fp32: 차이 {error}",
  "series-page": "이 페이지, float64: 차이 {error}",
  "no-number": "숫자가 아닌 값",
  "what-runs":
    "토큰 {prefill}개를 한꺼번에 넣고, 캐시를 둔 채 {steps}개를 하나씩 더 넣어요. 두 형태에 같은 입력을 주고, 모든 출력을 학습할 때의 층을 float64로 계산한 값과 견줘요.",
  "not-yet": "아직 이 기기에서 실행하지 않았어요.",
  "not-yet-paper":
    "아직 이 기기에서 실행하지 않았어요. 이 크기라면 먼저 float64로 흡수하는 데 곱셈과 덧셈이 6억 번씩 들어서 몇 초가 걸려요.",
  proving: "층 {of}개 가운데 {done}개를 마쳤어요",
  "run-of":
    "아래 결과는 다른 설정으로 실행한 거예요: {layer}, α = {alpha}, β = {beta}, r = {rank}, {fault}.",
  "layer.toy": "작은 층",
  "layer.paper": "1.7B의 층",
  "run-right":
    "이 기기에서 두 형태가 모두 float64와 맞아요. 가장 큰 출력에 견주어 학습할 때의 순서로는 {trained}, 흡수하면 {absorbed}만 달라서 fp32의 반올림 크기예요.",
  "run-broken":
    "이 기기에서 학습할 때의 순서대로 계산하면 float64와의 차이가 가장 큰 출력의 {trained}이에요. 흡수하면 {absorbed}까지 어긋나요.",
  "run-no-number": "이 기기에서 숫자가 아닌 값이 나왔어요. 결과를 믿지 마세요.",
  "run-untrusted":
    "학습할 때의 순서대로 계산해도 차이가 가장 큰 출력의 {trained}예요. 이 기기의 결과는 믿지 마세요.",
  "run-caption": "이 기기에서 실행, 토큰 {tokens}개",
  "column.form": "형태",
  "column.largest": "최대 오차",
  "column.share": "÷ 가장 큰 출력",
  "column.cache": "채운 캐시",
  "column.formula": "식",
  "cache-note":
    "식: 2 · KV 헤드 {nKv}개 · {headDim} · 4 B · 토큰 {tokens}개. KV 헤드가 {nKv}개인 GQA라면 모두 이만큼이에요.",
  "weights-of": "가중치 {params}개",
  "shapes-label": "한 층 어텐션의 가중치를 같은 축척으로 그린 그림. {layers}.",
  "shapes-note":
    "셋을 같은 축척으로 그렸어요. 흡수하면 W_Q가 가상 헤드마다 열을 갖게 되고 P와 A, B는 사라져요. 서비스하는 층이 학습한 층보다 커요.",
  "table-caption": "한 층의 어텐션. 프리필은 {tokens}토큰을 인과 마스크로, 캐시는 bf16으로 셌어요",
  "column.layer": "층",
  "column.heads": "쿼리 헤드",
  "column.kv": "KV 헤드",
  "column.weights": "가중치",
  "column.prefill": "프리필",
  "column.token": "토큰마다 캐시",
  "equal-chain": "GQA {heads} ⊂ VHA {heads} ⊂ GQA {served}",
  "equal-note":
    "낼 수 있는 함수의 집합으로 견준 거예요. 줄마다 위에서 정한 α, β, r로 작은 층의 양쪽을 이 페이지에서 float64로 계산했어요. 차이는 가장 큰 차이를 가장 큰 출력으로 나눈 값이에요.",
  "equal-caption": "무엇이 무엇과 같을까요",
  "column.claim": "주장",
  "column.how": "방법",
  "column.found": "결과",
  "claim.grouped": "GQA {heads}는 모두 VHA예요",
  "how.grouped": "P = I, B = 0으로 놓고, GQA에 없는 가상 헤드의 W_O 행을 0으로",
  "claim.absorbed": "VHA는 모두 GQA {served}예요",
  "how.absorbed": "P_g를 W_Q에, M을 W_O에 곱해요",
  "claim.postmix": "Postmix는 함수를 보태지 않아요",
  "how.postmix": "M을 빼고 W_O를 W_O′로",
  "claim.rank": "GQA {served}가 모두 VHA는 아니에요",
  "how.rank": "폭 {width}인 층에서 W_Q′의 랭크. VHA가 섞을 열은 {physical}개예요",
  "rank-found": "{free} 가운데 {absorbed}",
  "rank-paper":
    "1.7B의 층을 같은 방법으로 세면 {width} 가운데 많아야 {rank}이에요. W_Q′의 열은 모두 W_Q의 열 {rank}개를 섞은 것이니까요.",
} as const;
