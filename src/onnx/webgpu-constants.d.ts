// TypeScript's own types of WebGPU leave out its namespaces of constants.
// https://www.w3.org/TR/webgpu/#namespacedef-gpubufferusage
declare const GPUBufferUsage: {
  readonly MAP_READ: number;
  readonly COPY_SRC: number;
  readonly COPY_DST: number;
  readonly STORAGE: number;
  readonly UNIFORM: number;
};
declare const GPUMapMode: { readonly READ: number };
