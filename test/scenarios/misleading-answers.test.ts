/** Replies that mislead a client that trusts them, or a client that sends a request again too soon. */

import { describe, expect, test } from "vitest";
import { leftBehind } from "../../src/apply/incomplete.ts";
import { emptyBase } from "../../src/engine/base.ts";
import type { Fault } from "../../src/simulator/faults.ts";
import { type Stage, stage } from "../servers/virtual-time/run.ts";

const files = {
  "desired-state/cloud.yaml": `target: cloud
organization: Acme
networks:
  berlin: { name: Berlin Office, tags: [branch, emea, new] }
  leipzig: { name: Leipzig, ssids: { 0: { name: Corp, vlan: 20 } } }
`,
  "desired-state/fabric.yaml":
    "target: fabric\ntenants:\n  Blue: { description: blue }\n  Red: { description: red }\n",
};
const sites = Array.from({ length: 20 }, (_, at) => `  n${at}: { name: Site ${at} }\n`).join("");
const many = { "desired-state/cloud.yaml": `target: cloud\norganization: Acme\nnetworks:\n${sites}` };
const settings = { readinessMs: 0 };
const hour = 3_600_000;
const writes = (on: Stage) => on.network.log().filter(({ write }) => write);
const answer = (status: number, body = "", headers = {}): Fault["effect"] => ({
  kind: "answer",
  status,
  body,
  headers,
});

describe("tenants of a fabric that answers everything", () => {
  test.each([404, 500, 503])("with %i are unknown, and none is created", async (status) => {
    const on = stage({ files, settings });
    on.network.fault({ interface: "fabric", methods: ["GET"], forMs: hour, effect: answer(status) });
    const { plan } = await on.plan({ only: (address) => address.startsWith("fabric/") });
    expect(plan.unknown.map(({ address }) => address)).toEqual(["fabric/tenant/Blue", "fabric/tenant/Red"]);
    expect(plan.steps).toEqual([]);
  });
});

test("a fabric that ignores case answers with another tenant, which is not written over", async () => {
  const blue = { class: "fvTenant", attributes: { name: "blue", description: "of somebody else" } };
  const seed = { organizations: [], managedObjects: { "uni/tn-blue": blue } };
  const on = stage({ files, seed, settings: { fabricCase: "ignored" } });
  const made = await on.plan({ only: (address) => address.startsWith("fabric/") });
  expect(made.plan.unknown).toMatchObject([
    { address: "fabric/tenant/Blue", problem: { code: "unexpected-shape" } },
  ]);
  await on.apply(made);
  expect(writes(on).map(({ path }) => path)).toEqual(["/api/mo/uni/tn-Red.json"]);
});

test.each([500, 503])(
  "a tenant that is answered with %i is unknown, and is not created, while the rest is",
  async (status) => {
    const on = stage({ files, settings });
    on.network.fault({
      interface: "fabric",
      methods: ["GET"],
      path: "*tn-Blue*",
      forMs: hour,
      effect: answer(status),
    });
    const { plan } = await on.plan({ only: (address) => address.startsWith("fabric/") });
    expect(plan.unknown.map(({ address }) => address)).toEqual(["fabric/tenant/Blue"]);
    expect(plan.steps.map(({ id }) => id)).toEqual(["create fabric/tenant/Red"]);
  },
);

test("a list of networks whose second page fails is unknown as a whole, and nothing is created", async () => {
  const on = stage({ files, settings: { ...settings, dashboardPageSize: 20 } });
  on.network.fault({
    interface: "dashboard",
    methods: ["GET"],
    path: "/api/v1/organizations/*/networks",
    after: 1,
    forMs: hour,
    effect: answer(500),
  });
  const { plan } = await on.plan({ only: (address) => address.startsWith("cloud/network/") });
  expect(plan.unknown).toHaveLength(2);
  expect(plan.steps).toEqual([]);
});

test("a network that slips through between two pages, because one before it went, is not created again", async () => {
  const names = [...stage({ files }).network.world.dashboard.networks.values()].map(
    ({ fields }) => fields.name,
  );
  const slipping = `target: cloud\norganization: Acme\nnetworks:\n  n: { name: ${names[20]} }\n`;
  const all = { "desired-state/cloud.yaml": slipping };
  const on = stage({ files: all, settings: { ...settings, dashboardPageSize: 20 } });
  on.network.fault({
    interface: "dashboard",
    methods: ["GET"],
    path: "/api/v1/organizations/*/networks",
    after: 1,
    effect: { kind: "carriedOut" },
    change: { interface: "dashboard", network: String(names[0]), remove: true },
  });
  const { plan } = await on.plan();
  expect(plan.steps).toEqual([]);
  expect(plan.unknown).toEqual([]);
  expect(plan.converged).toBe(1);
});

test("SSIDs of networks that could not be listed are unknown, and none is created", async () => {
  const on = stage({ files, settings });
  on.network.fault({
    interface: "dashboard",
    methods: ["GET"],
    path: "/api/v1/organizations/*/networks",
    forMs: hour,
    effect: { kind: "down" },
  });
  const { plan } = await on.plan();
  expect(plan.unknown.map(({ address }) => address)).toContain("cloud/ssid/leipzig.0");
  expect(plan.steps.filter(({ target }) => target === "cloud")).toEqual([]);
});

test("two live networks of one name: which one is meant is not guessed, and nothing is written", async () => {
  const on = stage({ files, settings });
  on.network.change({ interface: "dashboard", network: "Twin", organizationId: "O_1001", set: { tags: [] } });
  on.network.change({ interface: "dashboard", network: "Twin", set: { name: "Berlin Office" } });
  const { plan } = await on.plan({ only: (address) => address === "cloud/network/berlin" });
  expect(plan.unknown).toMatchObject([{ problem: { code: "ambiguous" } }]);
  expect(plan.steps).toEqual([]);
});

describe("a 429 with Retry-After: 40", () => {
  test("is obeyed by everything that waits for the same limit, not by one request", async () => {
    const on = stage({ files: many, settings });
    const made = await on.plan();
    const since = on.clock.now();
    const effect = answer(429, "", { "retry-after": "40" });
    on.network.fault({ interface: "dashboard", methods: ["POST"], times: 1, effect });
    await on.apply(made);
    const sent = on.network.log().filter((one) => one.interface === "dashboard" && one.at >= since);
    const refused = sent.find(({ status }) => status === 429)?.at ?? 0;
    const gone = sent.filter(({ at }) => at > refused + 1000).map(({ at }) => at - refused);
    expect(gone.length).toBeGreaterThan(3);
    expect(Math.min(...gone)).toBeGreaterThanOrEqual(40_000 - 10);
  });

  test("does not hold up another controller", async () => {
    const on = stage({ files, settings });
    const made = await on.plan();
    const since = on.clock.now();
    on.network.fault({ interface: "dashboard", times: 1, effect: answer(429, "", { "retry-after": "40" }) });
    await on.apply(made);
    const fabric = writes(on).filter((one) => one.interface === "fabric");
    expect(fabric).toHaveLength(2);
    expect(Math.max(...fabric.map(({ at }) => at))).toBeLessThan(since + 10_000);
  });
});

test("200 with errors is no success: the step fails with those words, and is sent once", async () => {
  const on = stage({ files, settings });
  const made = await on.plan();
  const body = JSON.stringify({ errors: ["a tag may have 3 letters at most"] });
  on.network.fault({
    interface: "dashboard",
    methods: ["PUT"],
    path: "*/networks/*",
    effect: answer(200, body),
  });
  const { settled } = await on.apply(made);
  const berlin = settled.find(({ address }) => address === "cloud/network/berlin")?.outcome;
  expect(berlin).toMatchObject({
    state: "failed",
    problem: { message: expect.stringContaining("a tag may have 3 letters at most") },
  });
});

test("what a device shows masked is never sent back: such a write is refused before it leaves", async () => {
  const router = `target: routers
devices:
  rtr-berlin-1: { host: 10.20.0.1, interfaces: { GigabitEthernet 1/0/1: { description: one } } }
`;
  const on = stage({
    files: { "desired-state/a.yaml": router },
    settings: { ...settings, maskedLeaves: ["mtu"] },
  });
  const { settled } = await on.apply(await on.plan());
  expect(settled).toMatchObject([{ outcome: { state: "failed", problem: { code: "masked-value" } } }]);
  expect(writes(on)).toEqual([]);
});

test("networks that are answered with 201 and are not there are pending in the next plan, and none has vanished", async () => {
  const on = stage({ files: many, settings });
  const made = await on.plan({ base: emptyBase.desired });
  const effect = answer(201, '{"id":"L_none"}');
  on.network.fault({ interface: "dashboard", methods: ["POST"], forMs: hour, effect });
  const { settled, nonConvergent } = await on.apply(made);
  expect(settled.map(({ outcome }) => outcome.state)).toEqual(Array.from({ length: 20 }, () => "applied"));
  const { desired } = on.context;
  const { plan, snapshot } = made;
  const left = leftBehind({
    ...{ desired, committed: desired, base: emptyBase, plan, snapshot },
    ...{ settled, nonConvergent },
  });
  expect(left).toHaveLength(20);
  expect(left[0]).toEqual({ address: "cloud/network/n0", because: "failed", commit: null });
  const notApplied = new Set(left.map(({ address }) => address));
  const resources = new Map([...desired.resources].filter(([address]) => !notApplied.has(address)));
  const next = (await on.plan({ base: { ...desired, resources } })).plan;
  expect(next.changes.map((change) => change.action !== "update" && change.cause)).toEqual(
    Array.from({ length: 20 }, () => "pending"),
  );
  expect(next.guards).toEqual([]);
});
