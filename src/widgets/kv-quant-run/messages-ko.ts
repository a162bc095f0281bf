import type { en } from "./messages-en.ts";

export const ko = {
  title: "캐시를 양자화한 작은 모델들",
  "param.task": "과제",
  "option.task.recall": "회상",
  "option.task.text": "글",
  "param.variant": "모델",
  "option.variant.mha": "MHA",
  "option.variant.gqa": "GQA",
  "option.variant.mqa": "MQA",
  "option.variant.mla": "MLA",
  "option.variant.vha": "VHA",
  "param.format": "캐시 형식",
  "option.format.fp16": "fp16",
  "option.format.fp8": "fp8",
  "option.format.int8": "int8",
  "option.format.int4": "int4",
  "option.format.int3": "int3",
  "option.format.int2": "int2",
  "option.format.int4-channel": "int4, K는 채널별",
  "option.format.int2-channel": "int2, K는 채널별",
  "short.int4-channel": "int4 채널별",
  "short.int2-channel": "int2 채널별",
  "format.exact": "계산한 그대로, fp32",
  "param.measure": "보여 줄 값",
  "option.measure.accuracy": "정답률",
  "option.measure.loss": "손실",
  "option.measure.divergence": "KL 발산",
  "summary-accuracy":
    "{model} 모델의 캐시를 {format} 형식으로 저장하면 토큰당 {full} 대신 {bytes}만 써요. 정답률: {exact} → {stored}.",
  "summary-loss":
    "{model} 모델의 캐시를 {format} 형식으로 저장하면 토큰당 {full} 대신 {bytes}만 써요. 손실: {exact} → {stored}.",
  "summary-divergence":
    "{model} 모델의 캐시를 {format} 형식으로 저장하면 토큰당 {full} 대신 {bytes}만 쓰고, 예측은 {stored} nat만큼 달라져요(KL 발산).",
  "summary-latent":
    "{model} 모델에는 {format} 형식이 없어요. 잠재 벡터 하나가 키이자 값이라서 키만의 축이 없거든요.",
  "summary-none": "이 과제의 {model} 모델은 아직 없어요.",
  "note.fp16": "수마다 16비트예요. 다른 형식을 재는 기준이에요.",
  "note.fp8":
    "수마다 따로 8비트(E4M3)로 적고 눈금값은 없어요. 아무도 보정하지 않았을 때 엔진이 하는 방식이에요.",
  "note.int8":
    "묶음에서 가장 작은 수부터 가장 큰 수까지 고르게 256자리를 둬요. 어느 모델이든 한 토큰의 숫자 8개가 한 묶음이에요. 회상 모델에서 헤드 하나의 K가 8개거든요. 묶음마다 눈금값과 영점이 16비트씩이라, 다 더하면 숫자 하나가 12비트예요.",
  "note.int4":
    "묶음에서 가장 작은 수부터 가장 큰 수까지 고르게 16자리를 둬요. 어느 모델이든 한 토큰의 숫자 8개가 한 묶음이에요. 회상 모델에서 헤드 하나의 K가 8개거든요. 묶음마다 눈금값과 영점이 16비트씩이라, 다 더하면 숫자 하나가 8비트예요.",
  "note.int3":
    "묶음에서 가장 작은 수부터 가장 큰 수까지 고르게 8자리를 둬요. 어느 모델이든 한 토큰의 숫자 8개가 한 묶음이에요. 회상 모델에서 헤드 하나의 K가 8개거든요. 묶음마다 눈금값과 영점이 16비트씩이라, 다 더하면 숫자 하나가 7비트예요.",
  "note.int2":
    "묶음에서 가장 작은 수부터 가장 큰 수까지 고르게 4자리를 둬요. 어느 모델이든 한 토큰의 숫자 8개가 한 묶음이에요. 회상 모델에서 헤드 하나의 K가 8개거든요. 묶음마다 눈금값과 영점이 16비트씩이라, 다 더하면 숫자 하나가 6비트예요.",
  "note.int4-channel":
    "int4와 같지만, 키는 한 채널의 토큰 8개가 눈금값을 나눠 써요. 8개가 모일 때까지는 fp16으로 기다리니까, 가장 새로운 키는 많으면 7개까지 fp16이에요.",
  "note.int2-channel":
    "int2와 같지만, 키는 한 채널의 토큰 8개가 눈금값을 나눠 써요. 8개가 모일 때까지는 fp16으로 기다리니까, 가장 새로운 키는 많으면 7개까지 fp16이에요.",
  "note-latent": "MLA에는 이 형식이 없어요.",
  "note-measure.accuracy": "정답률: 모델이 첫째로 꼽은 것이 정답인 비율이에요.",
  "note-measure.loss": "손실: 정답에 준 확률의 로그에 마이너스를 붙인 값이에요. 작을수록 좋아요.",
  "note-measure.divergence":
    "KL 발산: 같은 모델이 캐시를 계산한 그대로 둘 때와 견줘 다음 토큰의 확률이 얼마나 달라졌는지예요. 0이면 그대로예요. fp16은 너무 작아서 그리지 않았어요. 모델이 자기 자신에게서 얼마나 멀어졌는지로는 어느 모델이 나은지 알 수 없어서, 여기에는 경계선이 없어요.",
  "chart.frontier": "경계선: 더 작으면서 더 나은 점이 없어요",
  "chart.live": "이 기기에서 얻은 값",
  "chart.empty": "이 과제의 모델은 아직 없어요",
  "chart.x": "토큰 하나의 캐시 바이트, 모든 층 (로그 눈금)",
  "chart.y.recall-accuracy": "정답률",
  "chart.y.recall-loss": "손실, 답 하나에 nat (로그 눈금)",
  "chart.y.recall-divergence": "KL 발산, 답 하나에 nat (로그 눈금)",
  "chart.y.text-accuracy": "다음 글자를 맞힌 비율",
  "chart.y.text-loss": "손실, 글자 하나에 nat (로그 눈금)",
  "chart.y.text-divergence": "KL 발산, 글자 하나에 nat (로그 눈금)",
  "chart.label": "캐시 바이트에 따른 모델의 성적, 형식마다. {models}.",
  "table-caption": "{task}: 모든 모델, 모든 형식. 바이트는 모든 층을 더하고 눈금값까지 센 값",
  "column.model": "모델",
  "column.format": "캐시",
  "column.bytes": "토큰당",
  "column.accuracy": "정답률",
  "column.loss": "손실",
  "column.divergence": "KL 발산",
  "column.where": "잰 곳",
  "where.before": "미리",
  "where.here": "이 기기",
  "spread-item": "{model} {value}",
  "spread-rises":
    "똑같은 {format}이라도 KV 헤드 하나를 여러 쿼리 헤드가 나눠 쓸수록 예측이 더 달라졌어요(KL 발산): {list} nat. 손실이나 정답률도 꼭 이 순서인 것은 아니에요.",
  "spread-mixed":
    "{format}에서는 KV 헤드를 많이 나눠 쓴다고 꼭 예측이 더 달라지지는 않았어요(KL 발산): {list} nat.",
  "spread-few":
    "여럿이 나눠 쓰는 헤드에서 오차가 더 크게 번지는지는 같은 과제의 MHA, GQA, MQA 세 모델이 있어야 알 수 있어요.",
  "about.recall":
    "회상: 키와 값 32쌍을 들려준 뒤 값을 물어요. 모든 모델이 같은 문제 {answers}개에 답해요.",
  "about.text":
    "글: World English Bible의 다음 글자를 맞혀요. 어느 모델도 배우지 않은 부분이고, 모든 모델이 같은 글자 {answers}개를 맞혀요.",
  "about-run":
    "모델마다 학습을 한 번만 했으니(시드 1), 모델끼리의 작은 차이보다 한 모델 안에서 형식의 순서를 보세요. 글의 모든 토큰에서 한꺼번에, RoPE를 한 키와 값을 형식이 저장하는 값으로 반올림한 뒤 fp32로 계산해요. 뒤에 올 토큰을 쓰는 곳이 없어서 한 토큰씩 디코딩한 것과 같은 결과예요. 바이트는 코덱으로 센 것이고, GPU 메모리에 그렇게 들어 있지는 않아요. MLA의 잠재 벡터와 RoPE 키는 따로 묶어요.",
  "of-another": "이 기기에서 얻은 값은 다른 과제의 것이에요: {task}.",
  found:
    "점 {of}개 가운데 {n}개를 이 기기에서 얻었어요. 미리 잰 값과 가장 크게 다른 곳도 {difference} nat 차이예요.",
  loading: "모델을 내려받는 중, {size}",
  judging: "점 {of}개 가운데 {n}개",
} as const satisfies Record<keyof typeof en, string>;
