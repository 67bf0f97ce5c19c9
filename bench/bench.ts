/**
 * The benchmark: `npm run bench`, or `npm run bench -- scale base` for parts. `--smallest`: only checks that
 * everything works. `every-kind` and `growth` can run in parts: `--only TEXT` (repeatable), `--from WORLD`,
 * `--size 2500` for the smaller of the two sizes. `workers` can run in parts, too: `--only "virtual time"`, with
 * `--size 300` for the number of organizations.
 */

import { parseArgs } from "node:util";

import { base } from "./base.ts";
import { batches } from "./batches.ts";
import { hostile } from "./hostile.ts";
import { latency } from "./latency.ts";
import { limitUse } from "./limit-use.ts";
import { pace } from "./pace.ts";
import { cliffs, everyKind, type WorldChoice } from "./processes/cliffs.ts";
import { floor } from "./processes/floor.ts";
import { growth } from "./processes/growth.ts";
import { peers } from "./processes/peers.ts";
import { resident } from "./processes/resident.ts";
import { serve } from "./processes/serve.ts";
import { twoRuns } from "./processes/two-runs.ts";
import { whole } from "./processes/whole.ts";
import { requests } from "./requests.ts";
import { scale } from "./scale.ts";
import { sharing } from "./sharing.ts";
import { scaleTable } from "./sizes.ts";
import { start } from "./start.ts";
import { templates } from "./templates.ts";
import { unchanged } from "./unchanged.ts";
import { wholes } from "./wholes.ts";
import { workers } from "./workers/workers.ts";

const parts: Readonly<Record<string, (smallest: boolean, chosen: WorldChoice) => Promise<string>>> = {
  scale: scaleTable,
  templates,
  whole,
  floor,
  resident,
  serve,
  cliffs,
  "every-kind": everyKind,
  growth,
  base,
  requests,
  wholes,
  unchanged,
  batches,
  pace,
  "limit-use": limitUse,
  latency,
  sharing,
  runs: twoRuns,
  workers,
  start,
  hostile,
  peers,
};

/** Parts that take so long that they run only if they are named. */
const onlyAsked = ["every-kind", "growth", "limit-use", "workers", "peers"];

const { positionals: chosen, values } = parseArgs({
  allowPositionals: true,
  options: {
    smallest: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    from: { type: "string" },
    size: { type: "string" },
  },
});
const [first = "", folder] = chosen;
if (first === "scale-in") process.stdout.write(JSON.stringify(await scale(folder ?? ".")));
else {
  const { smallest, only, from, size } = values;
  const worlds: WorldChoice = { only, from, size: size === undefined ? undefined : Number(size) };
  for (const word of chosen) if (!(word in parts)) throw new Error(`The benchmark has no part ${word}.`);
  for (const [name, part] of Object.entries(parts)) {
    if (chosen.length > 0 ? !chosen.includes(name) : onlyAsked.includes(name) && !smallest) continue;
    process.stdout.write(`${await part(smallest, worlds)}\n\n`);
  }
}
