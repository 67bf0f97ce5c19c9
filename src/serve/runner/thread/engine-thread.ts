/** The entry of the engine's thread: one runner for all shards of a server, with the one set of budgets. */

import { parentPort, workerData } from "node:worker_threads";
import { clock } from "../../../runtime/clock.ts";
import { random } from "../../../runtime/random.ts";
import { inProcessRunner } from "../in-process.ts";
import { serveRunner } from "./host.ts";

if (parentPort) {
  const port = parentPort;
  const { log, isWritten } = workerData;
  const write = isWritten ? (line: string) => port.postMessage({ is: "logged", line }) : undefined;
  serveRunner(port, inProcessRunner({ world: { clock, random }, log: { ...log, write } }));
}
