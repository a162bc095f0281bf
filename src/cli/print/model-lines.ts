import { formatInteger } from "../../i18n/format.ts";
import type { Text } from "../messages/text.ts";
import type { modelFacts } from "../model-facts.ts";
import { noteLines } from "./note-lines.ts";

/** The model, where its figures come from, and what had to be assumed. */
export function modelLines(model: ReturnType<typeof modelFacts>, text: Text): readonly string[] {
  const { from, id, name, maxContext, params, notes, source } = model;
  const facts = [
    ...(maxContext === null ? [] : [text("fact-context", { tokens: maxContext })]),
    ...(params === null ? [] : [text("fact-params", { params: formatInteger(params) })]),
  ];
  const title = name === null || name === id ? id : `${name} (${id})`;
  return [
    [title, ...facts].join(", "),
    ...(source
      ? [
          text(source.verified ? "from-catalogue" : "from-catalogue-unverified", {
            url: source.url,
            checked: source.checked,
          }),
        ]
      : [text(from === "gguf" ? "from-gguf" : "from-config")]),
    ...noteLines(notes, text),
  ];
}
