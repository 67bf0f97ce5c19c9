/** If a read does not return a complete answer, the plan concludes nothing from it (failure modes 1 to 14). */

import { describe, expect, test } from "vitest";
import type { Fault } from "../../src/simulator/faults.ts";
import { type Stage, stage } from "../servers/virtual-time/run.ts";

const cities = [
  "Bonn",
  "Cork",
  "Graz",
  "Lyon",
  "Oulu",
  "Pisa",
  "Riga",
  "Sion",
  "Turin",
  "Vaduz",
  "Wels",
  "Zug",
];
const networks = cities.map((city) => `  ${city.toLowerCase()}: { name: ${city}, tags: [branch] }\n`);
const files = {
  "desired-state/cloud.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks.join("")}`,
  "desired-state/fabric.yaml": "target: fabric\ntenants:\n  Blue: { description: blue }\n",
};

/** Returns a stage on which everything that is declared has been applied. */
async function settled(): Promise<Stage> {
  const on = stage({ files, settings: { readinessMs: 0 } });
  await on.apply(await on.plan());
  return on;
}

const answer = (status: number, body = ""): Fault["effect"] => ({ kind: "answer", status, body });
const listed = "/api/v1/organizations/*/networks";
const always = (effect: Fault["effect"]): Fault => ({
  interface: "dashboard",
  methods: ["GET"],
  path: listed,
  forMs: 3_600_000,
  effect,
});

describe("a list of networks that is answered", () => {
  test.each<[string, Fault["effect"]]>([
    ["with 400", answer(400, "{}")],
    ["with 404", answer(404)],
    ["with 500", answer(500)],
    ["with 503", { kind: "down" }],
    ["with a page of HTML", { kind: "notJson" }],
    ["with half a body", { kind: "truncated" }],
    ["with half a list", answer(200, '[{"id":"N_1","name":"Bonn"')],
    ["with an object", answer(200, "{}")],
    ["with null", answer(200, "null")],
    ["with errors", answer(200, '{"errors":["try later"]}')],
    ["with nothing", answer(200)],
    ["with 204", answer(204)],
    ["not at all", { kind: "lostBefore" }],
  ])("%s is unknown: nothing is created, changed or removed on account of it", async (_, effect) => {
    const on = await settled();
    on.network.fault(always(effect));
    const { plan } = await on.plan({ prune: true });
    expect(plan.unknown.map(({ address }) => address)).toEqual(
      cities.map((city) => `cloud/network/${city.toLowerCase()}`),
    );
    expect(plan.changes).toEqual([]);
    expect(plan.converged).toBe(1);
  });

  test("badly once is read again, and is as if nothing had been", async () => {
    for (const effect of [answer(502), { kind: "truncated" }, { kind: "lostBefore" }] as const) {
      const on = await settled();
      on.network.fault({ interface: "dashboard", methods: ["GET"], path: listed, effect });
      const { plan } = await on.plan();
      expect([plan.unknown, plan.changes]).toEqual([[], []]);
    }
  });

  test("with an empty list, where base knows twelve, is believed, and doing it all again needs a consent", async () => {
    const on = await settled();
    on.network.fault(always(answer(200, "[]")));
    const { plan } = await on.plan({ base: on.load(files) });
    expect(plan.steps).toHaveLength(12);
    expect(plan.guards).toMatchObject([{ guard: "vanished", consent: `vanished@${plan.fingerprint}` }]);
  });
});

describe("a record", () => {
  test("with fields that nobody knows is as declared, and an update leaves them as they are", async () => {
    const on = await settled();
    on.network.change({ interface: "dashboard", network: "Bonn", set: { notes: "by hand", colour: "red" } });
    expect((await on.plan()).plan.changes).toEqual([]);
    on.network.change({ interface: "dashboard", network: "Bonn", set: { tags: [] } });
    await on.apply(await on.plan());
    const bonn = [...on.network.world.dashboard.networks.values()].find(
      ({ fields }) => fields.name === "Bonn",
    );
    expect(bonn?.fields).toMatchObject({ notes: "by hand", colour: "red", tags: ["branch"] });
  });

  test("whose secret is not shown is as declared: no difference that comes back in every plan", async () => {
    const ssid = "{ 0: { name: Corp, password: { secret: env:CORP_PSK } } }";
    const secret = {
      "desired-state/cloud.yaml": `target: cloud\norganization: Acme\nnetworks:\n  bonn: { name: Bonn, ssids: ${ssid} }\n`,
    };
    const on = stage({ files: secret, settings: { readinessMs: 0 } });
    await on.apply(await on.plan());
    const withBase = (await on.plan({ base: on.load(secret) })).plan;
    const without = (await on.plan()).plan;
    expect([withBase.changes, without.changes]).toEqual([[], []]);
    expect(without.unverifiable).toEqual([{ address: "cloud/ssid/bonn.0", path: "/password" }]);
  });
});

test("a rename is one update of the network that is there, never a removal and a create", async () => {
  const on = await settled();
  const base = on.load(files);
  const renamed = {
    ...files,
    "desired-state/cloud.yaml": files["desired-state/cloud.yaml"].replace("name: Bonn", "name: Bonn Office"),
  };
  Object.assign(on.context, { desired: on.load(renamed) });
  const { plan } = await on.plan({ base, prune: true });
  expect(plan.steps.map(({ id }) => id)).toEqual(["update cloud/network/bonn"]);
  expect(plan.changes).toMatchObject([
    { differences: [{ path: "/name", desired: "Bonn Office", live: "Bonn", cause: "pending" }] },
  ]);
});
