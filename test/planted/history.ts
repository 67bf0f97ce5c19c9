/** Bugs in the history that an apply leaves, and in the commit that rolls back to one of its entries. */

import { type Bug, edit } from "./bug.ts";

const history = "test/cli/commands/history.test.ts";
const rollback = "test/cli/commands/rollback.test.ts";

/** Bugs because of which entries are stored, shown or restored wrongly. */
export const ofHistory: readonly Bug[] = [
  {
    name: "an apply that failed leaves no entry in the history",
    edits: [
      edit(
        "engine/recorded-apply/history.ts",
        "if (!state || keep === 0) return;",
        "if (!state || keep === 0 || of.status === 1) return;",
      ),
    ],
    first: { file: history, test: "who applied what when" },
  },
  {
    name: "nothing is known of an apply that was killed before it left its entry",
    edits: [
      edit(
        "git/history/history-ref.ts",
        "entryIn(Buffer.from(told)) !== undefined;",
        "entryIn(Buffer.from(told)) === undefined;",
      ),
    ],
    first: { file: history, test: "known by its record" },
  },
  {
    name: "going back leaves files that came since",
    edits: [
      edit(
        "engine/rollback/rolled-back.ts",
        "const paths = new Set([...(then?.keys() ?? []), ...(now?.keys() ?? [])]);",
        "const paths = new Set(then?.keys() ?? []);",
      ),
    ],
    first: { file: rollback, test: "declares what an earlier apply did" },
  },
  {
    name: "going back takes the project file of then, with its targets and guards",
    edits: [
      edit(
        "engine/rollback/rolled-back.ts",
        "id: await writeText(repository, text)",
        "id: await writeText(repository, text && before.text)",
      ),
    ],
    first: { file: rollback, test: "its project file keeps all else" },
  },
];
