import { unusable } from "./cli-error.ts";
import type { Host } from "./host.ts";

/**
 * The text of a file; of standard input for "-". Files in UTF-16, as Windows writes them, too.
 * @throws CliError when it cannot be read.
 */
export async function readText(host: Host, file: string): Promise<string> {
  try {
    const text = await host.readFile(file);
    return isWide(text) ? await wideText(host, file, text) : text;
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** The two bytes of UTF-16's mark are none of UTF-8, and most characters have an empty byte. */
const isWide = (text: string): boolean =>
  text.startsWith("\uFFFD\uFFFD") && text.slice(0, 64).includes("\0");

async function wideText(host: Host, path: string, text: string): Promise<string> {
  // What was piped cannot be read again: without their empty bytes its ASCII characters are left.
  if (path === "-" || !host.openFile) return text.slice(2).replaceAll("\0", "");
  const file = await host.openFile(path);
  try {
    const bytes = await file.read(0, file.size);
    return new TextDecoder(bytes[0] === 0xfe ? "utf-16be" : "utf-16le").decode(bytes);
  } finally {
    await file.close();
  }
}

/** What the system says, in a word where it is one that people know. */
export function unreadable(file: string, error: unknown) {
  const code = typeof error === "object" && error !== null ? Reflect.get(error, "code") : "";
  switch (code) {
    case "ENOENT":
      return unusable("no-such-file", { file });
    case "EISDIR":
      return unusable("is-folder", { file });
    case "EACCES":
    case "EPERM":
      return unusable("no-permission", { file });
    case "ERR_STRING_TOO_LONG":
    case "ERR_FS_FILE_TOO_LARGE":
      return unusable("too-long", { file });
    default:
      return unusable("unreadable", { file, reason: error instanceof Error ? error.message : "" });
  }
}
