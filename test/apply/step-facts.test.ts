/**
 * Facts of a step: whether this run or somebody else caused the live state, and what must be read before the step's
 * write.
 */

import { describe, expect, test } from "vitest";
import { newExecution } from "../../src/apply/execute/execution.ts";
import {
  createdImplicitly,
  expectedWrite,
  guardNow,
  idOf,
  isReadByItself,
  isUnguarded,
  mayBeCreatedImplicitly,
  parentIsNew,
} from "../../src/apply/execute/facts.ts";
import type { ApplyRun } from "../../src/apply/run.ts";
import type { Kind, OpenTarget } from "../../src/drivers/contract/contract.ts";
import type { Address } from "../../src/model/address.ts";
import type { Change } from "../../src/model/change.ts";
import type { Resource } from "../../src/model/desired.ts";
import type { Step } from "../../src/model/plan/step.ts";
import { absent, compared, present } from "../properties/compared.ts";
import { managedObject, network, ssid, tenant } from "../properties/declared.ts";
import { cloud as dashboard, dialectOf, fabric } from "../properties/kinds.ts";

function changeOf(resource: Resource, action: Change["action"]): Change {
  const live = action === "create" ? absent : present({ old: true }, { id: "x" });
  const sides = action === "remove" ? { base: [resource] } : { desired: [resource] };
  const [change] = compared({ ...sides, live: { [resource.address]: live } }).changes;
  if (change?.action !== action) throw new Error(`no ${action} was planned`);
  return change;
}

const stepOf = (
  { kind, address, target }: Resource,
  operation: Change["action"],
  after: string[] = [],
): Step => ({ id: `${operation} ${address}`, kind, address, target, operation, after }) as unknown as Step;

const opened = (kinds: readonly Kind[], more: object = {}): OpenTarget =>
  ({ driver: { kinds }, dialect: dialectOf(), session: {}, ...more }) as unknown as OpenTarget;

function runWith(more: Partial<ApplyRun> = {}): ApplyRun {
  const targets = new Map([
    ["cloud", opened(dashboard.kinds)],
    ["fabric", opened(fabric.kinds)],
  ]);
  const none = { made: new Set(), written: new Map(), changes: new Map(), ids: new Map() };
  const snapshot = { observations: new Map() };
  return { targets, plan: { steps: [] }, snapshot, ...none, ...more } as unknown as ApplyRun;
}

const berlin = network("berlin", { name: "Berlin" });
const wifi = ssid("berlin.0", { vlan: 1 });

describe("what is found in something that this run has made", () => {
  test.each(["create", "remove"] as const)("came with it, for a %s", (action) => {
    const change = changeOf(wifi, action);
    expect(parentIsNew(runWith(), change)).toBe(false);
    const made = new Set([berlin.address]);
    expect(parentIsNew(runWith({ made }), change)).toBe(true);
    expect(createdImplicitly(runWith({ made }), change)).toBe(true);
    expect(createdImplicitly(runWith({ made: new Set([network("oslo", {}).address]) }), change)).toBe(false);
  });

  test("came with its nearest ancestor, where that is known by its path alone", () => {
    const [blue, red] = [tenant("Blue", { description: "x" }), tenant("Red")];
    const changes = new Map([blue, red].map((one) => [one.address, changeOf(one, "create")]));
    const inBlue = changeOf(managedObject("uni/tn-Blue/ctx-one"), "create");
    const made = (...all: readonly Resource[]) =>
      runWith({ changes, made: new Set(all.map(({ address }) => address)) });
    expect(createdImplicitly(made(blue), inBlue)).toBe(true);
    expect(createdImplicitly(made(red, blue), inBlue)).toBe(true);
    expect(createdImplicitly(made(red), inBlue)).toBe(false);
    expect(createdImplicitly(made(), inBlue)).toBe(false);
    // This run created the tenant `blue`, but not the application profile between it and the EPG.
    expect(
      createdImplicitly(made(blue), changeOf(managedObject("uni/tn-Blue/ap-one/epg-one"), "create")),
    ).toBe(false);
    const updated = runWith({
      made: new Set([blue.address]),
      changes: new Map([[blue.address, changeOf(blue, "update")]]),
    });
    expect(createdImplicitly(updated, inBlue)).toBe(false);
    const elsewhere = { ...managedObject("uni/tn-Blue/ctx-one"), target: "other" };
    const targets = new Map([["other", opened(fabric.kinds)]]);
    expect(createdImplicitly(runWith({ ...made(blue), targets }), changeOf(elsewhere, "create"))).toBe(false);
    expect(createdImplicitly(runWith({ ...made(blue), targets: new Map() }), inBlue)).toBe(false);
  });
});

describe("what a server may have made by itself with something that was written before", () => {
  const making = dashboard.kinds.map((kind) =>
    kind.name === "network" ? { ...kind, makes: ["ssid"] } : kind,
  );
  const update = stepOf(berlin, "update");
  const oslo = stepOf(network("oslo", {}), "update");
  const written = new Map([[berlin.address, changeOf(berlin, "update")]]);
  const settling = (after = [update.id], action: "create" | "update" = "create") =>
    newExecution(stepOf(wifi, action, after), changeOf(wifi, action));
  const run = (more: Partial<ApplyRun> = {}) =>
    runWith({
      ...{ written, targets: new Map([["cloud", opened(making)]]) },
      ...{ plan: { steps: [oslo, update] } as unknown as ApplyRun["plan"], ...more },
    });

  test("is what the kind of that says, where the step waited for it and it was written", () => {
    expect(mayBeCreatedImplicitly(run(), settling())).toBe(true);
    expect(mayBeCreatedImplicitly(run(), settling([oslo.id, update.id]))).toBe(true);
    expect(mayBeCreatedImplicitly(run(), settling([oslo.id]))).toBe(false);
    expect(mayBeCreatedImplicitly(run(), settling([]))).toBe(false);
    expect(mayBeCreatedImplicitly(run({ written: new Map() }), settling())).toBe(false);
    expect(mayBeCreatedImplicitly(run(), settling([update.id], "update"))).toBe(false);
  });

  test("is nothing where no kind, or another one, makes it", () => {
    expect(
      mayBeCreatedImplicitly(run({ targets: new Map([["cloud", opened(dashboard.kinds)]]) }), settling()),
    ).toBe(false);
    expect(mayBeCreatedImplicitly(run({ targets: new Map() }), settling())).toBe(false);
    const other = dashboard.kinds.map((kind) => ({
      ...kind,
      ...(kind.name === "organization" && { makes: ["ssid"] }),
    }));
    expect(mayBeCreatedImplicitly(run({ targets: new Map([["cloud", opened(other)]]) }), settling())).toBe(
      false,
    );
  });
});

describe("a write that takes away more than is declared", () => {
  const removing = newExecution(stepOf(wifi, "remove"), changeOf(wifi, "remove"));
  const creating = newExecution(stepOf(wifi, "create"), changeOf(wifi, "create"));
  const guarded = (guards: (of: { readonly parentId?: string | undefined }) => string | undefined) =>
    new Map([["cloud", opened(dashboard.kinds, { session: { guards } })]]);

  test("is read for right before, unless the server would notice, or nobody else can have written there", () => {
    expect(isUnguarded(runWith(), removing)).toBe(true);
    expect(isUnguarded(runWith(), creating)).toBe(false);
    expect(isUnguarded(runWith({ made: new Set([berlin.address]) }), removing)).toBe(false);
    expect(isUnguarded(runWith({ targets: guarded(() => "etag") }), removing)).toBe(false);
    expect(isUnguarded(runWith({ targets: guarded(() => undefined) }), removing)).toBe(true);
    expect(isUnguarded(runWith({ targets: new Map() }), removing)).toBe(false);
  });

  test("is guarded by what the server says of that very thing, with the ids that this run knows", () => {
    const targets = guarded(({ parentId }) => parentId);
    expect(guardNow(runWith({ targets, ids: new Map([[berlin.address, "n9"]]) }), removing)).toBe("n9");
    expect(guardNow(runWith({ targets: new Map() }), removing)).toBeUndefined();
  });

  test("is told to those that wait for it as one that must go once", () => {
    const { kind, address, scope } = wifi;
    const remove = { kind, address, scope, operation: "remove", once: true };
    expect(expectedWrite(runWith(), removing)).toEqual(remove);
    const create = { kind, address, scope, operation: "create" };
    expect(expectedWrite(runWith(), creating)).toEqual(create);
    expect(expectedWrite(runWith({ targets: new Map() }), removing)).toMatchObject({
      kind,
    });
  });
});

test("a thing is read by itself where its own kind can be, and its target is open", () => {
  const kinds = dashboard.kinds.map((kind) =>
    kind.name === "ssid" ? { ...kind, collection: { ...kind.collection, alone: true as const } } : kind,
  );
  const run = runWith({ targets: new Map([["cloud", opened(kinds)]]) });
  expect(isReadByItself(run, stepOf(wifi, "update"))).toBe(true);
  expect(isReadByItself(run, stepOf(berlin, "update"))).toBe(false);
  expect(isReadByItself(runWith({ targets: new Map() }), stepOf(wifi, "update"))).toBe(false);
  expect(isReadByItself(run, stepOf({ ...wifi, kind: "unheard" }, "update"))).toBe(false);
});

test("the id of a thing is what this run has learned, else what the plan saw; none of what was not there", () => {
  const observations = new Map([
    [berlin.address, present({}, { id: "n1" })],
    [wifi.address, absent],
  ]);
  const run = { ids: new Map<Address, string>(), snapshot: { observations } };
  expect(idOf(run, berlin.address)).toBe("n1");
  expect(idOf({ ...run, ids: new Map([[berlin.address, "n2"]]) }, berlin.address)).toBe("n2");
  expect(idOf(run, wifi.address)).toBeUndefined();
  expect(idOf(run, "cloud/network/oslo")).toBeUndefined();
});
