/** Shapes of a catalog: a field is defined once, and each kind uses it as if the kind had defined it. */

import { expect, test } from "vitest";
import { loadCatalog } from "../../../src/catalog/load/catalog.ts";

const product = `product: shop
title: Shop
interface: dashboard
basePath: /api
authentication: { by: token, header: Authorization }
limits: { requestsPerSecond: 5, concurrency: 2 }
replies: [{ status: 2xx, means: accepted }]
checks: [door]
`;
const kind = (fields: string) => `kind: door
title: door
section: doors
form: collection
list: /doors
create: POST /doors
fields:
${fields}
source: by heart
verified: assumed
`;

/** Loads a product with these lines and a kind with these fields, and returns the result. */
function loaded(lines: string, fields: string) {
  const files = { product: product + lines, door: kind(fields) };
  const texts = Object.entries(files).map(([name, text]) => ({ path: `c/${name}.yaml`, text }));
  const { catalog, problems } = loadCatalog(texts);
  const said = problems.map(
    ({ at, message, hint }) =>
      `${at?.file}:${at?.line}:${at?.column} ${message}.${hint === undefined ? "" : ` ${hint}`}`,
  );
  return { catalog, said };
}

const shapes = `shapes:
  guard: { type: object, properties: { name: { type: string, wire: guardName }, door: { type: string, refersTo: door } } }
  guards: { type: array, set: true, items: { shape: guard, description: One of them. } }
`;

test("a shape, and a shape in a shape, stand where they are named, with the words and fields beside them", () => {
  const used = loaded(
    shapes,
    `  name: { type: string }
  day: { shape: guards, maxItems: 2 }
  lead: { shape: guard, properties: { badge: { type: string }, name: { type: integer } } }
  posts: { type: object, additionalProperties: { shape: guard } }`,
  );
  const guard = {
    name: { type: "string", wire: "guardName" },
    door: { type: "string", refersTo: "door" },
  };
  expect(used.said).toEqual([]);
  expect(used.catalog?.kinds[0]?.fields).toEqual({
    name: { type: "string" },
    day: {
      ...{ type: "array", set: true, maxItems: 2 },
      items: { type: "object", properties: guard, description: "One of them." },
    },
    lead: { type: "object", properties: { ...guard, badge: { type: "string" }, name: { type: "integer" } } },
    posts: { type: "object", additionalProperties: { type: "object", properties: guard } },
  });
  expect(used.catalog?.product).not.toHaveProperty("shapes");
});

const name = "  name: { type: string }";
/** Each shape contains the previous one twice. */
const doubled = Array.from({ length: 19 }, (_, at) => {
  const inner = `{ shape: s${at} }`;
  return `  s${at + 1}: { type: object, properties: { a: ${inner}, b: ${inner} } }\n`;
});
const nested = Array.from(
  { length: 30 },
  (_, at) => `  s${at + 1}: { type: array, items: { shape: s${at} } }\n`,
);

test.each([
  [
    "a shape that there is not",
    shapes,
    `${name}\n  day: { shape: gaurds }`,
    "c/door.yaml:9:17 there is no shape `gaurds` here. Did you mean `guards`?",
  ],
  [
    "one that there is not in another one",
    shapes.replace("shape: guard,", "shape: guad,"),
    name,
    "c/product.yaml:11:53 there is no shape `guad` here. Did you mean `guard`?",
  ],
  [
    "a kind that there is not, in a shape: said once, where it stands",
    shapes.replace("refersTo: door", "refersTo: dor"),
    `${name}\n  day: { shape: guards }\n  night: { shape: guards }`,
    "c/product.yaml:10:113 there is no kind `dor` here. Did you mean `door`?",
  ],
  [
    "a circle",
    "shapes:\n  c: { shape: a }\n  a: { type: array, items: { shape: b } }\n  b: { shape: a }\n",
    name,
    "c/product.yaml:11:37 the shape `a` contains itself: a in b in a. Write the fields out in one of these shapes, instead of naming the shape.",
  ],
  ["a shape of itself", "shapes:\n  a: { type: array, items: { shape: a } }\n", name, "c/product.yaml:10:37"],
  [
    "a shape called like what objects have",
    "shapes: { b: { shape: constructor } }\n",
    name,
    "there is no shape",
  ],
  [
    "more fields than anything could have",
    `shapes:\n  s0: { type: string }\n${doubled.join("")}`,
    name,
    "with all shapes expanded, the catalog has over 100000 fields",
  ],
  ["deep nests", `shapes:\n  s0: { type: string }\n${nested.join("")}`, name, "more than 20 levels deep"],
  [
    "a setting that puts a shape",
    `${shapes}settings: { guarded: { is: { type: boolean }, puts: { door.fields.name: { shape: guard } } } }\n`,
    name,
    "this setting makes the catalog invalid: the value of a setting cannot contain a `shape`",
  ],
])("is refused: %s", (_, lines, fields, message) => {
  const { catalog, said } = loaded(lines, fields);
  expect(catalog).toBeUndefined();
  expect(said).toEqual([expect.stringContaining(message)]);
});

test("of kinds too: many that are each small enough are too much together", () => {
  const some = `shapes:\n  s0: { type: string }\n${doubled.slice(0, 14).join("")}`;
  const many = Array.from({ length: 4 }, (_, at) => `  f${at}: { shape: s14 }`);
  expect(loaded(some, many.slice(0, 2).join("\n")).said).toEqual([]);
  expect(loaded(some, many.join("\n")).said).toEqual([expect.stringContaining("c/door.yaml:7:1 with all")]);
});
