/** Of the small models that were trained here. */
export const ownMessages = {
  ko: {
    "option.source.own": "이 노트의 작은 모델",
    "param.task": "과제",
    "option.task.recall": "회상, 정답률",
    "option.task.text": "글, 손실",
    "own-summary-recall":
      "이 노트가 학습한 매개변수 {parameters}개짜리 모델에서 잰 회상 정답률: {list}. 토큰 하나가 한 층의 캐시에 남기는 숫자는 {most}개에서 {least}개예요. 이렇게 작은 모델의 결과를 큰 모델로 옮길 수는 없어요.",
    "own-summary-text":
      "이 노트가 학습한 매개변수 {parameters}개짜리 모델에서 잰 글자당 손실: {list}. 토큰 하나가 한 층의 캐시에 남기는 숫자는 {most}개에서 {least}개예요. 이렇게 작은 모델의 결과를 큰 모델로 옮길 수는 없어요.",
    "own-range": "{least}~{most}",
    "own-axis": "토큰 하나가 한 층의 캐시에 남기는 숫자, 로그",
    "own-score-recall": "회상 정답률(%), 높을수록 좋음",
    "own-score-text": "글자당 손실(nat), 낮을수록 좋음",
    "own-label": "여기서 학습한 작은 모델의 {score}: {points}. 작은 표시는 시드 하나씩이에요.",
    "own-point": "{name} {value}(숫자 {values}개, {least}~{most})",
    "own-marks":
      "큰 표시는 시드들의 평균이고 작은 표시는 시드 하나씩이에요. 캐시가 같은 모델은 옆으로 조금 벌려 놓았어요. 시드의 수: {seeds}.",
    "own-seeds": "{name} {count}",
    "own-measured":
      "여기서 학습해서 잰 값이에요. 논문이 보고한 값과 한 그림에 섞지 않아요. 모델 하나의 매개변수는 {parameters}개, 학습에 쓴 토큰은 {tokens}개예요.",
    "own-clear": "같은 시드의 MHA와 견준 차이가 시드에 따른 흔들림보다 커요: {list}.",
    "own-within": "차이가 시드에 따른 흔들림보다 작아서 우열을 말할 수 없어요: {list}.",
    "own-few": "시드가 셋이 안 돼서 차이를 판단하지 않아요: {list}.",
    "own-width":
      "MLA와 MHA의 차이에는 헤드의 폭도 한몫해요. 이 크기에서 MLA의 헤드는 숫자 {wide}개를 견주고 MHA의 헤드는 {narrow}개를 견줘요. MLA가 더 좋은 방식이라는 증거로 읽지 마세요.",
    "own-caption": "이 노트의 작은 모델, {task}",
    "own-column.values": "캐시에 남기는 숫자, 토큰·층마다",
    "own-column.mean": "평균",
    "own-column.seed": "시드 {seed}",
    "own-column.difference": "MHA와의 차이",
    "own-column.parameters": "매개변수",
  },
  en: {
    "option.source.own": "Our own small models",
    "param.task": "Task",
    "option.task.recall": "Recall, right answers",
    "option.task.text": "Text, loss",
    "own-summary-recall":
      "Right answers of our own models of {parameters} parameters in a test of recall: {list}. A token leaves {most} to {least} numbers in the cache of each layer. What holds for models this small need not hold for large ones.",
    "own-summary-text":
      "Loss per character of our own models of {parameters} parameters: {list}. A token leaves {most} to {least} numbers in the cache of each layer. What holds for models this small need not hold for large ones.",
    "own-range": "{least} to {most}",
    "own-axis": "Numbers a token leaves in a layer's cache, log",
    "own-score-recall": "Right answers in recall (%), higher is better",
    "own-score-text": "Loss per character (nats), lower is better",
    "own-label": "{score} of small models trained here: {points}. Each small mark is one seed.",
    "own-point": "{name} {value} ({values} numbers, {least} to {most})",
    "own-marks":
      "A large mark is the mean of the seeds, a small one a single seed. Models of the same cache stand a little apart. Seeds: {seeds}.",
    "own-seeds": "{name} {count}",
    "own-measured":
      "Trained and measured here, and in no picture with what papers report. A model has {parameters} parameters and has seen {tokens} tokens.",
    "own-clear":
      "Against MHA of the same seed, the difference is larger than seeds are apart: {list}.",
    "own-within":
      "Too small a difference to say which is better, seeds being as far apart: {list}.",
    "own-few": "With fewer than three seeds, nothing is said of the difference: {list}.",
    "own-width":
      "Where MLA is ahead of MHA, the width of its heads has a part in it: at this size a head of MLA compares {wide} numbers, one of MHA {narrow}. It is no evidence that MLA is the better arrangement.",
    "own-caption": "Our own small models, {task}",
    "own-column.values": "Cached numbers per token and layer",
    "own-column.mean": "Mean",
    "own-column.seed": "Seed {seed}",
    "own-column.difference": "Against MHA",
    "own-column.parameters": "Parameters",
  },
} as const;
