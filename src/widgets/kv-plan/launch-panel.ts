import { html, nothing, type TemplateResult } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { type Flag, isModelPath, type Launch } from "../../model/plan/launch/launch.ts";
import { launchPlan } from "../../model/plan/launch/launch-plan.ts";
import { vllmVersion } from "../../model/plan/launch/vllm.ts";
import { saveFile } from "../save-file.ts";
import { copyText } from "../share.ts";
import type { Translate } from "../translate.ts";
import type { PlanResult, PlanValues } from "./compute.ts";
import type { Kept } from "./own-model.ts";
import { pathOf } from "./params.ts";
import type { Row } from "./shown.ts";

export interface LaunchPanel {
  readonly result: PlanResult;
  readonly values: PlanValues;
  readonly t: Translate;
  readonly picked: Row;
  readonly copied: Kept["copied"];
  readonly notify: (copied: Kept["copied"]) => void;
}

/** What starts the picked row: a script or a manifest, to copy or to save, and what each flag is for. */
export function launchPanel(panel: LaunchPanel): TemplateResult {
  const { result, values, t, picked, copied } = panel;
  const wrongPath =
    values.path === "" || isModelPath(values.path)
      ? nothing
      : html`<p class="error">${t("wrong-path", { path: pathOf({ ...values, path: "" }) })}</p>`;
  const launch = launchOf(result, values, picked);
  if (launch === null) return html`${wrongPath}`;
  if ("problem" in launch) {
    const engine = t(`option.launch.${values.launch}`);
    return html`${wrongPath}<p class="remark">${t(`no-launch.${launch.problem}`, { engine })}</p>`;
  }
  const tokens = formatInteger(launch.kvTokens, t.lang);
  return html`${wrongPath}
    <pre class="command" tabindex="0" aria-label=${launch.file}><code>${launch.text}</code></pre>
    <div class="run">
      <button type="button" class="go" @click=${() => void copy(launch, panel)}>${t("copy-command")}</button>
      <button type="button" class="go second" @click=${() => saved(launch)}>${t("save-command", { file: launch.file })}</button>
      <span class="remark" role="status">${copied?.text === launch.text ? copied.notice : nothing}</span>
    </div>
    <p class="remark">${t(values.launch === "llama.cpp" ? "sized-llama" : "sized", { tokens })} ${t(`note.${values.launch}`, { version: vllmVersion })}</p>
    <details class="numbers"><summary>${t("flags")}</summary>
      <dl class="flags">${launch.flags.map((flag) => flagLine(flag, t))}</dl></details>`;
}

function launchOf({ request }: PlanResult, values: PlanValues, picked: Row) {
  if (!picked.layout) return null;
  return launchPlan(values.launch, {
    request,
    ...{ sized: picked.layout.sized, replicas: picked.replicas },
    model: pathOf(values),
  });
}

const flagLine = ({ name, value, reason }: Flag, t: Translate): TemplateResult =>
  html`<div><dt><code>${name}${value === null ? nothing : ` ${value}`}</code></dt><dd>${t(`flag.${reason}`)}</dd></div>`;

async function copy({ text }: Launch, { notify, t }: LaunchPanel): Promise<void> {
  const isCopied = await copyText(text);
  notify({ notice: t(isCopied ? "command-copied" : "command-not-copied"), text });
}

const saved = ({ text, file }: Launch): void =>
  saveFile(new Blob([text], { type: "text/plain" }), file);
