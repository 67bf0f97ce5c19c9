/** Bugs of the guards and approvals: what nobody has allowed is carried out. */

import { type Bug, edit } from "./bug.ts";

const loop = "test/cli/loop.test.ts";
const consents = "test/cli/apply/guards.test.ts";
const guards = "test/scenarios/guards.test.ts";

const leftOut = (guard: string) =>
  edit(
    "plan/guards/guards.ts",
    "return guards.flatMap((guard) => guard(on) ?? [])",
    `return guards.flatMap((guard) => (guard === ${guard} ? [] : (guard(on) ?? [])))`,
  );

/** What could be carried out although it must not be. */
export const ofGuards: readonly Bug[] = [
  {
    name: "what nobody declares any more is removed without --prune",
    edits: [
      edit(
        "plan/plan.ts",
        'chosen.filter(({ action }) => prune || action !== "remove")',
        "chosen.filter(({ action }) => prune || action.length > 0)",
      ),
    ],
    first: { file: guards, test: "without --prune" },
  },
  {
    name: "what is declared with protect: true is removed like anything else",
    edits: [leftOut("protect")],
    first: { file: guards, test: "what was declared with `protect: true`" },
  },
  {
    name: "any number of objects may be removed at once",
    edits: [leftOut("removals")],
    first: { file: guards, test: "more than a third" },
  },
  {
    name: "what an empty list has lost is created again without a question",
    edits: [leftOut("vanished")],
    first: { file: "test/scenarios/reads.test.ts", test: "with an empty list" },
  },
  {
    name: "an exclusive tree loses fields without a question",
    edits: [leftOut("omission")],
    first: { file: consents, test: "what an exclusive tree would lose is refused" },
  },
  {
    name: "the address by which a device is reached may be changed",
    edits: [leftOut("lockout")],
    first: { file: guards, test: "by which a device is reached" },
  },
  {
    name: "a consent for one plan lets every plan pass",
    edits: [
      edit(
        "plan/guards/guards.ts",
        "!allowed.includes(consent)",
        '!allowed.some((one) => one.startsWith(consent.slice(0, consent.indexOf("@"))))',
      ),
    ],
    first: { file: consents, test: "what an exclusive tree would lose is refused" },
  },
  {
    name: "a freeze holds nothing back",
    edits: [edit("cli/apply/consents.ts", "...(freezing ? [freezing] : [])", "...(freezing ? [] : [])")],
    first: { file: consents, test: "is refused until exactly this plan is allowed; plan" },
  },
  {
    name: "whatever was approved is applied",
    edits: [
      edit(
        "cli/apply/approval.ts",
        "if (fingerprint === plan.fingerprint) return file && redefinition(plan, file);",
        'if (fingerprint !== "") return plan.changes.length < 0 ? file && redefinition(plan, file) : undefined;',
      ),
    ],
    first: { file: loop, test: "a plan's fingerprint is what apply demands" },
  },
];
