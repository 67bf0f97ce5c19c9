/** Bugs of output: two different values look the same, or a difference is not shown. */

import { type Bug, edit, everyFormat } from "./bug.ts";

const terminal = "test/security/terminal.test.ts";

/** Bugs because of which a reviewer is misled. */
export const ofWhatIsShown: readonly Bug[] = [
  {
    name: "fields that differ inside of a large object are counted as alike",
    edits: [
      edit(
        "report/text/difference.ts",
        "if (a !== undefined && b !== undefined && sameJson(a, b)) same += 1;",
        "if (a !== undefined && b !== undefined && (sameJson(a, b) || typeof a === typeof b)) same += 1;",
      ),
    ],
    first: { file: everyFormat, test: "make different texts of every format" },
  },
  {
    name: "a name with a blank at its end is shown like the name without it",
    edits: [edit("report/text/value.ts", "/^ | $|(?<= ) /g", "/^ |(?<= ) /g")],
    first: { file: everyFormat, test: "names that differ are never shown the same" },
  },
  {
    name: "characters that have no glyph are printed as they are",
    edits: [edit("report/text/characters.ts", "\\p{Default_Ignorable_Code_Point}\\u2800]", "]")],
    first: { file: terminal, test: "shows what a live system says" },
  },
  {
    name: "Cyrillic letters among Latin ones are printed as they are",
    edits: [
      edit(
        "report/text/characters.ts",
        "return mixed.length > 1 || foreign.every(isAlike);",
        "return mixed.length > 2 && foreign.every(isAlike);",
      ),
      edit(
        "report/text/characters.ts",
        "return hasLatin ? written(each) : each;",
        "return hasLatin && all.length < 0 ? written(each) : each;",
      ),
    ],
    first: { file: terminal, test: "shows what a live system says" },
  },
  {
    name: "a comment does not say that resources had no room in it",
    edits: [
      edit(
        "report/plan/fitting-changes.ts",
        "if (!shown?.isWhole) isWhole = false;",
        "if (!shown?.isWhole) isWhole = true;",
      ),
    ],
    first: { file: "test/security/fingerprints.test.ts", test: "a plan that is too long for a comment" },
  },
];
