import type { Runtime } from "../run.ts";
import { RunError } from "../run-error.ts";

/** The GPU device the runtime made, with the few things done on it beside the runtime. */
export interface Device {
  readonly gpu: GPUDevice;
  readonly isLost: () => boolean;
  /** Room of so many bytes; throws RunError "out-of-memory" where the device has none. */
  buffer(bytes: number): Promise<GPUBuffer>;
  write(buffer: GPUBuffer, values: ArrayBuffer): void;
  /** Waits for all submitted work. */
  settle(): Promise<void>;
  read(buffer: GPUBuffer): Promise<ArrayBuffer>;
  copy(from: GPUBuffer, to: GPUBuffer): void;
  /** What `work` gives, or RunError "lost": work on a lost device may never end. */
  orLost<T>(work: Promise<T>): Promise<T>;
}

const noticeMs = 1000;

/** To be called after a session was created: the runtime makes its device with the first one. */
export async function deviceOf(runtime: Runtime): Promise<Device> {
  const gpu = (await runtime.env.webgpu.device) as GPUDevice;
  let isLost = false;
  const lost: Promise<never> = gpu.lost.then(({ reason, message }) => {
    isLost = true;
    throw new RunError("lost", message || reason);
  });
  lost.catch(() => undefined); // it is heard where it is raced
  const orLost = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await Promise.race([work, lost]);
    } catch (error) {
      // Work that was under way may fail, in words of its own, just before the loss is announced.
      await Promise.race([lost, new Promise((resolve) => setTimeout(resolve, noticeMs))]);
      throw error;
    }
  };
  const copy = (from: GPUBuffer, to: GPUBuffer) => {
    const encoder = gpu.createCommandEncoder();
    encoder.copyBufferToBuffer(from, 0, to, 0, from.size);
    gpu.queue.submit([encoder.finish()]);
  };

  return {
    gpu,
    isLost: () => isLost,
    orLost,
    async buffer(size) {
      if (size > gpu.limits.maxStorageBufferBindingSize) {
        throw new RunError("out-of-memory", `${size} bytes exceed what this GPU binds at once`);
      }
      gpu.pushErrorScope("out-of-memory");
      const { STORAGE, COPY_SRC, COPY_DST } = GPUBufferUsage;
      const buffer = gpu.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST });
      const error = await orLost(gpu.popErrorScope());
      if (error) throw new RunError("out-of-memory", error.message);
      return buffer;
    },
    write: (buffer, values) => gpu.queue.writeBuffer(buffer, 0, values),
    settle: () => orLost(gpu.queue.onSubmittedWorkDone().then(() => undefined)),
    copy,
    async read(buffer) {
      const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
      const staging = gpu.createBuffer({ size: buffer.size, usage });
      copy(buffer, staging);
      await orLost(staging.mapAsync(GPUMapMode.READ));
      const values = staging.getMappedRange().slice(0);
      staging.destroy();
      return values;
    },
  };
}
