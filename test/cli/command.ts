import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject, onTestFinished } from "vitest";
import { type RunningSimulator, type ServeOptions, serve } from "../../src/simulator/serve.ts";
import { commands } from "./commands.ts";
import type { Ended } from "./commands-here.ts";

/** The compile cache of the command, also for bundles that tests start directly. */
const compileCache = join(tmpdir(), "trueup-test-compile-cache");

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The simulator's credentials, under the names that the project files of these tests use. */
export const credentials = {
  DASHBOARD_API_KEY: "simulated-api-key",
  CONTROLLER_USER: "simulated-user",
  CONTROLLER_PASSWORD: "simulated-password",
  FABRIC_TOKEN: "simulated-fabric-token",
  ROUTER_USER: "simulated-router-user",
  ROUTER_PASSWORD: "simulated-router-password",
  ACME_CORP_PSK: "canary-corp-psk-1",
  ACME_GUEST_PSK: "canary-guest-psk-2",
};

/** Where a command runs, with its input and environment. */
interface At {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Returns the environment of a command. From this process, it has only PATH and HOME. */
function environment({ env }: At): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, ...credentials, ...env };
}

/** The names of variables that Node, git or a library reads from the process. */
const ofProcess = /^(?:NODE_\w+|GIT_\w+|SS[HL]_\w+|XDG_\w+|\w+_PROXY|PATH|HOME|TZ|TMPDIR)$/i;

/**
 * Runs the command line that people install. All command lines of a test process run in one other process, because a
 * start of Node takes longer than most commands. If a variable only works for a whole process, the command gets a
 * process of its own.
 */
export async function trueup(args: readonly string[], at: At): Promise<Ended> {
  if (Object.keys(at.env ?? {}).some((name) => ofProcess.test(name))) return trueupProcess(args, at);
  return commands().run({ args, cwd: at.cwd, env: environment(at), input: at.input ?? "" });
}

/** Runs the command line as a separate process, for tests of signals or terminals, and other tests that need one. */
export function trueupProcess(
  args: readonly string[],
  at: At & { readonly started?: (child: ChildProcess) => void },
): Promise<Ended> {
  const child = spawn(process.execPath, [inject("command"), ...args], {
    cwd: at.cwd,
    env: { NODE_COMPILE_CACHE: compileCache, ...environment(at) },
  });
  at.started?.(child);
  child.stdin.end(at.input ?? "");
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, out, err }));
  });
}

/** Creates an empty folder that is removed after the test. */
export async function folder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "trueup-test-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await write(path, name, text);
  return path;
}

/** Writes a file of a project. */
export async function write(path: string, name: string, text: string): Promise<void> {
  const { mkdir } = await import("node:fs/promises");
  await mkdir(join(path, name, ".."), { recursive: true });
  await writeFile(join(path, name), text);
}

/** Starts a simulator that stops after the test. It has no delays unless the test asks for them. */
export async function simulator(options: ServeOptions = {}): Promise<RunningSimulator> {
  const settings = { dashboardRequestsPerSecond: 0, readinessMs: 0, ...options.settings };
  const served = await serve({ ...options, settings });
  onTestFinished(() => served.close());
  return served;
}

/**
 * Returns the project file for a simulator. It allows a thousand requests per second, and expects created resources to
 * be visible at once.
 */
export function projectFor({ urls }: RunningSimulator): string {
  return `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    url: ${urls.dashboard}
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } }
    limits: { requestsPerSecond: 1000, createVisibleSeconds: 1 }
  campus:
    interface: controller
    url: ${urls.controller}
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
    limits: { requestsPerSecond: 1000, createVisibleSeconds: 1 }
  fabric-east:
    interface: fabric
    url: ${urls.fabric}
    credential: { token: { secret: env:FABRIC_TOKEN } }
    limits: { requestsPerSecond: 1000 }
  routers:
    interface: restconf
    url: ${urls.restconf}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:ROUTER_USER }, password: { secret: env:ROUTER_PASSWORD } }
    limits: { requestsPerSecond: 1000 }
secrets:
  allow: ["env:*_PSK"]
`;
}

/** Copies the example company's networks, tenants and RESTCONF routers, for which `projectFor` has targets. */
export async function copyExample(into: string): Promise<void> {
  for (const name of ["acme", "globex", "fabric.yaml", "routers/berlin.yaml", "routers/munich.yaml"]) {
    await cp(join(root, "desired-state", name), join(into, "desired-state", name), { recursive: true });
  }
}

/** Creates a folder with the example company's networks, tenants and RESTCONF routers, for a simulator. */
export async function exampleProject(served: RunningSimulator): Promise<string> {
  const path = await folder({ "trueup.yaml": projectFor(served) });
  await copyExample(path);
  return path;
}
