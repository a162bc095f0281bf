import assert from "node:assert/strict";
import { test } from "node:test";
import { Gate } from "../../src/live/gate.ts";

test("a gate that is open lets through, a closed one waits, and it remembers", async () => {
  const gate = new Gate();
  await gate.opened();
  assert.equal(gate.wasClosed(), false);
  gate.close(true);
  assert.equal(gate.closed, true);
  let through = false;
  const passing = gate.opened().then(() => {
    through = true;
  });
  await Promise.resolve();
  assert.equal(through, false);
  assert.equal(gate.wasClosed(), true);
  assert.equal(gate.wasClosed(), true, "it still is");
  gate.close(false);
  await passing;
  assert.equal(gate.wasClosed(), true, "it was until now");
  assert.equal(gate.wasClosed(), false);
});
