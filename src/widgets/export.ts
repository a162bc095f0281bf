import { node } from "../charts/figure.ts";
import type { ExportKind, WidgetState } from "./frame.ts";
import { nonDefault } from "./params.ts";
import { saveFile } from "./save-file.ts";
import { stateLink } from "./share.ts";
import { plainText } from "./translate.ts";
import type { AnyWidget } from "./widget.ts";

const gapPx = 24;
const margin = 24;
const scale = 2;

/** Saves what a widget shows and returns the file's name. Pictures are always light. */
export async function exportFile(
  kind: ExportKind,
  definition: AnyWidget,
  state: WidgetState,
  figures: readonly SVGSVGElement[],
  element: HTMLElement,
): Promise<string> {
  const { values, result, t } = state;
  const carried = nonDefault(definition.params, values);
  const link = stateLink(definition.tag, element.id, t.lang, carried);
  const name = `${definition.tag}.${kind}`;
  if (kind === "csv") {
    const rows = csvRows(definition, state, link);
    saveFile(new Blob([`\uFEFF${rows}`], { type: "text/csv;charset=utf-8" }), name);
    return name;
  }
  const title = plainText(definition.summary(result, values, t));
  const svg = page(figures, title, link, element);
  const text = new XMLSerializer().serializeToString(svg);
  const picture = new Blob([text], { type: "image/svg+xml" });
  saveFile(kind === "svg" ? picture : await raster(text, svg), name);
  return name;
}

function csvRows(
  definition: AnyWidget,
  { values, result, t, run }: WidgetState,
  link: string,
): string {
  const table = definition.table?.(result, values, t, run);
  if (!table) throw new RangeError("no table");
  const header = table.columns.map((column, i) => {
    const unit = table.units[i];
    return unit ? `${column} [${unit}]` : column;
  });
  const rows = table.rows.map(([head, ...cells]) => [head, ...cells.map(({ value }) => value)]);
  const lines = [header, ...rows, [], [table.caption], [link]];
  return lines.map((line) => line.map((cell) => csvCell(String(cell))).join(",")).join("\r\n");
}

/** Quoted where needed; a leading sign that a spreadsheet would run as a formula is defused. */
export function csvCell(text: string): string {
  const safe = /^[=+@\t\r-]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One picture of all figures, with the sentence above and the link below. */
function page(
  figures: readonly SVGSVGElement[],
  title: string,
  link: string,
  element: HTMLElement,
): SVGSVGElement {
  const sizes = figures.map((figure) => figure.viewBox.baseVal);
  const width = Math.max(...sizes.map((size) => size.width)) + 2 * margin;
  const svg = node(document, "svg") as SVGSVGElement;
  const lines = wrapped(title, Math.floor((width - 2 * margin) / 9));
  let top = margin;
  const write = (text: string, size: number, fill: string) => {
    top += size;
    svg.append(node(document, "text", { x: margin, y: top, "font-size": size, fill }, text));
    top += size * 0.45;
  };
  for (const line of lines) write(line, 16, "var(--ink)");
  for (const [i, figure] of figures.entries()) {
    top += i === 0 ? gapPx / 2 : gapPx;
    const copy = figure.cloneNode(true) as SVGSVGElement;
    const { width: w, height: h } = sizes[i] as DOMRect;
    for (const [name, value] of Object.entries({ x: margin, y: top, width: w, height: h })) {
      copy.setAttribute(name, String(value));
    }
    svg.append(copy);
    top += h;
  }
  top += gapPx / 2;
  const room = Math.floor((width - 2 * margin) / 5.4);
  const credit = `Headcount · CC BY 4.0 · ${link}`;
  for (let from = 0; from < credit.length; from += room) {
    write(credit.slice(from, from + room), 10, "var(--muted)");
  }
  const height = top + margin / 2;
  const box = { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": "sans-serif" };
  for (const [name, value] of Object.entries(box)) svg.setAttribute(name, String(value));
  svg.prepend(node(document, "rect", { width, height, fill: "var(--paper)" }));
  settleColours(svg, element);
  return svg;
}

/** Breaks a sentence for a line of about `most` Latin letters; Korean ones count double. */
function wrapped(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  let [line, length] = ["", 0];
  for (const word of text.split(" ")) {
    const size = [...word].reduce((sum, letter) => sum + (letter > "\u1100" ? 2 : 1), 1);
    if (line && length + size > most) {
      lines.push(line);
      [line, length] = ["", 0];
    }
    line += (line ? " " : "") + word;
    length += size;
  }
  return [...lines, line];
}

/** Replaces each `var(--x)` by the light theme's colour: a file has no stylesheet. */
function settleColours(svg: SVGSVGElement, element: HTMLElement): void {
  const probe = document.createElement("span");
  probe.style.colorScheme = "light";
  element.shadowRoot?.append(probe);
  const colour = (text: string) =>
    text.replace(/var\(--[\w-]+\)/g, (name) => {
      probe.style.color = name;
      return getComputedStyle(probe).color;
    });
  for (const part of [svg, ...svg.querySelectorAll("*")]) {
    for (const { name, value } of [...part.attributes]) {
      if (value.includes("var(--sans)"))
        part.setAttribute(name, value.replaceAll("var(--sans)", "sans-serif"));
      else if (value.includes("var(--")) part.setAttribute(name, colour(value));
    }
  }
  probe.remove();
}

async function raster(text: string, svg: SVGSVGElement): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Number(svg.getAttribute("width")) * scale;
  canvas.height = Number(svg.getAttribute("height")) * scale;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("the picture is empty");
  return blob;
}
