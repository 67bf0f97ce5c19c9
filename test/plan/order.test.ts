/** The order of steps. It does not depend on the order in which changes were found. */

import { describe, expect, test } from "vitest";
import type { Change } from "../../src/model/change.ts";
import type { Resource } from "../../src/model/desired.ts";
import type { Json } from "../../src/model/json.ts";
import { inStepOrder } from "../../src/plan/order.ts";
import { network, organization, port, ssid, tenant } from "../properties/declared.ts";
import { factsOf } from "../properties/planned.ts";

const create = (desired: Resource): Change => ({
  ...{ action: "create", address: desired.address, desired, cause: "pending" },
});
const remove = (base: Resource, live: Json = base.value): Change => ({
  ...{ action: "remove", address: base.address, base, live: { value: live }, cause: "pending" },
});
const update = (desired: Resource, live: Json): Change => ({
  ...{ action: "update", address: desired.address, desired, live: { value: live }, differences: [] },
});

const ordered = (...changes: readonly Change[]) =>
  inStepOrder(changes, factsOf()).map(({ change }) => `${change.action} ${change.address}`);
const waiting = (...changes: readonly Change[]) =>
  Object.fromEntries(
    inStepOrder(changes, factsOf()).map(({ change, after }) => [change.address, after] as const),
  );

const berlin = network("berlin", { name: "Berlin" });
const oslo = network("oslo", { name: "Oslo" });

describe("steps that wait for nothing go", () => {
  test("target by target, in each removals last, and by address among equals", () => {
    const changes = [
      create(tenant("B")),
      update(port("r1.Gi1", { up: true }), { up: false }),
      remove(network("aachen", { name: "Aachen" })),
      create(oslo),
      create(tenant("A")),
      create(berlin),
    ];
    const expected = [
      "create cloud/network/berlin",
      "create cloud/network/oslo",
      "remove cloud/network/aachen",
      "create fabric/tenant/A",
      "create fabric/tenant/B",
      "update routers/port/r1.Gi1",
    ];
    expect(ordered(...changes)).toEqual(expected);
    expect(ordered(...changes.toReversed())).toEqual(expected);
  });

  test("from the outer kind to the inner, and removals from the inner to the outer", () => {
    // Each change is in another network, so none of them waits for another.
    const changes = [
      update(ssid("a.0", { vlan: 1 }), {}),
      update(network("z", { name: "z" }), {}),
      remove(network("b", { name: "b" })),
      remove(ssid("y.0", { vlan: 1 })),
    ];
    const expected = [
      "update cloud/network/z",
      "update cloud/ssid/a.0",
      "remove cloud/ssid/y.0",
      "remove cloud/network/b",
    ];
    expect(ordered(...changes)).toEqual(expected);
    expect(ordered(...changes.toReversed())).toEqual(expected);
  });

  test("of targets and kinds of which nobody knows anything by address", () => {
    const strange = (key: string) =>
      ({ ...network(key, {}), address: `odd/thing/${key}`, target: "odd" }) as const;
    const changes = [create(strange("b")), create(strange("a"))];
    expect(ordered(...changes)).toEqual(["create odd/thing/a", "create odd/thing/b"]);
  });
});

describe("a step waits", () => {
  const refersTo = { "/uplink": "network" } as const;
  const wireless = (value: Json, number = 0) => ssid(`paris.${number}`, value, { refersTo });

  test("for the create of what it names, be it made or changed itself", () => {
    const named = { uplink: "berlin" };
    expect(waiting(create(wireless(named)), create(berlin))).toEqual({
      "cloud/network/berlin": [],
      "cloud/ssid/paris.0": ["create cloud/network/berlin"],
    });
    expect(waiting(update(wireless(named), {}), create(berlin))["cloud/ssid/paris.0"]).toEqual([
      "create cloud/network/berlin",
    ]);
  });

  test("not for what is changed or removed there, and what names nothing for nothing", () => {
    expect(waiting(create(wireless({ uplink: "berlin" })), update(berlin, {}))).toEqual({
      "cloud/network/berlin": [],
      "cloud/ssid/paris.0": [],
    });
    expect(waiting(create(wireless({ uplink: "rome" })), create(berlin))["cloud/ssid/paris.0"]).toEqual([]);
  });

  test("with the removal of what it names live until it names that no more", () => {
    const change = update(wireless({ uplink: "oslo" }), { uplink: "berlin" });
    expect(waiting(change, remove(berlin), create(oslo))).toEqual({
      "cloud/network/oslo": [],
      "cloud/ssid/paris.0": ["create cloud/network/oslo"],
      "cloud/network/berlin": ["update cloud/ssid/paris.0"],
    });
    // A resource that is being created has no live references, so no other change has to wait for it.
    expect(waiting(create(wireless({})), remove(berlin))["cloud/network/berlin"]).toEqual([]);
  });

  test("with a removal for that of what names it, be it in Git or live", () => {
    const declared = remove(wireless({ uplink: "berlin" }), {});
    const seen = remove(wireless({}, 1), { uplink: "berlin" });
    expect(waiting(remove(berlin), seen, declared)["cloud/network/berlin"]).toEqual([
      "remove cloud/ssid/paris.0",
      "remove cloud/ssid/paris.1",
    ]);
    expect(waiting(declared, update(berlin, {}))["cloud/network/berlin"]).toEqual([]);
  });

  test("once for what it needs and names: a parent that is named is one reason", () => {
    const inside = ssid("berlin.0", { uplink: "berlin" }, { refersTo });
    expect(waiting(create(inside), create(berlin), create(organization("Acme")))).toMatchObject({
      "cloud/network/berlin": ["create cloud/organization/Acme"],
      "cloud/ssid/berlin.0": ["create cloud/network/berlin"],
    });
  });

  test("with a create for the creates of what it is in, not for updates and removals of that", () => {
    const inside = ssid("berlin.0", { vlan: 1 });
    expect(waiting(create(inside), update(berlin, {}))["cloud/ssid/berlin.0"]).toEqual([]);
    expect(waiting(update(inside, {}), create(berlin))["cloud/ssid/berlin.0"]).toEqual([
      "create cloud/network/berlin",
    ]);
    expect(waiting(remove(inside), update(berlin, {}))["cloud/network/berlin"]).toEqual([]);
  });
});
