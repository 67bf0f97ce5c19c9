/** Reduced facts contain everything that derivation reads, and none of the vendor's sentences. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fieldFacts, resourceFacts } from "../../../scripts/catalog/client-facts.ts";
import { reducedClient } from "../../../scripts/catalog/reduced-client.ts";
import { reducedDescription } from "../../../scripts/catalog/reduced-description.ts";
import { derive } from "../../../src/catalog/derive/derive.ts";
import { readDescription } from "../../../src/catalog/derive/document.ts";
import { productWords } from "../../../src/catalog/derive/draft-product.ts";
import { overlayOf } from "../../../src/catalog/derive/overlay.ts";
import type { JsonObject } from "../../../src/model/json.ts";

const sentence = "This sentence is somebody's, and no fact.";
const body = (schema: JsonObject) => ({
  description: sentence,
  content: { "text/plain": {}, "application/vnd.own+json": { schema, example: { note: sentence } } },
});
const silo = { $ref: "#/components/schemas/Silo" };

/** Uses every sort of reference, and texts that derivation does not read. */
const whole: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Granary", version: "2.0", description: sentence, contact: { name: sentence } },
  servers: [{ url: "https://granary.example/api", description: sentence }, { url: "https://other.example" }],
  tags: [{ name: "silos", description: sentence }],
  security: [{ key: [] }],
  paths: {
    "/silos": {
      summary: sentence,
      parameters: [{ $ref: "#/components/parameters/Limit" }],
      get: {
        summary: sentence,
        operationId: "listSilos",
        parameters: [{ name: "trace", in: "header", schema: { type: "string" } }],
        responses: {
          "200": { $ref: "#/components/responses/Silos" },
          "400": { description: sentence, content: {} },
        },
      },
      post: { requestBody: { $ref: "#/components/requestBodies/Silo" }, responses: { "201": body(silo) } },
      options: { description: sentence },
    },
    "/silos/{siloId}": { $ref: "#/components/pathItems/Silo" },
    "/silos/{siloId}/lid": {
      // Two references: one into a schema, and one to the value at another path.
      get: { responses: { "200": body({ $ref: "#/components/schemas/Silo/properties/lid" }) } },
      put: {
        requestBody: body({
          $ref: "#/paths/~1silos~1{siloId}~1lid/get/responses/200/content/application~1vnd.own+json/schema",
        }),
        responses: { "200": body({ $ref: "other.json#/Lid" }) },
      },
    },
  },
  components: {
    parameters: {
      Limit: { name: "limit", in: "query", description: sentence, schema: { type: "integer", maximum: 50 } },
    },
    responses: { Silos: body({ type: "array", items: silo }), Unused: body({}) },
    requestBodies: { Silo: { ...body(silo), required: true } },
    pathItems: { Silo: { put: { requestBody: body(silo) }, delete: { description: sentence } } },
    schemas: {
      Silo: {
        title: sentence,
        description: sentence,
        "x-internal": sentence,
        allOf: [{ $ref: "#/components/schemas/Named" }, { type: "object", description: sentence }],
        properties: {
          id: { type: "string", readOnly: true },
          // Here, `description` is the name of a field, so it is a fact.
          description: { type: ["string", "null"], description: sentence, maxLength: 40 },
          kind: { enum: ["round", "square"], default: "round", example: sentence },
          next: { $ref: "#/components/schemas/Silo" },
          lid: { type: "object", properties: { open: { type: "boolean", examples: [true] } } },
          sizes: {
            type: "array",
            uniqueItems: true,
            minItems: 1,
            items: { type: "number", multipleOf: 0.5 },
          },
          more: { additionalProperties: { description: sentence, type: "integer" }, minProperties: 1 },
          either: {
            oneOf: [
              { type: "string", title: sentence },
              { type: "string", const: "a" },
            ],
          },
        },
      },
      Named: { properties: { name: { type: "string", pattern: "^[a-z]+$" } }, required: ["name"] },
      Unused: { description: sentence },
    },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key", description: sentence } },
  },
};

const derived = (root: JsonObject) => {
  const description = readDescription(root);
  const { kinds, names, notKinds, unknown } = derive(description, overlayOf([]));
  return { kinds, names, notKinds, unknown, product: productWords(description) };
};

describe("a description that is reduced", () => {
  const reduced = reducedDescription(whole);

  test("gives the same kinds, and the same words of the product", () => {
    const { kinds, ...others } = derived(whole);
    expect(kinds).toMatchObject({ silo: { fields: { name: {}, description: {}, sizes: {}, next: {} } } });
    expect(kinds).toMatchObject({ siloLid: { fields: { open: { type: "boolean" } } } });
    expect(derived(reduced)).toEqual({ kinds, ...others });
  });

  test("has no sentence, no example and nothing that no path leads to", () => {
    const text = JSON.stringify(reduced);
    expect(text).not.toContain(sentence);
    expect(text).not.toMatch(/"(?:example|examples|summary|operationId|tags|Unused|options|400|trace)"/);
    expect(reduced.paths).toMatchObject({
      "/silos": { parameters: [{ $ref: "#/components/parameters/Limit" }] },
    });
  });

  test("is the same when it is reduced again", () => {
    expect(JSON.stringify(reducedDescription(reduced))).toBe(JSON.stringify(reduced));
  });
});

const client = {
  product: "granary",
  asOf: "2026-08-01",
  description: sentence,
  resources: {
    silo: {
      path: "/silos",
      taskSeconds: 5,
      fields: [
        { name: "name", type: "String", tfName: "label", description: sentence },
        { name: "lids", type: "List", fields: [{ name: "open", type: "Bool", description: sentence }] },
      ],
    },
  },
};

describe("what a client knows, reduced", () => {
  test("has the words that something reads, and says which it left out", () => {
    const { facts, left } = reducedClient(client);
    expect(facts).toEqual({
      product: "granary",
      asOf: "2026-08-01",
      resources: {
        silo: {
          path: "/silos",
          fields: [
            { name: "name", type: "String" },
            { name: "lids", type: "List", fields: [{ name: "open", type: "Bool" }] },
          ],
        },
      },
    });
    expect(Object.fromEntries(left)).toEqual({ taskSeconds: 1, tfName: 1, description: 2 });
    expect(reducedClient(facts)).toEqual({ facts, left: new Map() });
  });

  test.each([
    ["a day that is none", { ...client, asOf: "last summer" }, "asOf"],
    [
      "a word of another type",
      { ...client, resources: { silo: { path: 5, fields: [] } } },
      "resources.silo.path",
    ],
    ["a description", whole, "resources"],
  ])("is refused: %s", (_, file, named) => {
    expect(() => reducedClient(file)).toThrow(named);
  });

  test("has no word that neither derivation nor a server of the tests reads", () => {
    const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
    const readers = [
      ...["client-catalog", "client-fields", "client-kind", "client-parcel", "client-overlay"].concat(
        "client-sorts",
        "client-template",
        "client-overlay-fields",
      ),
    ].map((name) => read(`scripts/catalog/${name}.ts`));
    const servers = [
      "client-bodies",
      "client-facts",
      "client-server",
      "facts",
      "parcels",
      "templates",
      "vmanage-server",
    ];
    const tests = [
      "catalog/round-trip/lives/catalyst-center",
      "catalog/round-trip/lives/fmc",
      "docs/ios-xe-coverage.test",
    ];
    const texts = [
      ...readers,
      ...servers.map((name) => read(`test/servers/products/${name}.ts`)),
      ...tests.map((name) => read(`test/${name}.ts`)),
    ].join("\n");
    const words = [...Object.keys(resourceFacts.shape), ...Object.keys(fieldFacts.shape)];
    expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(texts))).toEqual([]);
    expect(words.length).toBeGreaterThan(50);
  });
});
