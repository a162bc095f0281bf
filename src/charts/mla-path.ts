import type { ChartContext } from "./chart.ts";
import { canvas, figure } from "./figure.ts";
import { Flow, middleOf } from "./flow-pieces.ts";
import { mlaCacheLane } from "./mla-cache-lane.ts";
import { count, type MlaDrawing, type MlaPathData } from "./mla-drawing.ts";
import { mlaLayout } from "./mla-path-layout.ts";
import { mlaQueryLane } from "./mla-query-lane.ts";
import { mlaTail, tailLayout } from "./mla-tail.ts";

/**
 * One layer of MLA as a flow: the new token's query on the left, what is cached on the right, and
 * where the ways up stand. Latent, RoPE key, K and V are drawn to one scale.
 */
export function mlaPath(data: MlaPathData, { document, width }: ChartContext): SVGSVGElement {
  const at = mlaLayout(data.sizes, width);
  const svg = canvas(document, width, tailLayout(at).height);
  const drawing = { data, at, flow: new Flow(document, svg) };
  mlaCacheLane(drawing);
  mlaQueryLane(drawing);
  attention(drawing);
  mlaTail(drawing);
  return figure(svg, data.label);
}

function attention({ data, at, flow }: MlaDrawing): void {
  const { form, sizes, names } = data;
  const { x, y, width, height } = at.attention;
  const box = { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 };
  flow.add("rect", { ...box, fill: "var(--figure)", stroke: "var(--ink)", class: "attention" });
  const [query, key, value] = form === "naive" ? ["q", "k", "v"] : ["q_c", "c", "c"];
  const said = `softmax( ${query} · ${key} ÷ √${count(sizes.nopeDim + sizes.ropeDim)} ) · ${value}`;
  const place = { "text-anchor": "middle", fill: "var(--ink)" };
  flow.formula(said, [middleOf(at.attention), y + 17], { ...place, "font-size": 14 });
  flow.text(names.pair, middleOf(at.attention), y + height - 9, place);
}
