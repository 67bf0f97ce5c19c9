/**
 * Plants bugs, one by one, in a copy of the project, and sees whether the suite notices: `npm run test:planted`.
 *
 * What counts is the suite that speaks to the whole engine (the folders in `test/planted/bug.ts`, and the simulation),
 * never a unit test. A bug counts as caught when a test that is named fails, and passes in a copy without the bug. One
 * that has no place, or does not compile, is not caught.
 * `--only TEXT`: bugs with this text in their name. `--jobs N`: at a time, 2 unless said.
 */

import { spawn } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Bug, everyFormat, simulation, suites } from "../test/planted/bug.ts";
import { bugs } from "../test/planted/bugs.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const notCopied = new Set(["node_modules", ".git", "dist", "dist-test", "coverage", ".trueup"]);
const seeds = 200;
const patienceMs = 15 * 60_000;

/** What a command came to. */
interface Ended {
  readonly passed: boolean;
  readonly text: string;
}

/** The test that failed, by name; or why there is none. */
type Noticed = { readonly by: string } | { readonly not: string };

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, jobs: { type: "string", default: "2" } },
});
const chosen = bugs.filter(({ name }) => name.includes(values.only));
process.exitCode = (await plantAll(chosen, Number(values.jobs))) ? 0 : 1;

async function plantAll(all: readonly Bug[], jobs: number): Promise<boolean> {
  const begin = performance.now();
  const waiting = [...all];
  let caught = 0;
  await inCopy(async (clean) => {
    const sound = soundness(clean, all);
    const work = () =>
      inCopy(async (copy) => {
        for (let bug = waiting.shift(); bug; bug = waiting.shift()) {
          const noticed = await plant(bug, copy, sound);
          if ("by" in noticed) caught += 1;
          process.stdout.write(row(bug, noticed));
        }
      });
    await Promise.all(Array.from({ length: Math.max(1, jobs) }, work));
  });
  const seconds = Math.round((performance.now() - begin) / 1000);
  process.stdout.write(`\nPlanted bugs: caught ${caught}/${all.length} in ${seconds} s\n`);
  return all.length > 0 && caught === all.length;
}

function row({ name }: Bug, noticed: Noticed): string {
  const [word, what] = "by" in noticed ? ["caught    ", noticed.by] : ["NOT CAUGHT", noticed.not];
  return `${word}  ${name}\n            ${what}\n`;
}

/** Gives a copy of the project with the same packages; it is gone afterwards. */
async function inCopy<T>(task: (copy: string) => Promise<T>): Promise<T> {
  const copy = await mkdtemp(join(tmpdir(), "trueup-planted-"));
  try {
    await cp(root, copy, { recursive: true, filter: (path) => !notCopied.has(basename(path)) });
    await symlink(join(root, "node_modules"), join(copy, "node_modules"));
    return await task(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** In which form tests run: a bug that the short one shows needs no more. */
type Form = "short" | "long";

interface Question {
  readonly files: readonly string[];
  /** Only tests whose names hold one of these texts. Default: all. */
  readonly names?: readonly string[];
  readonly form: Form;
}

type Sound = (file: string, found: Bug["first"] | undefined, form: Form) => Promise<Noticed | undefined>;

/**
 * Asks a file once what it says where no bug is: a test that fails there proves nothing. `found`: the witness that
 * was asked by name; then all that bugs name in this file are asked together, else the whole file.
 */
function soundness(clean: string, all: readonly Bug[]): Sound {
  const asked = new Map<string, Promise<Noticed | undefined>>();
  return (file, found, form) => {
    const own = all.flatMap(({ first }) => (first.file === file ? [first.test] : []));
    const names = own.filter((name) => name !== undefined);
    const tests = found?.test === undefined || names.length < own.length ? [] : [...new Set(names)];
    const key = `${form} ${file} ${tests}`;
    const known = asked.get(key) ?? ask(clean, { files: [file], names: tests, form });
    asked.set(key, known);
    return known;
  };
}

async function plant(bug: Bug, copy: string, sound: Sound): Promise<Noticed> {
  const before = new Map<string, string>();
  try {
    for (const { file, find, put } of bug.edits) {
      const path = join(copy, file);
      const text = await readFile(path, "utf8");
      if (!before.has(path)) before.set(path, text);
      if (text.split(find).length !== 2) return { not: `it has no place, or several, in ${file}` };
      await writeFile(
        path,
        text.replace(find, () => put),
      );
    }
    return await noticed(bug, copy, sound);
  } finally {
    for (const [path, text] of before) await writeFile(path, text);
  }
}

async function noticed(bug: Bug, copy: string, sound: Sound): Promise<Noticed> {
  const tsc = ["-p", ".", "--incremental", "--tsBuildInfoFile", ".tsbuildinfo"];
  const compiled = await run(copy, ["node_modules/typescript/bin/tsc", ...tsc], "short");
  if (!compiled.passed) return { not: `it does not compile: ${compiled.text.trim().slice(0, 300)}` };
  const { file, test } = bug.first;
  for (const form of ["short", "long"] as const) {
    const first = await ask(copy, { files: [file], names: test === undefined ? [] : [test], form });
    if (first) return unlessUnsound(first, await sound(file, bug.first, form));
  }
  const told = await ask(copy, { files: await everybody(copy), form: "long" });
  if (told === undefined) return { not: "the whole suite passes" };
  if ("not" in told) return told;
  const other = told.by.startsWith("test/") ? (told.by.split(" ")[0] ?? "") : simulation;
  // Nobody has said that this one would notice: by chance it fails once, not twice.
  const again = await ask(copy, { files: [other], form: "long" });
  if (!again) return { not: `that fails by chance only: ${told.by}` };
  return unlessUnsound(told, await sound(other, undefined, "long"));
}

function unlessUnsound(told: Noticed, unsound: Noticed | undefined): Noticed {
  if (unsound === undefined) return told;
  return { not: `this fails without the bug too: ${"by" in unsound ? unsound.by : unsound.not}` };
}

/** Every file of the suite, the quick ones first. */
async function everybody(copy: string): Promise<readonly string[]> {
  const files = [simulation, everyFormat];
  for (const suite of suites) {
    const names = await readdir(join(copy, "test", suite), { recursive: true });
    const tests = names.filter((name) => name.endsWith(".test.ts")).sort();
    files.push(...tests.map((name) => `test/${suite}/${name}`));
  }
  return files;
}

/**
 * What the first test that fails is called; undefined when all pass. Of the simulation it is a seed.
 */
async function ask(copy: string, { files, names = [], form }: Question): Promise<Noticed | undefined> {
  if (files.includes(simulation)) {
    const ended = await run(copy, ["scripts/simulate-faults.ts", "--seeds", String(seeds)], form);
    if (!ended.passed) return named(/^(seed \d+: .*)/m, ended);
  }
  const tests = files.filter((file) => file !== simulation);
  if (tests.length === 0) return undefined;
  const texts = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const only = texts.length === 0 ? [] : ["-t", texts.join("|")];
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--bail", "1", "--maxWorkers", "1"];
  const ended = await run(copy, [...vitest, ...only, ...tests], form);
  return ended.passed ? undefined : named(/FAIL\s+(\S+ > .*)/, ended);
}

function named(pattern: RegExp, { text }: Ended): Noticed {
  const by = pattern.exec(text)?.[1]?.trim().slice(0, 200);
  return by === undefined ? { not: `no test says so: ${text.trim().slice(-300)}` } : { by };
}

function run(cwd: string, args: readonly string[], form: Form): Promise<Ended> {
  const env = { ...process.env, NO_COLOR: "1", CI: "true", TRUEUP_TEST: "sources", TRUEUP_TESTS: form };
  const child = spawn(process.execPath, [...args], { cwd, env, timeout: patienceMs, killSignal: "SIGKILL" });
  let text = "";
  const keep = (part: Buffer) => {
    text += part.toString();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status, signal) => {
      if (signal) text += `\nended by ${signal}; it may take ${patienceMs / 60_000} minutes`;
      resolve({ passed: status === 0, text });
    });
  });
}
