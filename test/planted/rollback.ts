/** Bugs of the rollback: it reverts too much or too little, or does not report what it leaves. */

import { type Bug, edit } from "./bug.ts";

const rollback = "test/scenarios/rollback.test.ts";

/** Bugs because of which a rollback goes wrong. */
export const ofTheWayBack: readonly Bug[] = [
  {
    name: "what somebody else has changed since is removed because this run made it",
    edits: [
      edit(
        "plan/inverse-change.ts",
        '  if (!isThere(live.value, made, { resource: desired, path: "", place: placeOf(desired, facts) }))',
        '  if (spelled.length > 1e9 && !isThere(live.value, made, { resource: desired, path: "", place: placeOf(desired, facts) }))',
      ),
    ],
    first: { file: rollback, test: "by somebody else is not removed" },
  },
  {
    name: "what was accepted and is live otherwise is no reason to take anything back",
    edits: [edit("apply/rollback.ts", "nonConvergent.some(isOther)", "nonConvergent.some(isOther) && false")],
    first: { file: rollback, test: "is a failure when it is another one" },
  },
  {
    name: "the journal does not tell the way back from the way there",
    edits: [edit("apply/rollback.ts", "backwards: true", "backwards: false")],
    first: { file: rollback, test: "killed in the middle of the way back" },
  },
];
