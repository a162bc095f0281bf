import { run } from "../../src/cli/run.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process; `files` are what it can read, "-" for standard input. */
export async function cli(
  argv: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  let [out, err] = ["", ""];
  const code = await run(argv, {
    readFile: async (path) => {
      const text = files[path];
      if (text !== undefined) return text;
      throw Object.assign(new Error(`ENOENT: ${path}`), { code: "ENOENT" });
    },
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
    },
    version: "1.2.3",
  });
  return { code, out, err };
}

/** A line of arguments as a shell would split it; no quotes. */
export const words = (line: string): readonly string[] => line.split(" ").filter(Boolean);

/** The JSON a command prints. */
export async function cliJson(line: string, files: Readonly<Record<string, string>> = {}) {
  const { code, out, err } = await cli([...words(line), "--json"], files);
  if (code !== 0) throw new Error(`exit ${code}: ${err}`);
  return JSON.parse(out);
}
