import type { JudgedEvent, TrainedEvent } from "../../src/lab/protocol.ts";
import type { TrainingEvent } from "../../src/live/train-on.ts";
import type { BackendEvent } from "../../src/onnx/protocol.ts";
import type { UpcycleValues } from "../../src/widgets/kv-upcycle/params.ts";
import widget from "../../src/widgets/kv-upcycle/widget.ts";
import type { Translate } from "../../src/widgets/translate.ts";
import type { RunState } from "../../src/widgets/widget.ts";
import { translators, valuesOf } from "./every-widget.ts";

export type Run = RunState<UpcycleValues>;
export type Attributes = Readonly<Record<string, string>>;

export const [ko, en] = translators(widget) as readonly [Translate, Translate];
export const state = (attributes: Attributes = {}) =>
  valuesOf(widget, attributes) as unknown as UpcycleValues;

export const backend = (name: "wasm" | "webgpu" = "wasm"): BackendEvent => ({
  ...{ kind: "backend", backend: name, reason: null, adapter: null, flavour: "wasm" },
  ...{ runtimeVersion: "1.30.0", allOperatorsOnGpu: name === "webgpu" },
});
export const trained = (step: number, milliseconds = 100): TrainedEvent => ({
  ...{ kind: "trained", step, of: 35, loss: 5 - step / 10, milliseconds, tokens: 512 },
});
export const judged = (step: number): JudgedEvent => ({
  kind: "judged",
  step,
  quality: { loss: 5 - step / 10, accuracy: 0.2 + step / 100, answers: 2048 },
});
/** As a worker tells it: judged at 0 and every five steps. */
export const training = (steps: number, from = 0): readonly TrainingEvent[] => [
  backend(),
  ...(from === 0 ? [judged(0)] : []),
  ...Array.from({ length: steps - from }, (_, i) => from + i + 1).flatMap((step) =>
    step % 5 === 0 ? [trained(step), judged(step)] : [trained(step)],
  ),
];
