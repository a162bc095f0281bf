import { publishedScenario } from "../src/model/serve/published.ts";
import type { Scenario } from "../src/model/serve/scenario.ts";
import { simulate } from "../src/model/serve/simulate.ts";
import type { BenchTable } from "./bench-table.ts";
import { medianMs } from "./median-ms.ts";

/** How fast serving is simulated, in Node, on one thread. */
export function benchServe(): readonly BenchTable[] {
  return [halfHours(), million()];
}

function halfHours(): BenchTable {
  const rows = (["max", "pow2", "oracle", "vllm"] as const).map((memory) => {
    const scenario = publishedScenario(memory, "shareGpt", 2, 1800);
    const ms = medianMs(() => simulate(scenario, 1));
    const { steps, counts, running } = simulate(scenario, 1);
    return {
      memory,
      requests: counts.arrive,
      steps,
      "running, mean": running.toFixed(1),
      "ms, median": ms.toFixed(0),
      "µs a step": ((1000 * ms) / steps).toFixed(2),
      "simulated s a second": Math.round(1_800_000 / ms),
    };
  });
  return {
    title: "Half an hour of ShareGPT-like requests",
    remarks: [
      "OPT-13B on one A100 with 40 GB at 2 requests a second, as in the PagedAttention paper.",
    ],
    rows,
  };
}

/** A service that keeps up, so that those who wait do not add up. */
const steady: Scenario = {
  ...publishedScenario("vllm", "alpaca", 15, 1_000_000 / 15),
  batching: { kind: "chunked", batch: 1024, budget: 2048 },
  drain: true,
};

function million(): BenchTable {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let most = before;
  const started = performance.now();
  const { counts, steps } = simulate(steady, 1, {
    event(kind, { request }) {
      if (kind !== "finish" || request.id % 10_000 !== 0) return;
      most = Math.max(most, process.memoryUsage().heapUsed);
    },
  });
  const seconds = (performance.now() - started) / 1000;
  return {
    title: "A million requests in one run",
    remarks: [
      "Alpaca-like requests, 15 a second, prompts cut to 2,048 tokens a step. A simulator of Vidur's kind keeps a heap of events; the last column is how many requests a second a heap alone would pass through here, with one event for an arrival and two for every batch, and nothing done at any of them.",
    ],
    rows: [
      {
        requests: counts.finish,
        steps,
        seconds: seconds.toFixed(1),
        "requests a second": Math.round(counts.finish / seconds),
        "steps a second": Math.round(steps / seconds),
        "heap at most, MB": Math.round((most - before) / 1e6),
        "a heap of events alone": Math.round(
          counts.finish / eventHeapSeconds(counts.finish, steps),
        ),
      },
    ],
  };
}

/** Pushes and pops as many events as such a run has, in the order of their time. */
function eventHeapSeconds(requests: number, steps: number): number {
  const heap: number[] = [];
  const push = (time: number) => {
    let at = heap.push(time) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] as number) <= time) break;
      heap[at] = heap[parent] as number;
      at = parent;
    }
    heap[at] = time;
  };
  const pop = (): number => {
    const first = heap[0] as number;
    const last = heap.pop() as number;
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child++;
      if ((heap[child] as number) >= last) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = last;
    return first;
  };
  const started = performance.now();
  // All arrivals are known from the start, as there.
  for (let i = 0; i < requests; i++) push(i);
  for (let i = 0; i < steps; i++) {
    push((i * requests) / steps);
    push((i * requests) / steps + 0.5);
    pop();
    pop();
  }
  while (heap.length > 0) pop();
  return (performance.now() - started) / 1000;
}
