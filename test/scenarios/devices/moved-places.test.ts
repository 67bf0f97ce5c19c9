/**
 * Declarations that move between a section of a device and `config:`, or between paths in `config:`. The resource is
 * still declared, so it is never removed, and differences are updates. Tested in virtual time over each interface.
 */

import { describe, expect, test } from "vitest";
import { leftBehind } from "../../../src/apply/incomplete.ts";
import type { Desired } from "../../../src/model/desired.ts";
import type { Json } from "../../../src/model/json.ts";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { plain } from "../../../src/report/text/style.ts";
import { spread, times } from "../../long-forms.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { fileOf, liveOf, root, routerOn } from "./acme-router.ts";

/** A live state, and the ways to declare it. `VALUE` marks the part that changes. */
interface Forms {
  readonly live: (value: string) => Json;
  readonly forms: readonly string[];
}

const config = (path: string, value: string) => `config:\n  /${root}${path}: ${value}`;

const states: Readonly<Record<string, Forms>> = {
  "the hostname": {
    live: (value) => ({ hostname: value, ntp: { server: ["10.0.0.9"] } }),
    forms: ["hostname: VALUE", config("", "{ hostname: VALUE }"), config("/hostname", "VALUE")],
  },
  "an entry of a list": {
    live: (value) => ({
      vlan: [
        { id: 10, name: value },
        { id: 20, name: "kept" },
      ],
    }),
    forms: [
      "vlans: { 10: { name: VALUE } }",
      config("/vlan", "[{ id: 10, name: VALUE }]"),
      config("/vlan=10/name", "VALUE"),
      config("", "{ vlan: [{ id: 10, name: VALUE }] }"),
    ],
  },
  "an entry with a flag that is turned": {
    live: (value) => ({ loopback: [{ id: 0, description: value, shutdown: [null] }] }),
    forms: [
      "interfaces: { Loopback 0: { description: VALUE, enabled: false } }",
      config("/loopback=0", "{ description: VALUE, shutdown: [null] }"),
    ],
  },
  "a container with a list": {
    live: (value) => ({
      bgp: {
        as: 65002,
        "router-id": "10.0.0.1",
        neighbor: [{ address: "10.0.0.2", "remote-as": 1, vrf: value }],
      },
    }),
    forms: [
      "bgp: { as: 65002, routerId: 10.0.0.1, neighbors: [{ address: 10.0.0.2, remoteAs: 1, vrf: VALUE }] }",
      config(
        "/bgp",
        "{ as: 65002, router-id: 10.0.0.1, neighbor: [{ address: 10.0.0.2, remote-as: 1, vrf: VALUE }] }",
      ),
      `config:
  /${root}/bgp/as: 65002
  /${root}/bgp/router-id: 10.0.0.1
  /${root}/bgp/neighbor=10.0.0.2: { remote-as: 1, vrf: VALUE }`,
    ],
  },
};

const allMoves = Object.entries(states).flatMap(([name, { live, forms }]) =>
  forms.flatMap((from, index) =>
    forms.flatMap((to, other) =>
      index === other ? [] : [{ name, live, from, to, which: `${index} to ${other}` }],
    ),
  ),
);
const moves = spread(allMoves, times("places"));
const as = (form: string, value: string) => form.replaceAll("VALUE", value);

const shown = (made: Awaited<ReturnType<Stage["plan"]>>) => ({
  changes: made.plan.changes.map((change) => [
    change.action,
    ...(change.action === "update" ? change.differences.map(({ cause }) => cause) : []),
  ]),
  kept: made.plan.kept,
  unwritable: made.plan.unwritable,
  released: made.plan.released,
  takenOver: made.plan.takenOver,
});
const nothing = { changes: [], kept: [], unwritable: [], released: [], takenOver: [] };

describe.each([
  ["neutral", "yang"],
  ["neutral", "keys"],
  ["rfc8040", "yang"],
  ["rfc8040", "keys"],
  ["netconf", "yang"],
  ["netconf", "keys"],
] as const)("over %s, with %s", (way, known) => {
  const router = (declared: string, live: Json) => routerOn({ way, known, declared, live });

  test.each(moves)(
    "$name, from form $which: nothing is to do where it is the same",
    async ({ live, from, to }) => {
      const device = router(as(to, "same"), live("same"));
      const base = device.load(fileOf({ known, declared: as(from, "same") }));
      for (const prune of [true, false]) {
        const made = await device.plan({ base, prune });
        expect(shown(made)).toEqual(nothing);
        expect(made.plan.moved.length).toBeGreaterThan(0);
        expect(left(device, base, made)).toEqual([]);
      }
    },
  );

  test.each(moves)("$name, from form $which: it is updated where it differs", async ({ live, from, to }) => {
    const device = router(as(to, "after"), live("before"));
    const base = device.load(fileOf({ known, declared: as(from, "before") }));
    const made = await device.plan({ base, prune: true });
    expect(shown(made)).toEqual({ ...nothing, changes: [["update", "pending"]] });
    await device.apply(made);
    expect(liveOf(device)).toEqual(live("after"));
    expect(shown(await device.plan({ base: device.context.desired, prune: true }))).toEqual(nothing);
  });

  test.each(moves)("$name, from form $which: whose doing a difference is", async ({ live, from, to }) => {
    const device = router(as(to, "ours"), live("theirs"));
    const same = device.load(fileOf({ known, declared: as(from, "ours") }));
    expect(shown(await device.plan({ base: same }))).toEqual({ ...nothing, changes: [["update", "drift"]] });
    const other = device.load(fileOf({ known, declared: as(from, "old") }));
    expect(shown(await device.plan({ base: other })).changes).toEqual([["update", "conflict"]]);
  });

  test("of a container that is declared by parts now the rest stays, and is told", async () => {
    const live = { hostname: "a", ntp: { server: ["10.0.0.9"] }, vlan: [{ id: 10, name: "users" }] };
    const whole = config("", "{ hostname: a, ntp: { server: [10.0.0.9] }, vlan: [{ id: 10, name: users }] }");
    const device = router("hostname: a\nvlans: { 10: { name: users } }", live);
    const base = device.load(fileOf({ known, declared: whole }));
    const made = await device.plan({ base, prune: true });
    expect(shown(made)).toEqual({
      ...nothing,
      released: [{ address: `routers/deviceConfiguration/one./${root}`, path: "/ntp" }],
    });
    expect(planText(made.plan, plain)).toContain(
      [
        "Declared elsewhere now: nothing is removed, and only differences are written",
        `  device configuration one./${root} → device hostname one, VLAN one.10`,
      ].join("\n"),
    );
  });

  test("of a section that is declared by a path now the other fields stay, and are told", async () => {
    const live = { bgp: { as: 65002, "router-id": "10.0.0.1" } };
    const device = router(config("/bgp/as", "65002"), live);
    const base = device.load(fileOf({ known, declared: "bgp: { as: 65002, routerId: 10.0.0.1 }" }));
    expect(shown(await device.plan({ base, prune: true }))).toEqual({
      ...nothing,
      released: [{ address: "routers/deviceBgp/one", path: "/routerId" }],
    });
  });

  test("what is declared by no other place is removed as ever, and what another device declares is another's", async () => {
    const live = { hostname: "a", vlan: [10, 20].map((id) => ({ id, name: "x" })) };
    const device = router(`hostname: a\n${config("/vlan=10/name", "x")}`, live);
    const base = device.load(fileOf({ known, declared: "vlans: { 10: { name: x }, 20: { name: x } }" }));
    const made = await device.plan({ base, prune: true });
    expect(made.plan.changes).toMatchObject([{ action: "remove", address: "routers/deviceVlan/one.20" }]);
    await device.apply(made);
    // The specification's own interface cannot remove anything.
    const left = way === "neutral" ? live.vlan : live.vlan.slice(0, 1);
    expect(made.plan.unwritable).toHaveLength(live.vlan.length - 1 - (way === "neutral" ? 0 : 1));
    expect(liveOf(device)).toEqual({ ...live, vlan: left });
    const elsewhere = device.load({
      "a.yaml": "target: routers\ndevices: { two: { host: 10.20.0.2, hostname: a } }\n",
    });
    const other = await device.plan({ base: elsewhere, prune: true });
    expect(other.plan.moved).toEqual([]);
  });

  test("an exclusive tree that a section was in takes it away, once", async () => {
    const live = { ntp: { server: ["10.0.0.9"] }, vlan: [{ id: 10, name: "x" }] };
    const to = `ownership: exclusive\n${config("", "{ ntp: { server: [10.0.0.9] } }")}`;
    const device = router(to, live);
    const base = device.load(fileOf({ known, declared: "vlans: { 10: { name: x } }" }));
    const made = await device.plan({ base, prune: true });
    expect(shown(made)).toEqual({ ...nothing, changes: [["update", "pending"]] });
    await device.apply(made);
    expect(liveOf(device)).toEqual({ ntp: live.ntp });
  });

  test("a password in plain text that becomes a secret is written once", async () => {
    const live = { user: [{ name: "ops", privilege: 15, password: "plain" }] };
    const device = router("users: { ops: { privilege: 15, password: { secret: env:CORP_PSK } } }", live);
    const path = config("/user=ops", "{ privilege: 15, password: plain }");
    const base = device.load(fileOf({ known, declared: path }));
    const made = await device.plan({ base, prune: true });
    expect(made.plan.changes).toMatchObject([{ action: "update", differences: [{ path: "/password" }] }]);
    await device.apply(made);
    expect(liveOf(device)).toEqual({ user: [{ ...live.user[0], password: "canary-corp-psk" }] });
    expect((await device.plan({ base: device.context.desired, prune: true })).plan.changes).toEqual([]);
  });

  test("what was not carried out keeps its base where that was declared, until it is", async () => {
    const device = router("vlans: { 10: { name: new } }\nhostname: same", {
      ...{ hostname: "same", vlan: [{ id: 10, name: "old" }] },
    });
    const before = config("", "{ hostname: same, vlan: [{ id: 10, name: old }] }");
    const base = device.load(fileOf({ known, declared: before }));
    const made = await device.plan({ base, prune: true });
    const whole = `routers/deviceConfiguration/one./${root}`;
    expect(left(device, base, made)).toEqual([
      { address: whole, because: "held", commit: "before" },
      { address: "routers/deviceVlan/one.10", because: "held", commit: null },
    ]);
    // The base of the next run is the new commit, with the old container.
    const resources = new Map(device.context.desired.resources);
    resources.delete("routers/deviceVlan/one.10");
    const kept = base.resources.get(whole);
    if (kept) resources.set(whole, kept);
    const again = await device.plan({ base: { resources, locate: () => undefined }, prune: true });
    expect(shown(again)).toEqual({ ...nothing, changes: [["update", "pending"]] });
    await device.apply(again);
    expect(liveOf(device)).toEqual({ hostname: "same", vlan: [{ id: 10, name: "new" }] });
  });

  test("only what is asked for moves", async () => {
    const device = router(`${config("/vlan=10/name", "x")}`, {
      hostname: "a",
      vlan: [{ id: 10, name: "x" }],
    });
    const base = device.load(fileOf({ known, declared: "hostname: a\nvlans: { 10: { name: x } }" }));
    const only = (address: string) => address.includes("deviceConfiguration");
    const made = await device.plan({ base, prune: true, only });
    expect(shown(made)).toEqual(nothing);
  });
});

function left(device: Stage, base: Desired, made: Awaited<ReturnType<Stage["plan"]>>) {
  const { desired } = device.context;
  return leftBehind({
    ...{ desired, committed: desired, plan: made.plan, snapshot: made.snapshot, settled: [] },
    base: { desired: base, commitOf: () => "before" },
  });
}
