/**
 * Rollback on request. Afterwards the live state is as before, except for changes that cannot be rolled back, which are
 * reported.
 */

import { describe, expect, test } from "vitest";
import { journalOn, readJournal, resolve, unfinished } from "../../src/apply/journal.ts";
import type { RunEvent } from "../../src/model/event.ts";
import type { ApplyResult } from "../../src/model/reply.ts";
import { digest } from "../../src/runtime/digest.ts";
import type { NetworkSeed } from "../../src/simulator/dashboard/state.ts";
import type { World } from "../../src/simulator/world.ts";
import { stage } from "../servers/virtual-time/run.ts";

const routers = (description: string) => `target: routers
devices:
  r1:
    host: 10.20.0.1
    hostname: ${description}
    interfaces: { GigabitEthernet 1/0/1: { description: ${description} } }
    config: { /Vendor-native:native/ntp: { server: [{ ip: 10.0.0.77 }] } }
`;
const cloud = (networks: string) => `target: cloud\norganization: Acme\nnetworks:\n${networks}`;
const files = {
  "desired-state/cloud.yaml": cloud(`  berlin: { name: Berlin Office, tags: [new], timeZone: Europe/Paris }
  leipzig: { name: Leipzig, ssids: { 0: { name: Corp } } }
`),
  "desired-state/fabric.yaml": "target: fabric\ntenants:\n  Blue: { description: blue }\n",
  "desired-state/routers.yaml": routers("changed"),
};
const setting = { files, settings: { readinessMs: 0 } };

/** Returns the live state, without the counter of ids and the defaults of new networks. */
const liveOf = ({ dashboard, fabric, restconf }: World) => ({
  networks: [...dashboard.networks].map(([id, { fields, ssids }]) => [id, fields, [...ssids]]),
  fabric,
  restconf,
});
const outcomes = ({ settled }: Pick<ApplyResult, "settled">) =>
  Object.fromEntries(settled.map(({ step, outcome }) => [step, outcome.state]));

/** Returns a stage with a plan, whose update the dashboard will refuse. */
async function aboutToFail() {
  const on = stage(setting);
  const made = await on.plan();
  on.network.fault({ interface: "dashboard", methods: ["PUT"], effect: { kind: "answer", status: 400 } });
  return { on, made, before: liveOf(on.network.world) };
}

describe("a run of which a step is refused", () => {
  test("leaves live as it was, last step first, and says so", async () => {
    const { on, made, before } = await aboutToFail();
    const result = await on.apply(made, { rollbackOnFailure: true });
    expect(outcomes(result)["update cloud/network/berlin"]).toBe("failed");
    expect(result.rolledBack).toMatchObject({ nonConvergent: [], unverified: [], left: [] });
    const states = outcomes(result.rolledBack ?? { settled: [] });
    expect(states).toMatchObject({
      "remove cloud/network/leipzig": "applied",
      "remove fabric/tenant/Blue": "applied",
      "update routers/deviceHostname/r1": "applied",
    });
    expect(liveOf(on.network.world)).toEqual(before);
  });

  test("is not taken back when nobody asked for it", async () => {
    const { on, made } = await aboutToFail();
    const result = await on.apply(made);
    expect(result.rolledBack).toBeUndefined();
    expect((await on.plan()).plan.steps.length).toBeLessThan(made.plan.steps.length);
  });

  test("that went well is not taken back", async () => {
    const on = stage(setting);
    const result = await on.apply(await on.plan(), { rollbackOnFailure: true });
    expect(result.rolledBack).toBeUndefined();
    expect((await on.plan()).plan.changes).toEqual([]);
  });
});

describe("a rename that is taken back", () => {
  const named = (name: string) => ({
    "desired-state/cloud.yaml": cloud(`  berlin: { name: ${name} }\n`),
    "desired-state/fabric.yaml": "target: fabric\ntenants:\n  Blue: { description: blue }\n",
  });

  test.each([0, 1])(
    "is found by its name of before, also where %i reply is lost on the way back",
    async (lost) => {
      const on = stage({ ...setting, files: named("Berlin Campus") });
      const made = await on.plan({ base: on.load(named("Berlin Office")) });
      expect(made.plan.steps.map(({ id }) => id)).toContain("update cloud/network/berlin");
      const before = liveOf(on.network.world);
      on.network.fault({ interface: "fabric", methods: ["POST"], effect: { kind: "answer", status: 400 } });
      const effect = { kind: "lostAfter" } as const;
      if (lost > 0)
        on.network.fault({ interface: "dashboard", methods: ["PUT"], after: 1, times: 1, effect });
      const began = on.clock.now();
      const { rolledBack } = await on.apply(made, { rollbackOnFailure: true });
      expect(outcomes(rolledBack ?? { settled: [] })).toEqual({ "update cloud/network/berlin": "applied" });
      expect(rolledBack).toMatchObject({ nonConvergent: [], unverified: [], left: [] });
      expect(liveOf(on.network.world)).toEqual(before);
      // The rollback does not wait for a resource that does not exist.
      expect(on.clock.now() - began).toBeLessThan(15_000);
    },
  );
});

test("a device goes back into a network that Git has dropped: that is known by the key it had", async () => {
  const named = (networks: string, network: string) => ({
    "desired-state/cloud.yaml": `${cloud(networks)}devices: { ap: { serial: Q2-1, network: ${network} } }\n`,
  });
  const [old, fresh] = ["  bern: { name: Bern }\n", "  basel: { name: Basel }\n"];
  const networks: readonly NetworkSeed[] = [
    { name: "Bern", devices: [{ serial: "Q2-1", name: "ap", model: "MR46" }] },
    { name: "Basel" },
  ];
  const seed = { organizations: [{ id: "1", name: "Acme", networks }] };
  const on = stage({ seed, files: named(fresh, "basel"), settings: { readinessMs: 0 } });
  const made = await on.plan({ base: on.load(named(old + fresh, "bern")), prune: true });
  expect(made.plan.steps.map(({ id }) => id)).toEqual([
    "update cloud/dashboardDevice/ap",
    "remove cloud/network/bern",
  ]);
  const before = on.network.world.dashboard.devices.get("Q2-1")?.networkId;
  on.network.fault({ interface: "dashboard", methods: ["DELETE"], effect: { kind: "answer", status: 400 } });
  const { rolledBack } = await on.apply(made, { rollbackOnFailure: true });
  expect(outcomes(rolledBack ?? { settled: [] })).toEqual({ "update cloud/dashboardDevice/ap": "applied" });
  expect(rolledBack).toMatchObject({ nonConvergent: [], unverified: [], left: [] });
  expect(on.network.world.dashboard.devices.get("Q2-1")?.networkId).toBe(before);
});

test("what somebody changed before the way back is not overwritten, and is named", async () => {
  const { on, made } = await aboutToFail();
  const theirs = { interface: "restconf", host: "10.20.0.1", path: "Vendor-native:native/hostname" } as const;
  const listener = (event: RunEvent) => {
    if (event.type === "rollingBack") on.network.change({ ...theirs, value: "theirs" });
  };
  Object.assign(on.context, { listener });
  const result = await on.apply(made, { rollbackOnFailure: true });
  const hostname = result.rolledBack?.settled.find(({ address }) => address === "routers/deviceHostname/r1");
  expect(hostname?.outcome).toMatchObject({ state: "failed", problem: { code: "conflict" } });
  const again = await on.plan();
  expect(again.snapshot.observations.get("routers/deviceHostname/r1")).toMatchObject({
    value: { value: "theirs" },
  });
});

test("what was made stays with something protected that was made in it, and so does all that is in it", async () => {
  const declared = `  berlin: { name: Berlin Office, tags: [new], timeZone: Europe/Paris }
  leipzig: { name: Leipzig, ssids: { 0: { name: Corp, protect: true }, 1: { name: Guests } } }
`;
  const on = stage({ ...setting, files: { ...files, "desired-state/cloud.yaml": cloud(declared) } });
  const made = await on.plan();
  const marks = made.plan.steps.map(({ id, irreversible }) => [id, irreversible]);
  expect(Object.fromEntries(marks)["create cloud/network/leipzig"]).toBe(
    "cloud/ssid/leipzig.0, its child, is protected",
  );
  expect(Object.fromEntries(marks)["create cloud/ssid/leipzig.1"]).toBe("this interface cannot remove it");
  on.network.fault({ interface: "fabric", methods: ["POST"], effect: { kind: "answer", status: 400 } });
  const result = await on.apply(made, { rollbackOnFailure: true });
  expect(outcomes(result)).toMatchObject({ "create cloud/ssid/leipzig.0": "applied" });
  expect(result.rolledBack?.left.map(({ address }) => address).sort()).toEqual([
    "cloud/network/leipzig",
    "cloud/ssid/leipzig.0",
    "cloud/ssid/leipzig.1",
  ]);
  expect(outcomes(result.rolledBack ?? { settled: [] })).not.toHaveProperty(["remove cloud/network/leipzig"]);
  const again = await on.plan();
  expect(again.plan.steps.filter(({ address }) => address.includes("leipzig"))).toEqual([]);
});

test("fields and containers that were not set before are not set afterwards, where a tree is sent whole", async () => {
  const tree = `target: routers
devices:
  r1:
    host: 10.20.0.1
    config: { /Vendor-native:native: { "contact-note": hello, banner: { motd: hello, login: { text: no } }, hostname: changed } }
`;
  const on = stage({ ...setting, files: { ...setting.files, "desired-state/routers.yaml": tree } });
  const made = await on.plan();
  const before = liveOf(on.network.world);
  on.network.fault({ interface: "dashboard", methods: ["PUT"], effect: { kind: "answer", status: 400 } });
  const result = await on.apply(made, { rollbackOnFailure: true });
  const step = "update routers/deviceConfiguration/r1./Vendor-native:native";
  expect(outcomes(result)[step]).toBe("applied");
  expect(outcomes(result.rolledBack ?? { settled: [] })[step]).toBe("applied");
  expect(liveOf(on.network.world)).toEqual(before);
});

test("the plan says which steps could not be taken back: a create without a remove, a secret, a field that was unset", async () => {
  const ssids =
    "{ 1: { name: Acme Guest, vlan: 91 }, 4: { name: New, password: { secret: env:GUEST_PSK } } }";
  const on = stage({
    files: {
      "desired-state/a.yaml": cloud(`  berlin: { name: Berlin Office, ssids: ${ssids} }\n`),
      "desired-state/b.yaml": routers("x").replace("1/0/1", "1/0/4"),
    },
  });
  const { plan } = await on.plan();
  const marks = Object.fromEntries(plan.steps.map(({ address, irreversible }) => [address, irreversible]));
  expect(marks["cloud/ssid/berlin.4"]).toBe("this interface cannot remove it");
  expect(marks["cloud/ssid/berlin.1"]).toBeUndefined();
  expect(marks["routers/deviceHostname/r1"]).toBeUndefined();
});

test("what was removed is made again, with what base declared of it", async () => {
  const all = {
    "desired-state/a.yaml": cloud(
      "  bonn: { name: Bonn, tags: [b], netflow: { enabled: true } }\n  cork: { name: Cork }\n",
    ),
  };
  const on = stage({ files: all, settings: { readinessMs: 0 } });
  await on.apply(await on.plan());
  const base = on.load(all);
  Object.assign(on.context, {
    desired: on.load({ "desired-state/a.yaml": cloud("  cork: { name: Cork, tags: [x] }\n") }),
  });
  const made = await on.plan({ base, prune: true });
  expect(made.plan.steps.map(({ id }) => id)).toEqual([
    "update cloud/network/cork",
    "remove cloud/network/bonn",
  ]);
  on.network.fault({ interface: "dashboard", methods: ["PUT"], effect: { kind: "answer", status: 400 } });
  const result = await on.apply(made, { rollbackOnFailure: true });
  expect(outcomes(result)).toMatchObject({ "remove cloud/network/bonn": "applied" });
  expect(result.rolledBack?.left).toEqual([]);
  Object.assign(on.context, { desired: base });
  expect((await on.plan()).plan.changes).toEqual([]);
});

test("what was made in something that was made goes first: each removal is sent once, and finds what it removes", async () => {
  const inside = "uni/tn-Blue/ctx-main";
  const fabric = `target: fabric
tenants: { Blue: { description: blue } }
managedObjects: { ${inside}: { class: fvCtx, attributes: { name: main } } }
`;
  const files = { "desired-state/a.yaml": fabric, "desired-state/b.yaml": routers("changed") };
  const on = stage({ ...setting, files });
  const made = await on.plan();
  on.network.fault({ interface: "restconf", methods: ["PUT"], effect: { kind: "answer", status: 400 } });
  await on.apply(made, { rollbackOnFailure: true });
  const removals = on.network.log().filter(({ method }) => method === "DELETE");
  expect(removals.map(({ path, status }) => `${path} ${status}`)).toEqual([
    `/api/mo/${inside}.json 204`,
    "/api/mo/uni/tn-Blue.json 204",
  ]);
});

test("an SSID is not made again without its password, which nobody can read: it could stand open", async () => {
  const ssids = "{ 0: { name: Corp, password: { secret: env:CORP_PSK } } }";
  const all = {
    "desired-state/a.yaml": cloud(`  bonn: { name: Bonn, ssids: ${ssids} }\n  cork: { name: Cork }\n`),
  };
  const on = stage({ files: all, settings: { readinessMs: 0 } });
  await on.apply(await on.plan());
  const base = on.load(all);
  Object.assign(on.context, {
    desired: on.load({ "desired-state/a.yaml": cloud("  cork: { name: Cork, tags: [x] }\n") }),
  });
  const made = await on.plan({ base, prune: true });
  const [reason, bonn] = ["its secret cannot be read", "remove cloud/network/bonn"];
  const mark = made.plan.steps.find(({ id }) => id === bonn)?.irreversible;
  expect(mark).toBe(`cloud/ssid/bonn.0: ${reason}`);
  on.network.fault({ interface: "dashboard", methods: ["PUT"], effect: { kind: "answer", status: 400 } });
  const result = await on.apply(made, { rollbackOnFailure: true });
  expect(result.rolledBack?.left).toEqual([{ address: "cloud/ssid/bonn.0", reason }]);
  expect(outcomes(result.rolledBack ?? { settled: [] })).toEqual({ "create cloud/network/bonn": "applied" });
});

describe("what the server makes of a value", () => {
  const tagged = {
    "desired-state/a.yaml": cloud(
      "  berlin: { name: Berlin Office, tags: [Branch] }\n  leipzig: { name: Leipzig, tags: [New] }\n",
    ),
    "desired-state/b.yaml": "target: fabric\ntenants:\n  Blue: { description: blue }\n",
  };
  const planned = async () => {
    const on = stage({ files: tagged, settings: { readinessMs: 0, normalise: ["lowerCaseTags"] } });
    return { on, made: await on.plan(), before: liveOf(on.network.world) };
  };

  test("in another spelling is no failure, and no change of somebody else", async () => {
    const { on, made, before } = await planned();
    expect((await on.apply(made, { rollbackOnFailure: true })).rolledBack).toBeUndefined();
    on.network.world = (await planned()).on.network.world;
    on.network.fault({ interface: "fabric", methods: ["POST"], effect: { kind: "answer", status: 400 } });
    const result = await on.apply(made, { rollbackOnFailure: true });
    expect(result.nonConvergent.map(({ likely }) => likely)).toEqual(["case", "case"]);
    expect(result.rolledBack).toMatchObject({ left: [], nonConvergent: [] });
    expect(liveOf(on.network.world)).toEqual(before);
  });

  test("is a failure when it is another one, although every write was accepted", async () => {
    const { on, made, before } = await planned();
    const effect = { kind: "answer", status: 200, body: "{}" } as const;
    on.network.fault({ interface: "dashboard", methods: ["PUT"], effect });
    const result = await on.apply(made, { rollbackOnFailure: true });
    expect(result.settled.map(({ outcome }) => outcome.state)).toEqual(["applied", "applied", "applied"]);
    expect(result.rolledBack?.left).toEqual([]);
    expect(liveOf(on.network.world)).toEqual(before);
  });
});

test.each([
  ["changed", { set: { description: "theirs" } }, ["someone has changed it since"]],
  ["removed", { remove: true }, []],
])("what was made and then %s by somebody else is not removed", async (_, theirs, reasons) => {
  const { on, made } = await aboutToFail();
  const listener = (event: RunEvent) => {
    if (event.type === "stepSettled" && event.step === "create fabric/tenant/Blue")
      on.network.change({ interface: "fabric", path: "uni/tn-Blue", ...theirs });
  };
  Object.assign(on.context, { listener });
  const result = await on.apply(made, { rollbackOnFailure: true });
  expect(result.rolledBack?.left.map(({ reason }) => reason)).toEqual(reasons);
  expect(outcomes(result.rolledBack ?? { settled: [] })).not.toHaveProperty(["remove fabric/tenant/Blue"]);
});

test("what is in something that stays is named with it", async () => {
  const text =
    "  berlin: { name: Berlin Office, tags: [new] }\n  leipzig: { name: Leipzig, tags: [a], ssids: { 0: { name: Corp } } }\n";
  const on = stage({ files: { "desired-state/a.yaml": cloud(text) }, settings: { readinessMs: 0 } });
  const made = await on.plan();
  const listener = (event: RunEvent) => {
    if (event.type === "stepSettled" && event.step === "create cloud/ssid/leipzig.0")
      on.network.change({ interface: "dashboard", network: "Leipzig", set: { tags: ["theirs"] } });
  };
  Object.assign(on.context, { listener });
  on.network.fault({ interface: "dashboard", methods: ["PUT"], effect: { kind: "answer", status: 400 } });
  const result = await on.apply(made, { rollbackOnFailure: true });
  expect(result.rolledBack?.left).toEqual([
    { address: "cloud/network/leipzig", reason: "someone has changed it since" },
    { address: "cloud/ssid/leipzig.0", reason: "its parent cloud/network/leipzig stays" },
  ]);
});

test("what holds something that is protected stays with it: nothing takes along what was to stay", async () => {
  const fabric = `target: fabric
tenants: { Outer: { description: outer } }
managedObjects:
  uni/tn-Outer/ctx-main: { class: fvCtx, protect: true }
`;
  const bad = cloud("  berlin: { name: Berlin Office, tags: [new] }\n");
  const on = stage({ files: { "desired-state/fabric.yaml": fabric, "desired-state/cloud.yaml": bad } });
  const made = await on.plan();
  on.network.fault({ interface: "dashboard", methods: ["PUT"], effect: { kind: "answer", status: 400 } });
  const { rolledBack } = await on.apply(made, { rollbackOnFailure: true });
  expect(rolledBack?.left.map(({ address }) => address).sort()).toEqual([
    "fabric/managedObject/uni/tn-Outer/ctx-main",
    "fabric/tenant/Outer",
  ]);
  const { objects } = on.network.world.fabric;
  expect([objects.has("uni/tn-Outer"), objects.has("uni/tn-Outer/ctx-main")]).toEqual([true, true]);
});

test("a write of which nobody knew how it ended is looked at again, and taken back when it was carried out", async () => {
  const { on, made, before } = await aboutToFail();
  const lost = { interface: "fabric", path: "*" } as const;
  on.network.fault({ ...lost, methods: ["POST"], effect: { kind: "lostAfter" } });
  const listener = ({ type, ...event }: RunEvent) => {
    if (type === "waiting" && "address" in event && event.address === "fabric/tenant/Blue")
      on.network.fault({ ...lost, methods: ["GET"], times: 3, effect: { kind: "down" } });
  };
  Object.assign(on.context, { listener });
  let text = "";
  const append = (more: string) => {
    text += more;
  };
  const journal = journalOn({ disk: { append, flush: async () => {} }, digest, run: "r" });
  const result = await on.apply(made, { rollbackOnFailure: true, journal });
  expect(outcomes(result)["create fabric/tenant/Blue"]).toBe("unknown");
  expect(unfinished(readJournal(text, digest).records)).toEqual([]);
  expect(outcomes(result.rolledBack ?? { settled: [] })["remove fabric/tenant/Blue"]).toBe("applied");
  expect(result.rolledBack?.left).toEqual([]);
  expect(liveOf(on.network.world)).toEqual(before);
});

test("killed in the middle of the way back: the next run knows what was taken back, and finishes", async () => {
  const { on, made } = await aboutToFail();
  let text = "";
  const moments: { readonly text: string; readonly world: World }[] = [];
  const disk = {
    append: (more: string) => {
      text += more;
    },
    flush: async () => {
      await on.clock.wait(1);
      if (text.includes('"back":true')) moments.push({ text, world: on.network.world });
    },
  };
  await on.apply(made, { rollbackOnFailure: true, journal: journalOn({ disk, digest, run: "r" }) });
  expect(moments.length).toBeGreaterThan(2);
  for (const { text: written, world } of moments) {
    const open = unfinished(readJournal(written, digest).records).filter(({ back }) => back);
    const next = stage({ ...setting, now: on.clock.now() });
    next.network.world = { ...world, faults: [] };
    const again = await next.plan();
    const found = resolve(open, again.plan);
    expect(found.length).toBeGreaterThan(0);
    for (const { intent, is } of found) {
      const changed = again.plan.changes.some(({ address }) => address === intent.address);
      expect(is, intent.step).toBe(changed ? "applied" : "not applied");
    }
    await next.apply(again);
    expect((await next.plan()).plan.changes).toEqual([]);
  }
});
