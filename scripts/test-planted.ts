/**
 * Plants bugs, one by one, in a copy of the project, and sees whether the suite notices: `npm run test:planted`.
 *
 * What counts is the suite that speaks to the whole engine (simulation, scenarios, command line, properties,
 * conformance, security), never a unit test. A bug that cannot be planted, or does not compile, is not caught.
 * `--only TEXT`: bugs with this text in their name. `--jobs N`: at a time, 2 unless said.
 */

import { spawn } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Bug, bugs } from "../test/planted/bugs.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const left = new Set(["node_modules", ".git", "dist", "coverage", ".trueup"]);
const simulation = "test/simulation/faults.test.ts";
const suites = ["scenarios", "security", "cli", "properties", "conformance", "contract"];
const alone = ["test/apply/apply.test.ts"];
const minutes = 60_000;

/** What a command came to. */
interface Ended {
  readonly passed: boolean;
  readonly text: string;
}

/** What became of a bug. */
interface Told {
  readonly bug: string;
  readonly caught: boolean;
  readonly by: string;
}

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, jobs: { type: "string", default: "2" } },
});
const chosen = bugs.filter(({ name }) => name.includes(values.only));
process.exitCode = (await plantAll(chosen, Number(values.jobs))) ? 0 : 1;

async function plantAll(all: readonly Bug[], jobs: number): Promise<boolean> {
  const begin = performance.now();
  const waiting = [...all];
  const told: Told[] = [];
  const work = async () => {
    const copy = await copied();
    try {
      for (let bug = waiting.shift(); bug; bug = waiting.shift()) {
        const one = await plant(bug, copy);
        told.push(one);
        process.stdout.write(
          `${one.caught ? "caught    " : "NOT CAUGHT"}  ${one.bug}\n            ${one.by}\n`,
        );
      }
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  };
  const sound = await soundIn(all);
  if (!sound.passed) {
    process.stdout.write(`Without a bug the suite must pass, and it does not:\n${sound.text}\n`);
    return false;
  }
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, work));
  const caught = told.filter((one) => one.caught).length;
  const seconds = Math.round((performance.now() - begin) / 1000);
  process.stdout.write(`${caught}/${all.length} planted bugs caught, ${seconds} s\n`);
  return all.length > 0 && caught === all.length;
}

/** A copy of the project with the same packages. */
async function copied(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "trueup-planted-"));
  await cp(root, copy, { recursive: true, filter: (path) => !left.has(basename(path)) });
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Whether the suites that are asked first pass without a bug: else they would catch anything. */
async function soundIn(all: readonly Bug[]): Promise<Ended> {
  const copy = await copied();
  try {
    return await ask(copy, [...new Set(all.flatMap(({ first }) => first))]);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function plant(bug: Bug, copy: string): Promise<Told> {
  const before = new Map<string, string>();
  try {
    for (const { file, find, put } of bug.edits) {
      const path = join(copy, file);
      const text = await readFile(path, "utf8");
      if (!before.has(path)) before.set(path, text);
      if (text.split(find).length !== 2)
        return { bug: bug.name, caught: false, by: `no place for it in ${file}` };
      await writeFile(
        path,
        text.replace(find, () => put),
      );
    }
    return { bug: bug.name, ...(await noticed(bug, copy)) };
  } finally {
    for (const [path, text] of before) await writeFile(path, text);
  }
}

async function noticed(bug: Bug, copy: string): Promise<Pick<Told, "caught" | "by">> {
  const compiled = await run(copy, ["node_modules/typescript/bin/tsc", "-p", "."]);
  if (!compiled.passed)
    return { caught: false, by: `does not compile: ${compiled.text.trim().slice(0, 300)}` };
  const first = await ask(copy, bug.first);
  if (!first.passed) return { caught: true, by: first.text };
  const rest = await ask(
    copy,
    (await suiteFiles(copy)).filter((file) => !bug.first.includes(file)),
  );
  return rest.passed ? { caught: false, by: "the whole suite passes" } : { caught: true, by: rest.text };
}

/** The files of the suite, the quick ones first. */
async function suiteFiles(copy: string): Promise<readonly string[]> {
  const files = [...alone];
  for (const suite of suites) {
    const names = await readdir(join(copy, "test", suite)).catch(() => []);
    files.push(...names.filter((name) => name.endsWith(".test.ts")).map((name) => `test/${suite}/${name}`));
  }
  return [...files, simulation];
}

/** Runs these files; the text names the first test that failed. The simulation runs 300 of its seeds. */
async function ask(copy: string, files: readonly string[]): Promise<Ended> {
  const tests = files.filter((file) => file !== simulation);
  if (tests.length > 0) {
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--bail", "1", "--maxWorkers", "1", ...tests];
    const ended = await run(copy, vitest);
    if (!ended.passed) return { passed: false, text: failureIn(ended.text) };
  }
  if (!files.includes(simulation)) return { passed: true, text: "" };
  const ended = await run(copy, ["scripts/simulate-faults.ts", "--seeds", "300"]);
  return ended.passed
    ? ended
    : { passed: false, text: `simulation: ${lineOf(ended.text, /^seed \d+: .*/m)}` };
}

function failureIn(text: string): string {
  return lineOf(text, /FAIL\s+(.*)/);
}

function lineOf(text: string, pattern: RegExp): string {
  const [line = "it failed without naming a test", named = line] = pattern.exec(text) ?? [];
  return named.trim().slice(0, 200);
}

function run(cwd: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [...args], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", CI: "true" },
  });
  let text = "";
  const keep = (part: Buffer) => {
    text += part.toString();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const patience = setTimeout(() => {
    text += "\nFAIL it did not end within 4 minutes\n";
    child.kill("SIGKILL");
  }, 4 * minutes);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => {
      clearTimeout(patience);
      resolve({ passed: status === 0, text });
    });
  });
}
