import { formatInteger } from "../../src/i18n/format.ts";
import { defaultOf, type Param, rangeOf, type Values } from "../../src/widgets/params.ts";
import type { AnyWidget } from "../../src/widgets/widget.ts";
import { valuesOf } from "./every-widget.ts";

/** Long lists of options stand in a section of their own. */
const sections: Readonly<Record<string, string>> = {
  model: "Models",
  gpu: "GPUs",
  kv: "Formats",
};
const code = (text: unknown) => `\`${text}\``;

function takes(param: Param, values: Values): string {
  if (param.kind === "toggle") return `on when present, off at ${code("false")}`;
  if (param.kind === "choice") {
    const section = sections[param.name];
    return section ? `an id, see ${section} below` : param.options.map(code).join(", ");
  }
  if (param.kind === "text") return param.holds;
  const { min, max } = rangeOf(param, values);
  const written = (end: number) => (Number.isInteger(end) ? formatInteger(end) : end);
  return `${written(min)} to ${written(max)}, in steps of ${param.precision ?? param.step}`;
}

/** The attributes of a widget as the table of docs/embedding.md has them. */
export function attributeTable(widget: AnyWidget): string {
  const values = valuesOf(widget);
  const rows = widget.params.map((param) => [
    code(param.name),
    takes(param, values),
    defaultText(param, values),
    (param.follows ?? []).map(code).join(", "),
  ]);
  return [["Attribute", "Takes", "Default", "Follows"], ["---", "---", "---", "---"], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`.replaceAll("|  |", "| |"))
    .join("\n");
}

function defaultText(param: Param, values: Values): string {
  const value = defaultOf(param, values);
  if (param.kind === "toggle") return "off";
  return value === "" ? "none" : code(value);
}

/** Ids of the options of a long list, as docs/embedding.md has them. */
export const idList = (ids: readonly string[]): string => ids.map(code).join(", ");
