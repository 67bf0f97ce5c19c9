/** The promises of RELIABILITY.md and the README name tests. These tests exist and run. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const table = read("RELIABILITY.md");

/** A test that a document names, and the test's file. */
interface Cited {
  readonly name: string;
  readonly file: string;
}

/**
 * Returns the links to tests, `[name](test/….test.ts)`, whose paths start from the root or from docs/. A name may
 * contain pairs of brackets.
 */
function citedIn(text: string): readonly Cited[] {
  return [...text.matchAll(/\[((?:[^[\]]|\[[^\]]*\])+)\]\((?:\.\.\/)?(test\/[\w./-]+\.test\.ts)\)/g)].map(
    ([, name = "", file = ""]) => ({ name, file }),
  );
}

/** Judges a cited test by the text of its file. Returns why the test does not count, or undefined if it counts. */
function faultOf({ name, file }: Cited, text: string): string | undefined {
  if (/\b(?:test|describe|it)\.(?:\w+\.)*(?:skip|todo|only|skipIf|runIf|fails)\b/.test(text))
    return `${file} leaves tests out`;
  const literal = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const called = new RegExp(`(?:\\b(?:test|describe)|\\))\\(\\s*["'\`]${literal}["'\`]`).test(text);
  return called ? undefined : `${file} has no test called: ${name}`;
}

const rows = [...table.matchAll(/^\| (\d+) \| (.+) \| (.+) \| (.*) \|$/gm)];

describe("RELIABILITY.md", () => {
  test("has a row for each of 61 failure modes, in order, and one for each that attackers and imports found", () => {
    const numbers = rows.map(([, number]) => Number(number));
    const first = numbers.filter((number) => number <= 61);
    expect(first).toEqual(Array.from({ length: 61 }, (_, at) => at + 1));
    const later = numbers.filter((number) => number > 61);
    expect(new Set(later).size).toBe(later.length);
    expect(later).toContain(95);
  });

  test("names a test for every row", () => {
    const without = rows.filter(([, , , , tests = ""]) => citedIn(tests).length === 0);
    expect(without.map(([, number]) => number)).toEqual([]);
  });

  test("says of every property what it means", () => {
    const named = [...table.matchAll(/^\| (P\d+) [\w=/ -]+ \| .+ \|$/gm)].map(([, name]) => name);
    expect(named).toEqual(Array.from({ length: 13 }, (_, at) => `P${at + 1}`));
  });
});

describe("docs/interfaces.md", () => {
  const page = read("docs/interfaces.md");

  test("has a section for each of the specification's, and a test in every row", () => {
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual([
      "What the service does",
      "Resources and their fields",
      "States and transitions",
      "Endpoints",
      "Pagination",
      "Authentication",
      "Errors",
      "Limits",
      "Versioning",
    ]);
    const asked = page.split("\n").filter((line) => /^\| (?!\||asks)/.test(line) && !line.startsWith("| |"));
    expect(asked.length).toBeGreaterThan(60);
    expect(asked.filter((line) => citedIn(line).length === 0)).toEqual([]);
  });
});

describe.each(["RELIABILITY.md", "README.md", "docs/interfaces.md"])(
  "the tests that %s names",
  (document) => {
    test("exist and run", () => {
      const cited = citedIn(read(document));
      expect(cited.length).toBeGreaterThan(0);
      expect(cited.flatMap((one) => faultOf(one, read(one.file)) ?? [])).toEqual([]);
    });
  },
);

test("a test that is missing, renamed or left out is noticed", () => {
  const cited = { name: "is 5% (or more)", file: "a.test.ts" };
  expect(faultOf(cited, 'test("is 5% (or more)", () => {})')).toBeUndefined();
  expect(faultOf(cited, 'test.each([1])(\n  "is 5% (or more)",')).toBeUndefined();
  expect(faultOf(cited, 'test("is 5% (or less)", () => {})')).toBe(
    "a.test.ts has no test called: is 5% (or more)",
  );
  expect(faultOf(cited, '// "is 5% (or more)"')).toContain("has no test");
  expect(faultOf(cited, `test.${"skip"}("is 5% (or more)", () => {})`)).toBe("a.test.ts leaves tests out");
});
