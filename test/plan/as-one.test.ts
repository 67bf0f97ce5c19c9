/** Changes that are sent in one edit. They wait for everything outside the edit, but not for each other. */

import { expect, test } from "vitest";
import type { BatchFacts } from "../../src/drivers/contract/batch-session.ts";
import type { Change } from "../../src/model/change.ts";
import type { Resource } from "../../src/model/desired.ts";
import { asOne } from "../../src/plan/atomic-steps.ts";
import { stepId } from "../../src/plan/order.ts";
import type { TargetFacts } from "../../src/plan/prerequisites.ts";
import { network } from "../properties/declared.ts";
import { factsOf } from "../properties/planned.ts";

const batches: BatchFacts = {
  ...{ size: 3, from: 2, sharedBy: "organization", atOnce: true, asOne: true },
  kinds: { network: ["create", "update"] },
};

function factsWith(
  more: Partial<BatchFacts> | undefined,
  others: Partial<TargetFacts> = {},
  dialect: Partial<TargetFacts["dialect"]> = {},
): ReadonlyMap<string, TargetFacts> {
  const facts = new Map(factsOf());
  const own = facts.get("cloud");
  if (!own) throw new Error("no cloud");
  const together = more && { batches: { ...batches, ...more } };
  return facts.set("cloud", { ...own, ...others, dialect: { ...own.dialect, ...together, ...dialect } });
}

const [a, b, c, d] = ["a", "b", "c", "d"].map((key) => network(key, { name: key }));
if (!a || !b || !c || !d) throw new Error("four networks");
const creation = (desired: Resource): Change => ({
  ...{ action: "create", cause: "pending", address: desired.address },
  desired,
});
const removal = (base: Resource): Change => ({
  ...{ action: "remove", cause: "pending", address: base.address },
  ...{ base, live: { value: base.value } },
});
const idOf = ({ address }: Resource) => stepId("create", address);

/** Returns these changes, each of which waits for the previous one. */
function chain(...changes: readonly Change[]) {
  return changes.map((change, at) => {
    const before = changes[at - 1];
    return { change, after: before ? [stepId(before.action, before.address)] : [] };
  });
}

const waitsOf = (ordered: ReturnType<typeof asOne>) => ordered.map(({ after }) => after);

test("nothing waits in one edit, and the order stays", () => {
  const ordered = chain(creation(a), creation(b), creation(c));
  const made = asOne(ordered, { waves: [], facts: factsWith({}) });
  expect(waitsOf(made)).toEqual([[], [], []]);
  expect(made.map(({ change }) => change)).toEqual(ordered.map(({ change }) => change));
});

test("what is of another organization, or goes by itself, is waited for", () => {
  const elsewhere = network("b", { name: "b" }, { in: "Other" });
  const apart = chain(creation(a), creation(elsewhere), creation(c));
  expect(waitsOf(asOne(apart, { waves: [], facts: factsWith({}) }))).toEqual(waitsOf(apart));
  const removed = chain(removal(a), creation(b));
  expect(waitsOf(asOne(removed, { waves: [], facts: factsWith({}) }))).toEqual(waitsOf(removed));
  const along = factsWith({ replacing: true, kinds: { network: ["create", "remove"] } });
  expect(waitsOf(asOne(removed, { waves: [], facts: along }))).toEqual([[], []]);
});

test("more than one edit takes wait for each other, as they may go in several", () => {
  const ordered = chain(creation(a), creation(b), creation(c), creation(d));
  expect(waitsOf(asOne(ordered, { waves: [], facts: factsWith({}) }))).toEqual(waitsOf(ordered));
  expect(waitsOf(asOne(ordered, { waves: [], facts: factsWith({ size: 4 }) }))).toEqual([[], [], [], []]);
});

test("an edit is of one wave", () => {
  const ordered = chain(creation(a), creation(b), creation(c));
  const waves = [
    { name: "first", steps: [idOf(a)] },
    { name: "then", steps: [idOf(b), idOf(c)] },
  ];
  expect(waitsOf(asOne(ordered, { waves, facts: factsWith({}) }))).toEqual([[], [idOf(a)], []]);
});

test("a target whose batches are no edit, that has none, or that nobody knows, keeps all that waits", () => {
  const ordered = chain(creation(a), creation(b));
  const { asOne: _, ...noEdit } = batches;
  for (const facts of [factsWith(undefined), factsWith(undefined, {}, { batches: noEdit }), new Map()])
    expect(waitsOf(asOne(ordered, { waves: [], facts }))).toEqual(waitsOf(ordered));
});

test("what takes several requests, or replaces more than it declares where that does not go along, goes by itself", () => {
  const ordered = chain(creation(a), creation(b));
  const parted = factsWith({}, { requestsOf: () => 2 });
  expect(waitsOf(asOne(ordered, { waves: [], facts: parted }))).toEqual(waitsOf(ordered));
  const replacing = factsWith({}, {}, { replaces: { network: "all" } });
  expect(waitsOf(asOne(ordered, { waves: [], facts: replacing }))).toEqual(waitsOf(ordered));
  const along = factsWith({ replacing: true }, {}, { replaces: { network: "all" } });
  expect(waitsOf(asOne(ordered, { waves: [], facts: along }))).toEqual([[], []]);
});
