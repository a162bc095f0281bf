import { html, type TemplateResult } from "lit";
import type { Translate } from "../translate.ts";

/**
 * Both sentences as the paper has them. Their figures are plotted without numbers, so none are given.
 * @source https://arxiv.org/abs/2305.13245, section 3.3
 */
const quotes = [
  {
    of: "conversion",
    text: "Mean pooling appears to work best, followed by selecting a single head and then random initialization.",
  },
  {
    of: "steps",
    text: "First, we note that GQA already achieves reasonable performance after conversion while MQA requires uptraining to be useful. Both MQA and GQA gain from 5% uptraining with diminishing returns from 10%.",
  },
] as const;

/** What the paper found, at its own scale and apart from what was measured here. */
export const paperFrame = (t: Translate): TemplateResult => html`
  <section class="reported" aria-labelledby="reported-title">
    <p class="name" id="reported-title">${t("paper.title")}</p>
    ${quotes.map(
      ({ of, text }) => html`<p class="scale">${t(`paper.${of}-scale`)}</p>
        <blockquote lang="en" cite="https://arxiv.org/abs/2305.13245">“${text}”</blockquote>
        <p class="remark">${t(`paper.${of}`)}</p>`,
    )}
    <p class="source"><a href="https://arxiv.org/abs/2305.13245" rel="noopener">Ainslie et al. 2023</a>, ${t("paper.source")}</p>
  </section>`;
