/** A request as it arrives. */
export interface Request {
  readonly id: number;
  /** In seconds from the start. */
  readonly arrival: number;
  readonly promptTokens: number;
  /** Tokens that it will generate: known to the simulation, and to an oracle. */
  readonly outputTokens: number;
  /**
   * Names of the prompt's first blocks of `prefixBlockTokens` tokens, each for all tokens up to its
   * end: two requests whose n-th names are equal begin with the same n blocks.
   */
  readonly prefix?: readonly number[];
  /** Answers to the same prompt, generated side by side; 1 if left out. */
  readonly samples?: number;
}

/** A request, or one of several answers to it, while it is served. */
export class Sequence {
  readonly request: Request;
  /** Tells samples of one request apart. */
  readonly sample: number;
  readonly promptTokens: number;
  readonly outputTokens: number;
  /** Tokens in its cache when it ends. The last one is never read. */
  readonly most: number;
  /** Tokens whose K and V are in the cache. */
  computed = 0;
  /** Tokens generated so far. */
  generated = 0;
  /** Tokens that the step in progress computes. */
  planned = 0;
  /** Paged: its blocks, in order. */
  blocks: number[] = [];
  /** Paged: how many of them are full and named. */
  named = 0;
  /** Contiguous: where it lies, the slots asked for, and the slots taken. */
  address = -1;
  asked = 0;
  taken = 0;
  /** Tokens for which it surely has room of its own; beyond them its memory is asked. */
  room = 0;
  /** On the host: tokens swapped out. */
  swappedTokens = 0;
  firstTokenAt = -1;
  lastTokenAt = -1;
  /** Computed before and thrown away. */
  recomputed = 0;

  constructor(request: Request, sample = 0) {
    this.request = request;
    this.sample = sample;
    this.promptTokens = request.promptTokens;
    this.outputTokens = request.outputTokens;
    this.most = request.promptTokens + request.outputTokens - 1;
  }

  /** Tokens that are there to be computed: the prompt and what has been generated. */
  get known(): number {
    return this.promptTokens + this.generated;
  }

  get isDone(): boolean {
    return this.generated >= this.outputTokens;
  }
}
