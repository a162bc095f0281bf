import { html, nothing, type TemplateResult } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { scientific } from "../../i18n/scientific.ts";
import type { Translate } from "../translate.ts";
import type { VhaResult } from "./compute.ts";
import type { VhaValues } from "./faults.ts";
import { shapeOf } from "./layers.ts";
import { headsWord, withMatrices } from "./words.ts";

/** What VHA contains and what contains it, each line with what running both sides gave. */
export function equalTable(
  { equal, shape }: VhaResult,
  { dims }: VhaValues,
  t: Translate,
): TemplateResult {
  const names = (of: typeof shape) => ({
    heads: headsWord(of.queryHeads, of.nKv),
    served: headsWord(of.queryHeads * of.nKv, of.nKv),
  });
  const small = shapeOf("toy", shape.rank);
  const { rank } = equal;
  const int = (value: number) => formatInteger(value, t.lang);
  const physical = small.queryHeads * small.headDim;
  const rows = [
    ["grouped", scientific(equal.grouped)],
    ["absorbed", scientific(equal.absorbed)],
    ["postmix", scientific(equal.postmix)],
    ["rank", t("rank-found", { absorbed: int(rank.absorbed), free: int(rank.free) })],
  ] as const;
  const fill = { ...names(small), width: int(rank.width), physical: int(physical) };
  const columns = ["claim", "how", "found"].map((name) => t(`column.${name}`));
  return html`
    <p class="headline chain">${t("equal-chain", names(shape))}</p>
    <div class="scroll" role="group" tabindex="0" aria-label=${t("equal-caption")}><table class="equal">
      <caption>${t("equal-caption")}</caption>
      <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody>${rows.map(
        ([of, found]) => html`<tr><th scope="row">${t(`claim.${of}`, fill)}</th>
          <td>${withMatrices(t(`how.${of}`, fill))}</td><td>${found}</td></tr>`,
      )}</tbody>
    </table></div>
    ${dims === "paper" ? html`<p class="remark">${withMatrices(paperRank(shape, t))}</p>` : nothing}`;
}

const paperRank = ({ hidden, queryHeads, headDim }: VhaResult["shape"], t: Translate): string =>
  t("rank-paper", {
    rank: formatInteger(Math.min(hidden, queryHeads * headDim), t.lang),
    width: formatInteger(hidden, t.lang),
  });
