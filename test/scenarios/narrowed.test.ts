/** A narrowed plan is judged by the whole state. It reads what this judgement needs, and nothing else. */

import { describe, expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import type { WorldSeed } from "../../src/simulator/world.ts";
import { projectText, type Stage, stage } from "../servers/virtual-time/run.ts";

const only = (...addresses: readonly Address[]) => ({
  only: (address: Address) => addresses.includes(address),
});
const cloud = (body: string) => ({
  "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${body}`,
});
const sites = (from: number, to: number, more = "") =>
  Array.from({ length: to - from }, (_, at) => `  n${from + at}: { name: Site ${from + at}${more} }\n`).join(
    "",
  );
/** Returns a company with this number of networks, each with an SSID. */
const company = (count: number): WorldSeed => ({
  organizations: [
    {
      ...{ id: "O_1", name: "Acme" },
      networks: Array.from({ length: count }, (_, at) => ({
        name: `Site ${at}`,
        ssids: { 0: { name: "Corp" } },
      })),
    },
  ],
});
const reads = (on: Stage) => on.network.log().map(({ path }) => path);

describe("removals", () => {
  test("are a share of all that go, also of those that this plan leaves", async () => {
    const on = stage({ seed: company(12), files: cloud(sites(6, 12)) });
    const base = on.load(cloud(sites(0, 12)));
    const { plan } = await on.plan({ base, prune: true, ...only("cloud/network/n2", "cloud/network/n4") });
    expect(plan.steps.map(({ address }) => address)).toEqual(["cloud/network/n2", "cloud/network/n4"]);
    expect(plan.guards).toEqual([
      {
        guard: "removals",
        message: "6 of 12 cloud/network would be removed in total, 2 of them by this plan",
        addresses: ["cloud/network/n2", "cloud/network/n4"],
        hint: `If that is intended, add: --allow removals@${plan.fingerprint}`,
        consent: `removals@${plan.fingerprint}`,
      },
    ]);
  });

  test("of what is gone already, or is protected, are none", async () => {
    const on = stage({ seed: company(3), files: cloud(sites(0, 1)) });
    const base = on.load(cloud(`${sites(0, 2)}${sites(2, 3, ", protect: true")}${sites(3, 12)}`));
    const { plan } = await on.plan({ base, prune: true, ...only("cloud/network/n1") });
    expect([plan.steps.length, plan.guards]).toEqual([1, []]);
  });

  test("do not ask for more where nothing is pruned", async () => {
    const on = stage({ seed: company(12), files: cloud(sites(6, 12)) });
    const base = on.load(cloud(sites(0, 12, ", ssids: { 0: { name: Corp } }")));
    const { plan } = await on.plan({ base, ...only("cloud/ssid/n2.0") });
    expect(plan.kept).toEqual(["cloud/ssid/n2.0"]);
    expect(reads(on).filter((path) => path.endsWith("/ssids"))).toHaveLength(1);
  });
});

describe("what has vanished", () => {
  const declared = cloud(sites(0, 12, ", ssids: { 0: { name: Corp } }"));

  test("is looked for in the whole before one of it is made again", async () => {
    const on = stage({ seed: company(8), files: declared });
    const request = { base: on.load(declared), ...only("cloud/network/n9") };
    expect((await on.plan(request)).plan.guards).toMatchObject([
      {
        guard: "vanished",
        message:
          "4 of 12 cloud/network have disappeared since they were applied, " +
          "and would be recreated in total, 1 of them by this plan",
        addresses: ["cloud/network/n9"],
      },
    ]);
  });

  test("is one object where all others are there, and needs no consent", async () => {
    const on = stage({ seed: company(11), files: declared });
    const { plan } = await on.plan({ base: on.load(declared), ...only("cloud/network/n11") });
    expect([plan.steps.map(({ id }) => id), plan.guards]).toEqual([["create cloud/network/n11"], []]);
  });

  test("counts what Git has renamed since, where drift alone is taken back: it is made as it was applied", async () => {
    const on = stage({
      seed: company(1),
      files: cloud(`${sites(0, 3)}${sites(3, 12).replaceAll("Site", "New")}`),
    });
    const { plan } = await on.plan({ base: on.load(cloud(sites(0, 12))), driftOnly: true });
    expect(plan.steps).toHaveLength(11);
    expect(plan.guards).toMatchObject([{ guard: "vanished", addresses: { length: 11 } }]);
    expect(plan.guards[0]?.message).toMatch(/^11 of 12 /);
  });
});

test("an update alone is read as ever: nothing besides", async () => {
  const desired = cloud(sites(0, 3, ", tags: [new], ssids: { 0: { name: Corp } }"));
  const on = stage({ seed: company(3), files: desired });
  const { plan } = await on.plan({ base: on.load(desired), ...only("cloud/ssid/n1.0", "cloud/network/n1") });
  expect(plan.steps.map(({ id }) => id)).toEqual(["update cloud/network/n1"]);
  expect(reads(on)).toEqual(
    [/\/organizations$/, /\/networks$/, /\/ssids$/].map((path) => expect.stringMatching(path)),
  );
});

describe("a room", () => {
  const project = `version: 1
environment: virtual
targets:
  chat:
    interface: messaging
    url: https://chat.example.net
    credential: { clientId: { secret: env:CLIENT_ID }, clientSecret: { secret: env:CLIENT_SECRET } }
    settings: { scope: "rooms:read rooms:write" }
`;
  const rooms = (members: object) => ({
    "desired-state/r.yaml": `target: chat\nrooms: ${JSON.stringify({ noc: { name: "NOC", members } })}\n`,
  });
  const [ann, bob] = ["ann@example.net", "bob@example.net"];
  const led = { moderator: true };
  /**
   * Makes a plan in which Ann is no longer declared. Bob is declared as a moderator: he is one already, or becomes one.
   */
  const planned = (live: readonly object[], asked: Parameters<Stage["plan"]>[0] = {}) => {
    const on = stage({
      project,
      seed: { rooms: [{ name: "NOC", members: live as never }] },
      files: rooms({ [bob]: led }),
    });
    return on.plan({ base: on.load(rooms({ [ann]: led, [bob]: led })), prune: true, ...asked });
  };
  const guards = async (made: ReturnType<typeof planned>) =>
    (await made).plan.guards.map(({ guard }) => guard);
  const asked = only(`chat/member/noc.${ann}`);

  test("has a moderator in the one who comes by the same plan, and none where only the other one goes", async () => {
    const live = [{ email: ann, moderator: true }];
    expect(await guards(planned(live))).toEqual([]);
    expect(await guards(planned(live, asked))).toEqual(["moderators"]);
  });

  test("has one in who is declared and is one already, though nobody asked for that one", async () => {
    const live = [ann, bob].map((email) => ({ email, moderator: true }));
    expect(await guards(planned(live, asked))).toEqual([]);
  });
});

test("a network alone is not removed while a device stays in it that nobody asked for", async () => {
  const devices = "devices:\n  ap: { serial: Q2-1, name: ap";
  const file = (networks: string, more: string) => ({
    "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks: ${networks}\n${devices}${more} }\n`,
  });
  const on = stage({
    project: projectText(),
    seed: {
      organizations: [{ id: "O_1", name: "Acme", networks: [{ name: "Old" }, { name: "New" }] }],
      inventory: [],
    },
    files: file("{ new: { name: New } }", ", network: new"),
  });
  const base = on.load(file("{ new: { name: New }, old: { name: Old } }", ", network: old"));
  on.network.world = {
    ...on.network.world,
    dashboard: {
      ...on.network.world.dashboard,
      devices: new Map([
        [
          "Q2-1",
          {
            organizationId: "O_1",
            networkId: idOf(on, "Old"),
            seed: { serial: "Q2-1", name: "ap", model: "MR46" },
          },
        ],
      ]),
    },
  };
  const { plan } = await on.plan({ base, prune: true, ...only("cloud/network/old") });
  expect(plan.steps).toEqual([]);
  expect(plan.unwritable).toMatchObject([
    { address: "cloud/network/old", because: "cloud/dashboardDevice/ap" },
  ]);
});

function idOf({ network }: Stage, name: string): string {
  const found = [...network.world.dashboard.networks].find(([, { fields }]) => fields.name === name);
  if (!found) throw new Error(`there is no network ${name}`);
  return found[0];
}
