import { type GpuEntry, gpuIds, gpus } from "../data/index.ts";
import { wrongUsage } from "./cli-error.ts";

/**
 * The GPU whose id is `text`, or the only one whose id begins with it (with whole words of it before
 * parts: `l4` is no `l40s`) or else contains it.
 * @throws CliError with the candidates when there are several, with all ids when there is none.
 */
export function findGpu(text: string): GpuEntry {
  const wanted = text.toLowerCase();
  const exact = gpus.find(({ id }) => id === wanted);
  if (exact) return exact;
  const ways: readonly ((id: string) => boolean)[] = [
    (id) => id.startsWith(`${wanted}-`),
    (id) => id.startsWith(wanted),
    (id) => id.includes(wanted),
  ];
  const near =
    ways.map((fits) => gpus.filter(({ id }) => fits(id))).find((found) => found.length > 0) ?? [];
  const [only] = near;
  if (only && near.length === 1) return only;
  throw near.length > 1
    ? wrongUsage("ambiguous-gpu", { found: text, near: near.map(({ id }) => id).join(", ") })
    : wrongUsage("unknown-gpu", { found: text, known: gpuIds.join(", ") });
}
