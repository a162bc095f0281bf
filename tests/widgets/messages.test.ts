import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { commonMessages } from "../../src/widgets/common-messages.ts";
import { labelKey } from "../../src/widgets/params.ts";
import { runMessages } from "../../src/widgets/run-messages.ts";
import type { Messages } from "../../src/widgets/translate.ts";
import { fuzzStates, translators, valuesOf, widgets } from "./every-widget.ts";

const placeholders = (text: string): string => (text.match(/\{[\w-]+\}/g) ?? []).sort().join(" ");

function assertSame({ ko, en }: Readonly<Record<"ko" | "en", Messages>>): void {
  assert.deepEqual(Object.keys(ko).sort(), Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) {
    assert.equal(placeholders(ko[key] ?? ""), placeholders(text), `placeholders of ${key}`);
    // A unit may be empty: "80 layers" is said by the name.
    if (!key.startsWith("unit.")) assert.ok(ko[key]?.trim() && text.trim(), `${key} is empty`);
  }
}

test("the words of every widget are the same in both languages", () => {
  assertSame(commonMessages);
});

for (const widget of widgets) {
  const { tag, params, messages } = widget;
  describe(tag, () => {
    test("both languages have the same keys, with the same placeholders", () => {
      assertSame(messages);
    });

    test("no word of its own takes the place of one that all widgets or all runs have", () => {
      for (const lang of ["ko", "en"] as const) {
        const shared: Messages = { ...commonMessages[lang], ...(widget.run && runMessages[lang]) };
        const differs = ([key, text]: readonly [string, string]) =>
          key in shared && shared[key] !== text;
        assert.deepEqual(Object.entries(messages[lang]).filter(differs), []);
      }
    });

    test("every parameter, unit and option has its words", () => {
      for (const table of [messages.ko, messages.en]) {
        const needed = params.flatMap((param) => [
          `param.${param.name}`,
          ...(param.kind === "number" ? [`unit.${param.name}`] : []),
          ...(param.kind === "choice"
            ? param.options.map((option) => `option.${param.name}.${option}`)
            : []),
        ]);
        assert.deepEqual(
          ["title", ...needed].filter((key) => table[key] === undefined),
          [],
        );
      }
    });

    test("what a parameter is called in any state has its words too", () => {
      for (const attributes of fuzzStates(widget)) {
        const values = valuesOf(widget, attributes);
        for (const t of translators(widget)) {
          for (const param of params) {
            assert.match(t(labelKey(param, values)), /\S/);
            if (param.kind !== "choice") continue;
            for (const option of param.options) {
              assert.match(param.optionName?.(option, values, t) ?? "its usual name", /\S/);
            }
          }
        }
      }
    });

    test("no message hides one of the words that every widget shows", () => {
      assert.deepEqual(
        Object.keys(messages.en).filter((key) => key in commonMessages.en),
        [],
      );
    });

    test("names of parameters work as attributes and in a query", () => {
      const names = params.map((param) => param.name);
      assert.equal(new Set(names).size, names.length);
      for (const name of names) {
        assert.match(name, /^[a-z]+(?:-[a-z]+)*$/);
        const taken = ["id", "class", "style", "slot", "lang", "title", "theme", "hidden"];
        assert.ok(!taken.includes(name), `${name} means something else in HTML`);
      }
    });

    test("a parameter follows one that stands before it", () => {
      const names = params.map((param) => param.name);
      for (const [i, { follows }] of params.entries()) {
        for (const name of follows ?? []) {
          assert.ok(names.slice(0, i).includes(name), `${names[i]} follows ${name}`);
        }
      }
    });
  });
}
