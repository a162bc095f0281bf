import type { HeadMergeData } from "./head-merge.ts";

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

const small = { "font-size": 11, fill: "var(--muted)" };
const size = { width: 30, height: 18 } as const;
const [fromTop, toTop] = [20, 112] as const;

/** KV heads as they were trained above, and what becomes of them below. */
export function headPool(
  { heads, groups, pooling, names }: HeadMergeData,
  width: number,
  add: Add,
): void {
  const perGroup = heads / groups;
  const gap = groups === 1 || groups === heads ? 0 : 10;
  const pitch = (width - gap * (groups - 1)) / heads;
  const x = (head: number) => (head + 0.5) * pitch + Math.floor(head / perGroup) * gap;
  const middle = (group: number) => (x(group * perGroup) + x((group + 1) * perGroup - 1)) / 2;
  add("text", { x: 0, y: 12, ...small }, names.before);
  add("text", { x: 0, y: toTop + 2 * size.height + 18, ...small }, names.after);
  for (let head = 0; head < heads; head++) {
    const isFirst = head % perGroup === 0;
    const taken = pooling === "mean" || pooling === "aligned" || (pooling === "first" && isFirst);
    pair(x(head), fromTop, String(head + 1), taken ? "taken" : "left-out", add);
    if (!taken) continue;
    const [top, bottom] = [fromTop + 2 * size.height + 3, toTop - 3];
    const end = middle(Math.floor(head / perGroup));
    const half = (top + bottom) / 2;
    const d = `M${x(head)} ${top}C${x(head)} ${half} ${end} ${half} ${end} ${bottom}`;
    add("path", { d, fill: "none", stroke: "var(--edge)", "stroke-width": 1.5, class: "goes" });
    if (pooling === "aligned" && !isFirst) turned(x(head), top + 13, add);
  }
  for (let group = 0; group < groups; group++) {
    pair(middle(group), toTop, String(group + 1), pooling === "random" ? "new" : "made", add);
  }
}

type Look = "taken" | "left-out" | "made" | "new";

/** A head's K over its V. */
function pair(x: number, top: number, number: string, look: Look, add: Add): void {
  for (const [i, role] of (["k", "v"] as const).entries()) {
    const y = top + i * size.height;
    const box = { x: x - size.width / 2, y, width: size.width, height: size.height - 2 };
    const fill = look === "left-out" ? "none" : `var(--${role}-wash)`;
    const edge = { stroke: look === "left-out" ? "var(--rule)" : "none" };
    const dashed = { stroke: `var(--${role})`, "stroke-dasharray": "3 2" };
    add("rect", { ...box, fill, ...(look === "new" ? dashed : edge), class: look });
    const colour = look === "left-out" ? "var(--muted)" : `var(--${role}-text)`;
    const at = { x, y: y + 12, "text-anchor": "middle", "font-size": 11, fill: colour };
    add("text", at, `${role.toUpperCase()}${number}`);
  }
}

/** An arrow that turns, over the paper. */
function turned(x: number, y: number, add: Add): void {
  add("circle", { cx: x, cy: y, r: 7, fill: "var(--paper)" });
  const turn = { fill: "none", stroke: "var(--ink)", "stroke-width": 1.5, class: "turned" };
  add("path", { d: `M${x + 4.5} ${y - 2}a5 5 0 1 0 .2 3.6M${x + 5} ${y - 5.5}v4h-4`, ...turn });
}
