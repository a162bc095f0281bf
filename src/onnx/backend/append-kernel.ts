import type { FloatType } from "./backend.ts";

const groupSize = 64;

/** What the kernel is told: five unsigned integers. */
export interface AppendSizes {
  readonly outer: number;
  readonly capacity: number;
  readonly tokens: number;
  readonly inner: number;
  readonly at: number;
}

/**
 * Writes new tokens into a cache where it lies: [outer, tokens, inner] into [outer, capacity, inner]
 * from token `at` on. Buffers cannot be copied in strides, and a copy for each number takes longer
 * than the step it follows.
 */
export class AppendKernel {
  readonly #gpu: GPUDevice;
  readonly #pipelines = new Map<FloatType, GPUComputePipeline>();

  constructor(gpu: GPUDevice) {
    this.#gpu = gpu;
  }

  run(cache: GPUBuffer, fresh: GPUBuffer, dtype: FloatType, sizes: AppendSizes): void {
    const { outer, capacity, tokens, inner, at } = sizes;
    const gpu = this.#gpu;
    const pipeline = this.#pipeline(dtype);
    const { UNIFORM, COPY_DST } = GPUBufferUsage;
    const told = gpu.createBuffer({ size: 32, usage: UNIFORM | COPY_DST });
    gpu.queue.writeBuffer(told, 0, new Uint32Array([outer, capacity, tokens, inner, at, 0, 0, 0]));
    const bindGroup = gpu.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [cache, fresh, told].map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
    const encoder = gpu.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindGroup);
    const groups = Math.ceil((outer * tokens * inner) / groupSize);
    const wide = Math.min(groups, 65_535);
    pass.dispatchWorkgroups(wide, Math.ceil(groups / wide));
    pass.end();
    gpu.queue.submit([encoder.finish()]);
    told.destroy();
  }

  #pipeline(dtype: FloatType): GPUComputePipeline {
    const known = this.#pipelines.get(dtype);
    if (known) return known;
    const module = this.#gpu.createShaderModule({ code: shader(dtype) });
    const made = this.#gpu.createComputePipeline({
      layout: "auto",
      compute: { module, entryPoint: "main" },
    });
    this.#pipelines.set(dtype, made);
    return made;
  }
}

const shader = (dtype: FloatType): string => {
  const type = dtype === "float16" ? "f16" : "f32";
  return `${dtype === "float16" ? "enable f16;" : ""}
struct Sizes { outer: u32, capacity: u32, tokens: u32, inner: u32, at: u32 }
@group(0) @binding(0) var<storage, read_write> cache: array<${type}>;
@group(0) @binding(1) var<storage, read> fresh: array<${type}>;
@group(0) @binding(2) var<uniform> sizes: Sizes;
@compute @workgroup_size(${groupSize})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * ${groupSize}u + id.x;
  let span = sizes.tokens * sizes.inner;
  if (i >= sizes.outer * span) { return; }
  let row = i / span;
  cache[(row * sizes.capacity + sizes.at) * sizes.inner + i % span] = fresh[i];
}`;
};
