/** Looks for a seed whose decisions are not as they must be: `--seeds N [--from S]`; `--seed S [--trace]` replays one. */

import { parseArgs } from "node:util";
import { type Decided, decide } from "../test/simulation/decisions/decide.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "2000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    trace: { type: "boolean", default: false },
  },
});
const from = Number(values.seed ?? values.from);
const to = from + (values.seed === undefined ? Number(values.seeds) : 1);
const begin = performance.now();
let count = 0;
for (let seed = from; seed < to; seed += 1) {
  const { broken, trace } = await decide(seed).catch((error: unknown): Decided => {
    const text = error instanceof Error ? error.stack : String(error);
    return { broken: [`The run threw: ${text}`], trace: "" };
  });
  if (values.trace) process.stdout.write(trace);
  for (const line of broken) process.stdout.write(`seed ${seed}: ${line}\n`);
  if (broken.length > 0) count += 1;
}
const rate = ((to - from) / ((performance.now() - begin) / 1000)).toFixed(0);
// One seed is replayed to the same bytes: without a figure that differs each time.
const pace = to - from === 1 ? "" : `; ${rate} seeds per second`;
process.stdout.write(`${to - from} seeds, ${count} broken${pace}\n`);
process.exitCode = count > 0 ? 1 : 0;
