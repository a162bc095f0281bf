import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeAttention } from "../../src/model/attention/decode-attention.ts";
import { decodeLatent } from "../../src/model/attention/decode-latent.ts";
import { groupedAttention } from "../../src/model/attention/grouped-attention.ts";
import { virtualHeadAttention } from "../../src/model/attention/virtual-head-attention.ts";
import { rearrange } from "../helpers/pytorch/rearrange.ts";
import type { Tensor } from "../helpers/pytorch/tensor.ts";
import { type Run, runListing, seeded } from "./listing.ts";
import { type Layer, type ListingCase, listingCases, listingOf } from "./listing-cases.ts";

describe("what a listing computes is what float64 computes", () => {
  const close = (name: string, value: Tensor, expected: ArrayLike<number>) => {
    assert.equal(value.data.length, expected.length, name);
    const largest = Math.max(...value.data.map(Math.abs));
    const off = Math.max(...value.data.map((of, i) => Math.abs(of - (expected[i] as number))));
    assert.ok(largest > 0.01 && off < 1e-12 * Math.max(1, largest), `${name} is off by ${off}`);
  };
  const runOf = (name: string): { readonly run: Run; readonly layer: Layer } => {
    const one = listingCases.find((of) => of.name === name) as ListingCase;
    const layer = one.layers[1] as Layer;
    return { run: runListing(listingOf(one), layer.sizes, seeded), layer };
  };
  const numbers = (values: ReadonlyMap<string, Tensor>, name: string, axes?: string) => {
    const value = values.get(name) as Tensor;
    return (axes ? rearrange(value, axes) : value).data;
  };

  for (const name of ["MHA", "GQA", "MQA"]) {
    test(name, () => {
      const { run, layer } = runOf(name);
      const { n_q: nHeads = 0, d: headDim = 0, T: context = 0 } = layer.sizes;
      const nKv = run.computed.get("k")?.dims[0] as number;
      const columns = name === "MQA" ? "t d -> d t" : "h t d -> h d t";
      const expected = decodeAttention({
        ...{ nHeads, nKv, headDim, context },
        q: numbers(run.computed, "q"),
        kTransposed: numbers(run.computed, "K", columns),
        v: numbers(run.computed, "V"),
      });
      close(name, run.computed.get("o") as Tensor, expected);
      // The new token is the last of the cache, behind all that were there before.
      const last = (axes: string, of: string, from: ReadonlyMap<string, Tensor>) =>
        numbers(from, of, axes);
      const byToken = name === "MQA" ? "t d -> t d" : "h t d -> t h d";
      for (const [cached, fresh] of [
        ["K", "k"],
        ["V", "v"],
      ] as const) {
        assert.deepEqual(
          last(byToken, cached, run.computed),
          Float64Array.from([
            ...last(byToken, cached, run.given),
            ...last(byToken, fresh, run.computed),
          ]),
        );
      }
    });
  }

  test("MQA, copied: every query head has the one K and V", () => {
    const { run, layer } = runOf("MQA, copied");
    for (const name of ["K", "V"]) {
      const copies = Array<Float64Array>(layer.sizes.n_q as number).fill(numbers(run.given, name));
      assert.deepEqual(
        [...numbers(run.computed, name)],
        copies.flatMap((copy) => [...copy]),
      );
    }
  });

  test("MLA, naive and absorbed", () => {
    const [naive, absorbed] = [runOf("MLA, naive"), runOf("MLA, absorbed")];
    const { n_heads: nHeads = 0, d_c: latentDim = 0, T: context = 0 } = naive.layer.sizes;
    const { d_nope: nopeDim = 0, d_rope: ropeDim = 0, d_v: valueDim = 0 } = naive.layer.sizes;
    const { given } = naive.run;
    const expected = decodeLatent({
      ...{ nHeads, latentDim, nopeDim, ropeDim, valueDim, context },
      qContent: numbers(given, "q_nope"),
      qRope: numbers(given, "q_rope"),
      latent: numbers(given, "c", "t c -> c t"),
      rope: numbers(given, "k_rope", "t d -> d t"),
      wUpK: numbers(given, "W_K", "c h d -> h d c"),
      wUpV: numbers(given, "W_V", "c h d -> h d c"),
    });
    for (const { run } of [naive, absorbed]) {
      close("o", run.computed.get("o") as Tensor, expected);
      close("y", run.computed.get("y") as Tensor, numbers(naive.run.computed, "y"));
    }
  });

  test("VHA, trained and absorbed", () => {
    const [{ run, layer }, absorbing] = [runOf("VHA, trained"), runOf("VHA, absorbing")];
    const { D: hidden = 0, n_q: queryHeads = 0, n_kv: nKv = 0, T = 0 } = layer.sizes;
    const { d: headDim = 0, r: rank = 0, n_virtual: nHeads = 0 } = layer.sizes;
    const plain = new Float64Array(headDim).fill(1);
    const x = numbers(run.given, "x");
    const kept = {
      wk: numbers(run.given, "W_K"),
      wv: numbers(run.given, "W_V"),
      ...{ qScale: plain, kScale: plain },
    };
    const { y } = virtualHeadAttention(
      x,
      T,
      { hidden, queryHeads, nKv, headDim, rank },
      {
        ...kept,
        wq: numbers(run.given, "W_Q"),
        premix: numbers(run.given, "P"),
        a: numbers(run.given, "A"),
        b: numbers(run.given, "B"),
        wo: numbers(run.given, "W_O"),
      },
    );
    close("y", run.computed.get("y") as Tensor, y);
    const served = groupedAttention(
      x,
      T,
      { hidden, nHeads, nKv, headDim, qkNorm: true },
      {
        ...kept,
        wq: numbers(absorbing.run.computed, "W_Q"),
        wo: numbers(absorbing.run.computed, "W_O"),
      },
    );
    close("served y", run.computed.get("y") as Tensor, served.y);
  });
});
