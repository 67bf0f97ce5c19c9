/** The entry of the engine's thread: one runner for all shards of a server, with the one set of budgets. */

import { isDeepStrictEqual } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import { Budgets } from "../../../pace/budgets.ts";
import { clock } from "../../../runtime/clock.ts";
import { random } from "../../../runtime/random.ts";
import { inProcessRunner } from "../in-process.ts";
import { serveRunner } from "./host.ts";

/** How the budgets are used is told so often, where it has changed. */
const usesEveryMs = 2000;

if (parentPort) {
  const port = parentPort;
  const { log, isWritten } = workerData;
  const write = isWritten ? (line: string) => port.postMessage({ is: "logged", line }) : undefined;
  const budgets = new Budgets(clock);
  serveRunner(port, inProcessRunner({ world: { clock, random }, log: { ...log, write }, budgets }));
  let told: unknown;
  setInterval(() => {
    const uses = budgets.uses();
    if (isDeepStrictEqual(uses, told)) return;
    told = uses;
    port.postMessage({ is: "uses", uses });
  }, usesEveryMs);
}
