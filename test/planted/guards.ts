/** Bugs of the guards and approvals. They let changes through that nobody has allowed. */

import { type Bug, edit } from "./bug.ts";

const loop = "test/cli/loop.test.ts";
const consents = "test/cli/apply/guards.test.ts";
const guards = "test/scenarios/guards.test.ts";
const narrowed = "test/scenarios/narrowed.test.ts";

const leftOut = (guard: string) =>
  edit(
    "plan/guards/guards.ts",
    "const found = guards.flatMap((guard) => guard(on) ?? [])",
    `const found = guards.flatMap((guard) => (guard === ${guard} ? [] : (guard(on) ?? [])))`,
  );

/** Bugs because of which forbidden changes are carried out. */
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
    name: "with --only a share is that of what was asked for",
    edits: [
      edit(
        "plan/arrange.ts",
        "if (!input.only && !input.whole) return undefined;",
        "if (input.facts) return undefined;",
      ),
    ],
    first: { file: narrowed, test: "are a share of all that go, also of those that this plan leaves" },
  },
  {
    name: "with --only nothing is looked at besides what was asked for",
    edits: [edit("engine/observed.ts", "return besides.length === 0 ?", "return besides.length >= 0 ?")],
    first: { file: narrowed, test: "is looked for in the whole before one of it is made again" },
  },
  {
    name: "what is declared anew counts as what was there",
    edits: [
      edit(
        "plan/guards/removals.ts",
        "function objectsIn({ base, recorded = base }: GuardInput)",
        "function objectsIn({ base, recorded = base, desired }: GuardInput)",
      ),
      edit(
        "plan/guards/removals.ts",
        "of recorded?.resources.values() ?? []) {",
        "of [...(recorded?.resources.values() ?? []), ...desired.resources.values()]) {",
      ),
    ],
    first: { file: "test/cli/apply/narrowed-guards.test.ts" },
  },
  {
    name: "a reviewed removal is that of whatever has its name and its values by now",
    edits: [
      edit(
        "plan/reviewed.ts",
        "return sameJson(one.ids, removedObject(change)) && sameJson(one.live, change.live.value);",
        "return removedObject(change).length > 0 && sameJson(one.live, change.live.value);",
      ),
    ],
    first: { file: "test/cli/apply/reviewed-plans.test.ts", test: "another network of the same name" },
  },
  {
    name: "a freeze holds nothing back",
    edits: [
      edit(
        "engine/recorded-apply/consents.ts",
        "plan.guards, freezing ?? [],",
        "plan.guards, freezing ? [] : [],",
      ),
    ],
    first: { file: consents, test: "is refused until exactly this plan is allowed; plan" },
  },
  {
    name: "whatever was approved is applied",
    edits: [
      edit(
        "engine/recorded-apply/approval.ts",
        "if (fingerprint === plan.fingerprint) return undefined;",
        'if (fingerprint !== "") return undefined;',
      ),
    ],
    first: { file: loop, test: "a plan's fingerprint is what apply demands" },
  },
];
