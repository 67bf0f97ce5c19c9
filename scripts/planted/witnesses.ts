/**
 * Plants the bugs that have a witness. For each bug, runs the witness, and then all tests of the whole engine, but no
 * unit tests.
 *
 * A bug counts as caught if a named test fails with the bug and passes in a copy without it. A bug whose edit does not
 * match, or that does not compile, is not caught.
 */

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { onlyLong } from "../../test/long-forms.ts";
import { type Bug, everyFormat, simulation, suites } from "../../test/planted/bug.ts";
import { bugs } from "../../test/planted/bugs.ts";
import { faultsOf } from "./compiles.ts";
import { type Form, inCopies, inCopy, root, run, withEdits } from "./copy.ts";
import { commitHere, drawn } from "./deciding.ts";
import { askTests, type Noticed, named, type Question } from "./vitest.ts";

const seeds = 200;

/** Which bugs to plant, and how many at a time. */
interface WitnessedPlanting {
  /** Only bugs with this text in their name. */
  readonly only: string;
  readonly jobs: number;
  /** The size of a sample, which is determined by the commit. Default: all bugs. */
  readonly drawn?: number | undefined;
}

/** Plants the bugs. Returns true if all were caught. */
export async function plantByWitness({ only, jobs, drawn: count }: WitnessedPlanting): Promise<boolean> {
  const meant = bugs.filter(({ name }) => name.includes(only));
  const chosen = count === undefined ? meant : drawn(meant, count, commitHere(root));
  const begin = performance.now();
  const faults = await inCopy((copy) => faultsOf(chosen, copy));
  let sound: Sound | undefined;
  let caught = 0;
  await inCopies(chosen, jobs, async (bug, copy, clean) => {
    sound ??= soundness(clean, chosen);
    const asked = sound;
    const fault = faults.get(bug.name);
    const told = fault ?? (await withEdits(copy, bug.edits, () => noticed(bug, copy, asked)));
    const became = typeof told === "string" ? { not: told } : told;
    if ("by" in became) caught += 1;
    process.stdout.write(row(bug, became));
  });
  const seconds = Math.round((performance.now() - begin) / 1000);
  process.stdout.write(`\nPlanted bugs: caught ${caught}/${chosen.length} in ${seconds} s\n`);
  return chosen.length > 0 && caught === chosen.length;
}

function row({ name }: Bug, told: Noticed): string {
  const [word, what] = "by" in told ? ["caught    ", told.by] : ["NOT CAUGHT", told.not];
  return `${word}  ${name}\n            ${what}\n`;
}

type Sound = (file: string, found: Bug["first"] | undefined, form: Form) => Promise<Noticed | undefined>;

/**
 * Runs a witness once without any bug, because a test that fails there proves nothing. `found`: the witness, by its
 * file and test. All tests of the file that bugs name are run together. If a bug names only the file, the whole file is
 * run.
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

async function noticed(bug: Bug, copy: string, sound: Sound): Promise<Noticed> {
  const { file, test } = bug.first;
  for (const form of formsOf(file)) {
    const first = await ask(copy, { files: [file], names: test === undefined ? [] : [test], form });
    if (first) return unlessUnsound(first, await sound(file, bug.first, form));
  }
  const told = await ask(copy, { files: await everybody(copy), form: "long" });
  if (told === undefined) return { not: "the whole suite passes" };
  if ("not" in told) return told;
  const other = told.by.startsWith("test/") ? (told.by.split(" ")[0] ?? "") : simulation;
  // Nobody expected this test to notice the bug, so it is run again, in case it fails now and then for another reason.
  const again = await ask(copy, { files: [other], form: "long" });
  if (!again) return { not: `that fails by chance only: ${told.by}` };
  return unlessUnsound(told, await sound(other, undefined, "long"));
}

/** The forms in which a file has tests, the fast one first. */
function formsOf(file: string): readonly Form[] {
  return onlyLong.some(({ files }) => files.includes(file)) ? ["long"] : ["short", "long"];
}

function unlessUnsound(told: Noticed, unsound: Noticed | undefined): Noticed {
  if (unsound === undefined) return told;
  return { not: `this fails without the bug too: ${"by" in unsound ? unsound.by : unsound.not}` };
}

/** Every file of tests that exercise the whole engine, the simulation first. */
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
 * Runs tests on a bug. Returns the test that noticed it, or undefined. For the simulation, returns the seed that
 * noticed it instead.
 */
async function ask(copy: string, { files, names = [], form }: Question): Promise<Noticed | undefined> {
  if (files.includes(simulation)) {
    const ended = await run(copy, ["scripts/simulate-faults.ts", "--seeds", String(seeds)], form);
    if (!ended.passed) return named(/^(seed \d+: .*)/m, ended);
  }
  return askTests(copy, { files: files.filter((file) => file !== simulation), names, form });
}
