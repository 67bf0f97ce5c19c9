/**
 * All changes of a device over NETCONF are sent in one transaction, in virtual time against the simulator's routers.
 */

import { describe, expect, test } from "vitest";
import { at } from "../../../src/model/pointer.ts";
import type { Fault } from "../../../src/simulator/faults.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { edgeProject } from "./projects.ts";

const hosts = Array.from({ length: 10 }, (_, n) => `10.20.0.${n + 1}`);
const [host = ""] = hosts;
const native = "Vendor-native:native";
const ports = ["1/0/1", "1/0/2", "1/0/3"];
const seed: WorldSeed = {
  routers: Object.fromEntries(
    hosts.map((each) => [
      each,
      {
        data: {
          [native]: {
            hostname: "r",
            interface: { GigabitEthernet: ports.map((name) => ({ name, description: "free" })) },
            ntp: { port: 123 },
          },
        },
      },
    ]),
  ),
};

/** Returns a device with five changes: its name, three interfaces, and another part of its configuration. */
const device = (name: string, of: string) =>
  `  ${name}:
    host: ${of}
    hostname: ${name}
    interfaces:
${ports.map((port) => `      GigabitEthernet ${port}: { description: port ${port} }\n`).join("")}    config: { /${native}/ntp: { port: 124 } }
`;
const files = (count: number) => ({
  "edge.yaml": `target: edge\ndevices:\n${hosts
    .slice(0, count)
    .map((each, n) => device(`r${n + 1}`, each))
    .join("")}`,
});

const rpcs = ({ network }: Stage) =>
  network.log().flatMap(({ method, interface: of }) => (of === "netconf" ? [method] : []));
const dataOf = ({ network }: Stage, path: string, of = host) =>
  at(network.world.restconf.routers.get(of)?.data ?? {}, `/${native}${path}`);
const states = ({ settled }: Awaited<ReturnType<Stage["apply"]>>) =>
  settled.map(({ outcome }) => outcome.state);
const fault = (methods: string[], effect: Fault["effect"], times = 1): Fault => ({
  interface: "netconf",
  methods,
  times,
  effect,
});

describe("the changes of a device", () => {
  test("go in one edit with one check and one commit: ten devices take 8 rpcs each, as their plan says", async () => {
    const on = stage({ project: edgeProject(), seed, files: files(10) });
    const made = await on.plan();
    expect(made.plan.cost).toMatchObject([{ target: "edge", writes: 10 }]);
    const before = rpcs(on).length;
    const result = await on.apply(made);
    expect(
      result.settled.flatMap(({ outcome }) => ("problem" in outcome ? [outcome.problem.message] : [])),
    ).toEqual([]);
    expect(states(result)).toEqual(Array(50).fill("applied"));
    const written = rpcs(on)
      .slice(before)
      .filter((name) => !["get", "get-config", "hello"].includes(name));
    expect(written.filter((name) => name === "edit-config")).toHaveLength(10);
    expect(written).toHaveLength(80);
    for (const each of hosts)
      expect(dataOf(on, "/interface/GigabitEthernet/2/description", each)).toBe("port 1/0/3");
    expect(dataOf(on, "")).toMatchObject({ hostname: "r1", ntp: { port: 124 } });
    expect((await on.plan()).plan.changes).toEqual([]);
  });

  test("go each in an edit of its own where that is set", async () => {
    const on = stage({ project: edgeProject("{ transaction: resource }"), seed, files: files(1) });
    const made = await on.plan();
    expect(made.plan.cost).toMatchObject([{ target: "edge", writes: 5 }]);
    expect(states(await on.apply(made))).toEqual(Array(5).fill("applied"));
    expect(rpcs(on).filter((name) => name === "edit-config")).toHaveLength(5);
  });

  test("are taken back together when a health or another step fails", async () => {
    const on = stage({ project: edgeProject(), seed, files: files(2) });
    const made = await on.plan();
    const refused = { kind: "rpcError", tag: "invalid-value", message: "no" } as const;
    // The first device takes two commits, because the second one confirms the first. Then the other device's commit is
    // refused.
    on.network.fault({ ...fault(["commit"], refused), after: 2 });
    const result = await on.apply(made, { rollbackOnFailure: true });
    expect(states(result).filter((state) => state === "applied")).toHaveLength(5);
    expect(dataOf(on, "/hostname")).toBe("r");
    expect(dataOf(on, "/interface/GigabitEthernet/0")).toEqual({ name: "1/0/1", description: "free" });
    expect(rpcs(on).filter((name) => name === "edit-config")).toHaveLength(3);
  });
});

describe("what a device refuses", () => {
  const path = `/nc:rpc/nc:edit-config/nc:config/n:native/n:interface/n:GigabitEthernet[n:name='1/0/2']/n:description`;

  test("is told of the change that it is about; the others were not carried out with it", async () => {
    const on = stage({ project: edgeProject(), seed, files: files(1) });
    const made = await on.plan();
    const refused = { kind: "rpcError", tag: "invalid-value", message: "no such word", path } as const;
    on.network.fault(fault(["validate"], refused));
    const result = await on.apply(made);
    expect(states(result)).toEqual(Array(5).fill("failed"));
    const told = result.settled.map(({ step, outcome }) => [
      step.split(".").at(-1),
      "problem" in outcome && [outcome.problem.code, outcome.problem.message],
    ]);
    const [blamed] = told.filter(([name]) => name === "GigabitEthernet 1/0/2");
    expect(blamed?.[1]).toEqual(["refused", expect.stringContaining("no such word")]);
    const others = told.filter((each) => each !== blamed);
    expect(others.map(([, said]) => (said ? said[0] : undefined))).toEqual(
      Array(4).fill("transaction-refused"),
    );
    expect(others[0]?.[1]).toEqual([
      expect.anything(),
      expect.stringContaining("r1.GigabitEthernet 1/0/2 was refused"),
    ]);
    expect(dataOf(on, "/hostname")).toBe("r");
  });

  test("without saying what it is about is told of all of them, with how to find out", async () => {
    const on = stage({ project: edgeProject(), seed, files: files(1) });
    const made = await on.plan();
    on.network.fault(
      fault(["edit-config"], { kind: "rpcError", tag: "operation-failed", message: "no such luck" }),
    );
    const result = await on.apply(made);
    expect(states(result)).toEqual(Array(5).fill("failed"));
    for (const { outcome } of result.settled)
      expect("problem" in outcome && outcome.problem.hint).toContain(
        "settings.transaction of the target to resource",
      );
    expect(states(await on.apply(await on.plan()))).toEqual(Array(5).fill("applied"));
  });

  test("since one of them is there already leaves the others to be carried out", async () => {
    const on = stage({ project: edgeProject(), seed, files: files(1) });
    const made = await on.plan();
    on.network.fault(fault(["edit-config"], { kind: "rpcError", tag: "data-missing", message: "gone" }));
    expect(states(await on.apply(made))).toEqual(Array(5).fill("applied"));
    expect((await on.plan()).plan.changes).toEqual([]);
  });
});

describe("a transaction whose session is lost", () => {
  test.each(["lock", "edit-config", "validate", "commit"])(
    "at %s, before or after it was carried out, is looked at; all ends well, and nothing is written twice",
    async (name) => {
      for (const kind of ["lostBefore", "lostAfter"] as const) {
        const on = stage({ project: edgeProject(), seed, files: files(1) });
        const made = await on.plan();
        on.network.fault(fault([name], { kind }));
        const result = await on.apply(made);
        for (const state of states(result)) expect(["applied", "converged"]).toContain(state);
        expect(dataOf(on, "")).toMatchObject({ hostname: "r1", ntp: { port: 124 } });
        expect((await on.plan()).plan.changes).toEqual([]);
      }
    },
  );

  test("before it has seen that nothing else is to be taken away fails: nobody wonders what was never sent", async () => {
    const config = `ownership: exclusive, config: { /${native}/ntp: { port: 124 } }`;
    const text = `target: edge\ndevices:\n  r1: { host: ${host}, ${config} }\n`;
    const on = stage({ project: edgeProject(), seed, files: { "edge.yaml": text } });
    const made = await on.plan();
    const away = fault(["get-config", "hello"], { kind: "lostBefore" }, 100);
    on.network.witness = ({ request }) => {
      if (request.method === "lock") on.network.fault(away);
    };
    expect((await on.apply(made)).settled.map(({ outcome }) => outcome)).toMatchObject([
      { state: "failed", problem: { message: expect.stringContaining("the session ended") } },
    ]);
    expect(rpcs(on)).not.toContain("edit-config");
  });

  test("for a lock that somebody else holds waits, and goes as one again", async () => {
    const on = stage({ project: edgeProject(), seed, files: files(1) });
    const made = await on.plan();
    on.network.fault({
      interface: "netconf",
      methods: ["lock"],
      forMs: 20_000,
      effect: { kind: "conflict" },
    });
    expect(states(await on.apply(made))).toEqual(Array(5).fill("applied"));
    expect(rpcs(on).filter((name) => name === "edit-config").length).toBeLessThanOrEqual(5);
  });
});
