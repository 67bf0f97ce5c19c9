/** Health gates and waves: the real engine against the simulator's core in virtual time. */

import { describe, expect, test } from "vitest";
import { allowing } from "../../src/engine/reconcile.ts";
import type { SettledStep } from "../../src/model/reply.ts";
import type { Fault } from "../../src/simulator/faults.ts";
import { projectText, stage } from "../servers/virtual-time/run.ts";

const controller = `  campus:
    interface: controller
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`;
const health = "health: { controller: campus, bound: 50, settleSeconds: 60 }\n";
const waves = "waves: [{ name: canary, sites: [Berlin] }, { name: south, keys: [munich] }]\n";

const projectWith = (more: string) =>
  `${projectText().replace("targets:\n", `targets:\n${controller}`)}${more}`;

const cloud = `target: cloud
organization: Acme
networks:
  berlin: { name: Berlin Office, site: Berlin, tags: [new] }
  munich: { name: Munich Office, site: Munich, tags: [new] }
  paris: { name: Paris Office, site: Paris, tags: [new] }
`;
const routers = `target: routers
devices:
  rtr-berlin-1: { host: 10.20.0.1, hostname: b-new }
  rtr-munich-1: { host: 10.20.0.2, hostname: m-new }
`;

function staged({ more = health + waves, text = cloud } = {}) {
  const on = stage({ files: { "desired-state/all.yaml": text }, project: projectWith(more) });
  const site = (name: string, healthScore: number | null) =>
    on.network.change({ interface: "controller", site: name, set: { healthScore } });
  for (const name of ["Berlin", "Munich", "Paris"]) site(name, 90);
  return { ...on, site };
}

/** Returns a fault that sets the health of Berlin after its first write. */
const falling = (healthScore: number | null): Fault => ({
  interface: "dashboard",
  methods: ["PUT"],
  effect: { kind: "carriedOut" },
  change: { interface: "controller", site: "Berlin", set: { healthScore } },
});

const states = (settled: readonly SettledStep[]) =>
  settled.map(({ address, outcome }) => [
    address.split("/").at(-1),
    outcome.state === "skipped" ? outcome.because : outcome.state,
  ]);

const writes = (on: ReturnType<typeof staged>) => on.network.log().filter(({ write }) => write);
const asked = (on: ReturnType<typeof staged>) =>
  on.network.log().filter((each) => each.interface === "controller");

describe("a run that takes back what it has applied", () => {
  test.each([
    ["when health falls after the first wave", falling(10)],
    [
      "when a step of the second wave is refused",
      { methods: ["PUT"], after: 1, effect: { kind: "answer", status: 400 } } satisfies Fault,
    ],
  ])("%s: live is as it was, and later waves never began", async (_, fault) => {
    const on = staged();
    const made = await on.plan();
    const tags = () => [...on.network.world.dashboard.networks.values()].map(({ fields }) => fields.tags);
    const before = tags();
    on.network.fault(fault);
    const result = await on.apply(made, { rollbackOnFailure: true });
    expect(result.rolledBack?.settled.map(({ step, outcome }) => [step, outcome.state])).toEqual([
      ["update cloud/network/berlin", "applied"],
    ]);
    expect(tags()).toEqual(before);
  });
});

describe("waves", () => {
  test("go one after the other, with the settle time and a reading of health after each", async () => {
    const on = staged();
    const made = await on.plan();
    const result = await on.apply(made);
    expect(result.settled.every(({ outcome }) => outcome.state === "applied")).toBe(true);
    expect(result.halted).toBeUndefined();
    const [first = 0, second = 0, third = 0, ...more] = writes(on).map(({ at }) => at);
    expect(more).toEqual([]);
    expect(second - first).toBeGreaterThanOrEqual(60_000);
    expect(third - second).toBeGreaterThanOrEqual(60_000);
    expect(on.events.filter(({ type }) => type === "settling")).toHaveLength(3);
    expect(made.plan.cost.find(({ target }) => target === "campus")?.settleSeconds).toBe(180);
    expect(on.clock.now()).toBeGreaterThan(180_000);
  });

  test("cost at the controller no more than the plan said", async () => {
    const on = staged();
    const { plan, ...made } = await on.plan();
    const cost = plan.cost.find(({ target }) => target === "campus");
    expect(cost?.reads).toBe(asked(on).length);
    const result = await on.apply({ plan, ...made });
    expect(result.requests.get("campus")).toBeLessThanOrEqual(cost?.verification ?? 0);
    expect(result.requests.get("campus")).toBeGreaterThan(0);
  });

  test.each([
    ["falls below the bound", 49, "site Berlin has health 49, below 50"],
    ["is not known any more", null, "campus reports no health for site Berlin"],
  ])("stop when the health of the first one %s, and no later write is sent", async (_, score, reason) => {
    const on = staged();
    on.network.fault(falling(score));
    const result = await on.apply(await on.plan());
    expect(states(result.settled)).toEqual([
      ["berlin", "applied"],
      ["munich", "health"],
      ["paris", "health"],
    ]);
    expect(result.halted).toEqual({
      wave: "canary",
      because: "health",
      ailments: [{ site: "Berlin", reason }],
    });
    expect(writes(on)).toHaveLength(1);
  });

  test("stay stopped when it is applied again, until the site is well or it is allowed", async () => {
    const on = staged();
    on.network.fault(falling(10));
    await on.apply(await on.plan());
    const again = await on.plan();
    expect(again.plan.steps).toEqual([]);
    expect(again.plan.held).toHaveLength(2);
    on.site("Berlin", 90);
    expect((await on.plan()).plan.held).toEqual([]);
  });

  test("stop after a step that failed, without asking more of the later ones", async () => {
    const on = staged();
    on.network.fault({
      interface: "dashboard",
      methods: ["PUT"],
      effect: { kind: "answer", status: 422, body: "{}" },
    });
    const result = await on.apply(await on.plan());
    expect(states(result.settled)).toEqual([
      ["berlin", "failed"],
      ["munich", "wave"],
      ["paris", "wave"],
    ]);
    expect(result.halted).toMatchObject({ wave: "canary", because: "failed" });
    expect(on.events.some(({ type }) => type === "settling")).toBe(false);
  });

  test("stop where what the first one has written cannot be read again", async () => {
    const before = staged({ more: waves });
    const made = await before.plan();
    const asked = before.network.log().length;
    await before.apply(made);
    const reads = before.network
      .log()
      .slice(asked)
      .findIndex(({ write }) => write);
    const on = staged({ more: waves });
    const same = await on.plan();
    const effect = { kind: "answer", status: 403 } as const;
    on.network.fault({ interface: "dashboard", methods: ["GET"], after: reads, times: 99, effect });
    const result = await on.apply(same);
    expect(states(result.settled)).toEqual([
      ["berlin", "applied"],
      ["munich", "wave"],
      ["paris", "wave"],
    ]);
    expect(result.unverified).toHaveLength(1);
    expect(result.halted).toMatchObject({ wave: "canary", because: "failed" });
  });

  test("also without health: then they only wait for each other", async () => {
    const on = staged({ more: waves });
    const result = await on.apply(await on.plan());
    expect(states(result.settled).map(([, state]) => state)).toEqual(["applied", "applied", "applied"]);
    expect(asked(on)).toEqual([]);
    expect(on.clock.now()).toBeLessThan(60_000);
  });

  test("are left at once when the run is interrupted while health settles", async () => {
    const on = staged();
    const made = await on.plan();
    const stop = new AbortController();
    const applied = on.apply(made, { signal: stop.signal });
    const stopping = on.clock.wait(30_000).then(() => stop.abort(new Error("interrupted")));
    const result = await applied;
    await stopping;
    expect(result.interrupted).toBe(true);
    expect(states(result.settled)).toEqual([
      ["berlin", "applied"],
      ["munich", "interrupted"],
      ["paris", "interrupted"],
    ]);
    expect(on.clock.now()).toBeLessThan(60_000);
    expect(result.nonConvergent).toEqual([]);
  });
});

describe("without waves", () => {
  test("health is read after everything, and said when it fell", async () => {
    const on = staged({ more: health });
    on.network.fault(falling(20));
    const result = await on.apply(await on.plan());
    expect(states(result.settled).map(([, state]) => state)).toEqual(["applied", "applied", "applied"]);
    expect(result.halted).toEqual({
      because: "health",
      ailments: [{ site: "Berlin", reason: "site Berlin has health 20, below 50" }],
    });
  });

  test("an unreachable device holds back its own changes, and only those", async () => {
    const on = staged({ more: health, text: routers });
    on.network.change({ interface: "controller", device: "rtr-berlin-1", set: { status: "unreachable" } });
    const made = await on.plan();
    expect(made.plan.held).toMatchObject([
      { device: "10.20.0.1", reason: "device rtr-berlin-1 (10.20.0.1) is unreachable" },
    ]);
    const result = await on.apply(made);
    expect(states(result.settled)).toEqual([["rtr-munich-1", "applied"]]);
    expect(asked(on).some(({ path }) => path.includes("site-health"))).toBe(false);
  });

  test("a controller that answers nothing useful holds everything back that has a site", async () => {
    const on = staged({ more: health });
    on.network.fault({ interface: "controller", forMs: 600_000, effect: { kind: "down" } });
    const { plan } = await on.plan();
    expect(plan.steps).toEqual([]);
    expect(plan.held).toHaveLength(3);
    expect(plan.held[0]?.reason).toContain("the health of site Berlin is unknown: ");
  });

  test("a repair goes when its consent names the plan, and the site that was ill stops nothing", async () => {
    const on = staged({ more: health });
    on.site("Berlin", 10);
    const made = await on.plan();
    const { fingerprint } = made.plan;
    const before = asked(on).length;
    expect(made.plan.steps).toHaveLength(2);
    expect(allowing(made, ["health@0000000000000000"])).toBe(made);
    const allowed = allowing(made, [`health@${fingerprint}`]);
    expect(allowed.plan).toMatchObject({ held: [], fingerprint });
    expect(asked(on)).toHaveLength(before);
    const result = await on.apply(allowed);
    expect(states(result.settled).map(([, state]) => state)).toEqual(["applied", "applied", "applied"]);
    expect(result.halted).toBeUndefined();
  });

  test("nobody is asked when nothing is to be written, or nothing that has a site", async () => {
    const text = cloud.replaceAll(/, site: \w+/g, "");
    const on = staged({ more: health, text });
    await on.apply(await on.plan());
    expect(asked(on)).toEqual([]);
    const done = staged({ more: health });
    await done.apply(await done.plan());
    const before = asked(done).length;
    await done.plan();
    expect(asked(done)).toHaveLength(before);
  });
});
