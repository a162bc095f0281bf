import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { BackendEvent, ResultEvent, RunEvent } from "../../src/onnx/protocol.ts";

export const tag = "kv-attention-run";
const largestError = 1e-5;
const nKvList = [8, 4, 2, 1];

export const start = (page: Page) => page.locator(`${tag} button.go`).first().click();
export const state = (page: Page) => page.locator(`${tag} .state.error`);

/** Waits for the whole table and returns what the run itself reported. */
export async function finished(page: Page): Promise<readonly RunEvent[]> {
  await page
    .locator(`${tag} tbody tr`)
    .nth(nKvList.length - 1)
    .waitFor({ timeout: 90_000 });
  await page.locator(`${tag} button.go`, { hasText: /again|다시/ }).waitFor();
  return page.evaluate((name) => {
    const element = document.querySelector(name) as unknown as { runEvents: RunEvent[] };
    return element.runEvents;
  }, tag);
}

export const backendOf = (events: readonly RunEvent[]) =>
  events.find((event): event is BackendEvent => event.kind === "backend");
export const resultsOf = (events: readonly RunEvent[]) =>
  events.filter((event): event is ResultEvent => event.kind === "result");

/** Every result is right, and holds the bytes that the formula promises. */
export function proven(events: readonly RunEvent[], context: number): void {
  const results = resultsOf(events);
  assert.deepEqual(
    results.map(({ row }) => row),
    nKvList.map((nKv) => ({ form: "grouped", nKv })),
  );
  for (const { row, kvBytes, relativeError, runs, medianMs } of results) {
    const nKv = "nKv" in row ? row.nKv : 0;
    assert.ok(relativeError <= largestError, `nKv ${nKv}: error ${relativeError}`);
    assert.equal(kvBytes, 2 * nKv * 64 * context * 4);
    assert.ok(runs >= 10 && medianMs > 0);
  }
}
