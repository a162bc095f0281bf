import type { Lang } from "../i18n/locales.ts";

/** A file that is read in parts. */
export interface OpenFile {
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** What a command needs of the outside. */
export interface Host {
  /** The text of a file; of standard input for "-". */
  readonly readFile: (path: string) => Promise<string>;
  readonly openFile?: (path: string) => Promise<OpenFile>;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Of the program; shown by `--version`. */
  readonly version?: string;
  /** Language where `--lang` names none. Default English. */
  readonly lang?: Lang;
}
