/**
 * Rows of tests that must hold, and rows that are known to fail. If a row of the second sort no longer fails, its test
 * fails until the row is removed from `open.ts`.
 */

import { expect } from "vitest";
import { open } from "./open.ts";
import type { OpenRow } from "./open-row.ts";

/** One of the variants that the specification leaves open, or one of its statements. */
export interface Row {
  /** The name of the row, unique in its file. */
  readonly name: string;
  /** Why users need what the row requires. It is printed if the row fails. */
  readonly reason: string;
}

type File = keyof typeof open;
type Check<R> = (row: R) => void | Promise<void>;

/** Returns the rows of a file that must hold, as name and row for `test.each`. Throws if a name is not unique. */
export function holding<R extends Row>(file: File, rows: readonly R[]): readonly (readonly [string, R])[] {
  const twice = rows.find(({ name }, at) => rows.findIndex((row) => row.name === name) !== at);
  if (twice) throw new Error(`${file} has two rows called: ${twice.name}`);
  const fails = new Set(openRows(file).map(({ name }) => name));
  return rows.filter(({ name }) => !fails.has(name)).map((row) => [row.name, row]);
}

/**
 * Returns the rows that are known to fail, as group, name and row for `test.each`. Throws if a listed row does not
 * exist.
 */
export function failing<R extends Row>(
  file: File,
  rows: readonly R[],
): readonly (readonly [string, string, R])[] {
  return openRows(file).map(({ name, item }) => {
    const row = rows.find((each) => each.name === name);
    if (row === undefined) throw new Error(`open.ts: ${file} has no row called: ${name}`);
    return [`item ${item} of issue 11`, name, row];
  });
}

function openRows(file: File): readonly { readonly name: string; readonly item: number }[] {
  const groups: readonly OpenRow[] = open[file];
  return groups.flatMap(({ item, rows }) => rows.map((name) => ({ name, item })));
}

/** Returns a test of a row that must hold. A failure shows why the row matters. */
export function holds<R extends Row>(check: Check<R>): (name: string, row: R) => Promise<void> {
  return async (_, row) => {
    const failure = await failureOf(() => check(row));
    if (failure) failure.message = `${row.reason}\n${failure.message}`;
    if (failure) throw failure;
  };
}

/**
 * Returns a test of a row that is known to fail. If the row no longer fails, remove it from `open.ts`: from then on it
 * must hold.
 */
export function stillFails<R extends Row>(
  check: Check<R>,
): (item: string, name: string, row: R) => Promise<void> {
  return async (_, name, row) => {
    const failure = await failureOf(() => check(row));
    expect(failure, `holds now: take it out of test/specification/open.ts: ${name}`).toBeDefined();
    // Any other error is a fault of the test and not of the command.
    expect(failure?.name, failure?.stack).toBe("AssertionError");
  };
}

async function failureOf(check: () => void | Promise<void>): Promise<Error | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
