/** All changes of a device over RESTCONF are sent in one PATCH, in virtual time against the simulator's routers. */

import { describe, expect, test } from "vitest";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { plain } from "../../../src/report/text/style.ts";
import type { Fault } from "../../../src/simulator/faults.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { liveOf, root, routerOn } from "./acme-router.ts";
import { routersProject } from "./projects.ts";
import { containerOf, native, states } from "./seen.ts";

const hosts = ["10.20.0.1", "10.20.0.2", "10.20.0.3"];
const [host = ""] = hosts;
const seed: WorldSeed = {
  routers: Object.fromEntries(
    hosts.map((each) => [
      each,
      {
        data: {
          [native]: {
            hostname: "r",
            interface: { GigabitEthernet: [{ name: "1/0/1", description: "free", mtu: 9000 }] },
            ntp: { port: 123, source: "lo0", server: ["10.0.0.9", "10.0.0.7"] },
          },
        },
        model: { [native]: { banner: { motd: "x" }, ntp: { server: ["a"] } } },
      },
    ]),
  ),
};

/** Returns a device with five changes: three updates and two creates. */
const device = (name: string, of: string) => `  ${name}:
    host: ${of}
    hostname: ${name}
    interfaces:
      GigabitEthernet 1/0/1: { description: up }
      GigabitEthernet 1/0/2: { description: down }
    config:
      /${native}/ntp: { port: 124 }
      /${native}/banner: { motd: hello }
`;
const files = (count: number) => ({
  "edge.yaml": `target: edge\ndevices:\n${hosts
    .slice(0, count)
    .map((each, n) => device(`r${n + 1}`, each))
    .join("")}`,
});

const writes = ({ network }: Stage) =>
  network.log().flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`]));
const dataOf = (on: Stage, of = host) => containerOf(on, of);
const staged = (count: number, settings?: string) =>
  stage({
    project: routersProject(settings),
    seed,
    files: files(count),
    settings: { restconfMode: "rfc8040" },
  });
const fault = (effect: Fault["effect"], times = 1): Fault => ({
  interface: "restconf",
  methods: ["PATCH"],
  times,
  effect,
});

test("three devices take three writes, as their plan says, and keep what is not declared", async () => {
  const on = staged(3);
  const made = await on.plan();
  expect(made.plan.cost).toMatchObject([{ target: "edge", writes: 3 }]);
  const result = await on.apply(made);
  expect(states(result)).toEqual(Array(15).fill("applied"));
  expect(writes(on)).toEqual(hosts.map((each) => `PATCH /devices/${each}/restconf/data/${native}`));
  expect(dataOf(on)).toEqual({
    hostname: "r1",
    interface: {
      GigabitEthernet: [
        { name: "1/0/1", description: "up", mtu: 9000 },
        { name: "1/0/2", description: "down" },
      ],
    },
    ntp: { port: 124, source: "lo0", server: ["10.0.0.9", "10.0.0.7"] },
    banner: { motd: "hello" },
  });
  expect((await on.plan()).plan.changes).toEqual([]);
});

test("what has to be replaced goes by itself, and the plan says that it is not atomic with the rest", async () => {
  const listed = {
    "edge.yaml": device("r1", host).replace("{ port: 124 }", "{ server: [10.0.0.7, 10.0.0.9] }"),
  };
  const on = stage({
    ...{ project: routersProject(), seed, settings: { restconfMode: "rfc8040" } },
    files: { "edge.yaml": `target: edge\ndevices:\n${listed["edge.yaml"]}` },
  });
  const made = await on.plan();
  expect(made.plan.cost).toMatchObject([{ writes: 2, apart: 1 }]);
  expect(planText(made.plan, plain)).toContain("2 writes (1 change not atomic with the rest of a device)");
  expect(states(await on.apply(made))).toEqual(Array(5).fill("applied"));
  const accepted = on.network.log().filter(({ status }) => status === 204);
  expect(accepted.map(({ method }) => method).toSorted()).toEqual(["PATCH", "PUT"]);
  expect(dataOf(on)).toMatchObject({ ntp: { port: 123, server: ["10.0.0.7", "10.0.0.9"] } });
});

test("what is made goes along, whatever lists are in it: there is nothing that it could take away", async () => {
  const declared = `hostname: one
vlans: { 10: { name: users } }
accessLists:
  management:
    rules:
      - { name: zeta, action: permit, source: 10.0.0.5 }
      - { name: alpha, action: deny, log: true }
ntp: { servers: [10.0.0.5, 10.0.0.6] }`;
  const on = routerOn({ way: "rfc8040", known: "yang", declared, live: { hostname: "router" } });
  const made = await on.plan();
  expect(made.plan.cost).toEqual([expect.objectContaining({ writes: 1 })]);
  expect(made.plan.cost[0]).not.toHaveProperty("apart");
  expect(states(await on.apply(made))).toEqual(Array(4).fill("applied"));
  expect(writes(on)).toEqual([`PATCH /devices/${host}/restconf/data/${root}`]);
  expect(liveOf(on)).toMatchObject({
    acl: [{ name: "management", rule: [{ name: "zeta" }, { name: "alpha" }] }],
    ntp: { server: ["10.0.0.5", "10.0.0.6"] },
  });
  expect((await on.plan()).plan.changes).toEqual([]);
});

test("each change goes alone where that is set", async () => {
  const on = staged(1, "{ transaction: resource }");
  expect(states(await on.apply(await on.plan()))).toEqual(Array(5).fill("applied"));
  // Each resource has its own tag here. The tag of one PATCH of the container is outdated, so the PATCH is refused and
  // sent again.
  const patches = on.network.log().filter(({ method }) => method === "PATCH");
  expect(patches.filter(({ status }) => status === 204)).toHaveLength(5);
  expect(patches.filter(({ status }) => status !== 204)).toMatchObject([{ status: 412 }]);
  expect((await on.plan()).plan.changes).toEqual([]);
});

test("a device whose PATCH is refused as not supported takes each change by itself", async () => {
  const on = staged(1);
  const made = await on.plan();
  on.network.fault({ ...fault({ kind: "answer", status: 405 }), path: `*/data/${native}` });
  const result = await on.apply(made);
  expect(states(result)).toEqual(Array(5).fill("applied"));
  expect((await on.plan()).plan.changes).toEqual([]);
});

describe("what a device refuses", () => {
  const refusing = (path?: string) =>
    fault({
      kind: "answer",
      status: 400,
      headers: { "content-type": "application/yang-data+json" },
      body: JSON.stringify({
        "ietf-restconf:errors": {
          error: [
            {
              "error-tag": "invalid-value",
              "error-message": "no such word",
              ...(path && { "error-path": path }),
            },
          ],
        },
      }),
    });

  test("is told of the change that it is about; the others were not carried out with it", async () => {
    const on = staged(1);
    const made = await on.plan();
    on.network.fault(refusing(`/${native}/interface/GigabitEthernet[name='1/0/2']/description`));
    const result = await on.apply(made);
    const codes = result.settled.map(({ outcome }) => ("problem" in outcome ? outcome.problem.code : ""));
    expect(codes.toSorted()).toEqual(["refused", ...Array(4).fill("transaction-refused")]);
    expect(dataOf(on)).toMatchObject({ hostname: "r" });
  });

  test("without saying what it is about is told of all, and nothing of it is carried out", async () => {
    const on = staged(1);
    const made = await on.plan();
    on.network.fault(refusing());
    expect(states(await on.apply(made))).toEqual(Array(5).fill("failed"));
    expect(states(await on.apply(await on.plan()))).toEqual(Array(5).fill("applied"));
  });
});

test("a transaction whose reply is lost, before or after it was carried out, is looked at and written once", async () => {
  for (const kind of ["lostBefore", "lostAfter"] as const) {
    const on = staged(1);
    const made = await on.plan();
    on.network.fault(fault({ kind }));
    for (const state of states(await on.apply(made))) expect(["applied", "converged"]).toContain(state);
    expect((await on.plan()).plan.changes).toEqual([]);
  }
});

test("what somebody else changes in between is looked at, kept, and the rest is carried out", async () => {
  const on = staged(1);
  const made = await on.plan();
  on.network.fault({
    ...fault({ kind: "answer", status: 412 }),
    change: { interface: "restconf", host, path: `${native}/ntp/source`, value: "lo1" },
  });
  expect(states(await on.apply(made))).toEqual(Array(5).fill("applied"));
  expect(dataOf(on)).toMatchObject({ ntp: { port: 124, source: "lo1" } });
});

test("changes are taken back together, with what was made", async () => {
  const on = staged(2);
  const made = await on.plan();
  on.network.fault({ ...fault({ kind: "answer", status: 400 }), path: `/devices/${hosts[1]}/*` });
  const result = await on.apply(made, { rollbackOnFailure: true });
  expect(states(result).filter((state) => state === "applied")).toHaveLength(5);
  expect(dataOf(on)).toMatchObject({
    hostname: "r",
    interface: { GigabitEthernet: [{ name: "1/0/1", description: "free", mtu: 9000 }] },
    ntp: { port: 123, source: "lo0" },
  });
  expect(JSON.stringify(dataOf(on))).not.toContain("hello");
});
