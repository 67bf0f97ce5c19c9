/** Runs one world of the cliffs benchmark in a process of its own: `node cliff-run.ts WORLD SIZE TOGETHER`. */

import { worldWork } from "./cliff-work.ts";
import type { CliffCost } from "./cliffs.ts";

const [world = "", size = "1000", together = "1"] = process.argv.slice(2);
const work = worldWork(world, Number(size), Number(together));
const before = process.cpuUsage();
const made = await work();
const { user, system } = process.cpuUsage(before);
const cost: CliffCost = { ...made, cpuSeconds: made.fault === undefined ? (user + system) / 1e6 : 0 };
process.stdout.write(JSON.stringify(cost));
