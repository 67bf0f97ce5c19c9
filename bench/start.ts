/** How long `trueup --version` takes: from a checkout, as an installed package, and Node alone for comparison. */

import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median, type Row, table } from "./table.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../", import.meta.url));

/** Medians of 21 starts each, or of one; the first, which fills Node's compile cache, is not counted. */
export async function start(smallest: boolean): Promise<string> {
  const times = smallest ? 1 : 21;
  const rowOf = (what: string, args: readonly string[]) => started(what, args, times);
  const rows: Row[] = [];
  rows.push(await rowOf("node --eval 0", ["--eval", "0"]));
  rows.push(await rowOf("a checkout", [join(root, "bin/trueup.js"), "--version"]));
  const installed = await mkdtemp(join(tmpdir(), "trueup-bench-"));
  await run("npm", ["run", "build"], { cwd: root });
  for (const part of ["bin", "dist", "package.json"])
    await cp(join(root, part), join(installed, part), { recursive: true });
  rows.push(await rowOf("the installed package", [join(installed, "bin/trueup.js"), "--version"]));
  await rm(installed, { recursive: true });
  return table(`Start-up time of \`trueup --version\` (medians of ${times})`, rows);
}

async function started(what: string, args: readonly string[], times: number): Promise<Row> {
  await run(process.execPath, args);
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const before = performance.now();
    await run(process.execPath, args);
    taken.push(performance.now() - before);
  }
  return { what, milliseconds: Math.round(median(taken)) };
}
