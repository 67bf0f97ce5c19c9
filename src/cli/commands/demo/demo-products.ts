/**
 * `trueup demo --products`: applies an example twice to nine products, each with its own wire format. The second plan
 * must be empty.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import { copyShipped, shippedText } from "../../../runtime/files/shipped.ts";
import { worldSeedSchema } from "../../../simulator/seed.ts";
import type { RunningSimulator } from "../../../simulator/serve.ts";
import type { ModeSettings } from "../../../simulator/wire/mode-settings.ts";
import { demoFailed, demoReport, playAll, type Scene, serveExample, writeProject } from "./demo-scenes.ts";

const modes: ModeSettings = {
  dashboardMode: "meraki",
  controllerMode: "catalyst-center",
  fabricMode: "apic",
  restconfMode: "rfc8040",
  messagingMode: "webex",
  serversMode: "intersight",
  sdwanMode: "vmanage",
  firewallMode: "fmc",
};

const scenes: readonly Scene[] = [
  { title: "What would apply do at nine products? (trueup plan)", args: ["plan"], exit: 0, quiet: true },
  { title: "Do it. (trueup apply --yes)", args: ["apply", "--yes"], exit: 0 },
  { title: "Again: nothing is left to do.", args: ["apply", "--yes"], exit: 0, quiet: true },
];

/** Runs the demo. Exit status 0 if every scene ended as expected. */
export async function runProductsDemo(print: (text: string) => void): Promise<0 | 1> {
  const example = "examples/products/";
  const seed = worldSeedSchema.parse(JSON.parse(shippedText(`${example}world.json`) ?? "null"));
  const simulator = await serveExample({ seed, settings: { ...modes, taskMs: 0, readinessMs: 0 } });
  const folder = await mkdtemp(join(tmpdir(), "trueup-demo-"));
  try {
    await writeProject(example, folder, simulator);
    await copyShipped(`${example}desired-state`, join(folder, "desired-state"));
    const fault = await playAll(scenes, { folder, simulator, print, pauseMs: 0 });
    return fault === undefined ? await concluded(simulator, print) : demoFailed(print, fault);
  } finally {
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function concluded(simulator: RunningSimulator, print: (text: string) => void): Promise<0> {
  const { writes } = await demoReport(simulator);
  const text = `nine products accepted ${writes} writes in their own formats, each at the first try`;
  print(`\n${styleText("green", "✔")} The simulator's own log says: ${text}.\n`);
  return 0;
}
