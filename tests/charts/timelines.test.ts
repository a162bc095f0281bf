import assert from "node:assert/strict";
import { test } from "node:test";
import { timelines } from "../../src/charts/timelines.ts";
import { timelinesData } from "../../src/widgets/kv-timeline/figures.ts";
import widget from "../../src/widgets/kv-timeline/widget.ts";
import { translator } from "../../src/widgets/translate.ts";
import { valuesOf } from "../widgets/every-widget.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const t = translator("en", widget.messages.en);

test("one time for all panels: a stay is as long as it takes, and inside the picture", () => {
  const values = valuesOf(widget, { request: "3" }) as never;
  const result = widget.compute(values);
  const pictures = drawn(timelines, timelinesData(result, values, t));
  const end = Math.max(...result.all.map((schedule) => schedule.end));
  for (const size of widths) {
    const width = numberOf(pictures[size], "width");
    const stays = [...pictures[size].querySelectorAll("rect[data-request]")];
    assert.equal(stays.length, 3 * 9);
    for (const [i, schedule] of result.all.entries()) {
      const panel = stays.slice(9 * i, 9 * (i + 1));
      for (const stay of panel) {
        const request = numberOf(stay, "data-request") - 1;
        const bars = schedule.bars.filter((bar) => bar.request === request);
        const seconds = (bars.at(-1)?.to ?? 0) - (bars[0]?.from ?? 0);
        assert.ok(Math.abs(numberOf(stay, "width") - (seconds / end) * (width - 1)) < 0.02);
        assert.ok(numberOf(stay, "x") + numberOf(stay, "width") <= width);
        assert.equal(stay.getAttribute("stroke-width"), request === 2 ? "2" : null);
      }
    }
  }
});
