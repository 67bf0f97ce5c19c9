/**
 * Plans the same project repeatedly in one process: `node resident-run.ts LIBRARY FOLDER URL keeps|forgets`.
 * Prints, as JSON, the processor seconds of each plan and the heap size after it.
 */

import { setTimeout } from "node:timers/promises";
import { credentials } from "./world.ts";

const [library = "", folder = "", url = "", mode] = process.argv.slice(2);
const { KeptResults, makePlan, openContext, readProject }: typeof import("../../src/index.ts") = await import(
  library
);
const kept = mode === "keeps" ? new KeptResults() : undefined;

/** What happens before each of the plans. */
const before = [nothing, nothing, nothing, touched];
const plans: { readonly cpuSeconds: number; readonly heapMegabytes: number; readonly steps: number }[] = [];
// Waits, because files that were written just now would be read again: a second change at the same moment could not be
// detected.
await setTimeout(2500);
for (const happens of before) {
  await happens();
  const begun = process.cpuUsage();
  const steps = await planned();
  const { user, system } = process.cpuUsage(begun);
  globalThis.gc?.();
  const heapMegabytes = Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
  plans.push({ cpuSeconds: (user + system) / 1e6, heapMegabytes, steps });
}
process.stdout.write(JSON.stringify(plans));

async function planned(): Promise<number> {
  const { read, problems } = await readProject(folder, undefined, { kept });
  if (!read) throw new Error(JSON.stringify(problems.slice(0, 3)));
  const log = { level: "warn", format: "json" } as const;
  const opened = await openContext(read, { env: credentials, log, secrets: "shown" });
  if (!opened.context) throw new Error(JSON.stringify(opened.problems.slice(0, 3)));
  const { plan } = await makePlan(opened.context, {}, AbortSignal.timeout(120_000));
  await opened.context.close();
  return plan.steps.length;
}

async function nothing(): Promise<void> {
  // Removes garbage of the previous plan.
  globalThis.gc?.();
}

async function touched(): Promise<void> {
  await fetch(`${url}/touch`, { method: "POST" });
}
