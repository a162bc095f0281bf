import { unusable } from "./cli-error.ts";
import type { Host } from "./host.ts";

/**
 * The text of a file; of standard input for "-".
 * @throws CliError when it cannot be read.
 */
export async function readText(host: Host, file: string): Promise<string> {
  try {
    return await host.readFile(file);
  } catch (error) {
    throw unreadable(file, error);
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
