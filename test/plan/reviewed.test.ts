/** Which changes count as reviewed: only those that a reviewed plan contains with the same values. */

import { describe, expect, test } from "vitest";
import { readPlanFile } from "../../src/load/documents/plan-file.ts";
import type { Json } from "../../src/model/json.ts";
import { hidden } from "../../src/model/live/hidden.ts";
import { type ReviewedChange, unreviewed } from "../../src/plan/reviewed.ts";
import { planDocument } from "../../src/report/plan/plan-json.ts";
import { absent, present } from "../properties/compared.ts";
import { network, organization, ssid } from "../properties/declared.ts";
import { planOf as planned } from "../properties/planned.ts";

/** Returns a plan in which every change sends the same request. */
const planOf: typeof planned = (of, ...more) => planned({ wireOf: () => "5".repeat(64), ...of }, ...more);

const address = "cloud/network/berlin";
const declared = [organization("Acme"), network("berlin", { name: "Berlin", tags: ["new"] })];
const acme = { "cloud/organization/Acme": present({}, { id: "o1" }) };
const update = planOf({
  desired: declared,
  live: { ...acme, [address]: present({ name: "Berlin", tags: ["old"] }, { id: "n1" }) },
});
const create = planOf({ desired: declared, live: { ...acme, [address]: absent } });
const scope = create.changes.flatMap((change) =>
  change.action === "create" ? [change.desired.scope] : [],
)[0];
const field = { path: "/tags", desired: ["new"], live: ["old"] };
const wire = "5".repeat(64);
const updated: ReviewedChange = { action: "update", address, scope, wire, differences: [field] };
const created: ReviewedChange = {
  action: "create",
  address,
  scope,
  wire,
  desired: { name: "Berlin", tags: ["new"] },
};

test("an update with the same fields, declared and live, is reviewed; so is a create with the same value", () => {
  expect(update.changes.map(({ action }) => action)).toEqual(["update"]);
  expect(create.changes.map(({ action }) => action)).toEqual(["create"]);
  expect(unreviewed(update, [{ changes: [updated], steps: [] }])).toEqual([]);
  expect(unreviewed(create, [{ changes: [updated, created], steps: [] }])).toEqual([]);
});

test.each<[string, ReviewedChange]>([
  ["of another address", { ...updated, address: "cloud/network/paris" }],
  ["in another place", { ...updated, scope: { organization: "Globex" } }],
  ["that names no place", { ...updated, scope: undefined }],
  ["that was a create", created],
  ["to another value", { ...updated, differences: [{ ...field, desired: ["newer"] }] }],
  ["from another value", { ...updated, differences: [{ ...field, live: ["older"] }] }],
  ["from nothing", { ...updated, differences: [{ path: "/tags", desired: ["new"] }] }],
  ["of a field more", { ...updated, differences: [field, { path: "/name", desired: "Berlin" }] }],
  ["of another field", { ...updated, differences: [{ ...field, path: "/notes" }] }],
  ["of no field", { ...updated, differences: [] }],
])("a reviewed change %s approves nothing", (_, reviewed) => {
  expect(unreviewed(update, [{ changes: [reviewed], steps: [] }])).toEqual(update.changes);
});

test("a change is reviewed with what it sends, and with nothing else", () => {
  const [one, other] = ["1".repeat(64), "2".repeat(64)];
  const of = (wire: string | undefined) =>
    planOf({
      desired: declared,
      live: { ...acme, [address]: absent },
      wireOf: () => wire,
    });
  const made = of(one);
  expect(made.changes).toMatchObject([{ action: "create", wire: one }]);
  expect(unreviewed(made, [{ changes: [{ ...created, wire: one }], steps: [] }])).toEqual([]);
  for (const wire of [other, undefined])
    expect(unreviewed(made, [{ changes: [{ ...created, wire }], steps: [] }])).toEqual(made.changes);
  expect(unreviewed(of(undefined), [{ changes: [{ ...created, wire: one }], steps: [] }])).toHaveLength(1);
  expect(new Set([one, other, undefined].map((wire) => of(wire).fingerprint)).size).toBe(3);
});

describe("a live side with a secret that no key names", () => {
  const by = (live: Json, dropped = false) =>
    planOf({
      origin: { tool: "test", prune: true },
      desired: dropped ? declared.slice(0, 1) : declared,
      ...(dropped && { base: declared }),
      live: { ...acme, [address]: present({ name: "Berlin", tags: live }, { id: "n1" }) },
    });
  const [keyed, unkeyed] = [hidden("ab".repeat(16)), hidden(undefined)];

  test.each([
    ["overwritten", false],
    ["destroyed", true],
  ])("is never %s by a reviewed plan; with a key it is where it is the same", (_, dropped) => {
    const left = (live: Json, reviewed: Json) => {
      const read = readPlanFile(JSON.stringify(planDocument(by(reviewed, dropped), [])));
      if ("problem" in read) throw new Error(read.problem.message);
      return unreviewed(by(live, dropped), [read.file]).length;
    };
    expect([left([keyed], [keyed]), left([keyed], [hidden("cd".repeat(16))])]).toEqual([0, 1]);
    expect([left([unkeyed], [unkeyed]), left([unkeyed], [keyed]), left([keyed], [unkeyed])]).toEqual([
      1, 1, 1,
    ]);
  });
});

test("nothing is reviewed where there is no plan", () => {
  expect(unreviewed(update, [])).toEqual(update.changes);
});

describe("a removal", () => {
  const berlin = network("berlin", { name: "Berlin" });
  const corp = ssid("berlin.0", { name: "Corp" });
  const guest = ssid("berlin.1", { name: "Guest" });
  interface Live {
    readonly organization?: string;
    readonly network?: string;
    readonly takes?: readonly string[];
  }
  /** Returns a plan that removes an SSID and its network, or only the SSID. */
  const removing = (
    { organization: org = "o1", network: id = "n1", takes = [] }: Live,
    dropped = [berlin],
  ) => {
    const [acmeHere] = declared;
    const base = [...(acmeHere ? [acmeHere] : []), berlin, ...dropped.filter((one) => one !== berlin)];
    const desired = base.filter((one) => !dropped.includes(one));
    const live = {
      "cloud/organization/Acme": present({}, { id: org }),
      [berlin.address]: present({ name: "Berlin" }, { id }),
      [corp.address]: present({ name: "Corp" }),
      [guest.address]: present({ name: "Guest" }),
    };
    const unmanaged = takes.map((identity) => {
      return { target: "cloud", kind: "ssid", identity, within: berlin.address };
    });
    const made = planOf({ desired, base, live });
    const steps = made.steps.map((step) => ({
      ...step,
      ...(step.address === berlin.address && unmanaged.length > 0 && { takes: unmanaged }),
    }));
    return { ...made, steps, origin: { tool: "test", prune: true } };
  };
  /** Returns the plan as a plan file contains it. */
  const fileOf = (plan: ReturnType<typeof removing>) => {
    const read = readPlanFile(JSON.stringify(planDocument(plan)));
    if ("problem" in read) throw new Error(read.problem.message);
    return read.file;
  };
  const leftOf = (plan: ReturnType<typeof removing>, reviewed: ReturnType<typeof removing>) =>
    unreviewed(plan, [fileOf(reviewed)]).map(({ address: of }) => of);

  test("of the same object is reviewed", () => {
    const plan = removing({});
    expect(plan.steps.map(({ id }) => id)).toEqual(["remove cloud/network/berlin"]);
    expect(leftOf(plan, plan)).toEqual([]);
  });

  test("of another object with the same name and the same values is not", () => {
    expect(leftOf(removing({ network: "n2" }), removing({}))).toEqual(["cloud/network/berlin"]);
    expect(leftOf(removing({ organization: "o2" }), removing({}))).toEqual(["cloud/network/berlin"]);
  });

  test("in another object than it was in is not, though it has no id of its own", () => {
    expect(leftOf(removing({}, [corp]), removing({}, [corp]))).toEqual([]);
    expect(leftOf(removing({ network: "n2" }, [corp]), removing({}, [corp]))).toEqual([
      "cloud/ssid/berlin.0",
    ]);
  });

  test("that takes more along than was reviewed is not; one that takes less is", () => {
    expect(leftOf(removing({ takes: ["2"] }), removing({}))).toEqual(["cloud/network/berlin"]);
    expect(leftOf(removing({ takes: ["2", "3"] }), removing({ takes: ["2"] }))).toEqual([
      "cloud/network/berlin",
    ]);
    expect(leftOf(removing({ takes: ["2"] }), removing({ takes: ["3", "2"] }))).toEqual([]);
    expect(leftOf(removing({}), removing({ takes: ["2"] }))).toEqual([]);
  });

  test("is not reviewed by the file of a version that did not write down which object it is", () => {
    const { changes, ...file } = fileOf(removing({}));
    const older = changes.map(({ ids: _, ...change }) => change as ReviewedChange);
    expect(unreviewed(removing({}), [{ ...file, changes: older }])).toHaveLength(1);
  });
});
