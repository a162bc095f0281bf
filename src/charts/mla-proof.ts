import { type AgreementData, agreement, agreementHeight } from "./agreement.ts";
import type { ChartContext } from "./chart.ts";
import { type ErrorRowsData, errorRows, errorRowsHeight } from "./error-rows.ts";
import { canvas, figure, node } from "./figure.ts";

export interface MlaProofData {
  /** Worked out, or run, and on what. */
  readonly basis: string;
  readonly errors: ErrorRowsData;
  readonly outputs: AgreementData;
  readonly label: string;
}

/** Of the square beside the errors. */
const squareWide = 270;
const [gap, head] = [28, 26] as const;

/** How far each form is off, worked out or run, and where its outputs lie. */
export function mlaProof(
  { basis, errors, outputs, label }: MlaProofData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const narrow = width < 500;
  const [errorsWide, outputsWide] = narrow
    ? [width, width]
    : [width - squareWide - gap, squareWide];
  const errorsTall = errorRowsHeight(errors.rows.length);
  const outputsTall = agreementHeight(outputsWide);
  const height =
    head + (narrow ? errorsTall + gap / 2 + outputsTall : Math.max(errorsTall, outputsTall));
  const svg = canvas(document, width, height);
  const add = (name: string, attributes: Record<string, string | number>, text = "") =>
    svg.append(node(document, name, attributes, text));
  add("text", { x: 0, y: 13, "font-weight": 700 }, basis);
  errorRows(errors, { x: 0, y: head, width: errorsWide }, add);
  const place = narrow
    ? { x: 0, y: head + errorsTall + gap / 2 }
    : { x: errorsWide + gap, y: head };
  agreement(outputs, { ...place, width: outputsWide }, add);
  return figure(svg, label);
}
