/** How mutants are counted. Each mutant that is listed as equivalent must still exist. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rangesIn } from "../../scripts/mutations/changed.ts";
import { lastMutations, mutationTable } from "../../scripts/mutations/count.ts";
import { drawnLines } from "../../scripts/mutations/drawn.ts";
import { mutantsOf, scoreOf, shareOf } from "../../scripts/mutations/score.ts";
import { equivalentMutants } from "./equivalent/mutants.ts";

const mutant = (status: string, replacement: string) => ({
  ...{ status, replacement },
  location: { start: { line: 2, column: 7 }, end: { line: 2, column: 12 } },
});
const source = "function same() {\n  if (a < b) return;\n}\n";
const mutants = mutantsOf({
  files: {
    "src/pace/a.ts": {
      source,
      mutants: [
        mutant("Killed", "a > b"),
        mutant("Timeout", "a >= b"),
        mutant("Survived", "a <= b"),
        mutant("NoCoverage", "true"),
        mutant("RuntimeError", "false"),
        mutant("Ignored", '""'),
      ],
    },
  },
});
const listed = (becomes: string) => ({
  ...{ file: "src/pace/a.ts", line: "if (a < b) return;", original: "a < b", becomes },
  because: "they never meet",
});

test("changes that make a test fail or never end are noticed; those without a test are not", () => {
  const score = scoreOf(mutants, []);
  expect(score).toMatchObject({ killed: 1, timedOut: 1, survived: 2, equivalent: 0, stale: [] });
  expect(shareOf(score)).toBe(0.5);
  expect(score.survivors).toMatchObject([
    { file: "src/pace/a.ts", number: 2, line: "if (a < b) return;", original: "a < b", becomes: "a <= b" },
    { becomes: "true" },
  ]);
});

test("a change that is listed as equivalent does not count, and others of its line do", () => {
  const score = scoreOf(mutants, [listed("a <= b")]);
  expect(score).toMatchObject({ killed: 1, timedOut: 1, survived: 1, equivalent: 1, stale: [] });
});

test("a change that is listed as equivalent, and is noticed, is stale; one that was not asked is not", () => {
  const wrong = listed("a > b");
  expect(scoreOf(mutants, [wrong, listed("a !== b")]).stale).toEqual([wrong]);
});

test("a change over several lines is told by its beginning", () => {
  const location = { start: { line: 1, column: 17 }, end: { line: 3, column: 2 } };
  const [one] = mutantsOf({
    files: { "src/a.ts": { source, mutants: [{ status: "Killed", replacement: "{}", location }] } },
  });
  expect(one).toMatchObject({ line: "function same() {", original: "{ if (a < b) return; }", becomes: "{}" });
});

test("each change that is listed as equivalent still has its place in the sources", () => {
  const gone = equivalentMutants.filter(({ file, line, original }) => {
    const lines = readFileSync(file, "utf8").split("\n");
    const from = lines.findIndex((each) => each.trim() === line);
    const text = lines.slice(from).join(" ").replace(/\s+/g, " ");
    const at = text.indexOf(original.replace(/ \.\.\.$/, ""));
    return from < 0 || at < 0 || at > line.length;
  });
  expect(gone).toEqual([]);
  expect(equivalentMutants.length).toBeGreaterThan(0);
});

test("only lines that were added or changed are asked for", () => {
  const diff = [
    "+++ b/src/pace/a.ts",
    "@@ -1,2 +1,3 @@ function",
    "@@ -9 +10 @@",
    "@@ -12,2 +12,0 @@",
    "+++ b/src/git/b.ts",
    "@@ -0,0 +1,5 @@",
  ];
  expect(rangesIn(diff.join("\n"))).toEqual(["src/pace/a.ts:1-3", "src/pace/a.ts:10-10", "src/git/b.ts:1-5"]);
});

test("a sample has about its share of the lines, and the same ones each time", () => {
  const tenth = drawnLines("pace", 0.1);
  expect(drawnLines("pace", 0.1)).toEqual(tenth);
  const all = drawnLines("pace", 1);
  expect(all).toEqual(expect.arrayContaining([...tenth]));
  expect(tenth.length / all.length).toBeGreaterThan(0.05);
  expect(tenth.length / all.length).toBeLessThan(0.2);
});

test("RELIABILITY.md shows the last count", async () => {
  const counts = await lastMutations();
  expect(readFileSync("RELIABILITY.md", "utf8")).toContain(mutationTable(counts));
  expect(counts.length).toBeGreaterThan(0);
});
