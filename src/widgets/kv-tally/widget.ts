import { html, nothing } from "lit";
import { gpuById } from "../../data/index.ts";
import { formatBytes, formatInteger } from "../../i18n/format.ts";
import { compute } from "../kv-concurrency/compute.ts";
import { messages as concurrencyMessages } from "../kv-concurrency/messages.ts";
import { params } from "../kv-concurrency/params.ts";
import type { Translate } from "../translate.ts";
import { widget } from "../widget.ts";

/** More strokes than this are not drawn. */
const mostStrokes = 100;

export default widget({
  tag: "kv-tally",
  bare: true,
  params,
  messages: {
    ko: {
      ...concurrencyMessages.ko,
      title: "몇 명을 받았나요",
      summary:
        "{gpu} {count}장(모두 {total})에 {model}(가중치 {weights}, 예비 메모리 {reserve}): 문맥 {context}토큰, 캐시 {kv}일 때 한꺼번에 {people}을 받아요.",
      people: "{n}명",
      more: "그리고 {n}명 더",
      none: "{gpu} {count}장(모두 {total})에는 {model}의 가중치({weights})와 예비 메모리 {reserve}가 다 들어가지 않아서 아무도 받지 못해요.",
      nobody:
        "{gpu} {count}장(모두 {total})에 {model}(가중치 {weights}, 예비 메모리 {reserve}): 문맥 {context}토큰짜리 요청이 하나도 들어가지 않아서 아무도 받지 못해요.",
    },
    en: {
      ...concurrencyMessages.en,
      title: "People served",
      summary:
        "{model} on {count} × {gpu} ({total} in all, {weights} weights, {reserve} reserve), {context} tokens each, cache in {kv}: {people} served at once.",
      people: "{n} {n|person|people}",
      more: "and {n} more",
      none: "{model} ({weights} weights) and {reserve} reserve do not fit on {count} × {gpu} ({total} in all): nobody is served.",
      nobody:
        "{model} on {count} × {gpu} ({total} in all, {weights} weights, {reserve} reserve): not one request of {context} tokens fits, so nobody is served.",
    },
  },
  compute,
  summary: (result, values, t) => {
    const said = {
      model: result.model.name,
      gpu: gpuById(values.gpu).name,
      count: formatInteger(values.count, t.lang),
      context: formatInteger(values.context, t.lang),
      kv: t(`option.kv.${values.kv}`),
      weights: t(`option.weights.${values.weights}`),
      reserve: formatBytes(result.plan.reserveBytes, "GB", t.lang),
      total: formatBytes(result.totalBytes, "GB", t.lang),
    };
    if (result.budgetBytes < 0) return t.sentence("none", said);
    if (result.own.requests === 0) return t.sentence("nobody", said);
    const people = t("people", { n: formatInteger(result.own.requests, t.lang) });
    return t.sentence("summary", { ...said, people: { text: people, role: result.own.name } });
  },
  view: ({ result, t }) => strokes(result.own.requests, t),
});

/** Tally marks: four strokes and one across, for every five people. */
function strokes(people: number, t: Translate) {
  const drawn = Math.min(people, mostStrokes);
  const groups = Math.ceil(drawn / 5);
  const marks = Array.from({ length: groups }, (_, group) => {
    const here = Math.min(5, drawn - group * 5);
    const upright = Array.from(
      { length: Math.min(4, here) },
      (_, i) => `M${group * 30 + i * 5 + 3} 1v14`,
    ).join("");
    return here === 5 ? `${upright}M${group * 30} 12l21-8` : upright;
  });
  return html`<svg class="strokes" viewBox=${`-1 0 ${groups * 30} 16`} style=${`max-width:${groups * 30}px`}
    aria-hidden="true"><path d=${marks.join("")}></path></svg>
    ${people > drawn ? html`<p class="remark">${t("more", { n: formatInteger(people - drawn, t.lang) })}</p>` : nothing}`;
}
