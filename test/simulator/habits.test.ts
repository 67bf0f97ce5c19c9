/** Servers that change or reject written values, or show them only later. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import { at } from "../../src/model/pointer.ts";
import { habitSchema, type ValueHabit } from "../../src/simulator/habits/habit.ts";
import { spelled, spellingNames } from "../../src/simulator/habits/spellings.ts";
import { respond } from "../../src/simulator/respond.ts";
import { readJson } from "../../src/simulator/wire/json-text.ts";
import type { SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { createWorld, type WorldSeed } from "../../src/simulator/world.ts";
import { request } from "./asked.ts";
import { dashboard } from "./meraki-dashboard.ts";

const own = "/api/v1/networks/N_1";
const more = { vlans: [{ id: 1, note: "a" }], mtu: 1500, weight: 10, bandwidth: 100, policy: "deny" };
const tagged = { id: "N_1", name: "Lab", tags: ["b"], more };
const seed: WorldSeed = {
  organizations: [{ id: "O_1", name: "Acme", networks: [tagged] }],
  managedObjects: { "uni/tn-A": { class: "fvTenant", attributes: { name: "A", descr: "was" } } },
  routers: { r1: { data: { "m:top": { name: "r1", mtu: 1500, list: [{ name: "a", note: "x" }] } } } },
};

function server(settings: Partial<SimulatorSettings>) {
  let world = createWorld(seed, { dashboardRequestsPerSecond: 0, ...settings });
  const send = (name: Parameters<typeof request>[0], line: string, body: Json = null, now = 0) => {
    const done = respond(world, request(name, line, body), now);
    world = done.world;
    const read = readJson(done.reply.body);
    return {
      status: done.reply.status,
      body: "value" in read ? read.value : null,
      headers: done.reply.headers,
    };
  };
  return { send, world: () => world };
}

/** Writes a network. Returns the answer to the write, and the fields that a read shows afterwards. */
function written(
  habits: readonly ValueHabit[],
  body: JsonObject,
): { readonly answered: Json; readonly read: Json } {
  const { send } = server({ habits });
  const answered = send("dashboard", `PUT ${own}`, body).body;
  return { answered, read: send("dashboard", `GET ${own}`).body };
}

const vlans = (...notes: readonly string[]) => notes.map((note, index) => ({ id: index + 1, note }));

describe("what a server makes of a value, in its answer and in what it shows afterwards", () => {
  const rows: readonly (readonly [string, ValueHabit, JsonObject, JsonObject])[] = [
    ["case", { fields: ["name"], does: "spells", as: "upperCase" }, { name: "Lab 2" }, { name: "LAB 2" }],
    ["blanks", { fields: ["name"], does: "spells", as: "trimmed" }, { name: " Lab 2\n" }, { name: "Lab 2" }],
    [
      "each of a list",
      { fields: ["tags"], does: "spells", as: "lowerCase" },
      { tags: ["B", "A"] },
      { tags: ["b", "a"] },
    ],
    ["order", { fields: ["tags"], does: "orders", as: "sorted" }, { tags: ["c", "a"] }, { tags: ["a", "c"] }],
    [
      "order backwards",
      { fields: ["tags"], does: "orders", as: "reversed" },
      { tags: ["a", "c"] },
      { tags: ["c", "a"] },
    ],
    [
      "a number as text",
      { fields: ["mtu"], does: "spells", as: "numberAsText" },
      { mtu: 9000 },
      { mtu: "9000" },
    ],
    ["a number above a bound", { fields: ["mtu"], does: "clamps", most: 9000 }, { mtu: 9216 }, { mtu: 9000 }],
    ["a number below one", { fields: ["mtu"], does: "clamps", least: 576 }, { mtu: 68 }, { mtu: 576 }],
    [
      "a number that is text",
      { fields: ["mtu"], does: "clamps", most: 9000 },
      { mtu: "9216" },
      { mtu: "9000" },
    ],
    [
      "a text that is too long",
      { fields: ["name"], does: "clamps", longest: 3 },
      { name: "Laboratory" },
      { name: "Lab" },
    ],
    [
      "one value for another",
      { fields: ["policy"], does: "replaces", values: { allow: "permit" } },
      { policy: "allow" },
      { policy: "permit" },
    ],
    [
      "members that an element lacks",
      { fields: ["vlans/*"], does: "fills", with: { comment: "", note: "none" } },
      { vlans: [{ id: 1, note: "b" }, { id: 2 }] },
      {
        vlans: [
          { id: 1, note: "b", comment: "" },
          { id: 2, comment: "", note: "none" },
        ],
      },
    ],
    [
      "a value worked out of another",
      { fields: ["bandwidth"], does: "derives", from: "weight", times: 4 },
      { weight: 20, bandwidth: 7 },
      { weight: 20, bandwidth: 80 },
    ],
    ["a field that it does not take", { fields: ["mtu"], does: "ignores" }, { mtu: 9000 }, { mtu: 1500 }],
    [
      "elements, one of which it does not take",
      { fields: ["note"], does: "ignores", else: "new" },
      { vlans: vlans("b", "c") },
      { vlans: vlans("a", "new") },
    ],
  ];

  test.each(rows)("%s", (_, habit, body, shown) => {
    expect(habitSchema.parse(JSON.parse(JSON.stringify(habit)))).toEqual(habit);
    const { answered, read } = written([habit], body);
    expect(read).toMatchObject(shown);
    expect(answered).toEqual(read);
    expect(written([], body).read).toMatchObject(body);
  });

  test("habits of one field follow one another, and those of other fields and interfaces do nothing", () => {
    const { read } = written(
      [
        { fields: ["name"], does: "spells", as: "trimmed" },
        { fields: ["name"], does: "clamps", longest: 4 },
        { fields: ["netflow/name"], does: "spells", as: "upperCase" },
        { interface: "fabric", fields: ["*"], does: "ignores" },
      ],
      { name: "  Laboratory" },
    );
    expect(read).toMatchObject({ name: "Labo" });
  });

  test("what others have left in another form stays as it is until it is written", () => {
    const habits: readonly ValueHabit[] = [{ fields: ["tags", "note"], does: "spells", as: "upperCase" }];
    expect(
      written(habits, { name: "Lab 2", vlans: [...more.vlans, { id: 2, note: "c" }] }).read,
    ).toMatchObject({
      tags: ["b"],
      vlans: vlans("a", "C"),
    });
  });

  test("a field that was set and is taken away stays, where it is not taken", () => {
    const { send } = server({ restconfMode: "rfc8040", habits: [{ fields: ["mtu"], does: "ignores" }] });
    const path = "/devices/r1/restconf/data/m:top";
    expect(send("restconf", `PUT ${path}`, { "m:top": { name: "r1" } }).status).toBe(204);
    expect(at(send("restconf", `GET ${path}`).body, "/m:top")).toEqual({ name: "r1", mtu: 1500 });
  });

  test("an answer has no entity tag of a value that is not held", () => {
    const path = "/devices/r1/restconf/data/m:top/name";
    const mode = { restconfMode: "rfc8040" } as const;
    const put = (habits: readonly ValueHabit[]) =>
      server({ ...mode, habits }).send("restconf", `PUT ${path}`, { "m:name": "r2" });
    expect(put([]).headers).toHaveProperty("etag");
    expect(put([{ fields: ["name"], does: "spells", as: "upperCase" }]).headers).not.toHaveProperty("etag");
  });
});

describe("every interface has the same habits", () => {
  test("a fabric's attributes", () => {
    const { send } = server({ habits: [{ fields: ["descr"], does: "spells", as: "upperCase" }] });
    send("fabric", "POST /api/mo/uni/tn-A.json", { fvTenant: { attributes: { name: "A", descr: "now" } } });
    expect(at(send("fabric", "GET /api/mo/uni/tn-A.json").body, "/fvTenant/attributes/descr")).toBe("NOW");
  });

  test("a router's leaves, by RESTCONF", () => {
    const { send } = server({ habits: [{ fields: ["name"], does: "spells", as: "upperCase" }] });
    send("restconf", "PUT /devices/r1/restconf/data/m:top/name", { "m:top": { name: "r2" } });
    expect(send("restconf", "GET /devices/r1/restconf/data/m:top/name").body).toEqual({
      "m:name": "R2",
    });
  });

  test("what batches of actions write", () => {
    const { send, clock } = dashboard({ habits: [{ fields: ["name"], does: "spells", as: "upperCase" }] });
    const actions = [{ resource: "/networks/N_1", operation: "update", body: { name: "Lab" } }];
    const batch = send("POST /api/v1/organizations/O_1/actionBatches", { confirmed: true, actions });
    expect(batch.status).toBe(201);
    clock.ms = 10_000;
    expect(at(send("GET /api/v1/networks/N_1").body, "/name")).toBe("LAB");
  });
});

describe("a field that is shown late", () => {
  const habits: readonly ValueHabit[] = [{ fields: ["mtu", "extra"], does: "delays", ms: 5000 }];

  test("is what it was until then, in lists too; the answer of the write and all else are as they are", () => {
    const { send } = server({ habits });
    const shown = (now: number) => send("dashboard", `GET ${own}`, null, now).body;
    shown(0);
    expect(send("dashboard", `PUT ${own}`, { mtu: 9000, name: "New" }, 1000).body).toMatchObject({
      mtu: 9000,
    });
    expect(shown(5999)).toMatchObject({ mtu: 1500, name: "New" });
    expect(at(send("dashboard", "GET /api/v1/organizations/O_1/networks", null, 5999).body, "/0/mtu")).toBe(
      1500,
    );
    expect(shown(6000)).toMatchObject({ mtu: 9000 });
  });

  test("is not there where it was not, and is that of a new thing at once", () => {
    const { send } = server({ restconfMode: "rfc8040", habits });
    const path = "/devices/r1/restconf/data/m:top";
    const read = (now: number) => at(send("restconf", `GET ${path}`, null, now).body, "/m:top");
    const body = { "m:top": { name: "r1", mtu: 1400, list: [{ name: "a", note: "x", extra: 1 }] } };
    read(0);
    send("restconf", `PUT ${path}`, body, 10);
    const late = read(20);
    expect(late).toMatchObject({ mtu: 1500 });
    expect(at(late ?? null, "/list/0")).toEqual({ name: "a", note: "x" });
    expect(read(5010)).toEqual(body["m:top"]);
  });
});

describe("forms of texts and numbers", () => {
  const rows: readonly (readonly [(typeof spellingNames)[number], Json, Json])[] = [
    ["oneBlank", "a  b", "a b"],
    ["composed", "Zu\u0308rich", "Z\u00fcrich"],
    ["decomposed", "Z\u00fcrich", "Zu\u0308rich"],
    ["unixLines", "a\r\nb\r", "a\nb\n"],
    ["endedLine", "a", "a\n"],
    ["macWithColons", "AABB.CCDD.EEFF", "aa:bb:cc:dd:ee:ff"],
    ["macWithColons", "AA-BB-CC-DD-EE-FF", "aa:bb:cc:dd:ee:ff"],
    ["macWithDots", "aa:bb:cc:dd:ee:ff", "aabb.ccdd.eeff"],
    ["macWithDots", "aa:bb:cc:dd:ee", "aa:bb:cc:dd:ee"],
    ["shortAddress", "2001:0DB8:0::1", "2001:db8::1"],
    ["longAddress", "2001:db8::1", "2001:0db8:0000:0000:0000:0000:0000:0001"],
    ["longAddress", "10.0.0.1", "10.0.0.1"],
    ["maskedPrefix", "10.1.2.3/17", "10.1.0.0/17"],
    ["maskedPrefix", "10.1.2.3/0", "0.0.0.0/0"],
    ["maskedPrefix", "2001:db8:ffff::1/33", "2001:db8:8000::/33"],
    ["maskedPrefix", "10.1.2.3", "10.1.2.3"],
    ["timeWithSeconds", "8:00", "08:00:00"],
    ["momentWithOffset", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00+00:00"],
    ["bareNumber", "020", "20"],
    ["paddedNumber", "20", "000020"],
    ["numberAsText", 20, "20"],
    ["textAsNumber", "20", 20],
    ["textAsNumber", "020", "020"],
    ["spacedCommas", "a,b ,c", "a, b, c"],
    ["sortedParts", "c, a,b", "a,b,c"],
  ];

  test.each(rows)("%s: %j is %j", (as, value, form) => {
    expect(spelled(value, as)).toEqual(form);
  });

  test.each(spellingNames)("%s of a form is that form, whatever the value", (as) => {
    const digits = fc.stringMatching(/^[\da-fA-F:./ ,-]{0,24}$/);
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: "grapheme" }),
      digits,
      fc.ipV6(),
      fc.ipV4Extended(),
    );
    fc.assert(
      fc.property(fc.oneof(texts, fc.double({ noNaN: true }), fc.boolean()), (value) => {
        const once = spelled(value, as);
        expect(isObject(once)).toBe(false);
        expect(spelled(once, as)).toEqual(once);
      }),
    );
  });
});
