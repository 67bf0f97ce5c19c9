/**
 * Schema trees are computed only as far as needed. Errors in modules are reported, and the cost of hostile modules is
 * limited.
 */

import { expect, test } from "vitest";
import type { SchemaNode } from "../../src/yang/schema/node.ts";
import { Schema } from "../../src/yang/schema/schema.ts";
import { acmeFolder, acmeSchema, moduleOf, modulesIn, schemaOf } from "./modules.ts";
import { treeOf } from "./tree.ts";

function nodeIn(schema: Schema, path: string): SchemaNode | undefined {
  const [module = "", ...names] = path.split("/");
  return names.reduce<SchemaNode | undefined>(
    (node, name) => node?.dataChildren.find((each) => each.name === name),
    schema.module(module),
  );
}

const codes = (schema: Schema) => schema.problems.map(({ code }) => code);
const told = (schema: Schema) =>
  schema.problems.map(({ code, at, message }) => `${at?.line} ${code} ${message}`);

test("properties are those of the node after refines and deviations", () => {
  const plain = acmeSchema("acme-types", "acme-device");
  const deviated = acmeSchema("acme-types", "acme-device", "acme-deviations");
  expect(nodeIn(plain, "acme-device/system/ssh/port")?.defaults).toEqual(["22"]);
  expect(nodeIn(deviated, "acme-device/system/ssh/port")).toMatchObject({ isMandatory: true, defaults: [] });
  expect(nodeIn(plain, "acme-device/vlan")?.uniques).toEqual([["title", "area/number"]]);
  expect(nodeIn(deviated, "acme-device/vlan")).toMatchObject({ uniques: [], maxElements: 100 });
  expect(nodeIn(plain, "acme-device/vlan/owner/team")?.defaults).toEqual(["core"]);
  expect(nodeIn(plain, "acme-device/vlan/label")?.isMandatory).toBe(true);
});

test("keys, bounds, order, presence and defaults are told", () => {
  const schema = acmeSchema("acme-types", "acme-device");
  expect(nodeIn(schema, "acme-device/vlan")).toMatchObject({ keys: ["id", "zone"], isUserOrdered: false });
  expect(nodeIn(schema, "acme-device/system/dns")).toMatchObject({
    isUserOrdered: true,
    isMandatory: true,
    minElements: 1,
    maxElements: 3,
  });
  expect(nodeIn(schema, "acme-device/system/search")?.defaults).toEqual(["a.example", "b.example"]);
  expect(nodeIn(schema, "acme-device/system/ssh")?.isPresence).toBe(true);
  expect(nodeIn(schema, "acme-device/system/load")?.defaults).toEqual(["50"]);
  expect(nodeIn(schema, "acme-device/access/statistics/seen/who")?.config).toBe(false);
});

test("data does not see choices and cases", () => {
  const schema = acmeSchema("acme-types", "acme-device");
  const server = nodeIn(schema, "acme-device/access/remote/server");
  expect(server?.dataParent?.dataParent).toMatchObject({ name: "access", kind: "container" });
  expect(server?.dataParent?.parent?.kind).toBe("case");
});

test("a node is there when its features are on", () => {
  const sources = modulesIn(acmeFolder);
  const withFeatures = (...on: readonly string[]) =>
    new Schema(sources, { hasFeature: (_, feature) => on.includes(feature) });
  const has = (schema: Schema, path: string) => nodeIn(schema, path) !== undefined;
  // The feature that `guest` needs has the condition `if-feature "t:fast or not t:routing"`.
  expect(has(withFeatures("wireless"), "acme-device/access/guest")).toBe(true);
  expect(has(withFeatures("wireless", "routing"), "acme-device/access/guest")).toBe(false);
  expect(has(withFeatures("wireless", "routing", "fast"), "acme-device/access/guest")).toBe(true);
  expect(has(withFeatures("fast"), "acme-device/access/guest")).toBe(false);
  expect(has(withFeatures("fast"), "acme-device/vlan/label")).toBe(false);
  expect(has(withFeatures("routing"), "acme-device/vlan/label")).toBe(true);
});

test.each([
  ["a and b or c", "c", true],
  ["a and (b or c)", "c", false],
  ["not a and b", "b", true],
  ["not (a or b)", "", true],
  ["not not a", "a", true],
])("if-feature %j with only %s on: %s", (condition, on, isThere) => {
  const text = moduleOf(
    "m",
    "feature a; feature b; feature c;",
    `leaf x { if-feature "${condition}"; type empty; }`,
  );
  const schema = new Schema([{ path: "m.yang", text }], { hasFeature: (_, each) => each === on });
  expect(schema.top("m", "x") !== undefined).toBe(isThere);
  expect(schema.problems).toEqual([]);
});

test.each(["a and", "(a", "a b", "or", ""])("if-feature %j is told", (condition) => {
  const schema = schemaOf(moduleOf("m", "feature a;", `leaf x { if-feature "${condition}"; type empty; }`));
  expect(schema.top("m", "x")).toBeUndefined();
  expect(codes(schema)).toEqual(["yang-bad-argument"]);
});

test("of several revisions an import gets the one that it names, else the latest", () => {
  const types = (date: string, range: string) =>
    moduleOf("t", `revision ${date};`, `typedef n { type uint8 { range "${range}"; } }`);
  const user = (name: string, more: string) =>
    moduleOf(name, `import t { prefix t; ${more} }`, "leaf x { type t:n; }");
  const schema = schemaOf(
    types("2020-01-01", "1..2"),
    types("2024-01-01", "1..4"),
    types("2022-01-01", "1..3"),
    user("a", ""),
    user("b", "revision-date 2022-01-01;"),
    user("c", "revision-date 2021-01-01;"),
  );
  expect(schema.top("a", "x")?.type.range).toEqual([[1n, 4n]]);
  expect(schema.top("b", "x")?.type.range).toEqual([[1n, 3n]]);
  expect(schema.problems).toEqual([]);
  expect(schema.top("c", "x")?.type.range).toEqual([[1n, 4n]]);
  expect(schema.problems).toMatchObject([{ code: "yang-import", severity: "warning" }]);
});

test("a module that nobody asks for is not read: its faults are not told", () => {
  const schema = schemaOf(moduleOf("a", "leaf x { type string; }"), "module broken { leaf");
  expect(schema.names).toEqual(["a", "broken"]);
  expect(schema.top("a", "x")?.type.base).toBe("string");
  expect(schema.problems).toEqual([]);
  expect(schema.module("broken")).toBeUndefined();
  expect(codes(schema)).toEqual(["yang-syntax"]);
});

test("what is unknown is told with its line", () => {
  const schema = schemaOf(
    moduleOf(
      "a",
      "import gone { prefix g; }",
      "container c { uses nothing; leaf x { type g:t; } leaf y { type nil; } leaf z { type q:t; } }",
      'augment "/a:c/a:none" { leaf n { type string; } }',
      "include missing;",
    ),
  );
  for (const each of nodeIn(schema, "a/c")?.dataChildren ?? []) expect(each.type.base).toBe("string");
  expect(told(schema)).toEqual([
    "5 yang-import there is no submodule missing of a",
    "3 yang-unknown-name unknown grouping nothing of `uses nothing`",
    "4 yang-path augment /a:c/a:none: there is no none",
    "2 yang-import there is no module gone",
    "3 yang-unknown-name unknown typedef nil of `type nil`",
    "3 yang-unknown-name unknown prefix q of `type q:t`",
  ]);
});

test("a deviation can give a leaf another type, by the names of its own module", () => {
  const schema = schemaOf(
    moduleOf("a", "leaf x { type string; }"),
    moduleOf(
      "b",
      "import a { prefix a; }",
      'typedef short { type string { length "1..4"; } }',
      "deviation /a:x { deviate replace { type short; } }",
    ),
  );
  expect(schema.top("a", "x")?.type).toMatchObject({ name: "short", length: [[1n, 4n]] });
});

test("an augment can go into what another module's augment has added", () => {
  const schema = schemaOf(
    moduleOf("a", "container top;"),
    moduleOf("b", "import a { prefix a; }", "augment /a:top { container b; }"),
    moduleOf(
      "c",
      "import a { prefix a; } import b { prefix b; }",
      "augment /a:top/b:b { leaf c { type string; } }",
    ),
  );
  expect(nodeIn(schema, "a/top/b/c")).toMatchObject({ module: "c", kind: "leaf" });
  expect(schema.problems).toEqual([]);
});

test("the nodes of another module's grouping are the user's, its names are its own", () => {
  const schema = schemaOf(
    moduleOf(
      "g",
      "typedef t { type uint8; }",
      "grouping all { leaf x { type t; } container c { uses more; } }",
      "grouping more { leaf y { type t; } }",
    ),
    moduleOf("u", "import g { prefix g; }", "typedef t { type string; }", "container top { uses g:all; }"),
  );
  expect(nodeIn(schema, "u/top/c/y")).toMatchObject({ module: "u" });
  expect(nodeIn(schema, "u/top/c/y")?.type.base).toBe("uint8");
  expect(schema.problems).toEqual([]);
});

test.each([
  ["a grouping in itself", "grouping g { container c { uses g; } } uses g;"],
  ["two groupings in each other", "grouping a { uses b; } grouping b { uses a; } uses a;"],
  ["a typedef of itself", "typedef t { type t; } leaf x { type t; }"],
  ["a union in itself", "typedef t { type union { type string; type t; } } leaf x { type t; }"],
])("%s ends, and is told", (_, statements) => {
  const schema = schemaOf(moduleOf("m", statements));
  treeOf(schema.module("m") ?? fail());
  expect(codes(schema)).toContain("yang-circle");
});

function fail(): never {
  throw new Error("there is no module");
}

test("identities, features and modules in a circle end", () => {
  const schema = schemaOf(
    moduleOf(
      "m",
      "import n { prefix n; }",
      "identity a { base b; } identity b { base a; }",
      "feature f { if-feature g; } feature g { if-feature f; }",
      "leaf x { if-feature f; type string; } leaf y { type identityref { base a; } }",
    ),
    moduleOf("n", "import m { prefix m; }", "identity c { base m:a; }"),
  );
  expect(schema.top("m", "x")).toBeUndefined();
  const [base] = schema.top("m", "y")?.type.identities ?? [];
  expect(base && [...schema.identities.derivedFrom(base)].sort()).toEqual(["m:a", "m:b", "n:c"]);
});

test("groupings that double again and again are bounded", () => {
  const doubled = Array.from({ length: 60 }, (_, at) => `grouping g${at + 1} { uses g${at}; uses g${at}; }`);
  const schema = schemaOf(moduleOf("m", "grouping g0;", ...doubled, "uses g60;"));
  expect(schema.module("m")?.children).toEqual([]);
  expect(codes(schema)).toContain("yang-too-large");
});

test("unions, typedefs and groupings in long chains are bounded", () => {
  const many = Array.from({ length: 3000 }, (_, at) => at + 1);
  const typedefs = many.map((at) => `typedef t${at} { type t${at - 1}; }`);
  const unions = many
    .slice(0, 40)
    .map((at) => `typedef u${at} { type union { type u${at - 1}; type u${at - 1}; } }`);
  const groupings = many.map((at) => `grouping g${at} { uses g${at - 1}; }`);
  const schema = schemaOf(
    moduleOf(
      "m",
      "typedef t0 { type string; } typedef u0 { type string; } grouping g0 { leaf z { type string; } }",
      ...[...typedefs, ...unions, ...groupings],
      "leaf x { type t3000; } leaf y { type u40; } uses g3000;",
    ),
  );
  expect(schema.module("m")?.children.map(({ name }) => name)).toEqual(["x", "y"]);
  expect(schema.top("m", "x")?.type.base).toBe("string");
  expect(schema.top("m", "y")?.type.weight).toBeLessThan(10_000);
  expect(new Set(codes(schema))).toEqual(new Set(["yang-circle", "yang-too-large"]));
});
