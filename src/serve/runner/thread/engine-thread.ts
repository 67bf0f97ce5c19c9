/** The entry of the engine's thread: one runner for all shards of a server, with the one set of budgets. */

import { clock } from "../../../runtime/clock.ts";
import { random } from "../../../runtime/random.ts";
import { ownThread } from "../../../runtime/threads.ts";
import { inProcessRunner } from "../in-process.ts";
import { serveRunner } from "./host.ts";

const own = ownThread();
if (own) {
  const { port, data } = own;
  const { log, isWritten } = data;
  const write = isWritten ? (line: string) => port.postMessage({ is: "logged", line }) : undefined;
  serveRunner(port, inProcessRunner({ world: { clock, random }, log: { ...log, write } }));
}
