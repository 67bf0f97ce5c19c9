/**
 * Plants bugs, one by one, in a copy of the project, and sees whether anybody notices: `npm run test:planted`.
 *
 * Without more, those of `test/planted/` that name a witness. `--by simulation`: those of deciding, asked of both
 * simulations and nobody else; `--by all`: what they do not notice is asked of all tests.
 * `--only TEXT`: bugs with this text in their name. `--jobs N`: at a time. `--seeds N`: of each simulation, at most.
 * `--drawn N`: so many, drawn by the commit. `--missed`: only what no seed noticed at the last count. `--folder DIR`: bugs
 * from there. `--write`: the count is written down.
 */

import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { plantDeciding } from "./planted/plant-deciding.ts";
import { plantByWitness } from "./planted/witnesses.ts";

const { values } = parseArgs({
  options: {
    by: { type: "string", default: "witness" },
    only: { type: "string", default: "" },
    jobs: { type: "string", default: String(availableParallelism()) },
    seeds: { type: "string", default: "2000" },
    drawn: { type: "string" },
    folder: { type: "string" },
    missed: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const { by, only, missed, write, drawn, folder } = values;
const jobs = Number(values.jobs);
const seeds = Number(values.seeds);
if (by !== "witness" && by !== "simulation" && by !== "all") throw new Error(`--by ${by} is nobody to ask.`);
const isEnough =
  by === "witness"
    ? await plantByWitness({ only, jobs, drawn: drawn === undefined ? undefined : Number(drawn) })
    : await plantDeciding({
        ...{ by, only, missed, jobs, seeds, write },
        ...(drawn !== undefined && { drawn: Number(drawn) }),
        ...(folder !== undefined && { folder }),
      });
process.exitCode = isEnough ? 0 : 1;
