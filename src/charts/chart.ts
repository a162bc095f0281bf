/** What a chart function gets beside its data; `document` is the browser's or the build's. */
export interface ChartContext {
  readonly document: Document;
  /** Width of the drawing in its own units; see `chartWidths`. */
  readonly width: number;
}

export type Chart<Data> = (data: Data, context: ChartContext) => SVGSVGElement;

/** Widths at which a chart is drawn: below `narrowBelow` px of room the narrow one shows. */
export const chartWidths = { wide: 640, narrow: 328, narrowBelow: 640 } as const;
