/** Bugs in applying. */

import type { DecidingBug } from "./bug.ts";

/** The bugs in `src/apply/`. */
export const apply: readonly DecidingBug[] = [
  {
    name: "a wait that the server asks for is cut short to our own backoff",
    file: "src/apply/execute/decide.ts",
    find: "Math.max(reply.retryAfter, ",
    put: "Math.min(reply.retryAfter, ",
  },
  {
    name: "something is removed although it was changed since its removal was planned",
    file: "src/apply/execute/judge.ts",
    find: "id === observed.value.id && sameJson(",
    put: "id === observed.value.id || sameJson(",
  },
  {
    name: "a field that somebody changed since the plan is overwritten where the plan changes it too",
    file: "src/apply/execute/judge.ts",
    find: "planned.some(({ path, live }) => path === now.path && sameJson(live, now.live))",
    put: "planned.some(({ path }) => path === now.path)",
  },
  {
    name: "what was sent, lost and refused in the end is not taken back",
    file: "src/apply/execute/next.ts",
    find: 'return isLost ? { ...move, notes: [{ is: "maybeWritten" }, ...accepted] } : move;',
    put: "return move;",
  },
  {
    name: "a create that was accepted without an id is sent again where no list shows it",
    file: "src/apply/execute/next.ts",
    find: "    ...(isMade && { created: was.change }),\n",
    put: "",
  },
  {
    name: "a create that an earlier run's task has made is sent again where no list shows it",
    file: "src/apply/execute/next.ts",
    find: "...(isAccepted && { created: change })",
    put: "",
  },
  {
    name: "what was accepted and is not visible yet is planned again",
    file: "src/plan/writability/verdicts.ts",
    find: "      accepted.get(change.address) ??\n",
    put: "",
  },
  {
    name: "what is in something accepted and not seen yet is called removed live",
    file: "src/diff/diff.ts",
    find: "return this.#isUnseen(desired.resources.get(address)?.parent);",
    put: "return false;",
  },
  {
    name: "a journal forgets what was accepted once another run was killed",
    file: "src/apply/earlier-run.ts",
    find: "const all = [...acceptedCreates(run), ",
    put: "const all = [",
  },
  {
    name: "what is seen in the end stays remembered as not seen",
    file: "src/apply/unseen.ts",
    find: '    snapshot.observations.get(address)?.state === "present" ||\n',
    put: "",
  },
  {
    name: "a lost create is sent again although a look for it failed",
    file: "src/apply/execute/looked.ts",
    find: "if (unclear) return end(over, unclear);",
    put: "if (unclear && over.lostCreates > 1) return end(over, unclear);",
  },
  {
    name: "a lost create is looked for half as long as it may take to be visible",
    file: "src/apply/execute/looked.ts",
    find: "[0, 0.1, 0.25, 0.5, 1]",
    put: "[0, 0.1, 0.25, 0.5]",
  },
  {
    name: "a write that is found carried out after its reply was lost counts as nobody's",
    file: "src/apply/execute/looked.ts",
    find: "if (on.maybeAppliedByUs) return endApplied",
    put: "if (on.again > 0) return endApplied",
  },
  {
    name: "what waits for something that needed no write is skipped",
    file: "src/apply/waves.ts",
    find: 'one?.state !== "applied" && one?.state !== "converged"',
    put: 'one?.state !== "applied"',
  },
  {
    name: "the next wave begins although nobody knows what became of a write of this one",
    file: "src/apply/waves.ts",
    find: 'outcome.state === "failed" || outcome.state === "unknown");',
    put: 'outcome.state === "failed");',
  },
  {
    name: "with --on-conflict overwrite, a rollback overwrites what somebody changed after the write",
    file: "src/apply/rollback.ts",
    find: 'onConflict: "hold", backwards',
    put: "onConflict: run.onConflict, backwards",
  },
  {
    name: "what --only left out is recorded as applied where it was read besides",
    file: "src/apply/incomplete.ts",
    find: '  if (!isAsked(address, on)) return { because: "excluded" };\n',
    put: "",
  },
  {
    name: "what was taken back is recorded as applied",
    file: "src/apply/incomplete.ts",
    find: 'if (takenBack.has(address)) return "rolledBack";',
    put: 'if (takenBack.has(address) && !outcomes.has(address)) return "rolledBack";',
  },
  {
    name: "the next run is not told of a write whose outcome was unknown",
    file: "src/apply/journal.ts",
    find: 'if (record.state === "unknown" && intent && !isAccepted)',
    put: 'if (record.state === "failed" && intent && !isAccepted)',
  },
];
