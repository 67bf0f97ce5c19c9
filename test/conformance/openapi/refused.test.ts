/** Descriptions and state files that cannot be served, and malicious ones. */

import { describe, expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { begun } from "../../../src/simulator/openapi/begin.ts";
import { respond } from "../../../src/simulator/respond.ts";
import { createWorld } from "../../../src/simulator/world.ts";
import { beginning, library } from "./library.ts";

function problems(description: Json, file?: Json): readonly string[] {
  const state = begun({ description, file });
  return "problems" in state ? state.problems : [];
}

/** Returns a description with one singleton that has this schema. */
function described(schema: Json, components: JsonObject = {}): Json {
  const content = { "application/json": { schema } };
  const responses = { "200": { content } };
  const paths = { "/thing": { get: { responses }, put: { requestBody: { content }, responses } } };
  return { openapi: "3.1.0", info: { title: "" }, paths, components };
}

/** Stores a body by `PUT`. Returns the status of the reply, and the object that is read afterwards. */
function stored(description: Json, body: Json): readonly [number, string] {
  const world = { ...createWorld({}), openapi: beginning(description) };
  const request = { interface: "openapi", path: "/thing", headers: {}, origin: "http://h" } as const;
  const put = respond(world, { ...request, method: "PUT", body: JSON.stringify(body) }, 0);
  const get = respond(put.world, { ...request, method: "GET", body: "" }, 0);
  return [put.reply.status, get.reply.body];
}

describe("a description is refused with the reason", () => {
  test.each<readonly [string, Json]>([
    ["it is not an object", []],
    ["it is OpenAPI 2.0 (Swagger): convert it to 3.0", { swagger: "2.0" }],
    ['it has no member "openapi" with 3.0 or 3.1', { openapi: "4.0.0" }],
    ['it has no "paths"', { openapi: "3.0.0" }],
    ['no path below "paths" has a method', { openapi: "3.0.0", paths: { "/a": {} } }],
    ['the path "a{b" cannot be read', { openapi: "3.0.0", paths: { "a{b": { get: {} } } }],
  ])("%s", (problem, description) => {
    expect(problems(description)).toEqual([problem]);
  });
});

test("a state file is refused with the path of each problem", () => {
  const file = {
    "/books/1": {},
    "/libraries/l": { name: 1 },
    "/branches/b": { libraryId: "l", name: "Main", kind: "bus" },
    "/branches/c/shelves/1": { label: "A-1" },
    "/branches/*/lights/{0..99999}": {},
  };
  expect(problems(library, file)).toEqual([
    "/books/1: the description has no such path",
    "/libraries/l: name must be a string",
    '/branches/b: kind must be one of: "main", "mobile"',
    "/branches/*/lights/{0..99999}: over 10000 ids",
    "/branches/c/shelves/1: /branches/c is not there",
  ]);
  expect(problems(library, ["/libraries/l"])).toEqual(["it is not an object of paths"]);
});

describe("a description that means harm", () => {
  test("has references that lead nowhere, into other files, or in a circle", () => {
    const schemas = { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } };
    for (const $ref of ["#/none", "other.yaml#/A", "#/components/schemas/A", "#/%"]) {
      expect(stored(described({ $ref }, { schemas }), { a: 1 })).toEqual([200, '{"a":1}']);
    }
  });

  test("has parts and forms that hold themselves", () => {
    const self = { $ref: "#/components/schemas/Self" };
    const both = { allOf: [self, self], oneOf: [self, self], properties: { a: self }, default: {} };
    expect(stored(described(self, { schemas: { Self: both } }), { a: { a: {} } })[0]).toBe(200);
  });

  test("requires of an object that it holds another one of its kind, and another one", () => {
    const self = { $ref: "#/components/schemas/Node" };
    const node = (names: readonly string[]): Json => ({
      type: "object",
      required: names,
      properties: Object.fromEntries(names.map((name) => [name, self])),
    });
    const shown = (names: readonly string[]) => {
      const one = described(self, { schemas: { Node: node(names) } });
      const world = { ...createWorld({}), openapi: beginning(one) };
      const asked = { interface: "openapi", method: "GET", path: "/thing", headers: {}, body: "" } as const;
      return respond(world, { ...asked, origin: "http://h" }, 0).reply;
    };
    expect(shown(["child"])).toMatchObject({ status: 200, body: expect.stringMatching(/^\{"child":\{/) });
    const many = shown(Array.from({ length: 40 }, (_, index) => `child${index}`));
    expect(many.status).toBe(200);
    expect(many.body.length).toBeLessThan(100_000);
  });

  test("has defaults in circles", () => {
    const names = Array.from({ length: 40 }, (_, index) => `child${index}`);
    const self = { $ref: "#/components/schemas/Node" };
    const properties = Object.fromEntries(names.map((name) => [name, self]));
    const schemas = { Node: { type: "object", properties: { ...properties, on: { default: true } } } };
    expect(stored(described(self, { schemas }), { on: false })[0]).toBe(200);
  });

  test("is nested deeper than anybody goes", () => {
    let schema: Json = { type: "string", default: "x" };
    for (let depth = 0; depth < 2000; depth += 1) schema = { type: "object", properties: { a: schema } };
    expect(stored(described(schema), { a: { a: {} } })[0]).toBe(200);
    const inside = JSON.parse(`${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`);
    expect(isObject(inside) && stored(described({ type: "object" }), inside)[0]).toBe(200);
  });

  test("has a pattern that cannot be read", () => {
    expect(stored(described({ type: "object", properties: { a: { pattern: "(" } } }), { a: "b" })[0]).toBe(
      200,
    );
  });

  test("has members with the names of what every object has", () => {
    const schema = { type: "object", properties: { constructor: { type: "string" } } };
    expect(stored(described(schema), { constructor: "a" })).toEqual([200, '{"constructor":"a"}']);
    expect(stored(described(schema), { toString: "a" })[0]).toBe(400);
    expect(stored(described(schema), JSON.parse('{"__proto__": {"a": 1}}'))[0]).toBe(400);
  });
});
