import type { Flavour } from "./protocol.ts";

export interface RuntimeSize {
  /** Bytes of the file itself: what progress counts up to. */
  readonly wasmBytes: number;
  /** Bytes over the network from a server that compresses (gzip, level 9). */
  readonly gzipBytes: number;
}

/** The wasm file each flavour of onnxruntime-web 1.30.0 downloads. */
export const runtimeSize: Readonly<Record<Flavour, RuntimeSize>> = {
  jspi: { wasmBytes: 16_758_545, gzipBytes: 4_119_829 },
  asyncify: { wasmBytes: 26_781_914, gzipBytes: 6_578_721 },
  wasm: { wasmBytes: 14_239_897, gzipBytes: 3_659_955 },
};
