import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseHTML } from "linkedom";
import { renderWidget } from "../../src/site/render-widget.ts";
import { rowOf, type TriangleValues } from "../../src/widgets/kv-triangle/compute.ts";
import widget from "../../src/widgets/kv-triangle/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { evaluateFormula } from "../helpers/evaluate-formula.ts";
import { fuzzStates, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const computed = (attributes: Attributes) =>
  widget.compute(valuesOf(widget, attributes) as TriangleValues);
const plain = (text: string) => text.replaceAll("\u00a0", " ");

function said(attributes: Attributes = {}, lang: "ko" | "en" = "en"): string {
  const t = translator(lang, widget.messages[lang]);
  const values = valuesOf(widget, attributes) as TriangleValues;
  return plain(plainText(widget.summary(widget.compute(values), values, t)));
}

describe("the sentence", () => {
  test("says the printed numbers beside its own", () => {
    assert.equal(
      said(),
      "At 1.7B, VHA keeps 1,024 B of KV per token and layer and GQA 8 keeps 4,096 B, 4× as much. " +
        "Against GQA 8, VHA's work is −7.91% and MFA's +49.83%, as printed (−7.9%, +49.8%). VHA's " +
        "reported quality is +0.41 ± 0.52 points (the ± is computed here from the tasks).",
    );
    assert.equal(
      said({}, "ko"),
      "1.7B에서 토큰 하나가 층마다 남기는 KV는 VHA 1,024 B, GQA 8 4,096 B로 4배 차이예요. 연산은 GQA 8보다 " +
        "VHA −7.91%, MFA +49.83%로 보고된 −7.9%, +49.8%와 같아요. " +
        "VHA의 보고된 품질 차이는 +0.41 ± 0.52%p예요(±는 과제별 점수로 여기서 구했어요).",
    );
  });

  test("says how much less is cached, and when that has vanished", () => {
    assert.match(said({ tp: "4" }), /on 4 GPUs, VHA keeps 512 B .* GQA 8 keeps 1,024 B, 2× as/);
    assert.match(said({ tp: "8" }), /both keep 512 B of KV \(256 values\).*the 4× has vanished/);
    const korean = /GPU당 512 B\(숫자 256개\)를 남겨서, 4배 차이가 사라져요/;
    assert.match(said({ tp: "8" }, "ko"), korean);
  });

  test("says what the printed numbers become by another count, and what they are for", () => {
    assert.match(said({ mixes: "true" }), /Counted this way, .* is −7\.49% and MFA's \+49\.83%/);
    assert.match(said({ served: "absorbed" }), /is −4\.75% .*Printed are −7\.9% and \+49\.8%/);
    assert.match(said({ head: "151936" }), /−7\.51% and MFA's \+47\.30%/);
    for (const [name, value] of [
      ["context", "8192"],
      ["scale", "4b"],
    ] as const) {
      assert.match(said({ [name]: value }), /is for 1\.7B and 4,096 tokens/);
    }
    for (const attributes of fuzzStates(widget)) {
      const { isPrinted, rows } = computed(attributes);
      const work = (id: "vha" | "mfa") => rowOf(rows, id).workPercent.toFixed(1);
      const equal = work("vha") === "-7.9" && work("mfa") === "49.8";
      assert.ok(!isPrinted || equal, JSON.stringify(attributes));
      assert.equal(/as printed/.test(said(attributes)), isPrinted);
    }
  });
});

test("beside the counts stands that the printed one is inferred, and what others give", async () => {
  const { shadow } = await renderWidget(widget, "en", () => undefined);
  const { document } = parseHTML(`<!doctype html><body>${shadow}</body>`);
  const remarks = [...document.querySelectorAll(".remark")].map((p) => plain(p.textContent ?? ""));
  const said = remarks.find((text) => /inferred/.test(text)) ?? "";
  assert.match(said, /VHA is at −6\.3 to −8\.5% with its mixes counted, and at −4\.0 to −5\.4% as/);
  assert.match(said, /an output layer of 103,424 tokens .* configuration has 151,936 tokens\./);
});

test("the formula on the screen, worked out as written, is VHA's work", async () => {
  for (const [i, attributes] of fuzzStates(widget).entries()) {
    if (i % 20 !== 0) continue;
    const { shadow } = await renderWidget(widget, "en", (name) => attributes[name]);
    const { document } = parseHTML(`<!doctype html><body>${shadow}</body>`);
    const tokens = [...document.querySelectorAll(".formula .operator, .formula b")].map((of) =>
      plain(of.textContent ?? "").trim(),
    );
    const result = tokens.pop();
    const written = tokens.join(" ").replaceAll(",", "").replace("÷", "/").replace(/=$/, "");
    const percent = 100 * evaluateFormula(written, {});
    const shown = Number(result?.replace("−", "-").replace("%", ""));
    assert.ok(Math.abs(percent - shown) < 0.012, `${written} is ${percent}, not ${result}`);
  }
});
