/** Observing: which reads are sent, and what a complete snapshot contains. */

import { expect, test } from "vitest";
import type { ReadReply } from "../../src/drivers/contract/contract.ts";
import type { Address } from "../../src/model/address.ts";
import type { RunEvent } from "../../src/model/event.ts";
import { type ObserveInput, observe } from "../../src/observe/observe.ts";
import { desiredOf, hostname, network, organization, port, ssid, tenant } from "../properties/declared.ts";
import { dialectOf, fabric, routers } from "../properties/kinds.ts";
import { failed, nameOf, scripted, targetsOf, whole } from "../properties/scripted.ts";

const takenAt = "2026-01-01T00:00:00.000Z";

function seen(input: Omit<ObserveInput, "takenAt">) {
  return observe({ takenAt, ...input }, new AbortController().signal);
}

const acme = { kind: "organization", identity: "Acme", id: "o1" };
const berlin = { kind: "network", identity: "Berlin", id: "n1", value: { name: "Berlin" } };
const munich = { kind: "network", identity: "Munich", id: "n2", value: { name: "Munich" } };

test("organizations and networks are one list each, SSIDs one read for each declared network", async () => {
  const target = scripted({
    organizations: whole(acme),
    "networks o1": whole(berlin, munich, { kind: "network", identity: "Oslo", id: "n3" }),
    "ssids n1": whole({ kind: "ssid", identity: "0" }, { kind: "ssid", identity: "1" }),
    "ssids n2": whole({ kind: "ssid", identity: "0" }),
  });
  const desired = desiredOf(
    organization("Acme"),
    network("berlin", { name: "Berlin" }),
    network("munich", { name: "Munich" }),
    ssid("berlin.0", {}),
    ssid("berlin.1", {}),
    ssid("munich.0", {}),
  );
  const snapshot = await seen({ desired, targets: targetsOf(target) });
  expect(target.asked).toEqual(["organizations", "networks o1", "ssids n1", "ssids n2"]);
  expect([...snapshot.observations.values()].map(({ state }) => state)).toEqual(Array(6).fill("present"));
  expect([...snapshot.requests]).toEqual([["cloud", 4]]);
  expect(snapshot.takenAt).toBe(takenAt);
});

test("all kinds of a device share one read of its tree, and each device has its own", async () => {
  const target = scripted(
    {
      "tree 10.20.0.1": whole(
        { kind: "hostname", identity: "10.20.0.1 hostname", value: "r1" },
        { kind: "port", identity: "10.20.0.1 Gi1", value: {} },
      ),
      "tree 10.20.0.2": whole(),
    },
    { name: "routers", driver: routers },
  );
  const desired = desiredOf(
    hostname("r1", "r1"),
    port("r1.Gi1", {}),
    port("r2.Gi1", {}, { host: "10.20.0.2" }),
  );
  const { observations } = await seen({ desired, targets: targetsOf(target) });
  expect(target.asked).toEqual(["tree 10.20.0.1", "tree 10.20.0.2"]);
  expect(target.requested[0]?.wanted.map(({ identity }) => identity)).toEqual([
    "10.20.0.1 hostname",
    "10.20.0.1 Gi1",
  ]);
  expect(target.requested[0]?.scope).toEqual({ host: "10.20.0.1" });
  expect(observations.get("routers/hostname/r1")).toEqual({ state: "present", value: { value: "r1" } });
  expect(observations.get("routers/port/r2.Gi1")).toEqual({ state: "absent" });
});

test("with --only, what is chosen is read and observed with what it is in, and nothing else", async () => {
  const target = scripted({
    organizations: whole(acme),
    "networks o1": whole(berlin, munich),
    "ssids n1": whole({ kind: "ssid", identity: "0" }),
  });
  const desired = desiredOf(
    organization("Acme"),
    network("berlin", { name: "Berlin" }),
    network("munich", { name: "Munich" }),
    ssid("berlin.0", {}),
    ssid("munich.0", {}),
  );
  const only = (address: Address) => address === "cloud/ssid/berlin.0";
  const snapshot = await seen({ desired, targets: targetsOf(target), only });
  expect(target.asked).toEqual(["organizations", "networks o1", "ssids n1"]);
  expect([...snapshot.observations.keys()]).toEqual([
    "cloud/network/berlin",
    "cloud/organization/Acme",
    "cloud/ssid/berlin.0",
  ]);
  expect(snapshot.unmanaged).toEqual([]);
});

test("what base declares and desired no longer does is observed too", async () => {
  const target = scripted({ organizations: whole(acme), "networks o1": whole(berlin) });
  const base = desiredOf(
    organization("Acme"),
    network("berlin", { name: "Berlin" }),
    network("oslo", { name: "Oslo" }),
  );
  const { observations } = await seen({ desired: desiredOf(), base, targets: targetsOf(target) });
  expect(observations.get("cloud/network/berlin")?.state).toBe("present");
  expect(observations.get("cloud/network/oslo")).toEqual({ state: "absent" });
});

test("live things that nobody declared are unmanaged, in order, with what they were found in", async () => {
  const target = scripted({
    organizations: whole(acme, { kind: "organization", identity: "Globex", id: "o2" }),
    "networks o1": whole(munich, { kind: "network", identity: "Oslo", id: "n3" }, berlin),
    "ssids n1": whole({ kind: "ssid", identity: "3" }, { kind: "sensor", identity: "x" }),
  });
  const desired = desiredOf(
    organization("Acme"),
    network("berlin", { name: "Berlin" }),
    ssid("berlin.0", {}),
  );
  const { unmanaged } = await seen({ desired, targets: targetsOf(target) });
  expect(unmanaged).toEqual([
    { target: "cloud", kind: "network", identity: "Munich", within: "cloud/organization/Acme" },
    { target: "cloud", kind: "network", identity: "Oslo", within: "cloud/organization/Acme" },
    { target: "cloud", kind: "ssid", identity: "3", within: "cloud/network/berlin" },
  ]);
});

test("targets are read side by side: a slow one does not keep the others waiting", async () => {
  let release: (reply: ReadReply) => void = () => {};
  const slow = scripted(() => new Promise((resolve) => (release = resolve)), { name: "cloud" });
  const fast = scripted(
    { "object A": whole({ kind: "tenant", identity: "uni/tn-A" }) },
    {
      name: "fabric",
      driver: fabric,
    },
  );
  const answered = new Promise<void>((resolve) => {
    const listener = (event: RunEvent) => {
      if (event.type === "collectionRead" && event.target === "fabric") resolve();
    };
    void seen({
      desired: desiredOf(organization("Acme"), tenant("A")),
      targets: targetsOf(slow, fast),
      listener,
    });
  });
  await answered;
  expect(slow.asked).toEqual(["organizations"]);
  release(whole());
});

test("every whole read is told to the listener with its number of items", async () => {
  const events: RunEvent[] = [];
  const target = scripted({ organizations: whole(acme), "networks o1": failed("502") });
  await seen({
    desired: desiredOf(organization("Acme"), network("berlin", { name: "Berlin" })),
    targets: targetsOf(target),
    listener: (event) => events.push(event),
  });
  expect(events).toEqual([
    { type: "collectionRead", target: "cloud", collection: "organizations", items: 1 },
  ]);
});

test("a kind that the dialect cannot read is unknown, is not asked for, and takes its children along", async () => {
  const dialect = dialectOf({ network: { read: "none" } });
  const target = scripted({ organizations: whole(acme) }, { dialect });
  const desired = desiredOf(
    organization("Acme"),
    network("berlin", { name: "Berlin" }),
    ssid("berlin.0", {}),
  );
  const { observations } = await seen({ desired, targets: targetsOf(target) });
  expect(target.asked).toEqual(["organizations"]);
  expect(observations.get("cloud/network/berlin")).toMatchObject({
    state: "unknown",
    problem: { code: "not-readable", address: "cloud/network/berlin" },
  });
  expect(observations.get("cloud/ssid/berlin.0")).toMatchObject({
    state: "unknown",
    problem: { code: "parent-unknown", address: "cloud/ssid/berlin.0" },
  });
});

test("a resource of a target that is not open is unknown", async () => {
  const { observations } = await seen({ desired: desiredOf(tenant("A")), targets: new Map() });
  expect(observations.get("fabric/tenant/A")).toMatchObject({
    state: "unknown",
    problem: { code: "unknown-target", address: "fabric/tenant/A" },
  });
});

test("a read that throws is our own bug, and is not made into an unknown", async () => {
  const target = scripted(() => Promise.reject(new Error("a bug")));
  await expect(
    seen({ desired: desiredOf(organization("Acme")), targets: targetsOf(target) }),
  ).rejects.toThrow("a bug");
});

test("only the requests of this observation are counted", async () => {
  const target = scripted({ organizations: whole(acme) });
  const input = { desired: desiredOf(organization("Acme")), targets: targetsOf(target) };
  await seen(input);
  const second = await seen(input);
  expect(target.asked).toHaveLength(2);
  expect(second.requests.get("cloud")).toBe(1);
});

test("the snapshot is in address order whatever order replies arrive in", async () => {
  const desired = desiredOf(organization("Acme"), organization("Globex"), tenant("A"), tenant("B"));
  const late = scripted(
    async (request) => {
      for (let turn = 0; turn < (nameOf(request) === "object A" ? 20 : 1); turn++) await Promise.resolve();
      return whole({ kind: "tenant", identity: `uni/tn-${request.scope.tenant}` });
    },
    { name: "fabric", driver: fabric },
  );
  const target = scripted({ organizations: whole(acme) });
  const { observations } = await seen({ desired, targets: targetsOf(late, target) });
  expect([...observations.keys()]).toEqual([
    "cloud/organization/Acme",
    "cloud/organization/Globex",
    "fabric/tenant/A",
    "fabric/tenant/B",
  ]);
});

test("what an earlier run has read is not said to have been read now", async () => {
  const since = "2025-12-31T00:00:00.000Z";
  const target = scripted({
    organizations: whole(acme),
    "networks o1": { ...whole(berlin), earlier: { since } } as ReadReply,
  });
  const desired = desiredOf(organization("Acme"), network("berlin", { name: "Berlin" }));
  const { readAt } = await seen({ desired, targets: targetsOf(target), unchanged: true, now: () => 5 });
  expect([...(readAt ?? [])].map(([, at]) => at)).toEqual([5]);
});
