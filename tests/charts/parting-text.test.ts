import assert from "node:assert/strict";
import { test } from "node:test";
import { partingText, type Surroundings } from "../../src/charts/parting-text.ts";
import { textWidth } from "../../src/charts/text-width.ts";

const around: Surroundings = {
  lines: [],
  band: [290, 296],
  left: 50,
  right: 300,
  top: 40,
  bottom: 300,
  narrow: true,
};
const long = "they part at 1,025";

test("the text stands on the side of the middle where nothing is in its way", () => {
  const early = partingText(100, [long], around);
  assert.deepEqual([early?.anchor, early?.left], ["start", 105]);
  assert.equal(early?.right, 105 + textWidth(long, 11));
  assert.equal(partingText(250, [long], around)?.anchor, "end");
});

test("the cursor or a line on the usual side sends it to the other", () => {
  assert.equal(partingText(171, [long], { ...around, band: [180, 186] }), null, "no room left");
  assert.equal(partingText(172, [long], { ...around, right: 400, band: [190, 196] }), null);
  const far = { ...around, right: 400 };
  assert.equal(partingText(190, [long], { ...far, band: [200, 206] })?.anchor, "end");
  const line = [
    [200, 300],
    [260, 30],
  ] as const;
  assert.equal(partingText(190, [long], { ...far, lines: [line] })?.anchor, "end");
});

test("a narrow drawing takes a shorter text, or none; a wide one its usual side", () => {
  const tight = { ...around, band: [160, 166] as const };
  assert.equal(partingText(100, [long, "1,025"], tight)?.said, "1,025");
  const none = { ...around, band: [0, 400] as const };
  assert.equal(partingText(100, [long, "1,025"], none), null);
  const wide = partingText(100, [long, "1,025"], { ...none, narrow: false });
  assert.deepEqual([wide?.said, wide?.anchor], [long, "start"]);
});
