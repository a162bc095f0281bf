import { html, nothing, type TemplateResult } from "lit";
import { formatBytesAuto } from "../../i18n/format.ts";
import type { LabEvent } from "../../lab/protocol.ts";
import { bytesPerToken, fileBytes, letters, modelName, textShape } from "../prompt/text-models.ts";
import { backendOf, ranHere, ranHereRoom, runControls } from "../run-controls.ts";
import { steady } from "../steady.ts";
import type { Translate } from "../translate.ts";
import type { ViewContext } from "../widget.ts";
import type { DecodeResult, DecodeValues } from "./compute.ts";
import { type Decoded, decodedBy, isOf } from "./decoded.ts";
import { sidesTable } from "./sides-table.ts";
import { bytesText, differenceText, largestRounding, percentText, tokenText } from "./words.ts";

type Context = ViewContext<DecodeValues, DecodeResult>;

/** Button and ladder, the text as it grows, both ways beside each other, what follows. */
export function runPanel({ result, values, run, t }: Context): TemplateResult {
  const found = decodedBy(run);
  const blocked = result.prompt.problem !== null;
  const kept = found?.steps.length ?? 0;
  const said = { backend: values.backend, progress: progressOf(found, run, t), kept, blocked };
  return html`
    ${runControls(said, run, t)}
    ${found && !isOf(found.values, values) ? otherRun(found.values, t) : nothing}
    <div class="grown" role="group" aria-label=${t("grown")} data-room=${grownRoom(found?.values ?? values, result)}><span lang="en">${
      found ? grown(found) : html`${values.prompt}${blocked ? nothing : toCome(values.tokens)}`
    }</span></div>
    ${steady("headline", verdictRoom(found?.values ?? values, t), found ? verdict(found, t) : html`<p class="state">${notYet(values, t)}</p>`)}
    ${sidesTable(result, found, t)}
    ${candidates(found, t)}
    ${steady("source", ranRoom(t), found ? html`<p class="source">${ranHere(run.events, t)} ${t("times-once")}</p>` : nothing)}`;
}

/** What is said at its longest. */
const verdictRoom = ({ format }: DecodeValues, t: Translate): string =>
  format === "fp32"
    ? t("verdict.same", { n: 96, difference: "0.0 × 10⁻⁰", rows: "0.0 × 10⁻⁰" })
    : t("verdict.stored", {
        ...{ n: 96, turned: 96, format: t(`option.format.${format}`) },
        ...{ difference: "0.00%", rows: "0.00%" },
      });
const ranRoom = (t: Translate): string => `${ranHereRoom(t)} ${t("times-once")}`;

const notYet = ({ variant }: DecodeValues, t: Translate): string =>
  t("not-yet", { size: formatBytesAuto(fileBytes(variant), "decimal", t.lang) });

function progressOf(found: Decoded | null, run: Context["run"], t: Translate) {
  if (found) {
    const [done, of] = [found.steps.length, found.values.tokens];
    return { text: t("decoding", { done, of }), share: done / of };
  }
  const last = (run.events as readonly LabEvent[]).at(-1);
  if (last?.kind === "model" && last.loaded < last.total) {
    const share = last.loaded / last.total;
    return { text: t("model-loading", { percent: Math.round(share * 100) }), share };
  }
  return backendOf(run.events) ? { text: t("compiling"), share: null } : null;
}

const otherRun = (ran: DecodeValues, t: Translate) =>
  html`<p class="state">${t("run-of", {
    prompt: ran.prompt,
    model: t(`option.variant.${ran.variant}`),
    format: t(`option.format.${ran.format}`),
    tokens: ran.tokens,
    temperature: ran.temperature,
    k: ran["top-k"],
    seed: ran.seed,
  })}</p>`;

/** As many dots as there will be letters, and some more: words do not fill every line. */
const grownRoom = ({ tokens }: DecodeValues, { prompt }: DecodeResult): string =>
  "·".repeat(Math.ceil(1.15 * (prompt.letters.length + tokens)) + 6);

/** A dot for each token to come: the text has its room from the beginning. */
const toCome = (count: number) => html`<i aria-hidden="true">${"·".repeat(count)}</i>`;

/** The prompt, what was added, the newest token, and room for the rest. */
function grown({ read, steps, last, values }: Decoded) {
  const text = (tokens: readonly number[]) => tokens.map((token) => letters[token]).join("");
  const prompt = steps[0]?.taken.length ?? 0;
  const newest = letters[last.next] === " " ? "\u00a0" : tokenText(last.next);
  // A letter that the exact model would not have chosen.
  const written = steps.slice(0, -1).map(({ next, nextWithout }) => {
    const letter = letters[next];
    return next === nextWithout ? letter : html`<u>${letter}</u>`;
  });
  const isTurned = last.next !== last.nextWithout;
  return html`${text(read.slice(0, prompt))}<b>${written}<mark>${isTurned ? html`<u>${newest}</u>` : newest}</mark></b>${toCome(values.tokens - steps.length)}`;
}

/** Whether both ways agree, if the device can be trusted at all. */
function verdict(found: Decoded, t: Translate): TemplateResult {
  const { difference, rowDifference, steps, last, read, values } = found;
  const warning = (text: string) => html`<p class="state error" role="alert">${text}</p>`;
  if (Number.isNaN(difference + rowDifference)) return warning(t("verdict.no-number"));
  const said = {
    n: steps.length,
    difference: differenceText(difference, t),
    rows: differenceText(rowDifference, t),
  };
  const isStored = values.format !== "fp32";
  if (!isStored && Math.max(difference, rowDifference) > largestRounding)
    return warning(t("verdict.off", said));
  const formula = formulaBytes(found);
  if (last.filledBytes !== formula) {
    const bytes = { filled: bytesText(last.filledBytes, t), formula: bytesText(formula, t) };
    return warning(
      t("verdict.bytes", { ...bytes, n: read.length, model: modelName(values.variant) }),
    );
  }
  if (!isStored) return html`<p class="headline">${t("verdict.same", said)}</p>`;
  const stored = {
    ...{ n: steps.length, turned: found.turned, format: t(`option.format.${values.format}`) },
    ...{ difference: percentText(difference, t), rows: percentText(rowDifference, t) },
  };
  return html`<p class="headline">${t("verdict.stored", stored)}</p>`;
}

const formulaBytes = ({ read, values }: Decoded): number =>
  read.length * bytesPerToken(textShape(values.variant));

/** The likeliest to follow, as the last step has it. */
function candidates(found: Decoded | null, t: Translate): TemplateResult {
  const { likeliest = [], next = null } = found?.last ?? {};
  const rows = Array.from({ length: 5 }, (_, i) => likeliest[i] ?? null);
  const chosenElsewhere = found && !likeliest.some(({ id }) => id === next);
  return html`<div class="candidates">
    <p>${t("candidates")}</p>
    <ol aria-label=${t("candidates")}>${rows.map((row) =>
      row === null
        ? html`<li aria-hidden="true"><span></span><span class="bar-room"></span></li>`
        : html`<li class=${row.id === next ? "chosen" : ""}><span>${tokenText(row.id)}</span>
          <span class="bar-room"><span style=${`width:${(row.probability * 100).toFixed(1)}%`}></span></span>
          <span>${percentText(row.probability, t)}${row.id === next ? html`, ${t("chosen")}` : nothing}</span></li>`,
    )}</ol>
    <p class="elsewhere">${
      chosenElsewhere && next !== null
        ? t("chosen-elsewhere", { letter: tokenText(next) })
        : nothing
    }</p>
  </div>`;
}
