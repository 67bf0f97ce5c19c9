/** Starts the engine's thread, whether this program runs from sources, a bundle, or a single executable. */

import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { isExecutable } from "./files/embedded.ts";
import { packageFolder, shippedText } from "./files/shipped.ts";

/** Limits the young generation to some megabytes, as in the main thread (`bin/bound-memory.js`). */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/** A running thread. */
export type EngineWorker = Worker;

/** Starts an engine thread with this data. */
export function engineWorker(workerData: object): EngineWorker {
  const options = { workerData, resourceLimits, name: "engine" };
  if (isExecutable) return new Worker(shippedText("engine.cjs") ?? "", { ...options, eval: true });
  return new Worker(entry(), options);
}

/** The thread's entry point: among the sources, or beside the bundle. */
function entry(): string | URL {
  const here = import.meta.url;
  if (here.endsWith(".ts")) return join(packageFolder() ?? "", "src/serve/runner/thread/engine-thread.ts");
  return new URL(here.includes("/chunks/") ? "../engine.js" : "./engine.js", here);
}
