import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { alphabet } from "../../src/lab/family.ts";

/**
 * The text that the text models learn: the World English Bible, which is in the public domain, from
 * Debian's package `sword-text-web`. It is fetched into `folder` and never becomes part of the project.
 * @throws Error that says how to get it
 */
export function corpus(folder: string): string {
  const file = path.join(folder, "corpus.txt");
  if (existsSync(file)) return readFileSync(file, "utf8");
  const [module = fetchModule(folder)] = modulesIn("/");
  const text = plainText(["ot", "nt"].map((part) => zText(module, part)).join(""));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, text);
  return text;
}

const modulesIn = (root: string): readonly string[] =>
  globSync(path.join(root, "usr/share/sword/modules/texts/ztext/engWEB*"));

function fetchModule(folder: string): string {
  const unpacked = path.join(folder, "sword");
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  const run = (program: string, ...args: readonly string[]) =>
    spawnSync(program, args, { cwd: unpacked, stdio: ["ignore", "ignore", "inherit"] });
  run("apt-get", "download", "sword-text-web");
  const [deb] = globSync(path.join(unpacked, "*.deb"));
  if (deb) run("dpkg-deb", "-x", deb, unpacked);
  const [module] = modulesIn(unpacked);
  if (!module) throw new Error("no World English Bible: apt-get install sword-text-web");
  return module;
}

/**
 * A module's text: an index of (offset, packed length, length) for each packed book.
 * @source SWORD's zText driver, https://wiki.crosswire.org/File_Formats
 */
function zText(module: string, part: string): string {
  const index = readFileSync(path.join(module, `${part}.bzs`));
  const packed = readFileSync(path.join(module, `${part}.bzz`));
  const books: string[] = [];
  for (let at = 0; at + 12 <= index.length; at += 12) {
    const [from, length] = [index.readUInt32LE(at), index.readUInt32LE(at + 4)];
    if (length > 0) books.push(inflateSync(packed.subarray(from, from + length)).toString("utf8"));
  }
  return `${books.join("\n")}\n`;
}

/** OSIS without its marks, notes and headings, in the characters that the models know. */
function plainText(osis: string): string {
  const known = new Set(alphabet);
  const text = osis
    .replace(/<(note|title)\b[\s\S]*?<\/\1>/g, "\n")
    .replace(/<(?:chapter|div|p|lb|l|lg)\b[^>]*>/g, "\n")
    .replace(/<[^>]+>/g, "")
    .replace(/&(amp|lt|gt|quot);/g, "")
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[—–]/g, "-")
    .normalize("NFKD");
  return [...text]
    .filter((character) => known.has(character))
    .join("")
    .replace(/ +/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim();
}
