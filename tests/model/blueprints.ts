import type { Blueprint, FeedForward, Mixer } from "../../src/model/blueprint.ts";

/** Dimensions of published models, as their config.json gives them. */
const rms = { normVectors: 1, tiedEmbeddings: false } as const;
const gated = { kind: "dense", gated: true, bias: false } as const;

function heads(nHeads: number, nKv: number, headDim: number, qkNorm = false): Mixer {
  return {
    ...{ kind: "heads", nHeads, nKv, headDim, valueDim: headDim, qkNorm },
    ...{ qkvBias: false, outputBias: false, outputGate: false },
  };
}

function mla(nHeads: number, qRank: number | null): Extract<Mixer, { kind: "latent" }> {
  const dims = { kvRank: 512, nopeDim: 128, ropeDim: 64, valueDim: 128 };
  return { kind: "latent", nHeads, qRank, ...dims };
}

/** hidden, vocabulary, layers, attention, intermediate size. */
function dense(
  hiddenSize: number,
  vocabSize: number,
  count: number,
  mixer: Mixer,
  intermediateSize: number,
  tiedEmbeddings = false,
): Blueprint {
  const feedForward = { ...gated, intermediateSize };
  return { ...rms, hiddenSize, vocabSize, tiedEmbeddings, blocks: [{ count, mixer, feedForward }] };
}

function experts(
  [count, active]: readonly [number, number],
  intermediateSize: number,
  sharedSize = 0,
  bias = false,
): FeedForward {
  const shape = { kind: "experts", gated: true } as const;
  return { ...shape, experts: count, active, intermediateSize, sharedSize, bias };
}

const gptOss = (count: number, of: number): Blueprint => {
  const mixer = { ...heads(64, 8, 64), qkvBias: true, outputBias: true, sinks: true } as Mixer;
  const feedForward = experts([of, 4], 2880, 0, true);
  return { ...rms, hiddenSize: 2880, vocabSize: 201088, blocks: [{ count, mixer, feedForward }] };
};

function deepSeekV3(indexer?: { nHeads: number; headDim: number; topK: number }): Blueprint {
  const mixer = { ...mla(128, 1536), ...(indexer && { indexer }) };
  const first = { count: 3, mixer, feedForward: { ...gated, intermediateSize: 18432 } };
  const rest = { count: 58, mixer, feedForward: experts([256, 8], 2048, 2048) };
  return { ...rms, hiddenSize: 7168, vocabSize: 129280, blocks: [first, rest] };
}

export const blueprints = {
  "Llama-2-7B": dense(4096, 32000, 32, heads(32, 32, 128), 11008),
  "Llama-3-8B": dense(4096, 128256, 32, heads(32, 8, 128), 14336),
  "Llama-3-70B": dense(8192, 128256, 80, heads(64, 8, 128), 28672),
  "Llama-3.1-405B": dense(16384, 128256, 126, heads(128, 8, 128), 53248),
  "Qwen3-0.6B": dense(1024, 151936, 28, heads(16, 8, 128, true), 3072, true),
  "EXAONE-4.0-32B": dense(5120, 102400, 64, heads(40, 8, 128, true), 27392),
  "Mixtral-8x7B": {
    ...{ ...rms, hiddenSize: 4096, vocabSize: 32000 },
    blocks: [{ count: 32, mixer: heads(32, 8, 128), feedForward: experts([8, 2], 14336) }],
  },
  "GPT-2": {
    ...{ hiddenSize: 768, vocabSize: 50257, tiedEmbeddings: true, positions: 1024, normVectors: 2 },
    blocks: [
      {
        count: 12,
        mixer: { ...heads(12, 12, 64), qkvBias: true, outputBias: true } as Mixer,
        feedForward: { kind: "dense", intermediateSize: 3072, gated: false, bias: true },
      },
    ],
  },
  "gpt-oss-20b": gptOss(24, 32),
  "gpt-oss-120b": gptOss(36, 128),
  "DeepSeek-V3": deepSeekV3(),
  "DeepSeek-V3.2": deepSeekV3({ nHeads: 64, headDim: 128, topK: 2048 }),
  "DeepSeek-V2-Lite": {
    ...{ ...rms, hiddenSize: 2048, vocabSize: 102400 },
    blocks: [
      { count: 1, mixer: mla(16, null), feedForward: { ...gated, intermediateSize: 10944 } },
      { count: 26, mixer: mla(16, null), feedForward: experts([64, 6], 1408, 2816) },
    ],
  },
} as const satisfies Readonly<Record<string, Blueprint>>;
