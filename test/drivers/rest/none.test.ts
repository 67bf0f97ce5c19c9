/** Answers that mean that there is none: an empty list, or no singleton; and all others, which stay unknown. */

import { expect, test } from "vitest";
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

/** A plan where every read below a site is answered so. */
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
