/** Scenes of a demo: each runs the real command line against a simulator, and states the expected result. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { styleText } from "node:util";
import { z } from "zod";
import { writeWhole } from "../../../runtime/files/files.ts";
import { shippedText } from "../../../runtime/files/shipped.ts";
import { ownProgram } from "../../../runtime/own-program.ts";
import { type RunningSimulator, type ServeOptions, serve } from "../../../simulator/serve.ts";
import { simulatedNames } from "../../../simulator/wire/served-names.ts";
import { environment, portOffsets } from "../simulate.ts";

/** A step of a demo, and its expected result. */
export interface Scene {
  readonly title: string;
  readonly args: readonly string[];
  /** The expected exit status. */
  readonly exit: number;
  /** Live changes that are made before the scene, without trueup. */
  readonly changes?: readonly object[];
  /** If true, the scene must not write anything. */
  readonly quiet?: boolean;
}

/** A demo's folder, simulator and output. */
interface DemoStage {
  readonly folder: string;
  readonly simulator: RunningSimulator;
  readonly print: (text: string) => void;
  /**
   * The pause before each scene, in milliseconds. Each process paces only its own requests; the pause keeps two
   * consecutive processes together within the limit.
   */
  readonly pauseMs: number;
}

/**
 * Starts a simulator on the ports that the example's project file names, so that its plans are the same on every
 * machine.
 */
export async function serveExample(options: Omit<ServeOptions, "ports"> = {}): Promise<RunningSimulator> {
  const ports = Object.fromEntries(simulatedNames.map((name) => [name, firstPort + portOffsets[name]]));
  try {
    return await serve({ ...options, ports });
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "EADDRINUSE") throw error;
    return serve(options);
  }
}

/** The dashboard's port in the example's project file; the other ports follow. */
const firstPort = 4801;

/** Plays scenes one after another; returns the first failure, if there is one. */
export async function playAll(scenes: readonly Scene[], stage: DemoStage): Promise<string | undefined> {
  for (const scene of scenes) {
    const fault = await play(scene, stage);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

async function play(
  scene: Scene,
  { folder, simulator, print, pauseMs }: DemoStage,
): Promise<string | undefined> {
  print(`\n${styleText("bold", `▶ ${scene.title}`)}\n\n`);
  for (const change of scene.changes ?? []) await postChange(simulator, change);
  await delay(pauseMs);
  const before = (await demoReport(simulator)).writes;
  const exit = await run(scene.args, folder);
  const writes = (await demoReport(simulator)).writes - before;
  if (exit !== scene.exit) return `trueup ${scene.args.join(" ")} ended with ${exit}, not ${scene.exit}`;
  if (scene.quiet && writes > 0)
    return `trueup ${scene.args.join(" ")} sent ${writes} writes, although none were expected`;
  return undefined;
}

/** Reports the failure of a demo, and returns the exit status. */
export function demoFailed(print: (text: string) => void, what: string): 1 {
  print(`\n${styleText("red", "✘")} The demo failed: ${what}.\n`);
  return 1;
}

/**
 * Writes an example's project file for this simulator, and the simulator's SSH host key. `example` is the example's
 * folder with a trailing slash, or empty.
 */
export async function writeProject(
  example: string,
  folder: string,
  { urls, hostKey }: RunningSimulator,
): Promise<void> {
  let project = shippedText(`${example}trueup.yaml`);
  if (project === undefined) throw new Error("The example is not in this installation.");
  for (const name of simulatedNames) {
    const { host } = new URL(urls[name]);
    project = project.replaceAll(`127.0.0.1:${firstPort + portOffsets[name]}`, host);
  }
  await writeWhole(join(folder, "trueup.yaml"), project);
  await writeWhole(join(folder, "known_hosts"), `${hostKey.knownHost}\n`);
}

/** The environment variables that the example's project needs. */
export const exampleCredentials: Readonly<Record<string, string>> = {
  ...environment(),
  ACME_CORP_PSK: "an example password",
  ACME_GUEST_PSK: "another example password",
};

/** Runs trueup's command line as a process of its own, and returns its exit status. */
function run(args: readonly string[], folder: string): Promise<number | null> {
  const [program = "", ...before] = ownProgram();
  const child = spawn(program, [...before, ...args], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...exampleCredentials },
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
}

const reportSchema = z.object({
  largestPerSecond: z.object({ dashboard: z.object({ all: z.number() }) }),
  throttled: z.number(),
  writes: z.number(),
});

/** The requests that the simulator has received. */
export async function demoReport({ admin }: RunningSimulator): Promise<z.infer<typeof reportSchema>> {
  const reply = await fetch(`${admin}/requests`);
  return reportSchema.parse(await reply.json());
}

/** Changes live state at the simulator, without trueup. */
export async function postChange({ admin }: RunningSimulator, body: object): Promise<void> {
  const reply = await fetch(`${admin}/change`, { method: "POST", body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`The simulator refused the change: ${await reply.text()}`);
}
