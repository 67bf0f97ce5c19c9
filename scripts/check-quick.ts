/**
 * Runs the checks of `npm run check` that find the most, in seconds: `npm run check:quick`. These are the types
 * (incrementally), the linter on files changed since main, the tidiness rules, and commit subjects.
 */

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sizeHints } from "../test/tidy/shape.ts";
import { sourceOf } from "../test/tidy/source.ts";
import { changedFiles, leftAt } from "./changed/since.ts";
import { root } from "./planted/copy.ts";

const modules = join(root, "node_modules");
const kept = join(modules, ".cache/trueup-check");
mkdirSync(kept, { recursive: true });

const changed = changedHere();
const onlyThese = ["--no-errors-on-unmatched", "--files-ignore-unknown=true"];

/** The checks, each with its command. */
const parts: Readonly<Record<string, readonly string[]>> = {
  types: [
    join(modules, "typescript/bin/tsc"),
    ...["-p", ".", "--incremental", "--tsBuildInfoFile", join(kept, "types.tsbuildinfo")],
  ],
  lint: [
    join(modules, "@biomejs/biome/bin/biome"),
    "ci",
    ...(changed === undefined ? [] : [...onlyThese, ...changed]),
  ],
  tidy: [join(modules, "vitest/vitest.mjs"), "run", "test/tidy.test.ts"],
  commits: [join(root, "scripts/commit-subjects.ts")],
};

/** The changed files; undefined if git cannot determine them. */
function changedHere(): readonly string[] | undefined {
  const commit = leftAt(root, "origin/main") ?? leftAt(root, "main");
  return commit === undefined
    ? undefined
    : changedFiles(root, commit).filter((path) => existsSync(join(root, path)));
}

/** Hints for a reviewer about the changed sources. */
function hints(paths: readonly string[]): readonly string[] {
  const sources = paths.filter((path) => /^src\/.*\.ts$/.test(path));
  return sources.flatMap((path) => sizeHints(sourceOf(path, readFileSync(join(root, path), "utf8"))));
}

interface Ended {
  readonly name: string;
  readonly seconds: number;
  readonly failed: boolean;
  readonly said: string;
}

function run([name, args]: readonly [string, readonly string[]]): Promise<Ended> {
  const begun = performance.now();
  // The tidiness rules run no command, so none is built for them.
  const env = { ...process.env, TRUEUP_TEST: "sources" };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => pieces.push(piece));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      const seconds = (performance.now() - begun) / 1000;
      resolve({ name, seconds, failed: code !== 0, said: Buffer.concat(pieces).toString("utf8") });
    });
  });
}

const all = await Promise.all(Object.entries(parts).map(run));
for (const { name, said } of all.filter(({ failed }) => failed)) process.stdout.write(`\n${name}:\n${said}`);
for (const { name, seconds, failed } of all)
  process.stdout.write(`${failed ? "✘" : "✔"} ${name.padEnd(8)} ${seconds.toFixed(1).padStart(5)} s\n`);
if (all.some(({ failed }) => failed)) process.exitCode = 1;
else for (const hint of hints(changed ?? [])) process.stdout.write(`  ${hint}\n`);
