/**
 * Fields, at any depth, that refer to other resources. They are ids on the wire and keys in files, and resources are
 * created in the right order.
 */

import { expect, test } from "vitest";
import { depotOf, madeKind } from "./depot.ts";

const name = { name: { type: "string" } };
const inSite = { in: "site", required: ["name"] };
const policy = { type: "integer", refersTo: "policy" };

const kinds = [
  madeKind("site", "/sites", { required: ["name"] }),
  madeKind("policy", "/sites/{site}/policies", { ...inSite, section: "policies" }),
  madeKind("door", "/sites/{site}/doors", {
    ...inSite,
    fields: {
      ...name,
      policies: { type: "array", set: true, refersTo: "policy", items: { type: "integer" } },
      main: {
        type: "object",
        properties: { policyId: { ...policy, also: "policy" }, side: { type: "string" } },
      },
      rules: {
        type: "array",
        items: { type: "object", properties: { policy, hours: { type: "integer" } } },
      },
      site: { type: "string", refersTo: "site", wire: "siteId" },
    },
  }),
];

const file = `sites:
  berlin:
    name: Berlin
    doors:
      east:
        name: East
        policies: [staff, guests]
        main: { policy: guests, side: left }
        rules: [{ policy: staff, hours: 8 }, { policy: bonn.night, hours: 2 }]
        site: bonn
    policies: { guests: { name: Guests }, staff: { name: Staff } }
  bonn: { name: Bonn, policies: { night: { name: Night }, guests: { name: Guests } } }
`;

test("ids go on the wire, keys come back, and what is named is made before and removed after", async () => {
  const on = depotOf(kinds);
  const { outcomes, plan, sent } = await on.applied(file);
  expect(outcomes).toEqual(outcomes.map(() => "applied"));
  expect(plan.steps).toEqual([]);
  const ids = new Map(
    [...on.depot.records.entries()].map(([path, { id, name: called }]) => [`${path} ${called}`, id]),
  );
  const idOf = (site: string, called: string) => {
    const at = [...ids].find(([each]) => each.startsWith(`/sites/${site}/`) && each.endsWith(` ${called}`));
    return at?.[1];
  };
  const [berlin = "", bonn = ""] = ["Berlin", "Bonn"].map((called) =>
    String([...ids].find(([each]) => each.endsWith(` ${called}`))?.[1]),
  );
  const [staff, guests, night] = [idOf(berlin, "Staff"), idOf(berlin, "Guests"), idOf(bonn, "Night")];
  expect(sent.at(-1)).toEqual({
    request: `POST /sites/${berlin}/doors`,
    body: {
      name: "East",
      policies: expect.toSatisfy((found) => found.toSorted().join() === [staff, guests].toSorted().join()),
      main: { policyId: guests, side: "left" },
      rules: [
        { policy: staff, hours: 8 },
        { policy: night, hours: 2 },
      ],
      siteId: bonn,
    },
  });
  const gone = await on.applied("sites: {}\n", file);
  const removals = gone.sent.map(({ request }) => request.replace(/\d+$/, ""));
  expect(removals.indexOf(`DELETE /sites/${berlin}/doors/`)).toBe(0);
  expect(gone.outcomes).toEqual(gone.outcomes.map(() => "applied"));
  expect([...on.depot.records]).toEqual([]);
});

test("a change is told by keys, sends ids beside what is live, and a key in full is the same as a short one", async () => {
  const on = depotOf(kinds);
  await on.applied(file);
  const full = file.replace("[staff, guests]", "[berlin.guests, berlin.staff]");
  expect((await on.planned(full)).steps).toEqual([]);
  const door = [...on.depot.records.values()].find(({ name: called }) => called === "East");
  const changed = file.replace("side: left", "side: right").replace("policy: guests, ", "");
  const { sent, made } = await on.applied(changed, file);
  expect(made.plan.changes).toMatchObject([{ differences: [{ path: "/main/side", live: "left" }] }]);
  const main = door?.main;
  expect(sent.map(({ body }) => body)).toEqual([{ main: { ...(main as object), side: "right" } }]);
});

test("what is changed by hand is told and adopted by keys", async () => {
  const on = depotOf(kinds);
  await on.applied(file);
  const [path = "", door] = [...on.depot.records].find(([, { name: called }]) => called === "East") ?? [];
  const rules = Array.isArray(door?.rules) ? door.rules.toReversed() : [];
  on.depot.records.set(path, { ...door, rules });
  const plan = await on.planned(file);
  const keys = [
    { policy: "bonn.night", hours: 2 },
    { policy: "berlin.staff", hours: 8 },
  ];
  expect(plan.changes).toMatchObject([{ differences: [{ path: "/rules", live: keys }] }]);
  const taken = on.adopted(file, plan);
  expect(taken.notAdopted).toEqual([]);
  expect((await on.planned((taken.files[0]?.text ?? "").replace("target: depot\n", ""))).steps).toEqual([]);
});

const yard = (door: string, policies: string) =>
  `sites: { berlin: { name: Berlin, doors: { east: { name: East${door} } }, policies: { ${policies} } } }\n`;
const [guests, staff] = ["guests: { name: Guests }", "staff: { name: Staff }"];

test("what names something no more was changed by nobody else, and that goes after it", async () => {
  const on = depotOf(kinds);
  const before = yard(", policies: [staff], site: berlin", staff);
  await on.applied(before);
  const { made, sent, outcomes } = await on.applied(yard(", policies: []", ""), before);
  expect(made.plan.unwritable).toEqual([]);
  expect(made.plan.changes[0]).toMatchObject({ differences: [{ path: "/policies", cause: "pending" }] });
  expect(made.plan.steps[1]?.after).toEqual(["update depot/door/berlin.east"]);
  expect(sent.map(({ request }) => request.replace(/\/sites\/\d+/, ""))).toEqual([
    expect.stringMatching(/^PUT \/doors/),
    expect.stringMatching(/^DELETE \/policies/),
  ]);
  expect(outcomes).toEqual(["applied", "applied"]);
});

test("what something refers to in a field that nobody declares stays, and the plan says who refers to it", async () => {
  const on = depotOf(kinds);
  const both = `${guests}, ${staff}`;
  await on.applied(yard(", main: { policy: guests, side: left }, policies: [staff]", both));
  const base = yard(", policies: [staff]", both);
  const { made, sent } = await on.applied(yard(", policies: [staff]", staff), base);
  expect(sent).toEqual([]);
  expect(made.plan.unwritable).toEqual([
    {
      address: "depot/policy/berlin.guests",
      action: "remove",
      because: "depot/door/berlin.east",
      reason:
        "depot/door/berlin.east still refers to it (main.policyId): change that reference, or declare this resource again",
    },
  ]);
  const otherwise = yard(", main: { policy: staff }, policies: [staff]", staff);
  expect((await on.applied(otherwise, base)).outcomes).toEqual(["applied", "applied"]);
});

test("an import writes keys, short where they stand beside, and the id of what has none", async () => {
  const on = depotOf(kinds);
  await on.applied(file);
  const live = await on.imported();
  expect(live.problems).toEqual([]);
  expect(live.plan.steps).toEqual([]);
  const berlin = Object.entries(live.texts).find(([path]) => path.includes("berlin"))?.[1];
  expect(berlin).toMatch(/policies: \[(?:guests, staff|staff, guests)\]/);
  expect(berlin).toMatch(/policyId: guests/);
  expect(berlin).toMatch(/policy: bonn\.night|policy: night/);
  const [path = "", door] = [...on.depot.records].find(([, { name: called }]) => called === "East") ?? [];
  on.depot.records.set(path, { ...door, policies: [7] });
  const again = await on.imported();
  expect(again.omitted).toEqual([]);
  expect(Object.values(again.texts).join("")).toMatch(/policies: \[\{ id: "?7"? \}\]/);
  expect(again.plan.steps).toEqual([]);
});

test("a key that nobody declares is a fault at its field, and so is a circle", () => {
  const on = depotOf([
    ...kinds.slice(0, 2),
    madeKind("pipe", "/pipes", { fields: { ...name, from: { type: "array", refersTo: "pipe" } } }),
  ]);
  expect(() => on.staged("pipes: { a: { name: A, from: [b] }, b: { name: B, from: [a] } }\n")).toThrow(
    "depot/pipe/a is referred to here, and itself refers to depot/pipe/b",
  );
  expect(() => on.staged("pipes: { a: { name: A, from: [c] } }\n")).toThrow(
    "`from` refers to the pipe `c`, which depot does not declare",
  );
});
