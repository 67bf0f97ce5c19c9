/** `trueup demo`: the whole cycle on the example company, with the real command line against the simulator. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import { copyShipped } from "../../../runtime/files/shipped.ts";
import type { RunningSimulator } from "../../../simulator/serve.ts";
import { demoFailed, demoReport, playAll, type Scene, serveExample, writeProject } from "./demo-scenes.ts";

const scenes: readonly Scene[] = [
  { title: "What would apply do? (trueup plan)", args: ["plan"], exit: 0, quiet: true },
  { title: "Do it. (trueup apply --yes)", args: ["apply", "--yes"], exit: 0 },
  { title: "Again: nothing is left to do.", args: ["apply", "--yes"], exit: 0, quiet: true },
  {
    title: "Somebody changes a network, a router and a room by hand. What drifted? (trueup drift)",
    changes: [
      { interface: "dashboard", network: "Berlin Office", set: { timeZone: "Europe/London" } },
      { interface: "restconf", host: "10.20.0.1", path: "Vendor-native:native/hostname", value: "router" },
      {
        interface: "messaging",
        room: "Leipzig Office",
        member: "engineer-02@acme.example.net",
        set: { moderator: true },
      },
    ],
    args: ["drift", "--base", "applied", "--detailed-exitcode"],
    exit: 2,
    quiet: true,
  },
  { title: "Set it back. (trueup apply --yes)", args: ["apply", "--base", "applied", "--yes"], exit: 0 },
  {
    title: "And nothing drifts any more.",
    args: ["drift", "--base", "applied", "--detailed-exitcode"],
    exit: 0,
    quiet: true,
  },
];

/** Runs the demo. Exit status 0 if every scene ended as expected. */
export async function runDemo(print: (text: string) => void): Promise<0 | 1> {
  const simulator = await serveExample();
  const folder = await mkdtemp(join(tmpdir(), "trueup-demo-"));
  try {
    await writeExample(folder, simulator);
    const fault = await playAll(scenes, { folder, simulator, print, pauseMs: 1000 });
    return fault === undefined ? await concluded(simulator, print) : demoFailed(print, fault);
  } finally {
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function concluded(simulator: RunningSimulator, print: (text: string) => void): Promise<0> {
  const { largestPerSecond, throttled, writes } = await demoReport(simulator);
  const max = largestPerSecond.dashboard.all;
  const pace = `the dashboard saw at most ${max} requests in any second (it allows 5) and refused ${throttled}`;
  const text = `${pace}; ${writes} writes in all`;
  // If the machine stalls, evenly spaced requests may arrive together. trueup waits after the 429, so the demo has not
  // failed.
  const sign = max > 5 ? styleText("yellow", "!") : styleText("green", "✔");
  const why = max > 5 ? ". This machine stalled on the way" : "";
  print(`\n${sign} The simulator's own log says: ${text}${why}.\n`);
  return 0;
}

/** The folders that the project file names, besides desired state. */
const modelFolders = ["examples/router/yang", "examples/router/mapping"];

/**
 * Writes a project for this simulator into `folder`. It contains the example's desired state twice: as the desired and
 * as the applied state.
 */
export async function writeExample(folder: string, simulator: RunningSimulator): Promise<void> {
  await writeProject("", folder, simulator);
  for (const name of ["desired-state", "applied"]) await copyShipped("desired-state", join(folder, name));
  for (const name of modelFolders) await copyShipped(name, join(folder, name));
}
