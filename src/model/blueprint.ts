/**
 * The dimensions a model's parameters and FLOPs are counted from, in layer order. What is left out
 * is small: biases where not named, rotary tables, vision and audio encoders.
 */
export interface Blueprint {
  readonly hiddenSize: number;
  readonly vocabSize: number;
  /** The output head reuses the embedding. */
  readonly tiedEmbeddings: boolean;
  /** Learned absolute positions: rows of that table. */
  readonly positions?: number;
  /** LayerNorm keeps a weight and a bias (2), RMSNorm a weight (1). */
  readonly normVectors: 1 | 2;
  readonly blocks: readonly BlockGroup[];
}

/** `count` equal blocks, one after the other. */
export interface BlockGroup {
  readonly count: number;
  readonly mixer: Mixer;
  readonly feedForward: FeedForward;
  /** Norms as wide as the hidden size; else one before each half that the block has. */
  readonly norms?: number;
}

/** What mixes tokens in a block. */
export type Mixer =
  | {
      readonly kind: "heads";
      readonly nHeads: number;
      readonly nKv: number;
      readonly headDim: number;
      readonly valueDim: number;
      /** Biases on the projections of Q, K and V; on that of the output. */
      readonly qkvBias: boolean;
      readonly outputBias: boolean;
      /** The output is gated by a projection as wide as Q's. */
      readonly outputGate: boolean;
      /** A norm over each head of Q and K. */
      readonly qkNorm: boolean;
      /** A learned sink, one value a query head (gpt-oss). */
      readonly sinks?: boolean;
    }
  | {
      readonly kind: "latent";
      readonly nHeads: number;
      /** Rank of the query's latent; null where Q is projected directly. */
      readonly qRank: number | null;
      readonly kvRank: number;
      readonly nopeDim: number;
      readonly ropeDim: number;
      readonly valueDim: number;
      readonly indexer?: {
        readonly nHeads: number;
        readonly headDim: number;
        readonly topK: number;
      };
    }
  | {
      /** Gated DeltaNet, KDA, Mamba-2 and their kin: in and out projections, a convolution, a state. */
      readonly kind: "state";
      readonly projected: number;
      readonly outputDim: number;
      readonly convChannels: number;
      readonly convTaps: number;
      readonly stateValues: number;
    }
  | { readonly kind: "none" };

export type FeedForward =
  | {
      readonly kind: "dense";
      readonly intermediateSize: number;
      readonly gated: boolean;
      readonly bias: boolean;
    }
  | {
      readonly kind: "experts";
      readonly experts: number;
      /** Experts a token visits. */
      readonly active: number;
      readonly intermediateSize: number;
      /** Intermediate size of the experts every token visits, together; 0 for none. */
      readonly sharedSize: number;
      readonly gated: boolean;
      readonly bias: boolean;
    }
  | { readonly kind: "none" };
