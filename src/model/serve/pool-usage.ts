/** Where the slots of a pool are, in tokens; together they are the whole pool. */
export interface PoolUsage {
  /** Hold the K and V of a token. */
  readonly tokens: number;
  /** Will hold one of a request that is being served. */
  readonly reserved: number;
  /** Belong to a request that will never use them. */
  readonly internal: number;
  /** Belong to nobody and can be given to nobody: rounding, holes, a block set apart. */
  readonly external: number;
  /** Of finished requests, kept for their prefix until somebody needs the room. */
  readonly cached: number;
  readonly free: number;
}

export const usageNames = [
  "tokens",
  "reserved",
  "internal",
  "external",
  "cached",
  "free",
] as const satisfies readonly (keyof PoolUsage)[];
