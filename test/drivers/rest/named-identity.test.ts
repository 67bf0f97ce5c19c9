/**
 * Kinds that are identified by other resources. They are found by the ids of those resources, and named by the keys of
 * those resources.
 */

import { expect, test } from "vitest";
import { depotOf, madeKind } from "./depot.ts";

const kinds = [
  madeKind("group", "/teams", { section: "teams", required: ["name"] }),
  madeKind("policy", "/policies", {
    section: "policies",
    identity: ["source.id", "targetGroup"],
    fields: {
      source: { type: "object", properties: { id: { type: "integer", refersTo: "group" } } },
      targetGroup: { type: "integer", wire: "targetId", refersTo: "group" },
      rule: { type: "string" },
    },
    required: ["source", "targetGroup"],
  }),
];

const teams = "teams: { guests: { name: Guests }, staff: { name: Staff }, vault: { name: Vault } }\n";
const policies = `policies:
  first: { source: { id: guests }, targetGroup: vault, rule: deny }
  second: { source: { id: staff }, targetGroup: vault, rule: allow }
`;

/** Returns a depot in which everything has been created. */
async function made() {
  const on = depotOf(kinds);
  const { outcomes, plan } = await on.applied(teams + policies);
  expect(outcomes).toEqual(outcomes.map(() => "applied"));
  expect(plan.steps).toEqual([]);
  return on;
}

test("what exists is found by the ids of what names it, updated and not made twice", async () => {
  const on = await made();
  const { sent, plan } = await on.applied(teams + policies.replace("rule: deny", "rule: log"));
  expect(sent.map(({ request, body }) => [request.replace(/\d+$/, "N"), body])).toEqual([
    ["PUT /policies/N", { rule: "log" }],
  ]);
  expect(plan.steps).toEqual([]);
});

test("another name, or a key that is called otherwise, makes no other thing", async () => {
  const on = await made();
  const renamed = (teams + policies).replaceAll("guests", "visitors").replace("first", "visiting");
  expect((await on.planned(renamed)).steps).toEqual([]);
});

test("of which something is not there yet is made after that", async () => {
  const on = await made();
  const more = teams.replace("vault:", "lab: { name: Lab }, vault:");
  const third = "  third: { source: { id: lab }, targetGroup: vault }\n";
  const { made: run, plan } = await on.applied(more + policies + third);
  expect(run.plan.steps.map(({ id }) => id)).toEqual(["create depot/group/lab", "create depot/policy/third"]);
  expect(plan.steps).toEqual([]);
});

test("whatever is identified by something unknown is unknown", async () => {
  const on = await made();
  const wire = on.depot.wire;
  const between = () => ({
    send: (async (request, signal) =>
      request.url.endsWith("/teams")
        ? { outcome: "answered", status: 500, headers: {}, text: "{}" }
        : wire.send(request, signal)) as typeof wire.send,
  });
  const { plan } = await on.staged(teams + policies, { between }).plan();
  expect(plan.changes).toEqual([]);
  expect(plan.unknown.map(({ address }) => address)).toEqual([
    "depot/group/guests",
    "depot/group/staff",
    "depot/group/vault",
    "depot/policy/first",
    "depot/policy/second",
  ]);
});

test("an import gives it the keys of what it names, and finds what is declared", async () => {
  const on = await made();
  const live = await on.imported();
  expect(live.problems).toEqual([]);
  expect(live.plan.steps).toEqual([]);
  const text = Object.values(live.texts).join("\n");
  expect(text).toContain("guests-vault:");
  expect(text).toMatch(/id: guests/);
});
