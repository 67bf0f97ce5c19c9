/**
 * A share of seeds of a simulation, run by its own script. Broken seeds are replayed with their traces, and one seed of
 * each finding is reduced to its smallest world.
 */

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { SoakShare } from "./soaked.ts";

/** The name of a simulation. */
export type SimulationName = "faults" | "decisions";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The number of seeds per call. Findings are stored after each call. */
const chunk = 2000;
/** The maximum number of traces per finding. */
const tracesMax = 3;
/** The maximum number of seeds that are reduced. Each takes up to a minute, and one per finding is enough. */
const shrunkMax = 15;

/** Runs seeds. If interrupted, the last seeds do not count. */
export async function simulated(which: SimulationName, { count, from, ...on }: SoakShare): Promise<void> {
  for (let at = 0; at < count && !on.signal.aborted; at += chunk) {
    await asked(which, { ...on, from: from + at, count: Math.min(chunk, count - at) });
    on.soaked.save();
  }
}

async function asked(which: SimulationName, share: SoakShare): Promise<void> {
  const { from, count, jobs, signal, soaked } = share;
  const { out, err, status } = await script(
    which,
    ["--from", `${from}`, "--seeds", `${count}`, "--jobs", `${jobs}`],
    signal,
  );
  if (signal.aborted) return;
  soaked.count(`seeds of ${which}`, count);
  const broken = Map.groupBy(
    out.split("\n").filter((line) => /^seed \d+: /.test(line)),
    (line) => Number(/\d+/.exec(line)?.[0]),
  );
  if (status !== 0 && broken.size === 0) {
    const replay = `npm run simulate:${which} -- --from ${from} --seeds ${count}`;
    const told = { name: `${which}-from-${from}`, replay, lines: ["the script failed"], trace: out + err };
    soaked.keep({ ...told, kind: which, seed: from });
  }
  for (const [seed, lines] of broken) {
    const known = soaked.known({ kind: which, lines });
    const isTraced = known.seeds < tracesMax && !signal.aborted;
    const isShrunk = known.world === "" && known.findings < shrunkMax && isTraced;
    const trace = isTraced ? (await script(which, ["--seed", `${seed}`, "--trace"], signal)).out : "";
    const world = isShrunk ? (await script(which, ["--seed", `${seed}`, "--shrink"], signal)).out : "";
    const replay = `npm run simulate:${which} -- --seed ${seed} --trace`;
    soaked.keep({ kind: which, seed, name: `${which}-${seed}`, replay, lines, trace, world });
  }
}

interface ScriptEnd {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the script in a process group of its own, so that Ctrl+C does not reach it. `signal` ends it instead. */
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
