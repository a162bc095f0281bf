import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { textWidth } from "../../src/charts/text-width.ts";
import type { ProofEvent } from "../../src/onnx/protocol.ts";
import type { VhaValues } from "../../src/widgets/kv-vha/faults.ts";
import { subjectsOf } from "../../src/widgets/kv-vha/run.ts";
import widget from "../../src/widgets/kv-vha/widget.ts";
import type { RunState } from "../../src/widgets/widget.ts";
import { drawn, numberOf, widths } from "../charts/draw.ts";
import { idleRun, translators, valuesOf } from "./every-widget.ts";

/** A run of this state that has come to its end. */
function ranOf(values: VhaValues): RunState<VhaValues> {
  const proof = { kind: "proof", maxError: 0.3, relativeError: 0.15, filled: [], weights: [] };
  const found = { ...proof, output: [1, -0.5], expected: [1.2, -0.4], cacheBytes: 0 };
  const events = subjectsOf(values).map(
    (_, subject): ProofEvent => ({ ...found, kind: "proof", subject, tensorsLeft: 0 }),
  );
  return { ...idleRun, status: "done", values, events };
}

/** From where to where a text reaches: letters are narrower than the width that places them. */
function reach(text: Element): readonly [left: number, right: number] {
  const width = 0.85 * textWidth(text.textContent ?? "", numberOf(text, "font-size") || 13);
  const x = numberOf(text, "x");
  const anchor = text.getAttribute("text-anchor") ?? "start";
  const left = x - { start: 0, middle: width / 2, end: width }[anchor as "start"];
  return [left, left + width];
}

const states = [
  {},
  { alpha: "0" },
  { alpha: "1", beta: "0.6", rank: "8" },
  { break: "norm-first" },
  { break: "silu", dims: "paper" },
  { break: "untransposed", beta: "0" },
  { break: "untransposed", beta: "0.6", dims: "paper" },
] as const;

describe("words of every picture are inside it, before a run and after", () => {
  for (const t of translators(widget)) {
    for (const attributes of states) {
      test(`${t.lang} ${JSON.stringify(attributes)}`, async () => {
        const values = valuesOf(widget, attributes);
        const result = widget.compute(values as never);
        for (const run of [idleRun, ranOf(values as never)]) {
          for (const [name, { load, data }] of Object.entries(widget.figures ?? {})) {
            const pictures = drawn(await load(), data(result, values as never, t, run as never));
            for (const width of widths) {
              const whole = numberOf(pictures[width], "width");
              for (const text of pictures[width].querySelectorAll("text")) {
                const [left, right] = reach(text);
                const said = `${name} ${width}: ${text.textContent} ${left} to ${right}`;
                assert.ok(left >= -1 && right <= whole + 1, said);
              }
            }
          }
        }
      });
    }
  }
});
