/** What has to be known to read the papers' numbers. */
export const noteMessages = {
  ko: {
    "note.average":
      "Average는 표에 인쇄된 값인데 열들의 단순 평균과 다를 때가 있어요. MQA-XXL은 {mqa}점으로 적혀 있지만 열 일곱 개의 평균은 {mqaMean}점이고, GQA-8-XXL은 {gqa}점으로 적혀 있는데 평균은 {gqaMean}점이에요.",
    "note.falls":
      "모든 점수가 오른 것은 아니에요. 16B의 C-Eval은 {before}에서 {after}로 내려갔어요.",
  },
  en: {
    "note.average":
      "Average is what the table prints, and not always the plain mean of the columns: MQA-XXL is given {mqa} where its seven columns average {mqaMean}, GQA-8-XXL {gqa} where they average {gqaMean}.",
    "note.falls": "Not every score rises: C-Eval at 16B falls from {before} to {after}.",
  },
} as const;
