/** Tests law 2: an error never means that a resource is absent. A resource is absent only if this is proven. */

import { expect, test } from "vitest";
import type { Resource } from "../../src/model/desired.ts";
import { observe } from "../../src/observe/observe.ts";
import { desiredOf, network, organization, ssid, tenant } from "../properties/declared.ts";
import { fabric } from "../properties/kinds.ts";
import { failed, missing, type Scripted, scripted, targetsOf, whole } from "../properties/scripted.ts";

async function observed(target: Scripted, ...resources: readonly Resource[]) {
  const input = { desired: desiredOf(...resources), targets: targetsOf(target), takenAt: "" };
  return (await observe(input, new AbortController().signal)).observations;
}

const fabricOf = (script: Parameters<typeof scripted>[0]) =>
  scripted(script, { name: "fabric", driver: fabric });
const cloudState = [organization("Acme"), network("berlin", { name: "Berlin" }), ssid("berlin.0", {})];

test("a list that failed makes everything in it unknown, and says why", async () => {
  const target = scripted({ organizations: failed("GET /organizations was answered 500") });
  const observations = await observed(target, ...cloudState);
  expect(target.asked).toEqual(["organizations"]);
  expect(observations.get("cloud/organization/Acme")).toMatchObject({
    state: "unknown",
    problem: { code: "server-error", address: "cloud/organization/Acme" },
  });
  expect(observations.get("cloud/ssid/berlin.0")).toMatchObject({
    state: "unknown",
    problem: {
      code: "parent-unknown",
      message: expect.stringContaining("GET /organizations was answered 500"),
    },
  });
});

test("what is in something absent is absent, without a request", async () => {
  const target = scripted({ organizations: whole() });
  const observations = await observed(target, ...cloudState);
  expect(target.asked).toEqual(["organizations"]);
  expect([...observations.values()]).toEqual(Array(3).fill({ state: "absent" }));
});

test("a list that was answered as missing says nothing of what would be in it", async () => {
  const target = scripted({ organizations: missing });
  const observations = await observed(target, organization("Acme"));
  expect(observations.get("cloud/organization/Acme")).toMatchObject({
    state: "unknown",
    problem: { code: "missing-list" },
  });
});

test("an item is absent when another read of the target succeeded; the probe is not needed", async () => {
  const target = fabricOf({
    "object A": missing,
    "object B": whole({ kind: "tenant", identity: "uni/tn-B" }),
  });
  const observations = await observed(target, tenant("A"), tenant("B"));
  expect(target.asked).toEqual(["object A", "object B"]);
  expect(observations.get("fabric/tenant/A")).toEqual({ state: "absent" });
});

test("when nothing else was read, the probe is read once for all items that are missing", async () => {
  const target = fabricOf({ "object A": missing, "object B": missing, root: whole() });
  const observations = await observed(target, tenant("A"), tenant("B"));
  expect(target.asked).toEqual(["object A", "object B", "root"]);
  expect([...observations.values()]).toEqual([{ state: "absent" }, { state: "absent" }]);
});

test("when the probe fails, what was answered as missing is unknown, with the probe's reason", async () => {
  for (const [root, reason] of [
    [failed("GET /api/mo/uni.json was answered 401"), "answered 401"],
    [missing, "no other read of that target succeeded"],
  ] as const) {
    const observations = await observed(fabricOf({ "object A": missing, root }), tenant("A"));
    expect(observations.get("fabric/tenant/A")).toMatchObject({
      state: "unknown",
      problem: {
        code: "absence-unproven",
        address: "fabric/tenant/A",
        message: expect.stringContaining(reason),
      },
    });
  }
});

test("a failed read of another item proves nothing", async () => {
  const target = fabricOf({ "object A": missing, "object B": failed("500"), root: failed("500") });
  const observations = await observed(target, tenant("A"), tenant("B"));
  expect([...observations.values()].map(({ state }) => state)).toEqual(["unknown", "unknown"]);
});

test("another target that works proves nothing for this one", async () => {
  const broken = fabricOf({ "object A": missing, root: missing });
  const works = scripted({ organizations: whole({ kind: "organization", identity: "Acme", id: "o1" }) });
  const input = {
    desired: desiredOf(tenant("A"), organization("Acme")),
    targets: targetsOf(broken, works),
    takenAt: "",
  };
  const { observations } = await observe(input, new AbortController().signal);
  expect(observations.get("fabric/tenant/A")?.state).toBe("unknown");
  expect(observations.get("cloud/organization/Acme")?.state).toBe("present");
});

test("the number of reads does not depend on which reply comes first", async () => {
  for (const late of ["A", "B"]) {
    const target = fabricOf(async ({ scope }) => {
      for (let turn = 0; turn < (scope.tenant === late ? 20 : 1); turn++) await Promise.resolve();
      return scope.tenant === "A" ? missing : whole({ kind: "tenant", identity: "uni/tn-B" });
    });
    const observations = await observed(target, tenant("A"), tenant("B"));
    expect(target.asked).toEqual(["object A", "object B"]);
    expect(observations.get("fabric/tenant/A")).toEqual({ state: "absent" });
  }
});
