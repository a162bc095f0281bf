import { poolRegions } from "../../model/serve/pool-regions.ts";
import type { ViewContext } from "../widget.ts";
import type { BlocksResult, BlocksValues } from "./compute.ts";
import { lineSlots } from "./figures.ts";

type Context = Pick<ViewContext<BlocksValues, BlocksResult>, "result" | "values" | "set">;

/** Follows the request whose slots were pressed; nobody, where they are nobody's or its own again. */
export function follow(event: MouseEvent, { result, values, set }: Context): void {
  const svg = (event.target as Element).closest<SVGSVGElement>("svg[data-pool]");
  const found = svg && requestAt(svg, event, result, values);
  if (found === undefined || found === null) return;
  set({ request: found + 1 === values.request ? 0 : found + 1 });
}

/** The request at a place of the drawing; `null` where nobody's slots are. */
function requestAt(
  svg: SVGSVGElement,
  { clientX, clientY }: MouseEvent,
  { all }: BlocksResult,
  { scene }: BlocksValues,
): number | null {
  const place = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / place.width;
  const [x, y] = [(clientX - place.left) * scale, (clientY - place.top) * scale];
  const geometry = (svg.dataset.pool ?? "").split(" ").map(Number);
  const [columns = 1, columnStep = 1, top = 0, mapStep = 1, lineStep = 1, room = 1] = geometry;
  const column = Math.floor(x / columnStep);
  const row = Math.floor((y - top) / mapStep);
  const map = all[row * columns + column];
  const inside = x - column * columnStep;
  if (!map || row < 0 || column >= columns || inside > room) return null;
  const line = Math.floor((y - top - row * mapStep) / lineStep);
  const slot = line * lineSlots[scene] + Math.floor((inside / room) * lineSlots[scene]);
  const region = poolRegions(map.now, map.shape).find(({ from, to }) => slot >= from && slot < to);
  return region?.request ?? null;
}
