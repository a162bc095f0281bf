// Writes, for every member of the family, parameters, a batch and the gradient that our own graphs
// give for them, for check.py to hold against PyTorch's:
//   node tools/run.mjs tools/lab/gradient-check/write.ts build/gradients
//   python3 tools/lab/gradient-check/check.py build/gradients
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { memberShape, taskNames, variants } from "../../../src/lab/family.ts";
import { initialParameters } from "../../../src/lab/initial-parameters.ts";
import { parametersOf } from "../../../src/lab/parameters.ts";
import { positionTables } from "../../../src/lab/tables.ts";
import { below } from "../../../src/lab/tasks/task.ts";
import { gradientGraph } from "../../../src/lab/training-graph.ts";
import { seededNormal } from "../../../src/model/attention/seeded-normal.ts";
import { randomWords } from "../../../src/model/random-words.ts";
import { wasmRuntime } from "../node-runtimes.ts";

const [folder = "build/gradients"] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const { runtime } = await wasmRuntime();
const [texts, tokens] = [3, 32];

for (const task of taskNames) {
  for (const variant of variants) {
    const shape = memberShape(task, variant);
    const word = randomWords(7);
    const whole = (end: number) =>
      Float32Array.from({ length: texts * tokens }, () => below(end, word));
    // Away from where training begins, where some gradients are zero.
    const start = initialParameters(shape, 5);
    const noise = seededNormal(6, start.length);
    const parameters = start.map((value, at) => value + 0.05 * (noise[at] as number));
    const batch = {
      tokens: whole(shape.vocabulary),
      previous: whole(shape.vocabulary),
      targets: whole(shape.vocabulary),
      counts: whole(2),
    };
    const { cos, sin } = positionTables(shape, tokens);
    const graph = gradientGraph(shape, { texts, tokens });
    const session = await runtime.InferenceSession.create(graph.model);
    const feeds = Object.entries({ ...batch, parameters, cos, sin }).map(([name, values]) => [
      name,
      new runtime.Tensor("float32", Float32Array.from(values), graph.inputs[name] as number[]),
    ]);
    const { loss, gradient } = await session.run(Object.fromEntries(feeds));
    const layout = parametersOf(shape).map(({ name, dims, at }) => ({ name, dims, at }));
    const file = path.join(folder, `${task}-${variant}`);
    const plain = Object.fromEntries(
      Object.entries(batch).map(([name, values]) => [name, [...values]]),
    );
    const facts = { shape, size: [texts, tokens], layout, ...plain, loss: Number(loss?.data[0]) };
    writeFileSync(`${file}.json`, JSON.stringify(facts));
    writeFileSync(`${file}.parameters`, new Uint8Array(parameters.buffer));
    writeFileSync(
      `${file}.gradient`,
      new Uint8Array(Float32Array.from(gradient?.data as Float32Array).buffer),
    );
    console.log(`${task}-${variant}`);
  }
}
