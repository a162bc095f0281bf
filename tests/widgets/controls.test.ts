import assert from "node:assert/strict";
import { test } from "node:test";
import type { TemplateResult } from "lit";
import { commonMessages } from "../../src/widgets/common-messages.ts";
import { type ControlHost, control } from "../../src/widgets/controls.ts";
import concurrency from "../../src/widgets/kv-concurrency/widget.ts";
import vha from "../../src/widgets/kv-vha/widget.ts";
import type { ChoiceParam, Values } from "../../src/widgets/params.ts";
import { translator } from "../../src/widgets/translate.ts";
import type { AnyWidget } from "../../src/widgets/widget.ts";
import { valuesOf } from "./every-widget.ts";

const widget: AnyWidget = concurrency;
type Lang = "ko" | "en";

/** The listener that a template has for an event: the first, or that of the element with an id. */
function listener(template: TemplateResult, event: string, at: "first" | "last") {
  const { strings, values } = template;
  const places = values.map((_, i) => i).filter((i) => strings[i]?.endsWith(`@${event}=`));
  const found = values[places.at(at === "first" ? 0 : -1) ?? -1];
  assert.equal(typeof found, "function", event);
  return found as (event: unknown) => void;
}

/** What one act on a control does: the values it sets and the mistakes it names. */
function acted(
  name: string,
  state: Readonly<Record<string, string>>,
  act: (template: TemplateResult) => void,
  lang: Lang = "en",
) {
  const set: unknown[] = [];
  const refused: string[] = [];
  const host: ControlHost = {
    set: (_, value, settled) => set.push(settled ? value : `${value}, moving`),
    activate: () => undefined,
    refuse: (_, message) => refused.push(message),
    active: null,
    errors: new Map(),
  };
  const param = widget.params.find((other) => other.name === name);
  assert.ok(param);
  const values: Values = valuesOf(widget, state);
  const t = translator(lang, commonMessages[lang], widget.messages[lang]);
  act(control(param, values, t, host) as TemplateResult);
  return { set, refused };
}

/** What a template puts into an attribute of its last element that has it. */
function attribute({ strings, values }: TemplateResult, name: string): unknown {
  return values[strings.findLastIndex((string) => string.endsWith(` ${name}=`))];
}

test("a slider ends where its range does, also between whole numbers", () => {
  const t = translator("en", commonMessages.en, vha.messages.en);
  const host = { active: null, errors: new Map() } as unknown as ControlHost;
  for (const [name, max] of [
    ["alpha", 1],
    ["beta", 0.6],
  ] as const) {
    const param = vha.params.find((other) => other.name === name);
    assert.ok(param);
    const slider = control(param, valuesOf(vha, {}), t, host) as TemplateResult;
    assert.deepEqual([attribute(slider, "max"), attribute(slider, "step")], [max, 0.05]);
  }
});

// The field for typing stands before the slider.
const type = (name: string, text: string, lang: Lang = "en") =>
  acted(name, {}, (at) => listener(at, "change", "first")({ target: { value: text } }), lang);

test("what is typed is read as people write it", () => {
  for (const [text, value] of [
    ["131072", 131_072],
    ["131,072", 131_072],
    [" 131 072 ", 131_072],
    ["1.5e3", 1500],
    ["128k", 131_072],
    ["128K", 131_072],
    ["128 k", 131_072],
    ["0.5m", 524_288],
    ["1M", 1_048_576],
  ] as const) {
    assert.deepEqual(type("context", text), { set: [value], refused: [] }, text);
  }
});

test("a field without powers takes no k", () => {
  assert.deepEqual(type("reserve", "40.5"), { set: [40.5], refused: [] });
  assert.deepEqual(type("reserve", "1k"), {
    set: [],
    refused: ["That is not a number. Type one from 0 to 1,024. Still counting with 20."],
  });
});

test("a typed mistake says what is wrong and what still counts", () => {
  for (const text of ["", " ", "k", "abc", "12kk", "12g", "--1"]) {
    assert.deepEqual(
      type("context", text),
      {
        set: [],
        refused: [
          "That is not a number. Type one from 256 to 1,048,576. Still counting with 8,192.",
        ],
      },
      text,
    );
  }
  assert.deepEqual(type("context", "2m"), {
    set: [],
    refused: ["It has to be a number from 256 to 1,048,576. Still counting with 8,192."],
  });
  assert.deepEqual(type("context", "255", "ko").refused, [
    "256에서 1,048,576 사이의 수만 쓸 수 있어요. 지금 쓰는 값: 8,192.",
  ]);
});

test("a choice of a few short names stands side by side, long names make a list", () => {
  const choice = {
    kind: "choice",
    name: "pick",
    options: ["a", "b", "c"],
    default: "a",
  } as const satisfies ChoiceParam;
  const drawn = (...names: readonly string[]) => {
    const words = Object.fromEntries(names.map((name, i) => [`option.pick.${"abc"[i]}`, name]));
    const t = translator("en", { "param.pick": "Pick", ...words });
    const host = { activate: () => undefined, errors: new Map() } as unknown as ControlHost;
    const { strings } = control(choice, { pick: "a" }, t, host) as TemplateResult;
    return strings.join("").includes("<select") ? "list" : "segments";
  };
  assert.equal(drawn("bf16", "fp8", "4-bit"), "segments");
  assert.equal(drawn("Automatic", "WebGPU", "WASM"), "segments");
  assert.equal(drawn("0.8 – 0.9.1", "0.9.2 – 0.20", "0.21 and later"), "list");
  assert.equal(drawn("이상적인 경우", "엔진 없이 센 경우", "엔진대로"), "list");
});

const press = (key: string, context: string) => {
  let prevented = false;
  const event = { key, preventDefault: () => (prevented = true) };
  const done = acted("context", { context }, (at) => listener(at, "keydown", "last")(event));
  return { ...done, prevented };
};

test("arrow keys on a slider of powers go to the next power, from wherever it stands", () => {
  for (const [context, key, value] of [
    ["999", "ArrowRight", 1024],
    ["999", "ArrowUp", 1024],
    ["999", "ArrowLeft", 512],
    ["999", "ArrowDown", 512],
    ["1024", "ArrowRight", 2048],
    ["1024", "ArrowLeft", 512],
    ["1025", "ArrowLeft", 1024],
    ["1023", "ArrowRight", 1024],
    ["524288", "ArrowRight", 1_048_576],
  ] as const) {
    const { set, prevented } = press(key, context);
    assert.deepEqual(set, [value], `${key} at ${context}`);
    assert.equal(prevented, true);
  }
});

test("other keys are left to the browser", () => {
  for (const key of ["Home", "End", "PageUp", "Tab", "a"]) {
    const { set, prevented } = press(key, "8192");
    assert.deepEqual(set, [], key);
    assert.equal(prevented, false, key);
  }
  const event = { key: "ArrowRight", preventDefault: () => assert.fail("a plain slider") };
  const plain = acted("reserve", {}, (at) => listener(at, "keydown", "last")(event));
  assert.deepEqual(plain.set, []);
});
