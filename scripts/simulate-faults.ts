/** Looks for a seed that breaks a property: `--seeds N [--from S]`, or replays one: `--seed S [--trace]`. */

import { parseArgs } from "node:util";
import { simulate } from "../test/simulation/simulate.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "2000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    trace: { type: "boolean", default: false },
  },
});
const from = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const begin = performance.now();
let crashed = 0;
let broken = 0;
for (let seed = from; seed < from + count; seed += 1) {
  const told = await simulate(seed).catch((error: unknown) => ({
    broken: [`The run threw: ${error instanceof Error ? error.stack : String(error)}`],
    trace: "",
    crashed: false,
  }));
  if (values.trace) process.stdout.write(told.trace);
  if (told.crashed) crashed += 1;
  if (told.broken.length === 0) continue;
  broken += 1;
  for (const line of told.broken) process.stdout.write(`seed ${seed}: ${line}\n`);
}
const seconds = (performance.now() - begin) / 1000;
const rate = (count / seconds).toFixed(0);
process.stdout.write(
  `${count} seeds (${crashed} with a crash), ${broken} broken, ${rate} seeds per second\n`,
);
if (broken > 0) process.exitCode = 1;
