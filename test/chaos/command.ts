/** Runs the built command as a separate process, with a time limit. */

import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The result of a run. */
export interface RunEnd {
  /** The exit status; null if the process was killed. */
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  /** True if the process was killed because it exceeded the time limit. */
  readonly hung: boolean;
}

/** The options of a run. */
export interface RunOptions {
  /** The path of the file that node runs as `trueup`. */
  readonly command: string;
  readonly cwd: string;
  readonly started?: ((child: ChildProcess) => void) | undefined;
  /** If aborted, the process is killed, and the promise rejects. */
  readonly signal?: AbortSignal | undefined;
}

const boundMs = 150_000;

const env = {
  DASHBOARD_API_KEY: "simulated-api-key",
  CONTROLLER_USER: "simulated-user",
  CONTROLLER_PASSWORD: "simulated-password",
  FABRIC_TOKEN: "simulated-fabric-token",
  ROUTER_USER: "simulated-router-user",
  ROUTER_PASSWORD: "simulated-router-password",
  MESSAGING_ID: "simulated-messaging-client",
  MESSAGING_SECRET: "simulated-messaging-secret",
  SERVERS_ID: "simulated-servers-client",
  SERVERS_SECRET: "simulated-servers-secret",
  SDWAN_TOKEN: "simulated-sdwan-token",
  FIREWALL_ID: "simulated-firewall-client",
  FIREWALL_REFRESH_TOKEN: "simulated-firewall-refresh-token",
  ACME_CORP_PSK: "canary-corp-psk-1",
};

/** Runs the command to its end, or kills it after 150 s. */
export function run(args: readonly string[], { command, cwd, started, signal }: RunOptions): Promise<RunEnd> {
  signal?.throwIfAborted();
  const { PATH = "", HOME = "" } = process.env;
  const cache = join(tmpdir(), "trueup-test-compile-cache");
  const child = spawn(process.execPath, [command, ...args], {
    cwd,
    env: { PATH, HOME, NODE_COMPILE_CACHE: cache, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started?.(child);
  const said = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.err += text;
  });
  const stop = () => child.kill("SIGKILL");
  signal?.addEventListener("abort", stop);
  let hung = false;
  const bound = setTimeout(() => {
    hung = true;
    child.kill("SIGKILL");
  }, boundMs);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => {
      clearTimeout(bound);
      signal?.removeEventListener("abort", stop);
      if (signal?.aborted) reject(signal.reason);
      else resolve({ status, ...said, hung });
    });
  });
}
