import { node } from "./figure.ts";
import { textWidth } from "./text-width.ts";

type Attributes = Readonly<Record<string, string | number>>;

const swatch = 11;
const lineHeight = 19;
const gap = 16;
const size = 11;

export interface KeyLine {
  readonly marks: readonly SVGElement[];
  readonly height: number;
}

/** Names, each beside the look it stands for, in as many lines as they need. */
export function keyLine(
  document: Document,
  names: readonly { readonly name: string; readonly look: Attributes }[],
  width: number,
): KeyLine {
  const marks: SVGElement[] = [];
  let [x, line] = [0, 0];
  for (const { name, look } of names) {
    const room = swatch + 6 + textWidth(name, size);
    if (x > 0 && x + room > width) [x, line] = [0, line + 1];
    const y = line * lineHeight;
    const box = { x: x + 0.5, y: y + 2.5, width: swatch, height: swatch };
    marks.push(
      node(document, "rect", { ...box, ...look }),
      node(document, "text", { x: x + swatch + 6, y: y + 12, "font-size": size }, name),
    );
    x += room + gap;
  }
  return { marks, height: (line + 1) * lineHeight };
}
