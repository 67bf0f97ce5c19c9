/** Bugs of `trueup pull`: a partial list is taken for a complete one, or files are changed that must stay unchanged. */

import { type Bug, edit } from "./bug.ts";

const pull = "test/cli/commands/pull.test.ts";

/** Bugs of pulls, in the order in which rows pass through the stages. */
export const ofPulls: readonly Bug[] = [
  {
    name: "a pull takes a list for whole that its server counts longer",
    edits: [
      edit(
        "pull/offset-pages.ts",
        ": { moved: `only ${rows} of ${count} rows were returned`, isShort: true };",
        ': "whole";',
      ),
    ],
    first: { file: pull, test: "a count of more than it gives" },
  },
  {
    name: "a pull passes over errors beside the data of a query",
    edits: [
      edit(
        "pull/read-rows.ts",
        "if (errors !== undefined && errors !== null && !(isArray(errors) && errors.length === 0)) {",
        "if (data === null && errors !== undefined && errors !== null) {",
      ),
    ],
    first: { file: pull, test: "asks GraphQL page by page" },
  },
  {
    name: "a pull that fails for one list writes the other",
    edits: [
      edit(
        "cli/commands/pull.ts",
        "if (hasErrors(read.problems)) return",
        "if (hasErrors(read.problems) && read.tables.length === 0) return",
      ),
    ],
    first: { file: pull, test: "of one list changes nothing" },
  },
  {
    name: "a pull empties a file when the source answers an empty list",
    edits: [
      edit(
        "pull/guards.ts",
        "if (after === 0 && !allowEmpty) {",
        "if (after === 0 && before === 0 && !allowEmpty) {",
      ),
    ],
    first: { file: pull, test: "looks like an empty network" },
  },
  {
    name: "a pull writes over a file that somebody edited",
    edits: [
      edit(
        "pull/pull.ts",
        'return digestOf(text, digest) === sha256 ? "pulled" : "edited";',
        'return digestOf(text, digest) === sha256 ? "pulled" : "none";',
      ),
    ],
    first: { file: pull, test: "a file that somebody edited" },
  },
  {
    name: "a pull writes through a link",
    edits: [
      edit(
        "runtime/files/replace-all.ts",
        "if (found.isSymbolicLink()) return",
        "if (found.isSymbolicLink() && parts.length > 99) return",
      ),
      edit(
        "runtime/files/replace-all.ts",
        "if (!isLast && !found.isDirectory()) return",
        "if (!isLast && found.isFile()) return",
      ),
    ],
    first: { file: pull, test: "a file that somebody edited" },
  },
];
