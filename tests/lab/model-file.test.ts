import assert from "node:assert/strict";
import { test } from "node:test";
import { memberShape, variants } from "../../src/lab/family.ts";
import { initialParameters } from "../../src/lab/initial-parameters.ts";
import { decodeModel, encodeModel, modelFileBytes } from "../../src/lab/model-file.ts";
import { parametersOf } from "../../src/lab/parameters.ts";
import { tinyMember } from "./tiny-member.ts";

for (const variant of variants) {
  test(`${variant}: what comes back is at most half a step of its column away`, () => {
    const shape = tinyMember(variant);
    const parameters = initialParameters(shape, 2);
    const file = encodeModel(shape, parameters);
    assert.equal(file.length, modelFileBytes(shape));
    const back = decodeModel(shape, file);
    for (const { name, at, length, dims } of parametersOf(shape)) {
      const columns = dims.at(-1) as number;
      for (let i = 0; i < length; i++) {
        const [value, other] = [parameters[at + i] as number, back[at + i] as number];
        if (dims.length === 1) assert.equal(other, value);
        const column = Array.from({ length: length / columns }, (_, row) =>
          Math.abs(parameters[at + row * columns + (i % columns)] as number),
        );
        const step = Math.max(...column) / 127;
        assert.ok(Math.abs(value - other) <= step / 2 + 1e-7, `${name}[${i}]`);
      }
    }
    // A second round changes nothing.
    assert.deepEqual(encodeModel(shape, back), file);
  });
}

test("a file of another size is refused; every shipped shape is light enough for a phone", () => {
  const shape = tinyMember("mha");
  assert.throws(
    () => decodeModel(shape, new Uint8Array(10)),
    /10 bytes; a model of this shape has/,
  );
  for (const task of ["recall", "text"] as const) {
    for (const variant of variants) assert.ok(modelFileBytes(memberShape(task, variant)) < 1.5e6);
  }
});
