/**
 * Plants bugs, one by one, in a copy of the project, and checks whether they are noticed: `npm run test:planted`.
 *
 * By default, it plants the bugs in `test/planted/` that name a witness. With `--by simulation`, it plants bugs in the
 * code that decides, and runs only both simulations. With `--by all`, it then runs all tests on the bugs that the
 * simulations did not notice. `--only TEXT`: only bugs with this text in their name. `--jobs N`: the number of parallel
 * jobs. `--seeds N`: the maximum number of seeds per simulation. `--drawn N`: a sample of this size, determined by the
 * commit. `--missed`: only bugs that no seed noticed at the last count. `--folder DIR`: bugs from that folder.
 * `--write`: stores the count.
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
if (by !== "witness" && by !== "simulation" && by !== "all")
  throw new Error(`--by ${by} is unknown: use witness, simulation or all.`);
const isEnough =
  by === "witness"
    ? await plantByWitness({ only, jobs, drawn: drawn === undefined ? undefined : Number(drawn) })
    : await plantDeciding({
        ...{ by, only, missed, jobs, seeds, write },
        ...(drawn !== undefined && { drawn: Number(drawn) }),
        ...(folder !== undefined && { folder }),
      });
process.exitCode = isEnough ? 0 : 1;
