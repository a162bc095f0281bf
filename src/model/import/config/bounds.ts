/** Smallest and largest value a count may have. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Far beyond every model, and small enough that a hostile file cannot ask for much work. */
export const layerBounds: Bounds = { min: 1, max: 10_000 };
export const headBounds: Bounds = { min: 1, max: 65_536 };
export const dimBounds: Bounds = { min: 1, max: 1_000_000 };
/** Where 0 says "not used". */
export const optional = (bounds: Bounds): Bounds => ({ min: 0, max: bounds.max });
export const tokenBounds: Bounds = { min: 0, max: 2 ** 31 };
export const vocabBounds: Bounds = { min: 1, max: 100_000_000 };
