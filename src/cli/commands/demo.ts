/** `trueup demo`: the whole loop on the example company, with the real command line against the simulator. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { styleText } from "node:util";
import { z } from "zod";
import { writeWhole } from "../../runtime/files/files.ts";
import { type RunningSimulator, serve } from "../../simulator/serve.ts";
import { simulatedNames } from "../../simulator/wire/settings.ts";
import { environment, portOffsets } from "./simulate.ts";

/** What the demo does next, and what must come of it. */
interface Scene {
  readonly title: string;
  readonly args: readonly string[];
  /** The exit status that it must end with. */
  readonly exit: number;
  /** Live changes before it, behind the tool's back. */
  readonly changes?: readonly object[];
  /** True: it must not write anything. */
  readonly quiet?: boolean;
}

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

/** Runs the demo; the exit status: 0 when every scene ended as it must, and the limit was never exceeded. */
export async function runDemo(print: (text: string) => void): Promise<0 | 1> {
  const simulator = await serve();
  const folder = await mkdtemp(join(tmpdir(), "trueup-demo-"));
  try {
    await writeExample(folder, simulator);
    for (const scene of scenes) {
      const fault = await play(scene, { folder, simulator, print });
      if (fault !== undefined) return failed(print, fault);
    }
    return await concluded(simulator, print);
  } finally {
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Stage {
  readonly folder: string;
  readonly simulator: RunningSimulator;
  readonly print: (text: string) => void;
}

/** Plays one scene; what went wrong, if anything did. */
async function play(scene: Scene, { folder, simulator, print }: Stage): Promise<string | undefined> {
  print(`\n${styleText("bold", `▶ ${scene.title}`)}\n\n`);
  for (const change of scene.changes ?? []) await post(simulator, "change", change);
  // Each process keeps a pace of its own; a second between them keeps the limit over both.
  await delay(1000);
  const before = (await report(simulator)).writes;
  const exit = await run(scene.args, folder);
  const writes = (await report(simulator)).writes - before;
  if (exit !== scene.exit) return `trueup ${scene.args.join(" ")} ended with ${exit}, not ${scene.exit}`;
  if (scene.quiet && writes > 0)
    return `trueup ${scene.args.join(" ")} sent ${writes} writes, and none were due`;
  return undefined;
}

async function concluded(simulator: RunningSimulator, print: (text: string) => void): Promise<0> {
  const { largestPerSecond, throttled, writes } = await report(simulator);
  const max = largestPerSecond.dashboard.all;
  const pace = `the dashboard saw at most ${max} requests in any second (it allows 5) and refused ${throttled}`;
  const text = `${pace}; ${writes} writes in all`;
  // What starts evenly arrives together where the machine stalls: then a 429 is waited out, and no fault of the demo.
  const sign = max > 5 ? styleText("yellow", "!") : styleText("green", "✔");
  const why = max > 5 ? ". This machine stalled on the way" : "";
  print(`\n${sign} The simulator's own log says: ${text}${why}.\n`);
  return 0;
}

function failed(print: (text: string) => void, what: string): 1 {
  print(`\n${styleText("red", "✘")} The demo failed: ${what}.\n`);
  return 1;
}

/** The folder that holds the example: of a checkout or of the installed package. */
function exampleFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "desired-state")) && existsSync(join(folder, "trueup.yaml"))) return folder;
    if (folder === dirname(folder)) throw new Error("The example company is not in this installation.");
  }
}

/** A project in `folder`, for this simulator: the example's desired state twice, as desired and as what was applied. */
export async function writeExample(folder: string, { urls, hostKey }: RunningSimulator): Promise<void> {
  const example = exampleFolder();
  let project = await readFile(join(example, "trueup.yaml"), "utf8");
  for (const name of simulatedNames) {
    const { host } = new URL(urls[name]);
    project = project.replace(`127.0.0.1:${4801 + portOffsets[name]}`, host);
  }
  await writeWhole(join(folder, "trueup.yaml"), project);
  await writeWhole(join(folder, "known_hosts"), `${hostKey.knownHost}\n`);
  for (const name of ["desired-state", "applied"]) {
    await cp(join(example, "desired-state"), join(folder, name), { recursive: true });
  }
}

/** What the example's project needs in its environment. */
export const exampleCredentials: Readonly<Record<string, string>> = {
  ...environment(),
  ACME_CORP_PSK: "an example password",
  ACME_GUEST_PSK: "another example password",
};

/** Runs this very command line as a process of its own; its exit status. */
function run(args: readonly string[], folder: string): Promise<number | null> {
  const command = process.argv[1] ?? "";
  const child = spawn(process.execPath, [command, ...args], {
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

async function report({ admin }: RunningSimulator): Promise<z.infer<typeof reportSchema>> {
  const reply = await fetch(`${admin}/requests`);
  return reportSchema.parse(await reply.json());
}

async function post({ admin }: RunningSimulator, path: string, body: object): Promise<void> {
  const reply = await fetch(`${admin}/${path}`, { method: "POST", body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`The simulator refused the change: ${await reply.text()}`);
}
