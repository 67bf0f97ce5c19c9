/** Fresh reads of single resources, as an apply makes them. */

import { expect, test } from "vitest";
import type { LiveResource, Observation, Snapshot } from "../../src/model/live/snapshot.ts";
import { looks } from "../../src/observe/look.ts";
import { desiredOf, network, organization, ssid } from "../properties/declared.ts";
import { failed, missing, scripted, targetsOf, whole } from "../properties/scripted.ts";

const desired = desiredOf(
  organization("Acme"),
  network("berlin", { name: "Berlin" }),
  ssid("berlin.0", {}),
  ssid("berlin.1", {}),
);

function looking(known: (parent: string) => Observation<LiveResource> | undefined) {
  const target = scripted({
    organizations: whole({ kind: "organization", identity: "Acme", id: "o1" }),
    "networks o1": whole({ kind: "network", identity: "Berlin", id: "n1" }),
    "ssids n1": whole({ kind: "ssid", identity: "0", value: { vlan: 20 } }),
  });
  const { signal } = new AbortController();
  const { lookAgain: look, lookAlone } = looks({ desired, targets: targetsOf(target), known, signal });
  return { target, look, lookAlone };
}

test("a look reads nothing before it is asked, and a collection once however often it is asked", async () => {
  const { target, look } = looking(() => ({ state: "present", value: { value: {}, id: "n1" } }));
  const first = look();
  expect(target.asked).toEqual([]);
  expect(await first("cloud/ssid/berlin.0")).toEqual({ state: "present", value: { value: { vlan: 20 } } });
  expect(await first("cloud/ssid/berlin.1")).toEqual({ state: "absent" });
  expect(target.asked).toEqual(["ssids n1"]);
});

test("a parent that is not known is read first; another look reads anew", async () => {
  const { target, look } = looking(() => undefined);
  await look()("cloud/ssid/berlin.0");
  await look()("cloud/organization/Acme");
  expect(target.asked).toEqual(["organizations", "networks o1", "ssids n1", "organizations"]);
});

test("what nobody declared is unknown", async () => {
  const { look } = looking(() => undefined);
  expect(await look()("cloud/network/oslo")).toMatchObject({
    state: "unknown",
    problem: { address: "cloud/network/oslo" },
  });
});

test.each([
  ["the server has no such list any more", missing, "the first, and then not"],
  ["it cannot be read", failed("answered 500"), "the first"],
])("a list that is read anew once it is old: %s", async (_, second, expected) => {
  let asked = 0;
  let now = 0;
  const first = whole({ kind: "ssid", identity: "0", value: { vlan: 20 } });
  const target = scripted(async () => (asked++ === 0 ? first : second));
  const known = () => ({ state: "present", value: { value: {}, id: "n1" } }) as const;
  const { signal } = new AbortController();
  const { lookWithin } = looks({ desired, targets: targetsOf(target), known, signal });
  const age = { now: () => now, maxMs: () => 1000 };
  const look = lookWithin(age, { observations: new Map() } as unknown as Snapshot);
  const states = [(await look("cloud/ssid/berlin.0")).seen.state];
  now = 1000;
  states.push((await look("cloud/ssid/berlin.0")).seen.state);
  expect(asked).toBe(2);
  expect(states).toEqual(["present", expected === "the first" ? "present" : "unknown"]);
});

test("a look at one resource reads it each time, and says that nothing else is of interest", async () => {
  const { target, lookAlone } = looking(() => undefined);
  for (const _ of [1, 2]) expect(await lookAlone("cloud/ssid/berlin.0")).toMatchObject({ state: "present" });
  const own = target.requested.filter(({ alone }) => alone);
  expect(own.map(({ collection, wanted }) => [collection, wanted.map(({ identity }) => identity)])).toEqual([
    ["ssids", ["0"]],
    ["ssids", ["0"]],
  ]);
});
