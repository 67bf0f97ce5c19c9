/**
 * Answers that mean that no resource exists: an empty list, or no singleton. After any other answer, it is unknown
 * whether a resource exists.
 */

import { describe, expect, test } from "vitest";
import type { Wire } from "../../../src/model/wire.ts";
import { depotOf, madeKind } from "./depot.ts";

const none = [{ status: 400, text: "doors are switched off" }];
const inSite = { in: "site", required: ["name"] };
const kinds = [
  madeKind("site", "/sites", { required: ["name"] }),
  madeKind("door", "/sites/{site}/doors", { ...inSite, list: { path: "/sites/{site}/doors", none } }),
  {
    ...{ kind: "gate", title: "gate", section: "gate", in: "site", form: "singleton", fields: {} },
    ...{ item: { path: "/sites/{site}/gate", none }, update: "PUT /sites/{site}/gate" },
    ...{ fields: { name: { type: "string" } }, source: "made up", verified: "assumed" },
  },
];
const file = "sites: { berlin: { name: Berlin, doors: { east: { name: East } }, gate: { name: Main } } }\n";

const cannot = "the site has doors switched off";
const unless = { kind: "power", field: "on", is: [true] };
const roomless = [
  madeKind("site", "/sites", { required: ["name"] }),
  madeKind("door", "/sites/{site}/doors", {
    ...inSite,
    ...{ list: { path: "/sites/{site}/doors", none: [{ ...none[0], cannot, unless }] }, after: ["power"] },
  }),
  { ...kinds[2], item: { path: "/sites/{site}/gate", none: [{ ...none[0], cannot }] } },
  {
    ...{ kind: "power", title: "power", section: "power", in: "site", form: "singleton" },
    ...{ item: "/sites/{site}/power", update: "PUT /sites/{site}/power" },
    ...{ fields: { on: { type: "boolean" } }, source: "made up", verified: "assumed" },
  },
];
const off = '{"errors":["Doors are switched off here"]}';

/** Plans this file, or the selected part of it. A site shows that its doors are switched off. */
async function plannedRoomless(text: string, only?: string) {
  const on = depotOf(roomless);
  await on.applied("sites: { berlin: { name: Berlin } }\n");
  const { wire } = on.depot;
  const between = (): Wire => ({
    send: async (request, signal) => {
      if (/\/(?:doors|gate)$/.test(request.url))
        return { outcome: "answered", status: 400, headers: {}, text: off };
      if (request.url.endsWith("/power") && request.method === "GET")
        return { outcome: "answered", status: 200, headers: {}, text: '{"on":false}' };
      return wire.send(request, signal);
    },
  });
  const request = only === undefined ? {} : { only: (address: string) => address === only };
  const { plan } = await on.staged(text, { between }).plan(request);
  return {
    steps: plan.steps.map(({ id }) => id),
    unwritable: plan.unwritable.map(({ address, reason }) => ({ address, reason })),
    unknown: plan.unknown,
  };
}

const withPower = (on: boolean) => file.replace("gate:", `power: { on: ${on} }, gate:`);

describe("an answer that says that nothing can be there", () => {
  const gate = { address: "depot/gate/berlin", reason: cannot };
  const door = { address: "depot/door/berlin.east", reason: cannot };

  test.each([
    ["not declared", file],
    ["declared off", withPower(false)],
  ])("lists what is declared as what cannot be written, with what would make room %s", async (_, text) => {
    expect(await plannedRoomless(text)).toEqual({ steps: [], unwritable: [door, gate], unknown: [] });
  });

  test("lets what is declared follow what makes room for it", async () => {
    const { steps, unwritable } = await plannedRoomless(withPower(true));
    expect(steps).toEqual(["update depot/power/berlin", "create depot/door/berlin.east"]);
    expect(unwritable).toEqual([gate]);
  });

  test("lets it wait where what makes room is not part of the plan", async () => {
    const { steps, unwritable } = await plannedRoomless(withPower(true), "depot/door/berlin.east");
    const reason = "it waits for depot/power/berlin: its change is not part of this plan";
    expect({ steps, unwritable }).toEqual({ steps: [], unwritable: [{ ...door, reason }] });
  });
});

/** Plans while every read below a site gets this answer. */
async function planned(status: number, body: string) {
  const on = depotOf(kinds);
  await on.applied("sites: { berlin: { name: Berlin } }\n");
  const { wire } = on.depot;
  const between = (): Wire => ({
    send: async (request, signal) =>
      /\/(?:doors|gate)$/.test(request.url)
        ? { outcome: "answered", status, headers: {}, text: body }
        : wire.send(request, signal),
  });
  return (await on.staged(file, { between }).plan()).plan;
}

test("an answer that the catalog names means that there is none: what is declared is made", async () => {
  const { steps, unknown } = await planned(400, '{"errors":["Doors are switched off here"]}');
  expect(steps.map(({ id }) => id)).toEqual(["create depot/door/berlin.east", "create depot/gate/berlin"]);
  expect(unknown).toEqual([]);
});

test.each([
  [400, '{"errors":["doors are being counted"]}'],
  [403, '{"errors":["Doors are switched off here"]}'],
  [404, "{}"],
  [500, '{"errors":["Doors are switched off here"]}'],
])("another status or another text leaves it unknown: %s %s", async (status, body) => {
  const { steps, unknown } = await planned(status, body);
  expect(steps).toEqual([]);
  expect(unknown.map(({ address }) => address)).toEqual(["depot/door/berlin.east", "depot/gate/berlin"]);
});
