import { describe, expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import type { ApplyResult } from "../../src/model/reply.ts";
import type { LogEntry } from "../../src/simulator/log.ts";
import { projectText, type Stage, stage } from "../servers/virtual-time/run.ts";

const acme = (networks: string) => `target: cloud\norganization: Acme\nnetworks:\n${networks}`;
const berlin = acme("  berlin: { name: Berlin Office, tags: [branch, emea, new] }\n");
const leipzig = acme(
  "  leipzig: { name: Leipzig Office, ssids: { 0: { name: Corp, vlan: 20, password: { secret: env:CORP_PSK } } } }\n",
);
const router = `target: routers
devices:
  rtr-berlin-1:
    host: 10.20.0.1
    hostname: renamed
    interfaces:
      GigabitEthernet 1/0/1: { description: one }
      GigabitEthernet 1/0/2: { description: two }
`;

const files = (...texts: readonly string[]) =>
  Object.fromEntries(texts.map((text, at) => [`desired-state/${at}.yaml`, text]));
const writes = (of: Stage) => of.network.log().filter(({ write }) => write);
const reads = (of: Stage) => of.network.log().filter(({ write }) => !write);
const brief = ({ method, path, status }: LogEntry) => `${method} ${path} ${status}`;
const states = ({ settled }: ApplyResult) =>
  Object.fromEntries(settled.map(({ address, outcome }) => [address, outcome.state]));
const outcomeOf = ({ settled }: ApplyResult, address: Address) =>
  settled.find((one) => one.address === address)?.outcome;

async function planned(...texts: readonly string[]) {
  const on = stage({ files: files(...texts) });
  return { on, made: await on.plan() };
}

describe("a plan that nothing stands in the way of", () => {
  test("is carried out, verified, and leaves nothing to do", async () => {
    const { on, made } = await planned(berlin, leipzig, router);
    const result = await on.apply(made);
    expect(new Set(Object.values(states(result)))).toEqual(new Set(["applied"]));
    expect(result).toMatchObject({ nonConvergent: [], unverified: [], interrupted: false });
    const again = await on.plan();
    expect(again.plan.steps).toEqual([]);
    const before = writes(on).length;
    await on.apply(again);
    expect(writes(on)).toHaveLength(before);
  });

  test("costs the requests that it said it would cost", async () => {
    const on = stage({ files: files(berlin, leipzig, router), settings: { readinessMs: 0 } });
    const made = await on.plan();
    const result = await on.apply(made);
    for (const { target, writes: count, verification } of made.plan.cost) {
      expect(result.requests.get(target), target).toBe(count + verification);
    }
  });

  test("never exceeds the dashboard's limit, and no request is refused", async () => {
    const networks = Array.from({ length: 30 }, (_, at) => `  n${at}: { name: Site ${at} }\n`).join("");
    const on = stage({ files: files(acme(networks)) });
    await on.apply(await on.plan());
    expect(on.network.report()).toMatchObject({ throttled: 0, largestPerSecond: { dashboard: { all: 5 } } });
  });

  test("waits for a new network to become ready while the rest goes on", async () => {
    const on = stage({ files: files(leipzig, router), settings: { readinessMs: 8000 } });
    const result = await on.apply(await on.plan());
    expect(outcomeOf(result, "cloud/ssid/leipzig.0")).toMatchObject({ state: "applied" });
    const notReady = writes(on).filter(({ status }) => status === 400);
    expect(notReady.length).toBeGreaterThan(1);
    const lastOfRouter = Math.max(
      ...writes(on).flatMap((one) => (one.interface === "restconf" ? [one.at] : [])),
    );
    expect(lastOfRouter).toBeLessThan(notReady.at(-1)?.at ?? 0);
  });

  test("gives a network that never becomes ready up after its bound, and says so", async () => {
    const project = projectText("{ readinessSeconds: 20 }");
    const on = stage({ files: files(leipzig), project, settings: { readinessMs: 3_600_000 } });
    const result = await on.apply(await on.plan());
    expect(outcomeOf(result, "cloud/ssid/leipzig.0")).toMatchObject({
      state: "failed",
      problem: { code: "still-not-ready", message: expect.stringContaining("within 20 s") },
    });
    expect(outcomeOf(result, "cloud/network/leipzig")).toMatchObject({ state: "applied" });
  });

  test("writes one thing at a time on each device", async () => {
    const slow = { up: () => 200, down: () => 200 };
    const on = stage({ files: files(router), distance: slow });
    await on.apply(await on.plan());
    const puts = writes(on).map(({ at }) => at);
    expect(puts).toHaveLength(3);
    for (const [index, at] of puts.entries())
      if (index > 0) expect(at - (puts[index - 1] ?? 0)).toBeGreaterThanOrEqual(400);
  });

  test("keeps what is not declared in a tree that is replaced", async () => {
    const { on, made } = await planned(router);
    await on.apply(made);
    const after = await on.plan();
    const seen = after.snapshot.observations.get(
      "routers/deviceInterface/rtr-berlin-1.GigabitEthernet 1/0/1",
    );
    expect(seen).toMatchObject({
      value: {
        value: { description: "one", ip: { address: "10.20.1.1", mask: "255.255.255.252" } },
        raw: { mtu: 1500 },
      },
    });
  });
});

describe("a reply that was lost", () => {
  const lose = (on: Stage, kind: "lostAfter" | "lostBefore", path: string) =>
    on.network.fault({ interface: "dashboard", methods: ["POST", "PUT"], path, effect: { kind } });

  test.each([["lostAfter"], ["lostBefore"]] as const)(
    "of a create (%s) is looked for before it is sent again",
    async (kind) => {
      const { on, made } = await planned(leipzig);
      lose(on, kind, "*/networks");
      const result = await on.apply(made);
      expect(states(result)).toEqual({
        "cloud/network/leipzig": "applied",
        "cloud/ssid/leipzig.0": "applied",
      });
      const again = await on.plan();
      expect(again.plan.steps).toEqual([]);
      const { dashboard } = on.network.world;
      const named = [...dashboard.networks.values()].filter(({ fields }) => fields.name === "Leipzig Office");
      expect(named).toHaveLength(1);
    },
  );

  test.each([
    ["lostAfter", 1],
    ["lostBefore", 2],
  ] as const)("of an update (%s) is read again, then decided", async (kind, puts) => {
    const { on, made } = await planned(berlin);
    lose(on, kind, "*/networks/*");
    const result = await on.apply(made);
    expect(states(result)).toEqual({ "cloud/network/berlin": "applied" });
    expect(writes(on)).toHaveLength(puts);
    expect(result.nonConvergent).toEqual([]);
  });

  test("and a look that fails too leaves the outcome unknown, and says what to do", async () => {
    const { on, made } = await planned(leipzig);
    lose(on, "lostAfter", "*/networks");
    on.network.fault({
      interface: "dashboard",
      methods: ["GET"],
      after: 1,
      times: 99,
      effect: { kind: "down" },
    });
    const result = await on.apply(made);
    expect(outcomeOf(result, "cloud/network/leipzig")).toMatchObject({
      state: "unknown",
      problem: {
        code: "outcome-unknown",
        hint: expect.stringContaining("reads the live state before it writes"),
      },
    });
    expect(outcomeOf(result, "cloud/ssid/leipzig.0")).toEqual({
      state: "skipped",
      because: "create cloud/network/leipzig",
    });
    expect(writes(on)).toHaveLength(1);
  });
});

describe("a 409", () => {
  const conflict = (on: Stage, more: object = {}) =>
    on.network.fault({ interface: "dashboard", path: "*/networks/*", effect: { kind: "conflict" }, ...more });

  test("with nothing changed is a lock: waited for, then written", async () => {
    const { on, made } = await planned(berlin);
    conflict(on, { forMs: 20_000 });
    const result = await on.apply(made);
    expect(states(result)).toEqual({ "cloud/network/berlin": "applied" });
    expect(on.clock.now()).toBeGreaterThan(20_000);
  });

  test("of a lock that stays is given up after two minutes, naming it", async () => {
    const { on, made } = await planned(berlin);
    conflict(on, { forMs: 3_600_000 });
    const result = await on.apply(made);
    expect(outcomeOf(result, "cloud/network/berlin")).toMatchObject({
      state: "failed",
      problem: { code: "still-conflicting", message: expect.stringContaining("for 120 s") },
    });
    expect(on.clock.now()).toBeLessThan(200_000);
  });

  const theirTags = { interface: "dashboard", network: "Berlin Office", set: { tags: ["theirs"] } } as const;

  test("because somebody changed the same field is held, with all three values, and nothing is overwritten", async () => {
    const { on, made } = await planned(berlin);
    conflict(on, { change: theirTags });
    const result = await on.apply(made);
    expect(outcomeOf(result, "cloud/network/berlin")).toMatchObject({
      state: "failed",
      problem: {
        code: "conflict",
        message:
          'cloud/network/berlin: /tags should be ["branch","emea","new"], was ["branch","emea"] in the plan, and is ["theirs"] now',
      },
    });
    expect(writes(on).map(brief)).toEqual(["PUT /api/v1/networks/N_000001 409"]);
  });

  test("is overwritten when that was asked for", async () => {
    const { on, made } = await planned(berlin);
    conflict(on, { change: theirTags });
    const result = await on.apply(made, { onConflict: "overwrite" });
    expect(states(result)).toEqual({ "cloud/network/berlin": "applied" });
    expect((await on.plan()).plan.steps).toEqual([]);
  });

  test("because somebody else did the same leaves nothing to do", async () => {
    const { on, made } = await planned(berlin);
    conflict(on, { change: { ...theirTags, set: { tags: ["branch", "emea", "new"] } } });
    const result = await on.apply(made);
    expect(states(result)).toEqual({ "cloud/network/berlin": "converged" });
    expect(writes(on)).toHaveLength(1);
  });

  test("because another field changed is written all the same, and that change stays", async () => {
    const { on, made } = await planned(berlin);
    conflict(on, { change: { ...theirTags, set: { timeZone: "Europe/Paris" } } });
    const result = await on.apply(made);
    expect(states(result)).toEqual({ "cloud/network/berlin": "applied" });
    expect(on.network.world.dashboard.networks.get("N_000001")?.fields).toMatchObject({
      timeZone: "Europe/Paris",
      tags: ["branch", "emea", "new"],
    });
  });
});

describe("live that moved between plan and apply", () => {
  test("in a field that was to be written is a conflict before anything is sent", async () => {
    const { on, made } = await planned(berlin);
    on.network.change({ interface: "dashboard", network: "Berlin Office", set: { tags: ["theirs"] } });
    const result = await on.apply(made);
    expect(outcomeOf(result, "cloud/network/berlin")).toMatchObject({ problem: { code: "conflict" } });
    expect(writes(on)).toEqual([]);
  });

  test("by a removal of what was to be updated is a conflict, not a create", async () => {
    const { on, made } = await planned(berlin);
    on.network.change({ interface: "dashboard", network: "Berlin Office", remove: true });
    const result = await on.apply(made);
    expect(outcomeOf(result, "cloud/network/berlin")).toMatchObject({
      problem: { message: "cloud/network/berlin: it was removed after the plan was made" },
    });
    expect(writes(on)).toEqual([]);
  });

  test("by somebody who made the same network is a conflict, not a second one", async () => {
    const { on, made } = await planned(acme("  leipzig: { name: Leipzig Office, tags: [ours] }\n"));
    on.network.change({
      interface: "dashboard",
      network: "Leipzig Office",
      organizationId: "O_1001",
      set: { tags: ["theirs"] },
    });
    const result = await on.apply(made);
    expect(outcomeOf(result, "cloud/network/leipzig")).toMatchObject({ problem: { code: "conflict" } });
    expect(writes(on)).toEqual([]);
  });
});

describe("trouble in one place", () => {
  test("is refused at once where waiting can't help, with the server's words, and the rest goes on", async () => {
    const { on, made } = await planned(berlin, router);
    const body = JSON.stringify({ errors: ["tags are not allowed here"] });
    on.network.fault({
      interface: "dashboard",
      methods: ["PUT"],
      effect: { kind: "answer", status: 400, body },
    });
    const result = await on.apply(made);
    expect(outcomeOf(result, "cloud/network/berlin")).toMatchObject({
      state: "failed",
      problem: { message: expect.stringContaining("tags are not allowed here") },
    });
    const router1 = outcomeOf(result, "routers/deviceHostname/rtr-berlin-1");
    expect(router1).toMatchObject({ state: "applied" });
    expect(writes(on).filter((one) => one.interface === "dashboard")).toHaveLength(1);
  });

  test("of a prerequisite skips what depends on it, by name", async () => {
    const { on, made } = await planned(leipzig);
    on.network.fault({
      interface: "dashboard",
      methods: ["POST"],
      effect: { kind: "answer", status: 403, body: "" },
    });
    const result = await on.apply(made);
    expect(outcomeOf(result, "cloud/network/leipzig")).toMatchObject({
      state: "failed",
      problem: { code: "forbidden" },
    });
    expect(outcomeOf(result, "cloud/ssid/leipzig.0")).toEqual({
      state: "skipped",
      because: "create cloud/network/leipzig",
    });
  });

  test("that is nothing but 429 ends the run in minutes, not hours, whatever the number of steps", async () => {
    const networks = Array.from({ length: 50 }, (_, at) => `  n${at}: { name: Site ${at} }\n`).join("");
    const { on, made } = await planned(acme(networks));
    on.network.fault({
      interface: "dashboard",
      methods: ["POST"],
      times: 1e6,
      effect: { kind: "answer", status: 429 },
    });
    const result = await on.apply(made);
    expect(new Set(Object.values(states(result)))).toEqual(new Set(["failed"]));
    expect(outcomeOf(result, "cloud/network/n0")).toMatchObject({
      problem: { code: "still-throttled", message: expect.stringContaining("again and again: cloud: POST") },
    });
    expect(on.clock.now()).toBeLessThan(12 * 60_000);
    expect(writes(on).length).toBeLessThan(60);
  });

  test("of one target does not slow the others", async () => {
    const { on, made } = await planned(berlin, router);
    on.network.fault({ interface: "dashboard", times: 999, effect: { kind: "slow", delayMs: 25_000 } });
    await on.apply(made, { after: 0 });
    const last = Math.max(...writes(on).flatMap((one) => (one.interface === "restconf" ? [one.at] : [])));
    expect(last).toBeLessThan(5000);
  });
});

describe("what the server makes of it", () => {
  test("is named as non-convergent with both values and a likely cause, and is not written twice", async () => {
    const on = stage({
      files: files(acme("  leipzig: { name: Leipzig Office, tags: [Branch] }\n")),
      settings: { normalise: ["lowerCaseTags"] },
    });
    const result = await on.apply(await on.plan());
    expect(result.nonConvergent).toEqual([
      {
        address: "cloud/network/leipzig",
        path: "/tags",
        desired: ["Branch"],
        live: ["branch"],
        likely: expect.any(String),
      },
    ]);
    expect(writes(on)).toHaveLength(1);
  });

  test("that can't be read again is said", async () => {
    const { on, made } = await planned(berlin);
    on.network.fault({
      interface: "dashboard",
      methods: ["GET"],
      after: 1,
      times: 99,
      effect: { kind: "down" },
    });
    const result = await on.apply(made);
    expect(states(result)).toEqual({ "cloud/network/berlin": "applied" });
    expect(result.unverified).toMatchObject([
      { address: "cloud/network/berlin", problem: { code: "server-error" } },
    ]);
  });
});

describe("an interruption", () => {
  test("lets what has left end, sends nothing more, and says what was not tried", async () => {
    const networks = Array.from({ length: 20 }, (_, at) => `  n${at}: { name: Site ${at} }\n`).join("");
    const on = stage({ files: files(acme(networks)) });
    const made = await on.plan();
    const start = on.clock.now();
    const controller = new AbortController();
    void on.clock.wait(2000).then(() => controller.abort(new Error("interrupted")));
    const result = await on.apply(made, { signal: controller.signal, after: 0 });
    expect(result.interrupted).toBe(true);
    const applied = Object.values(states(result)).filter((state) => state === "applied").length;
    expect(applied).toBe(writes(on).length);
    expect(applied).toBeGreaterThan(3);
    expect(applied).toBeLessThan(20);
    expect(Object.values(states(result)).filter((state) => state === "skipped")).toHaveLength(20 - applied);
    expect(on.clock.now() - start).toBeLessThan(2500);
    expect(reads(on).filter(({ at }) => at > start + 2100)).toEqual([]);
  });
});
