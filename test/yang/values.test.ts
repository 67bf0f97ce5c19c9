/** Values are checked against their types, and each has one spelling in which it is compared. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { Values } from "../../src/yang/values/check-value.ts";
import { moduleOf, schemaOf } from "./modules.ts";
import { hasYanglint, noYanglint } from "./other-readers.ts";

const definitions = `
  identity medium; identity wire { base medium; } identity copper { base wire; } identity metal;
  identity steel { base metal; base wire; }
  typedef percent { type uint8 { range "0..100"; } }
  typedef odd { type percent { range "1..9 | 91..max"; } }
  typedef name { type string { length "1..8"; pattern '[a-z][a-z0-9-]*'; } }
  typedef speed { type enumeration { enum slow; enum medium; enum fast; } }`;

/** Types with values. Each value is followed by the form in which it is compared, or by its error. */
const rows: readonly (readonly [
  string,
  readonly (readonly [Json, string | { readonly fault: string }])[],
])[] = [
  [
    "int8",
    [
      [-128, "-128"],
      [127, "127"],
      [128, { fault: "within -128..127" }],
      [1.5, { fault: "a whole number" }],
    ],
  ],
  [
    "uint32",
    [
      [4294967295, "4294967295"],
      [-1, { fault: "within 0..4294967295" }],
      [true, { fault: "a whole number" }],
    ],
  ],
  [
    "int64",
    [
      ["-9223372036854775808", "-9223372036854775808"],
      ["9223372036854775808", { fault: "within -9223372036854775808..9223372036854775807" }],
    ],
  ],
  [
    "uint64",
    [
      ["18446744073709551615", "18446744073709551615"],
      ["x", { fault: "a whole number" }],
    ],
  ],
  [
    "odd",
    [
      [1, "1"],
      [100, "100"],
      [50, { fault: "within 1..9 | 91..100" }],
    ],
  ],
  [
    'decimal64 { fraction-digits 2; range "-1.5..10"; }',
    [
      ["1.50", "1.5"],
      ["-1.5", "-1.5"],
      ["2", "2.0"],
      ["10.01", { fault: "within -1.5..10.0" }],
      ["1.555", { fault: "a decimal number with at most 2 digits after the point" }],
    ],
  ],
  [
    "boolean",
    [
      [true, "true"],
      [false, "false"],
      [1, { fault: "true or false" }],
    ],
  ],
  [
    "empty",
    [
      [[null], ""],
      ["", { fault: "empty: `[null]`" }],
    ],
  ],
  [
    'string { length "2..3 | 5"; }',
    [
      ["ab", "ab"],
      ["äö😀", "äö😀"],
      ["abcd", { fault: "of a length that its type allows, not 4 characters" }],
      [5, { fault: "a text" }],
    ],
  ],
  [
    "name { pattern 'x.*' { modifier invert-match; } }",
    [
      ["abc", "abc"],
      ["1bc", { fault: "a text that matches `[a-z][a-z0-9-]*`" }],
      ["xbc", { fault: "a text that does not match `x.*`" }],
    ],
  ],
  [
    "speed { enum slow; enum fast; }",
    [
      ["fast", "fast"],
      ["medium", { fault: "one of `slow`, `fast`" }],
    ],
  ],
  [
    "bits { bit a { position 3; } bit b; bit c { position 1; } }",
    [
      ["b a", "a b"],
      ["a c", "c a"],
      ["", ""],
      ["a a", { fault: "some of `c`, `a`, `b`, each once" }],
      ["d", { fault: "some of `c`, `a`, `b`, each once" }],
    ],
  ],
  [
    "binary { length 2; }",
    [
      ["aGk=", "aGk="],
      ["aGkh", { fault: "of a length that its type allows, not 3 bytes" }],
      ["a", { fault: "base64" }],
    ],
  ],
  [
    "identityref { base medium; }",
    [
      ["copper", "m:copper"],
      ["m:wire", "m:wire"],
      ["medium", { fault: "one of `m:copper`, `m:steel`, `m:wire`" }],
    ],
  ],
  [
    "identityref { base medium; base metal; }",
    [
      ["steel", "m:steel"],
      ["copper", { fault: "one of `m:steel`" }],
    ],
  ],
  [
    "leafref { path '../other'; }",
    [
      [7, "7"],
      ["eight", { fault: "a whole number" }],
    ],
  ],
  [
    "union { type percent; type enumeration { enum auto; } type boolean; }",
    [
      [7, "7"],
      ["auto", "auto"],
      [true, "true"],
      [101, { fault: "within 0..100, or a text, or true or false" }],
    ],
  ],
  [
    "instance-identifier { require-instance false; }",
    [
      ["/m:x", "/m:x"],
      ["m:x", { fault: "a path such as `/module:node/leaf`" }],
      ["/m:x[m:name=Gi]", { fault: "a path such as `/module:node/leaf`" }],
    ],
  ],
];

const cases = rows.flatMap(([type, values]) =>
  values.map(([value, result]) => [type, value, result] as const),
);

const textOf = (type: string) =>
  moduleOf(
    "m",
    definitions,
    `leaf x { type ${type}${type.endsWith("}") ? "" : ";"} }`,
    "leaf other { type int16; }",
  );

function checked(type: string, value: Json) {
  const schema = schemaOf(textOf(type));
  const node = schema.top("m", "x");
  if (node === undefined) throw new Error("the leaf is not there");
  const result = new Values(schema).check(node, value);
  expect(schema.problems).toEqual([]);
  return "canonical" in result ? result.canonical : result;
}

test.each(cases)("%s: %j", (type, value, result) => {
  expect(checked(type, value)).toEqual(result);
});

test.each<[string, Json, string]>([
  ["uint16", "65002", "65002"],
  ["uint16", "+5", "5"],
  ["uint64", 65002, "65002"],
  ["decimal64 { fraction-digits 3; }", 1.25, "1.25"],
  ["boolean", "true", "true"],
  ["empty", null, ""],
  ["union { type uint8; type boolean; }", "7", "7"],
])("%s in another form than RFC 7951's: %j", (type, value, canonical) => {
  expect(checked(type, value)).toBe(canonical);
});

test("a union takes the member that has the value as it stands before one that has it in another form", () => {
  const type = 'union { type uint8; type string { pattern "7"; } type boolean; }';
  expect(checked(type, "7")).toBe("7");
  expect(checked(`union { type boolean; type string; }`, "true")).toBe("true");
});

test.each([
  ["/m:x[name='Gi[0]']/m:y", "/m:x[name='Gi[0]']/y"],
  ["/m:x[m:k=\"1\"][ n:l = 'a' ]/n:y", "/m:x[k='1'][n:l='a']/n:y"],
  ["/m:x[.='1']/m:y[3]", "/m:x[.='1']/y[3]"],
])("of the path %s there is one spelling, whatever its keys hold", (path, canonical) => {
  expect(checked("instance-identifier { require-instance false; }", path)).toBe(canonical);
});

test("a leafref of a grouping leads to the leaf of the module that uses it", () => {
  const schema = schemaOf(
    moduleOf("g", "grouping all { leaf n { type uint8; } leaf r { type leafref { path '/g:top/g:n'; } } }"),
    moduleOf("u", "import g { prefix g; }", "container top { uses g:all; }"),
  );
  const node = schema.top("u", "top")?.dataChildren.find(({ name }) => name === "r");
  expect(node && new Values(schema).check(node, "word")).toEqual({ fault: "a whole number" });
});

test("leafrefs in a circle, and such that lead nowhere, take any single value", () => {
  const schema = schemaOf(
    moduleOf(
      "m",
      "leaf a { type leafref { path '../b'; } } leaf b { type leafref { path '../a'; } }",
      "leaf c { type leafref { path '../gone'; } }",
    ),
  );
  const values = new Values(schema);
  for (const name of ["a", "c"]) {
    const node = schema.top("m", name);
    expect(node && values.check(node, "x")).toEqual({ canonical: "x", json: "x" });
    expect(node && values.check(node, {})).toEqual({ fault: "a single value" });
  }
});

test("yanglint takes and refuses the same values", ({ skip }) => {
  skip(!hasYanglint, noYanglint);
  const folder = mkdtempSync(join(tmpdir(), "trueup-yang-"));
  try {
    for (const [type, value, result] of cases) {
      // RFC 7950, 9.10.2, requires an identity that is derived from all bases; yanglint accepts one that is derived
      // from any of them.
      if (type.includes("base metal")) continue;
      writeFileSync(join(folder, "m.yang"), textOf(type));
      writeFileSync(join(folder, "d.json"), JSON.stringify({ "m:x": value, "m:other": 7 }));
      const { status } = spawnSync("yanglint", ["-t", "config", "m.yang", "d.json"], { cwd: folder });
      expect([type, value, status === 0]).toEqual([type, value, typeof result === "string"]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
