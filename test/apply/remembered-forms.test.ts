/** Which stored forms are remembered after a run, and which ones a journal still contains. */

import { describe, expect, test } from "vitest";
import { journalOn, leftForms, readJournal } from "../../src/apply/journal.ts";
import { formsAfter, withFormsOf } from "../../src/apply/remembered-forms.ts";
import { formDigest } from "../../src/diff/settled.ts";
import type { Address } from "../../src/model/address.ts";
import type { Change } from "../../src/model/change.ts";
import type { JournalRecord } from "../../src/model/journal.ts";
import type { Json } from "../../src/model/json.ts";
import type { LiveResource, Observation } from "../../src/model/live/snapshot.ts";
import { emptyMemory, type FieldForm, type RememberedForm } from "../../src/model/memory.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { ApplyResult, Outcome } from "../../src/model/reply.ts";
import { digest } from "../../src/runtime/digest.ts";
import { present } from "../properties/compared.ts";
import { desiredOf, network } from "../properties/declared.ts";
import { planOf } from "../properties/planned.ts";

const address: Address = "cloud/network/berlin";
const berlin = network("berlin", { name: "b" });
const path = "/name";

const form = (sent: Json, live: Json, is: FieldForm["is"] = "stored"): FieldForm => ({
  path,
  is,
  sent: formDigest({ path, value: sent }, digest),
  live: formDigest({ path, value: live }, digest),
});
const known = (sent: Json, live: Json): RememberedForm => ({ ...form(sent, live), commit: "c1" });

interface Run {
  readonly was?: readonly RememberedForm[];
  readonly seen?: Observation<LiveResource>;
  readonly plan?: Partial<Plan>;
  readonly outcome?: Outcome["state"];
  readonly forms?: readonly FieldForm[];
  readonly only?: boolean;
  readonly driftOnly?: true;
  readonly result?: Partial<ApplyResult>;
  readonly declared?: boolean;
}

const update = (live: Json): Change => ({
  action: "update",
  address,
  desired: berlin,
  live: { value: { name: live } },
  differences: [{ path, desired: "b", live, cause: "drift" }],
});

/** Returns the stored forms of berlin that are remembered after this run. */
function left({ was, seen, plan, outcome, forms, only, driftOnly, result, declared = true }: Run) {
  const settled =
    outcome === undefined
      ? []
      : [{ step: `update ${address}` as const, address, outcome: { state: outcome, problem } as Outcome }];
  const ended: ApplyResult = {
    ...{
      settled,
      nonConvergent: [],
      ids: new Map(),
      unverified: [],
      requests: new Map(),
      interrupted: false,
    },
    ...(forms && { forms: new Map([[address, forms]]) }),
    ...result,
  };
  return formsAfter({
    ...{ base: desiredOf(berlin), commit: "c2", digest, driftOnly },
    desired: declared ? desiredOf(berlin) : desiredOf(),
    before: was && new Map([[address, was]]),
    plan: { ...planOf({ live: {} }), ...plan },
    snapshot: { observations: new Map(seen ? [[address, seen]] : []) },
    result: outcome || result || forms ? ended : undefined,
    only: only === false ? () => false : undefined,
  })?.get(address);
}

const problem = { code: "x", severity: "error", message: "x" } as const;
const settled = { address, path, desired: "b", live: "B", likely: "case" } as const;
const was = [known("b", "B")];
const here = present({ name: "B" });

describe("of a resource", () => {
  test.each<[string, Run, readonly RememberedForm[] | undefined]>([
    [
      "that was written, what was seen then",
      { outcome: "applied", forms: [form("b", "B")], seen: here },
      [{ ...form("b", "B"), commit: "c2" }],
    ],
    [
      "that was written again to the same, what was",
      { was, outcome: "applied", forms: [form("b", "B")], seen: here },
      was,
    ],
    [
      "that was written, and is as declared, nothing",
      { was, outcome: "applied", forms: [], seen: here },
      undefined,
    ],
    ["that was written and not read again, as before", { was, outcome: "applied", seen: here }, was],
    ["of which the end is unknown, as before", { was, outcome: "unknown", seen: here }, was],
    ["that is settled, that", { was, seen: here, plan: { storedOtherwise: [settled] } }, was],
    ["that was not taken, that", { was, seen: here, plan: { notTaken: [settled] } }, was],
    [
      "that Git has changed, and nobody live, that",
      { was, seen: here, plan: { changes: [update("B")] } },
      was,
    ],
    ["that somebody has changed, nothing", { was, seen: here, plan: { changes: [update("m")] } }, undefined],
    [
      "whose write failed after Git changed, that",
      { was, seen: here, outcome: "failed", plan: { changes: [update("B")] } },
      was,
    ],
    ["that is as declared, nothing", { was, seen: here }, undefined],
    ["that is absent, nothing", { was, seen: { state: "absent" } }, undefined],
    ["that is unknown, as before", { was, seen: { state: "unknown", problem } }, was],
    ["that was not looked at, as before", { was }, was],
    ["that was not asked for, as before", { was, seen: here, only: false }, was],
    ["in a run that takes drift back alone, as before", { was, seen: here, driftOnly: true }, was],
    ["that nobody declares and that is kept, as before", { was, declared: false }, was],
    ["of which nothing was known, nothing", { seen: here }, undefined],
  ])("%s", (_, run, expected) => {
    expect(left(run)).toEqual(expected);
    if (expected === was) expect(left(run)).toBe(was);
  });

  test("that was removed, nothing", () => {
    const step = { id: `remove ${address}`, operation: "remove", address, because: [address] } as const;
    const steps = [
      { ...step, target: "cloud", kind: "network", after: [], exclusive: undefined, assumed: false },
    ];
    const outcome = { state: "applied" } as const;
    const gone = { settled: [{ step: step.id, address, outcome }] };
    expect(left({ was, declared: false, plan: { steps }, result: gone })).toBeUndefined();
  });

  test("that has another key, what was, under that", () => {
    const now: Address = "cloud/network/bench";
    const moved = formsAfter({
      ...{
        desired: desiredOf(network("bench", { name: "b" })),
        base: desiredOf(berlin),
        commit: "c2",
        digest,
      },
      before: new Map([[address, was]]),
      plan: {
        ...planOf({ live: {} }),
        moved: [{ address: now, was: address }],
        storedOtherwise: [{ ...settled, address: now }],
      },
      snapshot: { observations: new Map([[now, here]]) },
      result: undefined,
    });
    expect(moved).toEqual(new Map([[now, was]]));
  });
});

describe("a journal", () => {
  const records: readonly JournalRecord[] = [
    { kind: "begun", environment: "test", fingerprint: "f", commit: "c9" },
    { kind: "intent", step: `update ${address}`, operation: "update", address, attempt: 1 },
    { kind: "outcome", step: `update ${address}`, state: "applied" },
    { kind: "outcome", step: `update ${address}`, state: "applied", forms: [form("b", "B")] },
  ];
  const readBack = (all: readonly unknown[]) => {
    const lines: string[] = [];
    const disk = { append: (more: string) => void lines.push(more), flush: async () => undefined };
    const journal = journalOn({ disk, digest, run: "r" });
    for (const one of all) journal.note(one as JournalRecord);
    return readJournal(lines.join(""), digest).records;
  };

  test("has what was made of what was written, until that is recorded", () => {
    expect(readBack(records)).toEqual(records);
    expect(leftForms(records)).toEqual(new Map([[address, [{ ...form("b", "B"), commit: "c9" }]]]));
    const begun = { kind: "begun", environment: "test", fingerprint: "f" } as const;
    expect(leftForms([begun, ...records.slice(1)])).toEqual(new Map());
    expect(leftForms(records.slice(0, 1).concat(records.slice(3)))).toEqual(new Map());
  });

  test.each([
    [{ forms: "x" }],
    [{ forms: [{}] }],
    [{ forms: [{ ...form("b", "B"), is: "lost" }] }],
    [{ forms: [{ ...form("b", "B"), live: 7 }] }],
  ])("ends before a record that is of another form: %j", (more) => {
    const last = { kind: "outcome", step: `update ${address}`, state: "applied", ...more };
    expect(readBack([...records.slice(0, 3), last])).toEqual(records.slice(0, 3));
  });

  test("adds to what the record remembers, and takes nothing from it", () => {
    const own = leftForms(records);
    expect(withFormsOf(emptyMemory, new Map()).forms).toBeUndefined();
    expect(withFormsOf(emptyMemory, own).forms).toEqual(own);
    const memory = { ...emptyMemory, forms: new Map([[address, was]]) };
    expect(withFormsOf(memory, own).forms?.get(address)).toBe(was);
    const other = { ...emptyMemory, forms: new Map([[address, [known("b", "C")]]]) };
    expect(withFormsOf(other, own).forms?.get(address)).toHaveLength(2);
  });
});
