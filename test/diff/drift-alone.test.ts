/** The part of a comparison that `--only drift` keeps: changes that somebody made live, and none that Git has made. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diff } from "../../src/diff/diff.ts";
import { type DriftAlone, driftAlone } from "../../src/diff/drift-alone.ts";
import type { Address } from "../../src/model/address.ts";
import type { Change, Comparison } from "../../src/model/change.ts";
import type { Resource } from "../../src/model/desired.ts";
import type { LiveResource, Observation } from "../../src/model/live/snapshot.ts";
import { absent, present, shown, sides, unknown } from "../properties/compared.ts";
import { desiredOf, network, port, ssid } from "../properties/declared.ts";
import { kindNamed } from "../properties/kinds.ts";
import { states } from "../properties/states.ts";

interface Sides {
  readonly desired: readonly Resource[];
  readonly base: readonly Resource[];
  readonly live: Readonly<Record<string, Observation<LiveResource>>>;
}

function alone(of: Sides): DriftAlone & { readonly whole: Comparison } {
  const input = sides(of);
  const { desired, snapshot, base = desiredOf() } = input;
  const whole = diff(input);
  const identityOf = (resource: Resource) => kindNamed(resource.kind).identity(resource);
  const { observations } = snapshot;
  return { whole, ...driftAlone({ comparison: whole, desired, base, observations, identityOf }) };
}

/** Returns a change as text, for example `update cloud/network/berlin: /timeZone drift`. */
function said(change: Change): string {
  const what =
    change.action === "update"
      ? change.differences.map(({ path, cause }) => `${path} ${cause}`).join(", ")
      : change.cause;
  return `${change.action} ${change.address}: ${what}`;
}

const berlin = "cloud/network/berlin";
const was = { name: "Berlin", timeZone: "Europe/Berlin", tags: ["office"] };
const moved = { ...was, timeZone: "Europe/London" };

describe("of an update", () => {
  test("a field that drifted is left, and one that Git or both have changed stays as it is live", () => {
    const { comparison, desired } = alone({
      desired: [network("berlin", { ...was, tags: ["hq"] })],
      base: [network("berlin", was)],
      live: { [berlin]: present({ ...moved, tags: ["by hand"] }) },
    });
    expect(comparison.changes.map(said)).toEqual([`update ${berlin}: /timeZone drift`]);
    expect(comparison.changes).toMatchObject([{ desired: { value: { ...was, tags: ["by hand"] } } }]);
    expect(desired.resources.get(berlin)).toMatchObject({ untouched: ["/tags"] });
  });

  test("nothing is left where nothing drifted, and what is pending does not count as declared", () => {
    const { comparison } = alone({
      desired: [network("berlin", { ...was, tags: ["hq"] }), network("oslo", was)],
      base: [network("berlin", was), network("oslo", was)],
      live: { [berlin]: present(was), "cloud/network/oslo": present(was) },
    });
    expect(comparison).toMatchObject({ changes: [], converged: 1 });
  });

  test("what Git calls otherwise is found, keeps its name, and has its drift taken back", () => {
    const { comparison, desired } = alone({
      desired: [network("berlin", { ...was, name: "Berlin HQ" })],
      base: [network("berlin", was)],
      live: { [berlin]: present(moved) },
    });
    expect(comparison.changes.map(said)).toEqual([`update ${berlin}: /timeZone drift`]);
    expect(comparison.changes).toMatchObject([{ desired: { value: was, identity: "Berlin" } }]);
    expect(desired.resources.get(berlin)?.identity).toBe("Berlin");
  });

  test("what is ignored stays ignored beside what Git has changed", () => {
    const { desired } = alone({
      desired: [network("berlin", { ...was, tags: ["hq"] }, { ignored: ["/name"] })],
      base: [network("berlin", was)],
      live: { [berlin]: present({ ...moved, name: "Berlin by hand" }) },
    });
    const { ignored, untouched } = desired.resources.get(berlin) ?? {};
    expect({ ignored, untouched }).toEqual({ ignored: ["/name"], untouched: ["/tags"] });
  });

  test("an element that Git has changed is left as it is live, or not live; others in part", () => {
    const lists = { "/servers": ["ip"] };
    const servers = (one: number, two: number, three: number) => ({
      servers: [
        { ip: "10.0.0.1", weight: one, port: 53 },
        { ip: "10.0.0.2", weight: two, port: 53 },
        { ip: "10.0.0.3", weight: three, port: 53 },
      ],
    });
    const [, second, third] = servers(1, 1, 1).servers;
    const { comparison } = alone({
      desired: [network("berlin", servers(2, 2, 1), { lists })],
      base: [network("berlin", servers(1, 1, 1), { lists })],
      live: { [berlin]: present({ servers: [{ ...second, port: 54 }] }) },
    });
    expect(comparison.changes.map(said)).toEqual([
      `update ${berlin}: /servers/10.0.0.2/port drift, /servers/10.0.0.3 drift`,
    ]);
    expect(comparison.changes).toMatchObject([{ desired: { value: { servers: [second, third] } } }]);
  });

  test("what Git has dropped from a list that is declared in order stays in its place", () => {
    const more = { lists: { "/rules": ["name"] }, ordered: ["/rules"] };
    const rule = (name: string, action = "permit") => ({ name, action });
    const { comparison } = alone({
      desired: [network("berlin", { rules: [rule("a"), rule("c")] }, more)],
      base: [network("berlin", { rules: [rule("a"), rule("b"), rule("c")] }, more)],
      live: { [berlin]: present({ rules: [rule("a"), rule("b"), rule("c", "deny")] }) },
    });
    expect(comparison.changes.map(said)).toEqual([`update ${berlin}: /rules/c/action drift`]);
    expect(comparison.changes).toMatchObject([
      { desired: { value: { rules: [rule("a"), rule("b"), rule("c")] } } },
    ]);
  });
});

describe("of a secret that Git refers to otherwise", () => {
  const [old, next] = [{ secret: "env:OLD" }, { secret: "env:NEW" }];
  const guests = "cloud/ssid/berlin.1";
  const left = (desired: object, base: object, live = present({ vlan: 2 })) =>
    alone({
      desired: [ssid("berlin.1", { vlan: 1, ...desired })],
      base: [ssid("berlin.1", { vlan: 1, ...base })],
      live: { [guests]: live },
    }).comparison.changes;

  test("drift beside it cannot go alone, and says what to do: a write of the whole would lose the secret", () => {
    const [change] = left({ password: next }, { password: old });
    expect(change && said(change)).toBe(`update ${guests}: /vlan drift`);
    expect(change).toMatchObject({
      notAlone:
        "Git has changed password too, and a write cannot leave that field unchanged: apply this resource without `--only drift`",
    });
  });

  test("drift goes alone beside one that was never applied", () => {
    const [change] = left({ password: next }, {});
    expect(change).toMatchObject({ notAlone: undefined, desired: { value: { vlan: 1 }, secrets: [] } });
  });

  test("what was removed live cannot be made as it was applied", () => {
    const [change] = left({ password: next }, { password: old }, absent);
    expect(change).toMatchObject({
      action: "create",
      notAlone:
        "it was removed, and Git has changed its password since: apply this resource without `--only drift`",
    });
  });

  test("in an element of a list the element is named by what tells it from others", () => {
    const lists = { "/users": ["name"] };
    const value = (secret: object, role: string) => ({
      users: [
        { name: "10", role: "reader" },
        { name: "0", role, ...secret },
      ],
    });
    const [change] = alone({
      desired: [network("berlin", value({ key: next }, "admin"), { lists, secrets: ["/users/1/key"] })],
      base: [network("berlin", value({}, "admin"), { lists })],
      live: { [berlin]: present(value({}, "guest")) },
    }).comparison.changes;
    expect(change && said(change)).toBe(`update ${berlin}: /users/0/role drift`);
    expect(change).toMatchObject({ desired: { untouched: ["/users/0/key"] }, notAlone: undefined });
  });
});

describe("of what is not there", () => {
  test("what somebody removed is made as it was applied, not as it is declared now", () => {
    const now = network("berlin", { ...was, timeZone: "Etc/UTC" }, { protect: true, site: "BER" });
    const { comparison } = alone({
      desired: [now],
      base: [network("berlin", was)],
      live: { [berlin]: absent },
    });
    expect(comparison.changes.map(said)).toEqual([`create ${berlin}: drift`]);
    expect(comparison.changes).toMatchObject([{ desired: { value: was, protect: true, site: "BER" } }]);
  });

  test("it is not made again where it refers to what Git declares no longer, and is gone", () => {
    const refersTo = { "/network": "network" } as const;
    const uplink = (named: string) => network("oslo", { network: named }, { refersTo });
    const seen = { "cloud/network/oslo": absent, "cloud/network/rome": present({}) };
    const base = [uplink("berlin"), network("berlin", {}), network("rome", {})];
    const desired = [uplink("rome"), network("rome", {})];
    const reasonOf = (live: Observation<LiveResource>) => {
      const found = alone({ desired, base, live: { ...seen, [berlin]: live } }).comparison.changes;
      return found.map((one) => (one.action === "remove" ? one.address : one.notAlone));
    };
    expect(reasonOf(absent)).toEqual([
      `it was removed, and refers to ${berlin}, which is neither declared any longer nor live: apply this resource without \`--only drift\``,
    ]);
    expect(reasonOf(present({}))).toEqual([undefined]);
  });

  test.each<[string, Sides]>([
    ["is new in Git", { desired: [network("berlin", was)], base: [], live: { [berlin]: absent } }],
    [
      "is new in Git and unknown",
      { desired: [network("berlin", was)], base: [], live: { [berlin]: unknown } },
    ],
    ["is taken over", { desired: [network("berlin", was)], base: [], live: { [berlin]: present(moved) } }],
    ["Git dropped", { desired: [], base: [network("berlin", was)], live: { [berlin]: present(moved) } }],
    [
      "is in another organization",
      {
        desired: [network("berlin", was, { in: "Globex" })],
        base: [network("berlin", was)],
        live: { [berlin]: absent },
      },
    ],
    [
      "is on another host",
      {
        desired: [port("r1.Gi1", { up: true }, { host: "10.20.0.2" })],
        base: [port("r1.Gi1", { up: true })],
        live: { "routers/port/r1.Gi1": present({ up: false }) },
      },
    ],
  ])("what %s is left to the next whole apply", (_, of) => {
    const { changes, unknown, impossible, takenOver } = alone(of).comparison;
    expect([changes, unknown, impossible, takenOver]).toEqual([[], [], [], []]);
  });

  test("what both declare and nobody can read is unknown: whether it drifted cannot be told", () => {
    const both = [network("berlin", was)];
    const { comparison } = alone({ desired: both, base: both, live: { [berlin]: unknown } });
    expect(comparison.unknown).toMatchObject([{ address: berlin }]);
  });
});

test("in all states it is the drift of the whole comparison, and a later look finds just that to do", () => {
  fc.assert(
    fc.property(states, states, states, (desired, base, there) => {
      const live: Record<Address, Observation<LiveResource>> = {};
      for (const { address } of [...desired, ...base]) live[address] = absent;
      for (const one of there) live[one.address] = present(shown(one));
      const left = alone({ desired, base, live });
      const inPlace = new Map(left.comparison.changes.map((change) => [change.address, change]));
      const drifted = left.whole.changes.flatMap((change): string[] => {
        if (change.action !== "update") return change.cause === "drift" ? [said(change)] : [];
        const differences = change.differences.filter(({ cause }) => cause === "drift");
        const scope = JSON.stringify(left.desired.resources.get(change.address)?.scope);
        const before = base.find(({ address }) => address === change.address);
        const isHere = before?.parent === change.desired.parent && JSON.stringify(before?.scope) === scope;
        return differences.length > 0 && isHere ? [said({ ...change, differences })] : [];
      });
      expect(left.comparison.changes.map(said)).toEqual(drifted);
      const again = diff({ ...sides({ desired, base, live }), desired: left.desired });
      const due = again.changes.filter(({ address }) => inPlace.get(address)?.action !== undefined);
      expect(due.map(said)).toEqual(drifted);
    }),
    { numRuns: 1500 },
  );
});
