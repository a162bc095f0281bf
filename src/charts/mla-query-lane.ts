import { bottomOf, boxHeight, middleOf, type PieceKind, tallBoxHeight } from "./flow-pieces.ts";
import { count, type MlaDrawing, type MlaPathData, muted, size } from "./mla-drawing.ts";

interface Stop {
  readonly kind: PieceKind;
  readonly symbols: string;
  readonly size: string;
  readonly height: number;
}

/** What becomes of the new token's query, from its vector down to the attention. */
export function mlaQueryLane({ data, at, flow }: MlaDrawing): void {
  flow.text(data.names.newToken, at.query.x, 11, muted);
  flow.piece("plain", at.x, "x", count(data.sizes.hidden));
  const stops = stopsOf(data);
  const top = bottomOf(at.x);
  const used = stops.reduce((sum, { height }) => sum + height, 0);
  const gap = (at.attention.y - top - used) / (stops.length + 1);
  const { x, width } = at.query;
  const middle = middleOf(at.x);
  const obstacle = stops.findIndex(({ kind }) => kind === "obstacle");
  const arrow = (i: number, from: number, to: number) => {
    const isPast = obstacle !== -1 && i >= obstacle;
    if (isPast) flow.down(middle, from, to, "var(--error)", { dash: "3 3" });
    else flow.down(middle, from, to, "var(--q)");
  };
  let y = top;
  for (const [i, { kind, symbols, size: said, height }] of stops.entries()) {
    arrow(i, y, y + gap);
    flow.piece(kind, { x, y: y + gap, width, height }, symbols, said);
    y += gap + height;
  }
  arrow(stops.length, y, at.attention.y);
}

function stopsOf({ form, rope, sizes, names }: MlaPathData): readonly Stop[] {
  const { hidden, nHeads, latentDim, nopeDim, ropeDim } = sizes;
  /** A query of each head, as long as the key it meets. */
  const queries = (dim: number): string => {
    const each = ropeDim > 0 ? `(${count(dim)}\u00a0+\u00a0${count(ropeDim)})` : count(dim);
    return `${count(nHeads)}\u00a0×\u00a0${each}`;
  };
  const stop = (kind: PieceKind, symbols: string, said: string): Stop => ({
    ...{ kind, symbols, size: said, height: kind === "obstacle" ? tallBoxHeight : boxHeight },
  });
  const projected = `${count(hidden)}\u00a0→\u00a0${count(nHeads * (nopeDim + ropeDim))}`;
  const start = [
    stop("matrix", "W_Q", projected),
    stop("q", "q", queries(nopeDim)),
    stop("rotation", "R_t", count(ropeDim || nopeDim)),
  ];
  if (form === "naive") return start;
  return [
    ...start,
    ...(rope === "latent" ? [stop("obstacle", "R_s", names.obstacle)] : []),
    stop("moved", "W_K", size(nopeDim, latentDim)),
    stop("q", "q_c", queries(latentDim)),
  ];
}
