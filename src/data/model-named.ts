import { models } from "./index.ts";

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * Id of the only model of the catalogue that a name printed by an engine may stand for: the one
 * whose id or name is the longest beginning of the name's last part. `null` where there is none, or
 * more than one.
 */
export function modelNamed(name: string | null): string | null {
  const base = plain(name?.split(/[/\\]/).at(-1) ?? "");
  const [best, next] = models
    .map(({ id, name: full }) => {
      const words = [plain(id), plain(full)].filter((word) => base.startsWith(word));
      return { id, length: Math.max(0, ...words.map((word) => word.length)) };
    })
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length);
  return best && best.length !== next?.length ? best.id : null;
}
