import workerUrl from "./worker.ts?worker&url";

/**
 * Starts the module worker. A browser refuses a worker script from another origin, but lets a worker
 * made here import it, if its server allows that (Access-Control-Allow-Origin). So on a foreign page a
 * blob of one line stands in, and in a sandboxed frame, whose blobs Chromium does not run as modules, a
 * data URL.
 */
export function startWorker(): Worker {
  const url = new URL(workerUrl, import.meta.url);
  // Not `location.origin`: a sandboxed frame keeps its address and loses its origin.
  const { origin } = self;
  if (url.origin === origin) return new Worker(url, { type: "module" });
  const line = `import ${JSON.stringify(url.href)};`;
  const standIn =
    origin === "null"
      ? `data:text/javascript,${encodeURIComponent(line)}`
      : URL.createObjectURL(new Blob([line], { type: "text/javascript" }));
  return new Worker(standIn, { type: "module" });
}
