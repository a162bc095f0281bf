import { type LoadedModel, openModel, type ShippedModel } from "../lab/shipped-model.ts";
import shipped from "../lab/shipped-models.json" with { type: "json" };
import { download } from "../onnx/download.ts";

interface Loading {
  readonly signal: AbortSignal;
  /** Past all caches. */
  readonly refetch: boolean;
  readonly onProgress: (loaded: number, total: number) => void;
}

const loaded = new Map<string, LoadedModel>();

/**
 * A model that the site ships; downloaded once, and again after a download that was damaged.
 * @throws RunError "download" or "damaged"; RangeError where there is no such model
 */
export async function loadModel(
  name: string,
  { signal, refetch, onProgress }: Loading,
): Promise<LoadedModel> {
  const known = loaded.get(name);
  if (known) return known;
  const models = shipped as readonly ShippedModel[];
  const model = models.find((each) => each.name === name);
  if (!model)
    throw new RangeError(`no model ${name}; there are ${models.map((each) => each.name)}`);
  const file = await download(modelAddress(model), {
    signal,
    cache: refetch ? "reload" : "default",
    onProgress: (bytes) => onProgress(bytes, model.bytes),
  });
  const opened = openModel(model, new Uint8Array(await file.arrayBuffer()));
  loaded.set(name, opened);
  return opened;
}

/** Beside the folder of the worker's own script, wherever that is served; its hash renews caches. */
function modelAddress({ name, sha256 }: ShippedModel): string {
  const folder = import.meta.env.DEV ? "/models/" : "../models/";
  return new URL(`${folder}${name}.bin?${sha256.slice(0, 8)}`, import.meta.url).href;
}
