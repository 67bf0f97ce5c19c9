/** Finds the functions of the bundle that a start runs, by starting the program as users do. */

import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { writeExample } from "../../src/cli/commands/demo/demo.ts";
import { exampleCredentials } from "../../src/cli/commands/demo/demo-scenes.ts";
import { serve } from "../../src/simulator/serve.ts";

/** The commands that are run on the example. Together they run most functions that other commands run. */
const commands = [["--help"], ["validate"], ["plan"]];

/** The position of a function in its file's text: `start-end`. */
export type FunctionRange = string;

/** Returns the functions that were called at least once, by file path in a bundle. Rejects if a command fails. */
export async function functionsRun(bundle: string): Promise<ReadonlyMap<string, ReadonlySet<FunctionRange>>> {
  const work = await mkdtemp(join(tmpdir(), "trueup-eager-"));
  const coverage = join(work, "coverage");
  const simulator = await serve();
  try {
    const project = join(work, "project");
    await writeExample(project, simulator);
    for (const args of commands) await run([join(bundle, "main.js"), ...args], project, coverage);
    return await calledIn(coverage, bundle);
  } finally {
    await simulator.close();
    await rm(work, { recursive: true, force: true });
  }
}

async function run(args: readonly string[], cwd: string, coverage: string): Promise<void> {
  const env = { ...process.env, ...exampleCredentials };
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, NODE_V8_COVERAGE: coverage, NODE_DISABLE_COMPILE_CACHE: "1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const status = await new Promise((resolve, reject) => child.once("error", reject).once("exit", resolve));
  if (status !== 0) throw new Error(`${args.join(" ")} of the example ended with ${status}`);
}

/** The part of Node's `NODE_V8_COVERAGE` output that is read here. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      /** The first range is the function itself. */
      readonly ranges: readonly {
        readonly startOffset: number;
        readonly endOffset: number;
        readonly count: number;
      }[];
    }[];
  }[];
}

async function calledIn(
  coverage: string,
  folder: string,
): Promise<ReadonlyMap<string, ReadonlySet<FunctionRange>>> {
  const called = new Map<string, Set<FunctionRange>>();
  for (const name of await readdir(coverage)) {
    const { result }: Coverage = JSON.parse(await readFile(join(coverage, name), "utf8"));
    for (const { url, functions } of result) {
      const path = url.startsWith("file:") ? fileURLToPath(url) : "";
      if (!path.startsWith(folder + sep)) continue;
      const known = called.get(path) ?? new Set();
      called.set(path, known);
      for (const { ranges } of functions) {
        const [whole] = ranges;
        if (whole && whole.count > 0) known.add(`${whole.startOffset}-${whole.endOffset}`);
      }
    }
  }
  return called;
}
