/**
 * Runs each operation on a project of one size and of twice this size. Prints the places in the sources that ran far
 * more than twice as often. `growth.test.ts` starts it. It counts with the engine's own coverage and uses no clock.
 */

import { placeOf, runsOf } from "../../bench/processes/block-runs.ts";
import { works } from "./large-project.ts";

const size = 40;
/**
 * How much more often a place may run if the input is twice as large. Sorting is a little above 2, and a quadratic
 * algorithm is at 4.
 */
const growthMax = 2.8;

const grown: Record<string, readonly string[]> = {};
for (const [name, work] of Object.entries(works)) {
  // The first run loads and creates everything that is needed only once, so that this work is not counted.
  await work(4);
  const once = await runsOf(() => work(size));
  const twice = await runsOf(() => work(2 * size));
  const places = [...twice].filter(
    ([block, count]) => count > 8 * size && count > growthMax * (once.get(block) ?? 0),
  );
  grown[name] = [
    ...new Set(places.map(([block, count]) => `${placeOf(block)} ${once.get(block) ?? 0} → ${count}`)),
  ];
}
process.stdout.write(JSON.stringify(grown));
