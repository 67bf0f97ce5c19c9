/**
 * List elements in a vManage's templates that Git never declared, or no longer declares, against the simulator's mode
 * in virtual time. An update replaces the template, and loses only what the plan shows.
 */

import { describe, expect, test } from "vitest";
import type { Desired } from "../../../src/model/desired.ts";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { plain } from "../../../src/report/text/style.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  wan:
    interface: sdwan
    dialect: vmanage
    url: https://manager.example.net
    credential: { token: { secret: env:SDWAN_TOKEN } }
`;

const of = "name: T, description: d, deviceTypes: [vedge-C8000V]";
const ntp = (...servers: readonly string[]) => {
  const written = servers.map((each) => `{ hostnameIp: ${each}, prefer: true }`).join(", ");
  return `target: wan\nfeatureTemplates: { ntpTemplates: { time: { ${of}, servers: [${written}] } } }\n`;
};
const bgp = (as: string, ...neighbors: readonly string[]) =>
  `target: wan\nfeatureTemplates: { bgpTemplates: { office: { ${of}, asNumber: "${as}", ipv4Neighbors: [${neighbors.join(", ")}] } } }\n`;
const one = '{ address: 10.0.0.1, remoteAs: "65002" }';
const other = '{ address: 10.0.0.2, remoteAs: "65003", password: "{{bgp_password}}" }';

type Staged = ReturnType<typeof stage>;
const staged = (text: string, before?: Staged) => {
  const made = stage({ project, files: { "a.yaml": text }, settings: { sdwanMode: "vmanage" } });
  if (before) made.network.world = before.network.world;
  return made;
};

async function applied(run: Staged, base?: Desired) {
  const made = await run.plan({ base });
  const { settled } = await run.apply(made);
  expect(settled.every(({ outcome }) => outcome.state === "applied")).toBe(true);
  return made.plan;
}

/** Applies a declared template, to which somebody then adds elements by hand. */
async function withHandmade(declared: string, handmade: string) {
  const first = staged(declared);
  await applied(first);
  const second = staged(handmade, first);
  await applied(second);
  return { first, second };
}

const stored = ({ network }: Staged) =>
  JSON.stringify([...(network.world.sdwan.vmanage?.objects.values() ?? [])]);
const serversOf = (run: Staged) => [...stored(run).matchAll(/10\.0\.0\.\d/g)].map(([text]) => text);

describe("an element that Git never declared", () => {
  test("stays where it is when its list is written, and is no difference", async () => {
    const { first, second } = await withHandmade(
      ntp("10.0.0.1", "10.0.0.3"),
      ntp("10.0.0.2", "10.0.0.1", "10.0.0.3"),
    );
    const base = first.context.desired;
    const same = staged(ntp("10.0.0.1", "10.0.0.3"), second);
    expect((await same.plan({ base })).plan.changes).toEqual([]);
    const next = staged(ntp("10.0.0.1", "10.0.0.3", "10.0.0.4"), second);
    expect((await applied(next, base)).changes).toMatchObject([
      { differences: [{ path: "/servers/10.0.0.4" }] },
    ]);
    expect(serversOf(next)).toEqual(["10.0.0.2", "10.0.0.1", "10.0.0.3", "10.0.0.4"]);
  });

  test("stays when another field is written, with its variable for a secret", async () => {
    const { first, second } = await withHandmade(bgp("65001", one), bgp("65001", one, other));
    const next = staged(bgp("65009", one), second);
    const { changes } = await applied(next, first.context.desired);
    expect(changes).toMatchObject([{ differences: [{ path: "/asNumber" }] }]);
    expect(serversOf(next)).toEqual(["10.0.0.1", "10.0.0.2"]);
    expect(stored(next)).toContain('"bgp_password"');
  });
});

describe("an element that Git no longer declares", () => {
  test("is shown as removed, and removed without a consent; what was added by hand stays", async () => {
    const { first, second } = await withHandmade(
      ntp("10.0.0.1", "10.0.0.3"),
      ntp("10.0.0.2", "10.0.0.1", "10.0.0.3"),
    );
    const next = staged(ntp("10.0.0.1"), second);
    const plan = await applied(next, first.context.desired);
    expect([plan.guards, plan.released]).toEqual([[], []]);
    expect(plan.changes).toMatchObject([
      { differences: [{ path: "/servers/10.0.0.3", live: { hostnameIp: "10.0.0.3" }, cause: "pending" }] },
    ]);
    expect(planText(plan, plain)).toMatch(/servers\."10\.0\.0\.3" .*→ removed/);
    expect(serversOf(next)).toEqual(["10.0.0.2", "10.0.0.1"]);
    expect((await next.plan({ base: next.context.desired })).plan.changes).toEqual([]);
  });
});

const sites = (...ids: readonly string[]) =>
  `target: wan\npolicyLists: { siteLists: { branches: { name: B, entries: [${ids.map((id) => `{ siteId: "${id}" }`).join(", ")}] } } }\n`;

test("a list without identity is owned whole: the plan shows all of it before and after, and asks first", async () => {
  const { first, second } = await withHandmade(sites("101", "102"), sites("101", "102", "666"));
  const base = first.context.desired;
  const both = staged(sites("101", "103"), second);
  const { plan } = await both.plan({ base });
  expect(plan).toMatchObject({ steps: [], unwritable: [{ address: "wan/siteList/branches" }] });
  expect(planText(plan, plain)).toContain(
    '[{"siteId":"101"}, {"siteId":"102"}, {"siteId":"666"}] → [{"siteId":"101"}, {"siteId":"103"}]  conflict',
  );
  const same = staged(sites("101", "102"), second);
  const { changes } = await applied(same, base);
  expect(changes).toMatchObject([{ differences: [{ path: "/entries", cause: "drift" }] }]);
  expect(stored(same)).not.toContain("666");
});
