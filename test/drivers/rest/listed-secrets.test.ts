/**
 * Secrets in list elements. They are checked, resolved, sent and redacted like all other secrets, and are compared by
 * reference.
 */

import { expect, test } from "vitest";
import { Depot, depotOf, madeKind } from "./depot.ts";

const server = {
  type: "object",
  properties: {
    host: { type: "string" },
    port: { type: "integer" },
    secret: { type: "string", access: "writeOnly", secret: "hidden", also: "key" },
  },
};

const kinds = (more: object = {}) => [
  madeKind("site", "/sites", {
    fields: { name: { type: "string" }, servers: { type: "array", items: server, ...more } },
  }),
];

const corp = "{ host: a, port: 1, secret: { secret: env:CORP_PSK } }";
const guest = "{ host: b, port: 2, key: { secret: env:GUEST_PSK } }";
const file = `sites: { berlin: { name: Berlin, servers: [${corp}, ${guest}] } }\n`;
const staged = (more: object = {}) => depotOf(kinds(more), new Depot(["secret"]));

const sentWhole = [
  { host: "a", port: 1, secret: "canary-corp-psk" },
  { host: "b", port: 2, secret: "canary-guest-psk" },
];

test.each([
  ["whole", {}],
  ["by identity", { identity: ["host"] }],
])(
  "a list that is compared %s is sent with its secrets opened, and left alone afterwards",
  async (_, more) => {
    const on = staged(more);
    const { outcomes, sent, made } = await on.applied(file);
    expect(outcomes).toEqual(["applied"]);
    expect(sent.map(({ body }) => body)).toEqual([{ name: "Berlin", servers: sentWhole }]);
    const { changes, unverifiable } = await on.planned(file);
    expect(changes).toEqual([]);
    expect(unverifiable.map(({ path }) => path)).toEqual(["/servers/0/secret", "/servers/1/secret"]);
    expect(JSON.stringify([made.plan, [...made.snapshot.observations]])).not.toMatch(/canary-(?:corp|guest)/);
  },
);

test.each([
  ["whole", {}, "/servers"],
  ["by identity", { identity: ["host"] }, "/servers/b/port"],
])("a change in a list compared %s sends all of it, and no plan shows a secret", async (_, more, path) => {
  const on = staged(more);
  await on.applied(file);
  const { made, sent, plan } = await on.applied(file.replace("port: 2", "port: 3"), file);
  expect(made.plan.changes).toMatchObject([{ differences: [{ path, cause: "pending" }] }]);
  expect(sent.map(({ body }) => body)).toEqual([{ servers: [sentWhole[0], { ...sentWhole[1], port: 3 }] }]);
  expect(plan.steps).toEqual([]);
  expect(JSON.stringify(made.plan)).not.toContain("canary");
});

test("another reference is written, and told by the two references", async () => {
  const on = staged();
  await on.applied(file);
  const other = file.replace("GUEST_PSK", "CORP_PSK");
  const { made, sent } = await on.applied(other, file);
  expect(made.plan.changes).toMatchObject([
    {
      differences: [
        {
          path: "/servers/1/secret",
          base: { secret: "env:GUEST_PSK" },
          desired: { secret: "env:CORP_PSK" },
          at: { line: 2 },
        },
      ],
    },
  ]);
  expect(sent.map(({ body }) => body)).toEqual([
    { servers: [sentWhole[0], { ...sentWhole[1], secret: "canary-corp-psk" }] },
  ]);
});

test("the order of a list with identity means nothing to its secrets", async () => {
  const on = staged({ identity: ["host"] });
  await on.applied(file);
  const turned = `sites: { berlin: { name: Berlin, servers: [${guest}, ${corp}] } }\n`;
  const { made } = await on.applied(turned, file);
  expect(made.plan.changes).toEqual([]);
});

test("plain text is a fault, and so is what is not allowed", () => {
  const plain = file.replace("{ secret: env:CORP_PSK }", "canary-in-plain");
  expect(() => staged().staged(plain)).toThrow("`servers.0.secret` must be a secret reference");
  expect(() => staged().staged(file.replace("env:CORP_PSK", "env:HOME"))).toThrow("env:HOME");
});

test("a list with secrets that somebody changed is not adopted without them", async () => {
  const on = staged();
  await on.applied(file);
  const [path = "", record] = [...on.depot.records][0] ?? [];
  on.depot.records.set(path, { ...record, servers: [{ host: "a", port: 9 }] });
  const taken = on.adopted(file, await on.planned(file));
  expect(taken).toMatchObject({
    files: [],
    notAdopted: [{ reason: "the list that differs contains secrets: edit it by hand" }],
  });
});
