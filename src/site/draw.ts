import { parseHTML } from "linkedom";
import { type Chart, chartWidths } from "../charts/chart.ts";

/**
 * Draws a chart in the build, wide and narrow; a container query shows the one that fits. The
 * document is linkedom's: its types say more than it implements, and charts use the common part.
 */
export function drawBoth<Data>(chart: Chart<Data>, data: Data): string {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  return (["wide", "narrow"] as const)
    .map((which) => {
      const svg = chart(data, {
        document: document as unknown as Document,
        width: chartWidths[which],
      });
      svg.setAttribute("class", `${svg.getAttribute("class")} ${which}`);
      return svg.outerHTML;
    })
    .join("");
}

const coordinates = /(\s(?:d|x|y|x1|x2|y1|y2|cx|cy|r|width|height|points|transform)=")([^"]*)"/g;

/**
 * The same as a page has it: to a tenth of a pixel, which no eye sees and which a tenth of some pages
 * would be.
 */
export const pagePictures = <Data>(chart: Chart<Data>, data: Data): string =>
  drawBoth(chart, data).replace(
    coordinates,
    (_, name: string, value: string) =>
      `${name}${value.replace(/-?\d+\.\d{2,}(?:e-?\d+)?(?!\d|em)/g, (digits) => `${Number(Number(digits).toFixed(1))}`)}"`,
  );
