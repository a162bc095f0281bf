import type { ProofSubject } from "../../src/onnx/proof/proof-request.ts";

// Small layers of every kind, for Node and for browsers.

export const grouped = (nKv: number, qkNorm = false): ProofSubject => ({
  what: "grouped",
  shape: { hidden: 64, nHeads: 8, nKv, headDim: 16, qkNorm },
});

export const mla = (form: "naive" | "absorbed", ropeDim = 8): ProofSubject => ({
  what: "mla",
  form,
  shape: { hidden: 64, nHeads: 4, latentDim: 32, nopeDim: 16, ropeDim, valueDim: 16 },
});

type Virtual = Extract<ProofSubject, { what: "vha" }>;

/** Premix and Postmix of trained size, unless told otherwise. */
export const vha = (form: "trained" | "absorbed", change: Partial<Virtual> = {}): ProofSubject => ({
  ...{ what: "vha", form, alpha: 0.5, beta: 0.3, order: "premix-first", mix: "transposed" },
  shape: { hidden: 64, queryHeads: 4, nKv: 2, headDim: 16, rank: 2 },
  ...change,
});

/** Every graph, in every form that has to be right. */
export const right: readonly (readonly [name: string, subject: ProofSubject])[] = [
  ["MHA", grouped(8)],
  ["GQA of 4", grouped(4)],
  ["GQA of 2", grouped(2)],
  ["GQA of 2 with norm", grouped(2, true)],
  ["MQA", grouped(1)],
  ["MLA, naive", mla("naive")],
  ["MLA, absorbed", mla("absorbed")],
  ["MLA, naive, RoPE on the keys out of the latent", mla("naive", 0)],
  ["VHA, trained form", vha("trained")],
  ["VHA, absorbed", vha("absorbed")],
  ["VHA, norm before Premix, trained form", vha("trained", { order: "norm-first" })],
  ["VHA, SiLU before Premix, trained form", vha("trained", { order: "silu" })],
];

/** What breaks a claim, and about how far off it is. */
export const broken: readonly (readonly [name: string, subject: ProofSubject, off: number])[] = [
  ["MLA, absorbed, RoPE on the keys out of the latent", mla("absorbed", 0), 0.24],
  ["VHA, absorbed although the norm comes first", vha("absorbed", { order: "norm-first" }), 0.087],
  ["VHA, absorbed although a SiLU stands between", vha("absorbed", { order: "silu" }), 0.35],
  ["VHA, absorbed with the mix untransposed", vha("absorbed", { mix: "untransposed" }), 0.56],
];

/** The same where there is nothing to break. */
export const harmless: readonly (readonly [name: string, subject: ProofSubject])[] = [
  ["α = 0: Premix is the identity", vha("absorbed", { order: "norm-first", alpha: 0 })],
  ["B = 0: Postmix is the identity", vha("absorbed", { mix: "untransposed", beta: 0 })],
];

const v2Lite = {
  ...{ hidden: 2048, nHeads: 16, latentDim: 512, nopeDim: 128, ropeDim: 64, valueDim: 128 },
};
const vha17 = { hidden: 2048, queryHeads: 8, nKv: 2, headDim: 128, rank: 4 };

/** A layer of DeepSeek-V2-Lite, and of the VHA paper's 1.7B model. */
export const real: readonly (readonly [name: string, subject: ProofSubject])[] = [
  ["DeepSeek-V2-Lite, naive", { what: "mla", form: "naive", shape: v2Lite }],
  ["DeepSeek-V2-Lite, absorbed", { what: "mla", form: "absorbed", shape: v2Lite }],
  ["VHA 1.7B, trained form", vha("trained", { shape: vha17 })],
  ["VHA 1.7B, absorbed", vha("absorbed", { shape: vha17 })],
];

/** Bytes of one cached token in fp32, by the formulas of papers: 2 n_kv d_h, or latent + RoPE key. */
export function tokenBytes(subject: ProofSubject): number {
  if (subject.what === "mla") return (subject.shape.latentDim + subject.shape.ropeDim) * 4;
  return 2 * subject.shape.nKv * subject.shape.headDim * 4;
}
