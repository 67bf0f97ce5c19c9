/**
 * A write that is refused because something is missing. It is retried once, after all other writes of its device. If it
 * fails again, the message explains the refusal.
 */

import { describe, expect, test } from "vitest";
import type { Fault } from "../../../src/simulator/faults.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { apart, endsOf, liveOf, otherHost, referring, shortly } from "./referring.ts";

const problemOf = ({ settled }: Awaited<ReturnType<Stage["apply"]>>, step: string) =>
  settled.flatMap((each) =>
    shortly(each.step) === step && each.outcome.state === "failed" ? [each.outcome.problem] : [],
  )[0];
const edits = ({ network }: Stage) =>
  network.log().filter(({ method }) => ["PUT", "PATCH", "DELETE", "edit-config"].includes(method)).length;

describe.each(apart)("over %s, with %s, and no modules to go by", (way, settings) => {
  const box = (config: string, live?: Parameters<typeof referring>[0]["live"]) =>
    referring({ way, settings, config, isModelled: false, ...(live && { live }) });

  test("it is tried once more when another change has brought what was missing", async () => {
    const on = box("/Box:top/port=1: { vrf: blue }\n/Box:top/vrf=blue: { rd: '1:1' }");
    const made = await on.plan();
    expect(made.plan.steps.map(({ id, after }) => [shortly(id), after])).toEqual([
      ["create port=1", []],
      ["create vrf=blue", []],
    ]);
    expect(endsOf(await on.apply(made))).toEqual(["create port=1 applied", "create vrf=blue applied"]);
    expect(edits(on)).toBe(3);
    const settled = on.events.flatMap((event) => (event.type === "stepSettled" ? [shortly(event.step)] : []));
    expect(settled.sort()).toEqual(["create port=1", "create vrf=blue"]);
    expect((await on.plan()).plan.changes).toEqual([]);
  });

  test("where nothing has changed since it is not sent again, and says which leaf refers to nothing", async () => {
    const on = box("/Box:top/area=0: {}\n/Box:top/port=1: { vrf: blue }");
    const result = await on.apply(await on.plan());
    expect(endsOf(result)).toEqual(["create area=0 applied", "create port=1 failed"]);
    expect(edits(on)).toBe(2);
    const told = problemOf(result, "create port=1");
    expect(told).toMatchObject({
      code: "missing-reference",
      address: "boxes/deviceConfiguration/one./Box:top/port=1",
      hint: "Declare the object that it refers to, or change the reference.",
    });
    expect(told?.message).toMatch(
      /^boxes\/deviceConfiguration\/one\.\/Box:top\/port=1: the create was refused because \/Box:top\/port\[name='1'\]\/vrf refers to something that the device does not have: .*no \/Box:top\/vrf\/name is blue/,
    );
  });

  test("where that did not help, it says so", async () => {
    const on = box("/Box:top/port=1: { vrf: green }\n/Box:top/vrf=blue: { rd: '1:1' }");
    const result = await on.apply(await on.plan());
    expect(endsOf(result)).toEqual(["create port=1 failed", "create vrf=blue applied"]);
    expect(edits(on)).toBe(3);
    expect(problemOf(result, "create port=1")).toMatchObject({
      code: "missing-reference",
      hint: "Declare the object that it refers to, or change the reference. trueup retried this change once, after the other changes of the device.",
    });
  });

  test("what someone still refers to is not removed, and it is said who does", async () => {
    const live = { hostname: "one", area: [{ name: "0" }], port: [{ name: "1", area: "0" }] };
    const base = box("/Box:top/area=0: {}", live).context.desired;
    const on = box("/Box:top/hostname: one", live);
    const result = await on.apply(await on.plan({ base, prune: true }));
    expect(endsOf(result)).toEqual(["remove area=0 failed"]);
    expect(problemOf(result, "remove area=0")).toMatchObject({
      code: "missing-reference",
      message: expect.stringContaining(
        "the remove was refused because /Box:top/port[name='1']/area refers to this resource, " +
          "and would then refer to nothing",
      ),
      hint: "Change or remove the reference, or declare this resource again.",
    });
    expect(liveOf(on, "/area")).toEqual([{ name: "0" }]);
  });
});

test("the second try waits for its own device, and for no slow one beside it", async () => {
  const config = "/Box:top/port=1: { vrf: blue }\n/Box:top/vrf=blue: { rd: '1:1' }";
  const on = referring({
    ...{ way: "rfc8040", settings: "transaction: resource", config },
    ...{ isModelled: false, isBeside: true },
  });
  const made = await on.plan();
  const path = `/devices/${otherHost}/*`;
  on.network.fault({ path, methods: ["PATCH"], effect: { kind: "slow", delayMs: 60_000 } });
  expect(endsOf(await on.apply(made)).every((end) => end.endsWith(" applied"))).toBe(true);
  const settled = on.events.flatMap((event) => (event.type === "stepSettled" ? [shortly(event.step)] : []));
  expect(settled).toEqual(["create vrf=blue", "create port=1", "update boxes/deviceHostname/two"]);
});

describe.each(["rfc8040", "netconf"] as const)("over %s, in one edit", (way) => {
  test("what is left of one that was split is tried once more, and the rest has been carried out", async () => {
    const config = `/Box:top/port=1: { vrf: green }
/Box:top/port=2: { vrf: blue }
/Box:top/vrf=blue: { rd: '1:1' }
/Box:top/vrf=red: { rd: '1:2' }`;
    const on = referring({ way, config, isModelled: false });
    const result = await on.apply(await on.plan());
    expect(endsOf(result)).toEqual([
      "create port=1 failed",
      "create port=2 applied",
      "create vrf=blue applied",
      "create vrf=red applied",
    ]);
    expect(problemOf(result, "create port=1")).toMatchObject({
      code: "missing-reference",
      message: expect.stringContaining(
        "/Box:top/port[name='1']/vrf refers to something that the device does not have",
      ),
    });
    expect((await on.plan()).plan.changes.map(({ address }) => address.split("/").at(-1))).toEqual([
      "port=1",
    ]);
  });
});

describe("a condition of the modules (`must`)", () => {
  const unmet = (times: number): Fault => ({
    ...{ interface: "netconf", methods: ["edit-config"], times },
    effect: {
      ...{ kind: "rpcError", tag: "operation-failed", appTag: "must-violation" },
      ...{ path: "/Box:top/vrf[name='blue']", message: "a VRF needs a red one" },
    },
  });
  const config = "/Box:top/port=1: { vrf: blue }\n/Box:top/vrf=blue: {}\n/Box:top/vrf=red: {}";
  const box = (fault: Fault) => {
    const on = referring({ way: "netconf", settings: "transaction: resource", config });
    on.network.fault(fault);
    return on;
  };

  test("that another change meets is tried once more, and what waits for it goes on", async () => {
    const on = box(unmet(1));
    expect(endsOf(await on.apply(await on.plan()))).toEqual([
      "create vrf=blue applied",
      "create port=1 applied",
      "create vrf=red applied",
    ]);
  });

  test("that stays unmet is told with its node, and what waits for it is skipped", async () => {
    const on = box({ ...unmet(1), times: 1 });
    on.network.fault({ ...unmet(1), after: 1 });
    const result = await on.apply(await on.plan());
    expect(endsOf(result)).toEqual([
      "create vrf=blue failed",
      "create port=1 skipped",
      "create vrf=red applied",
    ]);
    expect(problemOf(result, "create vrf=blue")).toMatchObject({
      code: "condition-unmet",
      message: expect.stringContaining("a VRF needs a red one: /Box:top/vrf[name='blue']"),
      hint: expect.stringContaining("retried this change once"),
    });
  });
});
