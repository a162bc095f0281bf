// Read as text by Vite, for shadow roots: in the browser and in the build.
import controls from "../styles/controls.css?inline";
import decode from "../styles/decode.css?inline";
import equal from "../styles/equal.css?inline";
import heads from "../styles/heads.css?inline";
import intake from "../styles/intake.css?inline";
import launch from "../styles/launch.css?inline";
import math from "../styles/math.css?inline";
import moments from "../styles/moments.css?inline";
import openFile from "../styles/open-file.css?inline";
import parts from "../styles/parts.css?inline";
import quant from "../styles/quant.css?inline";
import results from "../styles/results.css?inline";
import run from "../styles/run.css?inline";
import sourceChoice from "../styles/source-choice.css?inline";
import textField from "../styles/text-field.css?inline";
import tokens from "../styles/tokens.css?inline";
import upcycle from "../styles/upcycle.css?inline";
import widget from "../styles/widget.css?inline";
import bar from "../styles/widget-bar.css?inline";
import media from "../styles/widget-media.css?inline";

/** What only one widget has. */
const own: Readonly<Record<string, string>> = {
  "kv-config": intake + openFile,
  "kv-attention-run": run + openFile + results,
  "kv-heads": run + heads,
  "kv-decode": run + textField + decode,
  "kv-mla": run + math,
  "kv-vha": run + equal + math,
  "kv-quant": run + textField + decode + quant + sourceChoice,
  "kv-upcycle": run + openFile + upcycle,
  "kv-quant-run": run,
  "kv-blocks": run + moments + sourceChoice,
  "kv-timeline": moments,
  "kv-serve": run + moments,
  "kv-plan": run + moments + intake + openFile + textField + launch,
};

/** The style of a widget's shadow root in a page that has the tokens. */
export const drawnStyles = (tag: string): string =>
  [parts, widget, controls, bar, own[tag] ?? "", media].join("");

/** The style of a widget's shadow root anywhere. */
export const widgetStyles = (tag: string): string => tokens + drawnStyles(tag);
