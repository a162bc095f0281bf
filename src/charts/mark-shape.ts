export type MarkShape = "circle" | "square" | "diamond" | "triangle" | "triangle-down" | "cross";

/** The outline of a mark around a point, `r` px from its middle. */
export function markShape(shape: MarkShape, x: number, y: number, r: number): string {
  switch (shape) {
    case "circle":
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    case "square":
      return `M${x - r * 0.9} ${y - r * 0.9}h${r * 1.8}v${r * 1.8}h${-r * 1.8}Z`;
    case "diamond":
      return `M${x} ${y - r * 1.3}l${r * 1.3} ${r * 1.3}l${-r * 1.3} ${r * 1.3}l${-r * 1.3} ${-r * 1.3}Z`;
    case "triangle":
      return `M${x} ${y - r * 1.2}l${r * 1.2} ${r * 2.1}h${-r * 2.4}Z`;
    case "triangle-down":
      return `M${x} ${y + r * 1.2}l${r * 1.2} ${-r * 2.1}h${-r * 2.4}Z`;
    case "cross":
      return `M${x - r} ${y - r}l${2 * r} ${2 * r}M${x - r} ${y + r}l${2 * r} ${-2 * r}`;
  }
}
