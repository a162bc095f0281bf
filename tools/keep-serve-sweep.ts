// Simulates the first state of kv-serve and keeps its points, so that the page shows them at once.
//   npm run keep-serve-sweep
import { writeFileSync } from "node:fs";
import { params } from "../src/widgets/kv-serve/params.ts";
import { sweep } from "../src/widgets/kv-serve/sweep.ts";
import { parseValues } from "../src/widgets/params.ts";

const file = new URL("../src/widgets/kv-serve/recorded.json", import.meta.url);
const values = parseValues(params, () => undefined);
const points = [];
for await (const point of sweep(values, new AbortController().signal)) points.push(point);
writeFileSync(file, `${JSON.stringify(points, null, 1)}\n`);
console.log(`${points.length} points`);
