/**
 * Searches for small inputs that take long. Each seed gives a hostile project, which a separate process reads.
 * `--minutes M` or `--count N` limits the search. `--from SEED` continues an earlier search. `--seed S --keep FOLDER`
 * writes one project. Reports each project, with its seed, that crashes, needs over 500 MB, or takes more than
 * `--seconds` of processor time (times `--factor`, for a busy machine).
 */

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { costOf } from "../test/security/small/process-cost.ts";
import type { Files } from "../test/security/small/small-inputs.ts";
import { hostileProject } from "./hostile/grammars.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    count: { type: "string" },
    from: { type: "string", default: String(Math.floor(Date.now() / 1000) % 100_000_000) },
    seed: { type: "string" },
    keep: { type: "string", default: "hostile" },
    seconds: { type: "string", default: "5" },
    factor: { type: "string", default: "2" },
  },
});

const [seconds, factor] = [Number(values.seconds), Number(values.factor)];
const maxMegabytes = 500;

process.exitCode = await main();

/** Returns the exit status: 1 if anything was found, otherwise 0. */
async function main(): Promise<number> {
  if (values.seed !== undefined) {
    await written(values.keep, hostileProject(Number(values.seed)).files);
    return 0;
  }
  const end =
    values.minutes === undefined
      ? Number.POSITIVE_INFINITY
      : performance.now() + Number(values.minutes) * 60_000;
  const count = Number(values.count ?? (values.minutes === undefined ? 100 : Number.POSITIVE_INFINITY));
  process.stdout.write(`from seed ${values.from}\n`);
  let [tried, found, longest] = [0, 0, 0];
  while (tried < count && performance.now() < end) {
    const seed = Number(values.from) + tried;
    const { language, files, command } = hostileProject(seed);
    const cost = await costOf(files, { endSeconds: Math.ceil(seconds * factor) + 10, command });
    tried += 1;
    longest = Math.max(longest, cost.seconds);
    const fault = faultOf(cost);
    if (fault === undefined) continue;
    found += 1;
    await written(join(values.keep, String(seed)), files);
    process.stdout.write(`seed ${seed} (${language}): ${fault}\n`);
  }
  process.stdout.write(
    `${tried} projects, ${found} that take too much; the longest took ${longest.toFixed(1)} s\n`,
  );
  return Number(found > 0);
}

function faultOf({
  status,
  err,
  seconds: took,
  megabytes,
}: Awaited<ReturnType<typeof costOf>>): string | undefined {
  if (/unexpectedly|RangeError/.test(err)) return `it crashes: ${err.slice(0, 200)}`;
  if (status === null || took > seconds * factor) return `${took.toFixed(1)} s of processor time`;
  return megabytes > maxMegabytes ? `${megabytes.toFixed(0)} MB` : undefined;
}

async function written(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
