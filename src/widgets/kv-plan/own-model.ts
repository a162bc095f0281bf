import type { TextIntake } from "../text-intake.ts";
import type { ViewContext } from "../widget.ts";
import type { PlanResult, PlanValues } from "./compute.ts";

/** What the widget keeps of a file that was brought, and of what was copied. */
export interface Kept {
  readonly status: TextIntake["status"];
  /** What became of copying a command, and which one that was. */
  readonly copied: { readonly notice: string; readonly text: string } | null;
}

type Context = ViewContext<PlanValues, PlanResult>;

/** A `config.json` of the reader's: its layers and sizes go where the catalogue's model is. */
export function intakeOf({ t, brought, bring, set }: Context): TextIntake {
  const keep = (status: Kept["status"]) => bring((before) => ({ ...keptOf(before), status }));
  const read = async (how: () => Promise<string>, name: string) => {
    keep({ text: t("intake.reading", { name }), failed: false });
    try {
      const [text, { readOwn }] = await Promise.all([how(), import("./read-own.ts")]);
      const own = readOwn(text, t.lang);
      if (own.kind === "failed") return keep({ text: own.message, failed: true });
      set(own.changes);
      keep({ text: t("intake.model", { name: own.name ?? name }), failed: false });
    } catch {
      keep({ text: t("intake.failed", { name }), failed: true });
    }
  };
  return {
    ...{ t, accept: ".json,application/json", status: keptOf(brought).status },
    onText: (text) => void read(async () => text, t("intake.pasted")),
    // A configuration has a few kilobytes; of what is much larger the beginning is none.
    onFile: (file) => void read(() => file.slice(0, mostBytes).text(), file.name),
  };
}

export const keptOf = (brought: unknown): Kept =>
  (brought as Kept | null) ?? { status: null, copied: null };

const mostBytes = 4 * 2 ** 20;
