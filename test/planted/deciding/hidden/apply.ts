/** Bugs in applying. */

import type { HiddenBug } from "./bug.ts";

/** The bugs in `src/apply/`. */
export const apply: readonly HiddenBug[] = [
  {
    name: "a write leaves before its intent is on the disk",
    file: "src/apply/execute/perform.ts",
    find: "await run.journal?.write({ ...intentOf(run, on, attempt)",
    put: "void run.journal?.write({ ...intentOf(run, on, attempt)",
  },
  {
    name: "what was read before the first try counts as fresh when a write is sent again after a wait",
    file: "src/apply/execute/next.ts",
    find: "{ ...was, ...departure, guard, isFresh: false, late: 0 }",
    put: "{ ...was, ...departure, guard, late: 0 }",
  },
  {
    name: "the task of an earlier run is noted in this run's journal as a plain write",
    file: "src/apply/earlier-run.ts",
    find: "const all = [...acceptedCreates(run), ...tasks, ",
    put: "const all = [...acceptedCreates(run), ...tasks.map(({ task: _, ...plain }) => plain), ",
  },
  {
    name: "the other answers are believed where a read shows that one was not true",
    file: "src/apply/verified-by.ts",
    find: "    if (!isTrue) again.push(",
    put: "    if (isTrue) again.push(",
  },
  {
    name: "nobody sees that something is still there after its removal",
    file: "src/apply/verify.ts",
    find: "    desired,\n    base,\n    snapshot,",
    put: "    desired,\n    snapshot,",
  },
  {
    name: "what Git dropped and nobody could read counts as gone in the record",
    file: "src/apply/incomplete.ts",
    find: 'if (!base || observation?.state === "absent" || done)',
    put: 'if (!base || observation?.state !== "present" || done)',
  },
  {
    name: "a write whose outcome is unknown counts as finished in the journal",
    file: "src/apply/journal.ts",
    find: `      const intent = intents.get(record.step);
      const isAccepted = record.since !== undefined && !intent?.task;
      if (record.state === "unknown" && intent && !isAccepted) open.set(record.step, intent);
`,
    put: "",
  },
  {
    name: "a rollback believes what was read before anything was written",
    file: "src/apply/rollback.ts",
    find: "const snapshot = { ...run.snapshot, readAt: undefined };",
    put: "const { snapshot } = run;",
  },
  {
    name: "of creates that an earlier run left open only the first to be visible is waited for",
    file: "src/apply/earlier-run.ts",
    find: "left.sort((a, b) => b.ms - a.ms)",
    put: "left.sort((a, b) => a.ms - b.ms)",
  },
  {
    name: "after a lost reply an update overwrites what somebody else changed since the plan",
    file: "src/apply/execute/judge.ts",
    find: '(planned.action === "create" && on.maybeAppliedByUs)',
    put: "on.maybeAppliedByUs",
  },
  {
    name: "three batches that were refused in all, not in a row, end the batches of a target",
    file: "src/apply/queue/batch-queue.ts",
    find: `      case "running":
        this.#refused = 0;
`,
    put: `      case "running":
`,
  },
];
