import {
  above,
  type Box,
  below,
  bottomOf,
  middleOf,
  type PieceKind,
  type Point,
} from "./flow-pieces.ts";
import { count, type MlaDrawing, muted, size } from "./mla-drawing.ts";
import { captions } from "./mla-path-layout.ts";

const roles = ["k", "v"] as const;
type Role = (typeof roles)[number];

/** What is kept of a cached token, and what becomes of it on the way to the attention. */
export function mlaCacheLane(drawing: MlaDrawing): void {
  const { data, at, flow } = drawing;
  const { sizes, names } = data;
  flow.text(names.cachedToken, at.cache.x, 11, muted);
  flow.piece("plain", at.cachedX, "x", count(sizes.hidden));
  flow.piece("matrix", at.down, "W_D", size(sizes.hidden, sizes.latentDim));
  flow.down(middleOf(at.down), bottomOf(at.cachedX), at.down.y);
  flow.down(middleOf(at.latent), bottomOf(at.down), at.latent.y);
  strip(drawing);
  if (data.form === "naive") expanded(drawing);
  else folded(drawing);
  if (data.rope === "decoupled") positionKey(drawing);
}

/** The latent, as long as it has numbers, and how many are kept in all. */
function strip({ data, at, flow }: MlaDrawing): void {
  flow.add("rect", { ...at.latent, fill: "var(--mla)", class: "latent" });
  const letter = { fill: "var(--mla-text)", "text-anchor": "end" };
  flow.formula("c", [at.latent.x - 5, at.latent.y + 4], { ...letter, "font-size": 16 });
  const [x, y] = at.cachedText;
  const [numbers, bytes] = data.names.cached;
  flow.text(numbers, x, y - 1, { ...letter, "font-weight": 700 });
  flow.text(bytes, x, y + 13, letter);
}

/** The RoPE key that stands apart: one for all heads, it goes to the attention as it lies in the cache. */
function positionKey({ data, at, flow }: MlaDrawing): void {
  const { downRope, ropeKey } = at;
  flow.piece("matrix", downRope, "W_R R_s", size(data.sizes.hidden, data.sizes.ropeDim));
  flow.down(middleOf(downRope), bottomOf(at.cachedX), downRope.y);
  // It comes from its own box, however far to the left it lies.
  flow.down(Math.max(downRope.x + 6, middleOf(ropeKey)), bottomOf(downRope), ropeKey.y);
  flow.add("rect", { ...ropeKey, fill: "var(--ink)", class: "rope-key" });
  const look = { name: "as-rope-key" };
  flow.down(middleOf(ropeKey), bottomOf(ropeKey), at.attention.y, "var(--ink)", look);
}

/** K and V of all heads, made from the latent. */
function expanded(drawing: MlaDrawing): void {
  const { data, at, flow } = drawing;
  const [x, y] = below(at.latent);
  const turn = at.upK.y - 7;
  for (const role of roles) {
    const up = way(role, "matrix", drawing);
    flow.arrow([[x, y], [x, turn], [middleOf(up), turn], above(up)], "var(--mla)");
    const stroke = `var(--${role})`;
    flow.down(middleOf(up), bottomOf(up), at[role].y, stroke);
    const fill = { fill: `var(--${role}-wash)`, stroke };
    flow.add("rect", { ...inner(at[role]), ...fill, class: role });
    caption(role, `var(--${role}-text)`, drawing);
    let from = bottomOf(at[role]) + captions;
    if (role === "k" && data.rope === "latent") {
      flow.down(middleOf(at.k), from, at.turn.y, stroke);
      flow.piece("rotation", at.turn, "R_s", count(data.sizes.nopeDim));
      from = bottomOf(at.turn);
    }
    flow.down(middleOf(at[role]), from, at.attention.y, stroke);
  }
}

/** K and V are only what the latent stands for; it goes to the attention itself, as both. */
function folded(drawing: MlaDrawing): void {
  const { data, at, flow } = drawing;
  const outline = { fill: "none", stroke: "var(--edge)", "stroke-dasharray": "3 3" };
  const start = bottomOf(at.latent);
  for (const [i, role] of roles.entries()) {
    way(role, "ghost", drawing);
    flow.add("rect", { ...inner(at[role]), ...outline, class: `${role} ghost` });
    caption(role, "var(--muted)", drawing);
    // Two lines side by side that turn without crossing.
    const x = at.channel - 3 + 8 * i;
    const from = at.latent.x + 5 + 5 * (1 - i);
    const turn = start + 6 + 4 * (1 - i);
    const points: readonly Point[] = [
      [from, start],
      [from, turn],
      [x, turn],
      [x, at.attention.y],
    ];
    flow.arrow(points, `var(--${role})`, { name: `as-${role}` });
    if (at.narrow) continue;
    const place = { "text-anchor": "end", fill: `var(--${role}-text)` };
    flow.text(data.names.uses[i] ?? "", at.channel - 12, at.attention.y - 28 + 14 * i, place);
  }
}

const inner = ({ x, y, width, height }: Box): Box => ({
  ...{ x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 },
});

const dimOf = (role: Role, { data }: MlaDrawing): number =>
  role === "k" ? data.sizes.nopeDim : data.sizes.valueDim;

/** The matrix that leads up from the latent, one for every head. */
function way(role: Role, kind: PieceKind, drawing: MlaDrawing): Box {
  const { data, at, flow } = drawing;
  const box = role === "k" ? at.upK : at.upV;
  const said = size(data.sizes.latentDim, dimOf(role, drawing));
  flow.piece(kind, box, `W_${role.toUpperCase()}`, said);
  return box;
}

function caption(role: Role, fill: string, drawing: MlaDrawing): void {
  const { data, at, flow } = drawing;
  const [x, y] = below(at[role]);
  const place = { "text-anchor": "middle", fill };
  const said = `${role.toUpperCase()}\u00a0${size(data.sizes.nHeads, dimOf(role, drawing))}`;
  flow.text(said, x, y + 13, { ...place, "font-weight": 700 });
  flow.text(data.names.expanded, x, y + 26, place);
}
