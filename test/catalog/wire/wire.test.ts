/**
 * Compares the request that trueup sends to write a kind with the request that the vendor's own client sends for the
 * same intent.
 */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { compileCatalog } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { sdwanCodecs, serversCodecs } from "../../../src/drivers/rest/codecs/codecs.ts";
import { openRest } from "../../../src/drivers/rest/session.ts";
import { asObject, isArray, isObject, type Json } from "../../../src/model/json.ts";
import { Secret } from "../../../src/model/secret.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { targetOf, writeOf } from "../../drivers/opened.ts";
import { json, revealed, scripted } from "../../servers/scripted-wire.ts";

const asSent = z.json();
const body = z.union([z.record(z.string(), z.json()), z.array(z.json())]);
const facts = z.strictObject({
  source: z.string(),
  rows: z.array(
    z.strictObject({
      kind: z.string(),
      parentId: z.string().exactOptional(),
      desired: z.record(z.string(), z.json()),
      client: z.strictObject({ method: z.string(), path: z.string(), body }),
      /** Why the path differs from the client's path. Absent if the paths are equal. */
      elsewhere: z.string().exactOptional(),
    }),
  ),
});

/**
 * Members that the product's web pages always send, and its client only sometimes. If the client's request lacks such a
 * member, it is ignored in trueup's request.
 */
const unsentByAll = ["priority-order"];

function withoutMore(sent: Json, client: Json | undefined): Json {
  if (isArray(sent))
    return sent.map((each, at) => withoutMore(each, isArray(client) ? client[at] : undefined));
  if (!isObject(sent)) return sent;
  const other = asObject(client);
  const members = Object.entries(sent).filter(([name]) => !unsentByAll.includes(name) || name in other);
  return Object.fromEntries(members.map(([name, each]) => [name, withoutMore(each, other[name])]));
}

/** The id of a firewall manager's domain `Global`. */
const domain = "e276abec-e0f2-11e3-8169-6d9ed49b625f";

describe.each([
  ["catalyst-center", "controller", ["username", "password"]],
  ["fmc", "firewall", ["username", "password"]],
  ["intersight", "servers", ["clientId", "clientSecret"]],
  ["vmanage", "sdwan", ["token"]],
  ["meraki", "dashboard", ["apiKey"]],
] as const)("a write of %s", (product, of, names) => {
  const text = readFileSync(new URL(`${product}.json`, import.meta.url), "utf8");
  const { rows } = facts.parse(JSON.parse(text));
  const { wire } = scripted(() => json(200, {}));
  const dialect = compileCatalog(
    catalogsIn().read(product),
    { domain },
    { codecs: { ...serversCodecs, ...sdwanCodecs } },
  );
  const session = openRest({
    target: { ...targetOf(of), url: "https://product.example.net" },
    dialect,
    wire,
    secret: (reference) => new Secret(reference.secret),
    now: () => 0,
    credential: Object.fromEntries(names.map((name) => [name, new Secret(name)])),
    tokens: { load: async () => ({}), save: async () => undefined },
  });

  test("is compared for at least ten kinds", () => {
    expect(new Set(rows.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(10);
  });

  test.each(rows)(
    "of $kind is that of the vendor's client",
    ({ kind, parentId, desired, client, elsewhere }) => {
      const isMade = dialect.byName.get(kind)?.writes.create !== undefined;
      const operation = isMade ? "create" : "update";
      const differences = Object.keys(desired).map((name) => ({
        path: `/${name}`,
        cause: "pending" as const,
      }));
      const write = { operation, kind, identity: "x", desired, differences, live: { value: {} } } as const;
      const sent = session.preview(writeOf({ ...write, parentId }));
      const path = new URL(sent.url).pathname;
      expect([sent.method, elsewhere === undefined ? path : client.path]).toEqual([
        client.method,
        client.path,
      ]);
      const body = asSent.parse(JSON.parse(JSON.stringify(revealed(sent.body ?? null))));
      expect(withoutMore(body, client.body)).toEqual(client.body);
    },
  );
});
