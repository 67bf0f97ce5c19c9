/** Asks tests whether they notice a bug: which one fails first. */

import { type Ended, type Form, run } from "./copy.ts";

/** The test that failed, by name; or why there is none. */
export type Noticed = { readonly by: string } | { readonly not: string };

/** Which tests are asked. */
export interface Question {
  readonly files: readonly string[];
  /** Only tests whose names hold one of these texts. Default: all. */
  readonly names?: readonly string[];
  readonly form: Form;
}

/** What the first test that fails is called; undefined when all pass. */
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

/** What a text says by a pattern, as the name of who noticed. */
export function named(pattern: RegExp, { text }: Ended): Noticed {
  const by = pattern.exec(text)?.[1]?.trim().slice(0, 200);
  return by === undefined ? { not: `no test says so: ${text.trim().slice(-300)}` } : { by };
}
