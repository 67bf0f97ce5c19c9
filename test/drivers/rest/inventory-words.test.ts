/** Catalog keys for inventories: resources that are matched by one of several fields, and that are only compared. */

import { expect, test } from "vitest";
import { kindFile } from "../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../src/catalog/schema/product.ts";
import { compileCatalog } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { openRest } from "../../../src/drivers/rest/session.ts";
import type { Json } from "../../../src/model/json.ts";
import { Secret } from "../../../src/model/secret.ts";
import { json, scripted } from "../../servers/scripted-wire.ts";
import { calm, targetOf, writeOf } from "../opened.ts";

const product = productFile.parse({
  product: "meters",
  title: "Meters",
  interface: "sdwan",
  basePath: "/geräte%20x",
  authentication: { by: "client", tokenPath: "/token", scope: "meters:read" },
  limits: { requestsPerSecond: 5, concurrency: 2 },
  replies: [{ status: "2xx", means: "accepted" }],
  checks: ["meter"],
});

const meter = {
  kind: "meter",
  title: "meter",
  section: "meters",
  form: "collection",
  identity: { first: ["serial", "label"] },
  list: "/meters",
  create: "POST /meters",
  complete: true,
  closed: true,
  fields: {
    serial: { type: "string", loose: true, wire: "no" },
    label: { type: "string", loose: true },
    address: { type: "string", format: "ipv4" },
  },
  support: "assumed",
  source: "made up",
  verified: "assumed",
};
const dialect = compileCatalog({ product, kinds: [kindFile.parse(meter)] });

const granted = { access_token: "t", token_type: "Bearer" };
const typed = { "content-type": "application/json" };

function opened(body: Json, status = 200) {
  const { wire, sent } = scripted(({ form }) => (form ? json(200, granted, typed) : json(status, body)));
  const session = openRest({
    target: { ...targetOf("sdwan"), url: "https://meters.example.net" },
    dialect,
    wire,
    credential: { clientId: new Secret("c"), clientSecret: new Secret("s") },
    secret: () => new Secret(""),
    now: () => 0,
    tokens: { load: async () => ({}), save: async () => undefined },
  });
  return { session, sent };
}

const looking = (...identities: readonly string[]) => ({
  collection: "meters",
  scope: {},
  wanted: identities.map((identity) => ({ kind: "meter", identity, scope: {} })),
});

test("a live thing is matched by the first field that it has, or by the one that somebody declares", async () => {
  const records = [
    { no: 7, label: "one", uptime: 3 },
    { no: "", label: "two" },
    { no: "9", label: "three" },
  ];
  const { session, sent } = opened(records);
  expect(await session.read(looking("7", "label three"), calm)).toEqual({
    state: "whole",
    items: [
      { kind: "meter", identity: "7", value: { serial: "7", label: "one" } },
      { kind: "meter", identity: "label two", value: { label: "two" } },
      { kind: "meter", identity: "label three", value: { serial: "9", label: "three" } },
    ],
  });
  expect(sent.at(-1)?.url).toBe("https://meters.example.net/geräte%20x/meters");
});

test("a record with none of these fields is none of them, and nothing is known", async () => {
  const { session } = opened([{ no: "" }]);
  expect(await session.read(looking(), calm)).toMatchObject({ state: "unknown" });
});

test("what is declared must have one of these fields", () => {
  const [kind] = dialect.kinds;
  const checked = (value: Json) => kind?.check?.({ key: "a", value, scope: {} });
  expect(checked({ label: "one" })).toEqual([]);
  expect(checked({ address: "10.0.0.1" })).toMatchObject([
    { code: "missing-field", message: "a meter needs `serial` or `label`" },
  ]);
  expect(kind?.identity({ key: "a", value: { serial: "7", label: "one" }, scope: {} })).toBe("7");
  expect(kind?.identity({ key: "a", value: { label: "one" }, scope: {} })).toBe("label one");
  expect(kind?.schema.safeParse({ address: "::1" }).success).toBe(false);
});

test("it says what of it is assumed, and that all of it is to be declared", () => {
  expect(dialect.operations.meter?.read).toBe("assumed");
  expect(dialect.complete).toEqual(["meter"]);
});

test("a write that may not be done names the scope that was asked for", async () => {
  const { session } = opened({ error: "Forbidden" }, 403);
  const write = writeOf({ operation: "create", kind: "meter", identity: "7", desired: { serial: "7" } });
  expect(JSON.stringify(await session.write(write, calm))).toContain("meters:read");
});
