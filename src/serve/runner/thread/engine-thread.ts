/** The entry point of the engine's thread: one runner with shared budgets for all shards of a server. */

import { Budgets } from "../../../pace/budgets.ts";
import { clock } from "../../../runtime/clock.ts";
import { random } from "../../../runtime/random.ts";
import { later, ownThread } from "../../../runtime/threads.ts";
import type { WorkersPlace } from "../at-workers.ts";
import { inProcessRunner, type RunnerPorts } from "../in-process.ts";
import type { Runner } from "../runner.ts";
import { serveRunner } from "./host.ts";

/** How often changed uses of budgets are sent, in milliseconds. */
const usesEveryMs = 2000;

const own = ownThread();
if (own) {
  const { port, data } = own;
  const { log, isWritten, database } = data;
  const write = isWritten ? (line: string) => port.postMessage({ is: "logged", line }) : undefined;
  const budgets = new Budgets(clock);
  const ports = { world: { clock, random }, log: { ...log, write }, budgets };
  void runnerOf(database, ports).then((runner) => serveRunner(port, runner));
  let told = "";
  const tell = () => {
    const uses = budgets.uses();
    const text = JSON.stringify([...uses]);
    if (text !== told) port.postMessage({ is: "uses", uses });
    told = text;
    later(usesEveryMs, tell);
  };
  tell();
}

/**
 * The runner of this thread. Only a server with a database loads the code that talks to one. If the database cannot be
 * opened, the thread ends.
 */
async function runnerOf(database: WorkersPlace | undefined, ports: RunnerPorts): Promise<Runner> {
  if (!database) return inProcessRunner(ports);
  const { workersRunner } = await import("../at-workers.ts");
  return workersRunner(database, ports);
}
