import { RunError } from "./run-error.ts";

interface Download {
  readonly signal: AbortSignal;
  readonly cache?: "default" | "reload";
  readonly onProgress: (loaded: number) => void;
}

/**
 * Fetches a file, telling how many bytes have come. Bytes are counted after decompression, because
 * that is what a stream shows; a Content-Length counts before it.
 */
export async function download(
  url: string,
  { signal, cache = "default", onProgress }: Download,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let loaded = 0;
  onProgress(loaded);
  try {
    const response = await fetch(url, { signal, cache });
    if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      loaded += part.value.length;
      onProgress(loaded);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new RunError("download", `${url}: ${error instanceof Error ? error.message : error}`);
  }
  return new Blob(parts);
}
