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
