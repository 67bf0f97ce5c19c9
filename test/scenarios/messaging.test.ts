/** Rooms and members: the whole engine against the simulator's core, in virtual time. */

import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { WorldSeed } from "../../src/simulator/world.ts";
import { type Setting, type Stage, stage } from "../servers/virtual-time/run.ts";

const project = (scope = "rooms:read rooms:write") => `version: 1
environment: virtual
targets:
  chat:
    interface: messaging
    url: https://chat.example.net
    credential: { clientId: { secret: env:CLIENT_ID }, clientSecret: { secret: env:CLIENT_SECRET } }
    settings: { scope: "${scope}" }
`;

interface Declared {
  readonly name: string;
  readonly members?: Readonly<Record<string, object>>;
}

const file = (rooms: Readonly<Record<string, Declared>>) => ({
  "desired-state/rooms.yaml": `target: chat\nrooms: ${JSON.stringify(rooms)}\n`,
});

const seed: WorldSeed = {
  rooms: [
    {
      name: "NOC",
      members: [{ email: "Alice@example.net", moderator: true }, { email: "bob@example.net" }],
    },
  ],
};

const on = (rooms: Readonly<Record<string, Declared>>, more: Partial<Setting> = {}) =>
  stage({ project: project(), seed, files: file(rooms), ...more });

const noc = (members: Declared["members"], name = "NOC") => ({ noc: { name, members: members ?? {} } });

/** Returns the members of each room, for example `NOC: alice@example.net*`. A star marks a moderator. */
function live({ network }: Stage): readonly string[] {
  return [...network.world.messaging.rooms.values()].map(({ name, members }) => {
    const who = [...members.values()].map(({ email, moderator }) => `${email}${moderator ? "*" : ""}`);
    return `${name}: ${who.sort().join(" ")}`;
  });
}

const writes = ({ network }: Stage) =>
  network
    .log()
    .filter(({ write, path }) => write && !path.startsWith("/oauth"))
    .map(({ method, path }) => `${method} ${path}`);

/** Plans, applies, and checks that a second plan is empty. */
async function settled(at: Stage, request = {}) {
  const result = await at.apply(await at.plan(request));
  const again = await at.plan(request);
  expect(again.plan.steps).toEqual([]);
  return result;
}

// The first token needs this module. It is imported here, because virtual time does not wait for a file.
beforeAll(() => import("oauth4webapi"));

describe("rooms and their members", () => {
  test("a new room comes before its members, and all of them in one apply", async () => {
    const at = on({
      new: { name: "New", members: { "dora@example.net": { moderator: true }, "erik@example.net": {} } },
    });
    await settled(at);
    expect(live(at)).toContain("New: dora@example.net* erik@example.net");
    expect(writes(at)[0]).toBe("POST /rooms");
    expect(writes(at)).toHaveLength(3);
  });

  test("a room is renamed by the name that was applied last, and keeps its members", async () => {
    const members = { "alice@example.net": {} };
    const at = on(noc(members, "Operations"));
    await settled(at, { base: at.load(file(noc(members))) });
    expect(live(at)).toEqual(["Operations: Alice@example.net* bob@example.net"]);
    expect(writes(at)).toEqual([expect.stringMatching(/^PUT \/rooms\/[^/]+$/)]);
  });

  test("an address in other letters is the same member: nothing to do", async () => {
    const at = on(noc({ "ALICE@Example.NET": { moderator: true } }));
    expect((await at.plan()).plan).toMatchObject({ steps: [], converged: 2 });
  });

  test("only who was declared once is removed, and only when that is asked for", async () => {
    const before = { "alice@example.net": {}, "bob@example.net": {} };
    const at = on(noc({ "alice@example.net": {} }));
    at.network.change({
      interface: "messaging",
      room: "NOC",
      member: "guest@example.net",
      set: { moderator: false },
    });
    const base = at.load(file(noc(before)));
    const kept = await at.plan({ base });
    expect(kept.plan).toMatchObject({ steps: [], kept: ["chat/member/noc.bob@example.net"] });
    await settled(at, { base, prune: true });
    expect(live(at)).toEqual(["NOC: Alice@example.net* guest@example.net"]);
  });

  test("a room that is removed takes its members along, after them", async () => {
    const members = { "alice@example.net": {}, "bob@example.net": {} };
    const at = on({});
    await settled(at, { base: at.load(file(noc(members))), prune: true });
    expect(live(at)).toEqual([]);
    expect(writes(at).at(-1)).toMatch(/^DELETE \/rooms\/[^/]+$/);
  });

  test("two rooms of one name are ambiguous: neither is touched", async () => {
    const at = on(noc({ "dora@example.net": {} }), { seed: { rooms: [{ name: "NOC" }, { name: "NOC" }] } });
    const { plan } = await at.plan();
    expect(plan.unknown.map(({ problem }) => problem.code)).toEqual(["parent-unknown", "ambiguous"]);
    expect(plan.steps).toEqual([]);
  });
});

describe("a room's moderators", () => {
  const led = { "alice@example.net": { moderator: true }, "bob@example.net": {} };
  const found = async (after: Declared["members"], request = {}) => {
    const at = on(noc(after));
    const base = at.load(file(noc(led)));
    return (await at.plan({ base, ...request })).plan.guards.map(({ guard, addresses }) => [
      guard,
      ...addresses,
    ]);
  };
  const alice = "chat/member/noc.alice@example.net";

  test("cannot all be taken away without a consent", async () => {
    expect(await found({ ...led, "alice@example.net": { moderator: false } })).toEqual([
      ["moderators", alice],
    ]);
    expect(await found({ "bob@example.net": {} }, { prune: true })).toEqual([["moderators", alice]]);
  });

  test("can be replaced, and go with their room", async () => {
    const replaced = { "alice@example.net": { moderator: false }, "bob@example.net": { moderator: true } };
    expect(await found(replaced)).toEqual([]);
    expect(await found({ "bob@example.net": {} })).toEqual([]);
    const at = on({});
    expect((await at.plan({ base: at.load(file(noc(led))), prune: true })).plan.guards).toEqual([]);
  });
});

describe("what goes wrong with rooms", () => {
  const dora = { "dora@example.net": {} };

  test("a room and a member whose creation was not answered are there once", async () => {
    const at = on({ new: { name: "New", members: dora } });
    const made = await at.plan();
    for (const path of ["/rooms", "/rooms/*/members"])
      at.network.fault({ interface: "messaging", methods: ["POST"], path, effect: { kind: "lostAfter" } });
    const { settled: outcomes } = await at.apply(made);
    expect(outcomes.map(({ outcome }) => outcome.state)).not.toContain("failed");
    expect(live(at).filter((room) => room.startsWith("New"))).toEqual(["New: dora@example.net"]);
    expect(writes(at)).toHaveLength(2);
  });

  test("whoever became a member since the plan is not added again", async () => {
    const at = on(noc(dora));
    const made = await at.plan();
    at.network.change({
      interface: "messaging",
      room: "NOC",
      member: "Dora@example.net",
      set: { moderator: false },
    });
    const { settled: outcomes } = await at.apply(made);
    expect(outcomes.map(({ outcome }) => outcome.state)).toEqual(["converged"]);
    expect(writes(at)).toEqual([]);
  });

  test("whoever becomes a member at that very moment is looked at: 409 is no failure", async () => {
    const at = on(noc(dora));
    const made = await at.plan();
    const change = {
      interface: "messaging",
      room: "NOC",
      member: "dora@example.net",
      set: { moderator: false },
    } as const;
    at.network.fault({ interface: "messaging", methods: ["POST"], change, effect: { kind: "conflict" } });
    const { settled: outcomes } = await at.apply(made);
    expect(outcomes.map(({ outcome }) => outcome.state)).toEqual(["converged"]);
    expect(writes(at)).toHaveLength(1);
  });

  test.each([1, 3, 6, 9])("a token that expires after %i requests is replaced once", async (after) => {
    const at = on({ new: { name: "New", members: dora } });
    at.network.fault({ interface: "messaging", after, effect: { kind: "answer", status: 401 } });
    const { settled: outcomes } = await settled(at);
    expect(outcomes.every(({ outcome }) => outcome.state === "applied")).toBe(true);
    expect(at.network.log().filter(({ path }) => path === "/oauth/token").length).toBeLessThan(3);
  });

  test("without the scope to write, plans are whole and the refusal says which scope is missing", async () => {
    const at = on(noc(dora), { project: project("rooms:read") });
    const { settled: outcomes } = await at.apply(await at.plan());
    const [one] = outcomes;
    expect(one?.outcome).toMatchObject({ state: "failed", problem: { code: "forbidden" } });
    expect(JSON.stringify(one?.outcome)).toMatch(/rooms:write.*`rooms:read`/);
    expect(writes(at)).toHaveLength(1);
  });

  test("a page that fails makes the list unknown: nothing is created or removed on account of it", async () => {
    const rooms = Array.from({ length: 50 }, (_, at) => ({ name: `Room ${at}` }));
    const at = on({ one: { name: "Room 41" }, new: { name: "New" } }, { seed: { rooms } });
    const effect = { kind: "down" } as const;
    at.network.fault({ interface: "messaging", methods: ["GET"], after: 2, times: 99, effect });
    const { plan } = await at.plan();
    expect(plan.unknown).toHaveLength(2);
    expect(plan.steps).toEqual([]);
  });
});

describe("whatever is live and whatever is declared", () => {
  const emails = ["a@example.net", "B@example.net", "c@example.net"] as const;
  const moderator = fc.option(fc.boolean(), { nil: undefined });
  const members = fc.dictionary(fc.constantFrom(...emails), fc.record({ moderator }), { maxKeys: 3 });
  const names = ["One", "Two", "Three"] as const;
  const rooms = fc.dictionary(fc.constantFrom(...names), members, { maxKeys: 3 });
  const effect = fc.constantFrom("lostAfter", "lostBefore", "down", "conflict", "truncated");
  const faults = fc.array(fc.record({ after: fc.nat(30), kind: effect }), { maxLength: 3 });

  test("an apply ends with what is declared, adds nobody twice and touches nobody else", async () => {
    await fc.assert(
      fc.asyncProperty(rooms, rooms, faults, async (there, wanted, wrong) => {
        const of = Object.entries(there).map(([name, who]) => ({
          name,
          members: Object.entries(who).map(([email, one]) => ({
            email: email.toUpperCase(),
            moderator: one.moderator ?? false,
          })),
        }));
        const declared = Object.entries(wanted).map(([name, who]) => [
          name.toLowerCase(),
          { name, members: who },
        ]);
        const at = on(Object.fromEntries(declared), { seed: { rooms: of } });
        const untouched = live(at).filter(
          (room) => !Object.keys(wanted).some((name) => room.startsWith(`${name}:`)),
        );
        const made = await at.plan();
        for (const { after, kind } of wrong)
          at.network.fault({ interface: "messaging", after, effect: { kind } });
        await at.apply(made);
        at.network.world = { ...at.network.world, faults: [] };
        await at.apply(await at.plan());
        expect((await at.plan()).plan).toMatchObject({ steps: [], unknown: [] });
        const after = [...at.network.world.messaging.rooms.values()];
        expect(new Set(after.map(({ name }) => name)).size).toBe(after.length);
        for (const room of after) {
          const who = [...room.members.values()].map(({ email }) => email.toLowerCase());
          expect(new Set(who).size).toBe(who.length);
        }
        expect(live(at)).toEqual(expect.arrayContaining([...untouched]));
      }),
      { numRuns: 60 },
    );
  });
});
