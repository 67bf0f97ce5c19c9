/** A share of seeds of a simulation, asked by its own script; each broken one is replayed with its trace. */

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { SoakShare } from "./soaked.ts";

/** Which one. */
export type SimulationName = "faults" | "decisions";

const root = fileURLToPath(new URL("../..", import.meta.url));
const replaysMax = 20;

/** Asks them. What is ended early counts for nothing. */
export async function simulated(which: SimulationName, share: SoakShare): Promise<void> {
  const { from, count, jobs, signal, soaked } = share;
  if (count === 0 || signal.aborted) return;
  const asked = await script(
    which,
    ["--from", `${from}`, "--seeds", `${count}`, "--jobs", `${jobs}`],
    signal,
  );
  if (signal.aborted) return;
  soaked.count(`seeds of ${which}`, count);
  const broken = Map.groupBy(
    asked.out.split("\n").filter((line) => /^seed \d+: /.test(line)),
    (line) => Number(/\d+/.exec(line)?.[0]),
  );
  if (asked.status !== 0 && broken.size === 0) {
    const replay = `npm run simulate:${which} -- --from ${from} --seeds ${count}`;
    soaked.keep({
      name: `${which}-from-${from}`,
      replay,
      lines: ["the script failed"],
      trace: asked.out + asked.err,
    });
  }
  for (const [at, [seed, lines]] of [...broken].entries()) {
    const isReplayed = at < replaysMax && !signal.aborted;
    const trace = isReplayed ? (await script(which, ["--seed", `${seed}`, "--trace"], signal)).out : "";
    const replay = `npm run simulate:${which} -- --seed ${seed} --trace`;
    soaked.keep({ name: `${which}-${seed}`, replay, lines, trace });
  }
}

interface ScriptEnd {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** In a process group of its own, so that Ctrl+C reaches it through the signal alone. */
function script(which: SimulationName, args: readonly string[], signal: AbortSignal): Promise<ScriptEnd> {
  const child = spawn(process.execPath, [`scripts/simulate-${which}.ts`, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const stop = () => child.kill("SIGKILL");
  signal.addEventListener("abort", stop);
  const said = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.err += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => {
      signal.removeEventListener("abort", stop);
      resolve({ status, ...said });
    });
  });
}
