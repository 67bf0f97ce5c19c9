/** Runs tests on a bug, and reports the first test that fails. */

import { type Ended, type Form, run } from "./copy.ts";

/** The name of the test that noticed the bug, or why no test counts as noticing it. */
export type Noticed = { readonly by: string } | { readonly not: string };

/** Which tests to run. */
export interface Question {
  readonly files: readonly string[];
  /** A test is run if its name contains one of these texts. Default: all tests are run. */
  readonly names?: readonly string[];
  readonly form: Form;
}

/** The first test that fails, or the output if it names no test; undefined if all tests pass. */
export async function askTests(
  copy: string,
  { files, names = [], form }: Question,
): Promise<Noticed | undefined> {
  if (files.length === 0) return undefined;
  const texts = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const only = texts.length === 0 ? [] : ["-t", texts.join("|")];
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--bail", "1", "--maxWorkers", "1"];
  const ended = await run(copy, [...vitest, ...only, ...files], form);
  return ended.passed ? undefined : named(/FAIL\s+(\S+ > .*)/, ended);
}

/** Returns the name of the test that noticed the bug, which is what the pattern finds in a test's output. */
export function named(pattern: RegExp, { text }: Ended): Noticed {
  const by = pattern.exec(text)?.[1]?.trim().slice(0, 200);
  return by === undefined ? { not: `no test says so: ${text.trim().slice(-300)}` } : { by };
}
