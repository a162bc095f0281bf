// Read as text by Vite, for shadow roots: in the browser and in the build.
import controls from "../styles/controls.css?inline";
import intake from "../styles/intake.css?inline";
import parts from "../styles/parts.css?inline";
import run from "../styles/run.css?inline";
import tokens from "../styles/tokens.css?inline";
import widget from "../styles/widget.css?inline";
import bar from "../styles/widget-bar.css?inline";
import media from "../styles/widget-media.css?inline";

/** The style of every widget's shadow root. */
export const widgetStyles: string = [tokens, parts, widget, controls, intake, bar, run, media].join(
  "",
);
