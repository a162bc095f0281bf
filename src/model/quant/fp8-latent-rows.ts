import { floatRows, largestOf } from "./float-rows.ts";
import { bfloat16, e4m3fn, minifloatValues, toMinifloat } from "./minifloat.ts";
import { type RowCodec, requireFinite, viewOf } from "./row-codec.ts";

/** Numbers of the latent that share a scale. */
const tile = 128;

/**
 * MLA's row as FlashMLA reads it (vLLM's `fp8_ds_mla`): the latent in E4M3, a float32 scale for every
 * 128 of its numbers, then the RoPE key in bf16, which stays exact to 8 bits. 656 B for 512 + 64.
 * @param ropeValues the last numbers of the row
 * @source https://github.com/vllm-project/vllm/blob/main/vllm/v1/kv_cache_interface.py
 */
export function fp8LatentRows(ropeValues: number): RowCodec {
  const rope = floatRows(bfloat16);
  const values = minifloatValues(e4m3fn);
  const parts = (count: number) => {
    const latent = count - ropeValues;
    const scales = Math.ceil(latent / tile);
    return { latent, ropeAt: latent + 4 * scales };
  };
  return {
    rowBytes: (count) => parts(count).ropeAt + 2 * ropeValues,
    encode(row, into) {
      requireFinite(row);
      const { latent, ropeAt } = parts(row.length);
      const view = viewOf(into);
      for (let from = 0; from < latent; from += tile) {
        const to = Math.min(from + tile, latent);
        const scale = Math.fround(largestOf(row.subarray(from, to)) / 448);
        view.setFloat32(latent + 4 * (from / tile), scale, true);
        for (let i = from; i < to; i++) {
          into[i] = scale === 0 ? 0 : toMinifloat(e4m3fn, (row[i] as number) / scale);
        }
      }
      rope.encode(row.subarray(latent), into.subarray(ropeAt));
    },
    decode(bytes, into) {
      const { latent, ropeAt } = parts(into.length);
      const view = viewOf(bytes);
      for (let i = 0; i < latent; i++) {
        const scale = view.getFloat32(latent + 4 * Math.floor(i / tile), true);
        into[i] = (values[bytes[i] as number] as number) * scale;
      }
      rope.decode(bytes.subarray(ropeAt), into.subarray(latent));
    },
  };
}
