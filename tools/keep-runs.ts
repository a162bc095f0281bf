// Runs the first states of the widgets that simulate a whole service, and keeps what they yield, so that
// the page shows it at once.
//   npm run keep-runs
import { writeFileSync } from "node:fs";
import { params as planParams } from "../src/widgets/kv-plan/params.ts";
import { search } from "../src/widgets/kv-plan/search.ts";
import { params as serveParams } from "../src/widgets/kv-serve/params.ts";
import { sweep } from "../src/widgets/kv-serve/sweep.ts";
import { parseValues } from "../src/widgets/params.ts";

const { signal } = new AbortController();
const nothing = () => undefined;

async function keep(tag: string, events: AsyncIterable<unknown>): Promise<void> {
  const kept = [];
  for await (const event of events) kept.push(event);
  const file = new URL(`../src/widgets/${tag}/recorded.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`);
  console.log(`${tag}: ${kept.length} events`);
}

await keep("kv-serve", sweep(parseValues(serveParams, nothing), signal));
await keep("kv-plan", search(parseValues(planParams, nothing), signal));
