/**
 * Makes the code caches of chunks, so that an executable does not compile the chunks at each start. The executable's
 * own Node makes them while it runs a plan of the example against the simulator: `node kept-code.ts CODE OUT
 * ARGUMENTS...`.
 */

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Script } from "node:vm";
import "./flags.ts";
import { writeExample } from "../../src/cli/commands/demo/demo.ts";
import { exampleCredentials } from "../../src/cli/commands/demo/demo-scenes.ts";
import { serve } from "../../src/simulator/serve.ts";
import { filesIn } from "./bundle.ts";
import { openChunks } from "./chunks.ts";

/** Writes a cache for each chunk of `code` to `out`, with this Node. Rejects if the plan fails. */
export async function keepCode(node: string, code: string, out: string): Promise<void> {
  const simulator = await serve();
  const folder = await mkdtemp(join(tmpdir(), "trueup-binary-"));
  try {
    await writeExample(folder, simulator);
    const child = spawn(node, [fileURLToPath(import.meta.url), code, out, "plan"], {
      cwd: folder,
      env: { ...process.env, ...exampleCredentials },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const status = await new Promise((resolve, reject) => child.once("error", reject).once("exit", resolve));
    if (status !== 0) throw new Error(`the plan whose code is kept ended with ${status}`);
  } finally {
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the command line, and then the other chunks, which only contain definitions. Stores the code caches of all of
 * them.
 */
function runAndKeep(code: string, out: string, args: readonly string[]): void {
  const compiled = new Map<string, Script>();
  const run = openChunks({
    text: (path) => readFileSync(join(code, path), "utf8"),
    onCompiled: (path, script) => compiled.set(path, script),
  });
  process.argv.splice(1, process.argv.length, process.execPath, ...args);
  process.once("exit", () => {
    for (const path of filesIn(code).filter((each) => each.endsWith(".cjs"))) run(path);
    for (const [path, script] of compiled) {
      const file = join(out, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, script.createCachedData());
    }
  });
  run("main.cjs");
}

const [, own, code, out, ...args] = process.argv;
if (own === fileURLToPath(import.meta.url) && code && out) runAndKeep(code, out, args);
