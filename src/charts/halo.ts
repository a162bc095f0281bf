/** Keeps a label readable where it lies over a line: the paper shines around its letters. */
export const halo = { stroke: "var(--paper)", "stroke-width": 4, "paint-order": "stroke" } as const;
