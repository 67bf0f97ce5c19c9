/** Updates that replace an object (`send: known`): which other fields are sent together with the fields that differ. */

import { expect, test } from "vitest";
import { Depot, depotOf, madeKind } from "./depot.ts";

const site = madeKind("site", "/sites", {
  update: { method: "PUT", path: "/sites/{id}", send: "known", wrap: "sites.0", with: { id: "{id}" } },
  required: ["name", "pin"],
  fields: {
    name: { type: "string" },
    note: { type: "string" },
    code: { type: "string", access: "createOnly" },
    pin: { type: "string", access: "writeOnly", secret: "hidden" },
    door: { type: "string", access: "writeOnly", secret: "hidden" },
    yard: { type: "object", properties: { size: { type: "integer" }, fence: { type: "boolean" } } },
    gates: {
      type: "array",
      set: true,
      closed: true,
      items: { type: "object", properties: { at: { type: "string" } } },
    },
  },
});

const secrets = "pin: { secret: env:CORP_PSK }, door: { secret: env:GUEST_PSK }";

/** Returns a depot with a site that has more values than are declared. */
function begun() {
  const depot = new Depot(["pin", "door"]);
  depot.records.set("/sites/7", {
    ...{ id: 7, name: "Mill", note: "by the river", code: "M1", painted: "green" },
    ...{ yard: { size: 3, fence: true, lamp: "on" }, gates: [{ at: "north", hinge: "left" }] },
  });
  return depotOf([site], depot);
}

/** Returns the body of one update. */
async function sentBy(file: string, base: string) {
  const { applied } = begun();
  const { sent } = await applied(`sites: { mill: { ${file} } }\n`, `sites: { mill: { ${base} } }\n`);
  return sent;
}

test("what nobody declares stays, as far as the kind knows it; nothing else is echoed", async () => {
  const before = `name: Mill, ${secrets}`;
  expect(await sentBy(`${before}, yard: { size: 4 }`, before)).toEqual([
    {
      request: "PUT /sites/7",
      body: {
        sites: [
          {
            ...{ id: "7", name: "Mill", note: "by the river", code: "M1", pin: "canary-corp-psk" },
            ...{ yard: { size: 4, fence: true }, gates: [{ at: "north" }] },
          },
        ],
      },
    },
  ]);
});

test("a secret goes along where it is required, and no other", async () => {
  const before = `name: Mill, ${secrets}`;
  const [write] = await sentBy(`${before}, note: by the road`, `${before}, note: by the river`);
  expect(write?.body).toMatchObject({ sites: [{ note: "by the road", pin: "canary-corp-psk" }] });
  expect(JSON.stringify(write?.body)).not.toContain("canary-guest-psk");
});

test("what is declared no longer is left to those who set it, what only a create takes goes as it is", async () => {
  const before = `name: Mill, ${secrets}, code: M1`;
  const [write] = await sentBy(`${before}, gates: [{ at: south }]`, before);
  expect(write?.body).toMatchObject({
    sites: [{ code: "M1", note: "by the river", gates: [{ at: "south" }] }],
  });
});

test("what an element shows besides its fields is no difference", async () => {
  const declared = `name: Mill, ${secrets}, gates: [{ at: north }]`;
  expect(await sentBy(declared, declared)).toEqual([]);
});

test("what is one in something may have an id, by which it is written", async () => {
  const depot = new Depot();
  depot.records.set("/sites/7", { id: 7, name: "Mill" });
  depot.records.set("/sites/7/alarm/a1", { id: "a1", loud: false });
  const alarm = {
    ...{ kind: "alarm", title: "alarm", section: "alarm", in: "site", form: "singleton", id: "id" },
    item: { path: "/sites/{site}/alarm", items: "0" },
    update: "PUT /sites/{site}/alarm/{id}",
    ...{ fields: { loud: { type: "boolean" } }, source: "made up", verified: "assumed" },
  };
  const { applied } = depotOf([madeKind("site", "/sites"), alarm], depot);
  const { sent, outcomes, plan } = await applied("sites: { mill: { name: Mill, alarm: { loud: true } } }\n");
  expect(outcomes).toEqual(["applied"]);
  expect(sent).toEqual([{ request: "PUT /sites/7/alarm/a1", body: { loud: true } }]);
  expect(plan.steps).toEqual([]);
});

const meter = (send: "known" | "merged") =>
  madeKind("meter", "/meters", {
    update: { method: "PUT", path: "/meters/{id}", send },
    fields: {
      ...{ name: { type: "string" }, note: { type: "string" } },
      state: { type: "string", replyOnly: ["learning"] },
      pipes: {
        type: "array",
        items: {
          type: "object",
          properties: { at: { type: "string" }, litres: { type: "integer", access: "readOnly" } },
        },
      },
      counts: {
        ...{ type: "object", sendsRest: true },
        properties: { most: { type: "integer" }, now: { type: "integer", access: "readOnly" } },
      },
    },
  });

test.each(["known", "merged"] as const)(
  "of what goes along with what differs (%s) read-only parts stay away, however deep, and what the product says itself",
  async (send) => {
    const depot = new Depot();
    depot.records.set("/meters/7", {
      ...{ id: 7, name: "Mill", note: "old", state: "learning" },
      ...{ pipes: [{ at: "north", litres: 5, bore: 2 }], counts: { most: 9, now: 4, since: "May" } },
    });
    const { applied } = depotOf([meter(send)], depot);
    const { sent } = await applied("meters: { mill: { name: Mill, note: new } }\n");
    const [
      {
        body: { id: _, ...body },
      } = { body: {} as { readonly id?: unknown } },
    ] = sent;
    expect(body).toEqual({
      ...{ name: "Mill", note: "new" },
      ...{ pipes: [{ at: "north", bore: 2 }], counts: { most: 9, since: "May" } },
    });
  },
);
