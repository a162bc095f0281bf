import { formatInteger } from "../i18n/format.ts";
import type { Flow } from "./flow-pieces.ts";
import type { MlaLayout, MlaSizes } from "./mla-path-layout.ts";

export interface MlaPathData {
  readonly form: "naive" | "absorbed";
  readonly rope: "decoupled" | "latent";
  readonly sizes: MlaSizes;
  readonly names: {
    readonly newToken: string;
    readonly cachedToken: string;
    /** What is kept of a token, in two short lines. */
    readonly cached: readonly [string, string];
    /** Under K and V: made for this step, or never. */
    readonly expanded: string;
    /** What the latent is used as where nothing is expanded; said where there is room. */
    readonly uses: readonly [key: string, value: string];
    /** Why the rotation is in the way. */
    readonly obstacle: string;
    readonly pair: string;
    readonly wrong: string;
    readonly scale: string;
  };
  readonly label: string;
}

/** What the parts of the picture are drawn from, by, and into. */
export interface MlaDrawing {
  readonly data: MlaPathData;
  readonly at: MlaLayout;
  readonly flow: Flow;
}

export const muted = { fill: "var(--muted)" };

export const count = (value: number): string => formatInteger(value);

/** "128 × 512" */
export const size = (...of: readonly number[]): string => of.map(count).join("\u00a0×\u00a0");
