/** Values that are set in YAML texts: only the intended value changes, and every other byte stays. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { setAt, spotAt } from "../../../src/import/edit/splice.ts";
import type { Json } from "../../../src/model/json.ts";
import { cases } from "../../long-forms.ts";

const text = `# offices
target: cloud     # where
networks:
  berlin:         # the first
    name: Berlin Office   # a name
    tags: [branch, 'emea']  # sorted
    note: >
      folded
      text

    # about the flow
    netflow: { enabled: true, collectorIp: "10.0.0.1" }  # old
    empty:   # nothing
    list:
      - a   # one
      - b
  # between
  munich: { name: 'Munich', tags: [], }
`;

const set = (path: string, value: Json | undefined, of = text) => {
  const edited = setAt(of, { document: 0, path: path.split(".") }, value);
  return "text" in edited ? edited.text : edited.refused;
};

describe("a value that is set", () => {
  test.each<[string, Json, string, string]>([
    ["networks.berlin.name", "Bonn", "name: Berlin Office   # a name", "name: Bonn   # a name"],
    ["networks.munich.name", "Bonn", "name: 'Munich'", "name: 'Bonn'"],
    ["networks.berlin.tags", ["x"], "tags: [branch, 'emea']  # sorted", "tags: [x]  # sorted"],
    ["networks.berlin.tags", [], "tags: [branch, 'emea']", "tags: []"],
    ["networks.berlin.netflow.collectorIp", "10.0.0.2", '"10.0.0.1"', '"10.0.0.2"'],
    ["networks.berlin.netflow.port", 2055, '"10.0.0.1" }', '"10.0.0.1", port: 2055 }'],
    ["networks.berlin.empty", "x", "empty:   # nothing", "empty: x   # nothing"],
    ["networks.berlin.list", ["c"], "list:\n      - a   # one\n      - b", "list: [c]"],
    ["networks.berlin.note", "short", "note: >\n      folded\n      text\n", "note: short\n"],
    ["networks.berlin.name", "012", "name: Berlin Office", 'name: "012"'],
    ["networks.berlin.name", "a: b # c", "name: Berlin Office", 'name: "a: b # c"'],
    ["networks.berlin.name", "x\u202ey\u001b", "name: Berlin Office", 'name: "x\\u202ey\\u001b"'],
    ["networks.munich.timeZone", "Europe/Berlin", "tags: [], }", "tags: [], timeZone: Europe/Berlin, }"],
    ["networks.berlin.vlan", 7, "      - b\n", "      - b\n    vlan: 7\n"],
    ["networks.bonn.name", "Bonn", "tags: [], }\n", "tags: [], }\n  bonn: { name: Bonn }\n"],
    [
      "networks.bonn.ssids.0.name",
      "A",
      "tags: [], }\n",
      "tags: [], }\n  bonn:\n    ssids: { 0: { name: A } }\n",
    ],
  ])("%s becomes %j", (path, value, before, after) => {
    expect(set(path, value)).toBe(text.replace(before, () => after));
  });

  test.each([
    ["networks.berlin.empty", "    empty:   # nothing\n", ""],
    ["networks.berlin.netflow.enabled", "enabled: true, ", ""],
    ["networks.berlin.netflow.collectorIp", ', collectorIp: "10.0.0.1"', ""],
    ["networks.berlin.list", "    list:\n      - a   # one\n      - b\n", ""],
    ["networks.munich", "  munich: { name: 'Munich', tags: [], }\n", ""],
    ["networks.nobody", "", ""],
  ])("%s is taken out", (path, before, after) => {
    expect(set(path, undefined)).toBe(text.replace(before, after));
  });

  test("the last entry of a map leaves an empty map", () => {
    expect(set("networks.a", undefined, "networks:\n  a: { b: 1 }\nmore: 1\n")).toBe(
      "networks:\n  {}\nmore: 1\n",
    );
    expect(set("a.b", undefined, "a: { b: 1 }\n")).toBe("a: {  }\n");
  });

  test("line breaks stay as they are", () => {
    expect(set("a.c", 2, "a:\r\n  b: 1\r\nd: 1\r\n")).toBe("a:\r\n  b: 1\r\n  c: 2\r\nd: 1\r\n");
    expect(set("a.b", undefined, "a:\r\n  b: 1\r\n  c: 1\r\n")).toBe("a:\r\n  c: 1\r\n");
  });

  test("an alias is not edited", () => {
    expect(set("b", 1, "a: &x 1\nb: *x\n")).toBe("the value of `b` is an alias");
  });
});

test("a key is found by its line and column, in any document", () => {
  const two = `a: 1\n---\n"b":\n  c: { 0: { d: 1 } }\n`;
  expect(spotAt(two, { line: 1, column: 1 })).toEqual({ document: 0, path: ["a"] });
  expect(spotAt(two, { line: 3, column: 1 })).toEqual({ document: 1, path: ["b"] });
  expect(spotAt(two, { line: 4, column: 13 })).toEqual({ document: 1, path: ["b", "c", "0", "d"] });
  expect(spotAt(two, { line: 4, column: 2 })).toBeUndefined();
});

const scalar = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[a-z][a-zA-Z0-9 .:#'"/-]{0,12}$/), tie("value"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).value;

test("whatever is set is read back, and nothing else has moved", () => {
  const paths = [
    "networks.berlin.name",
    "networks.berlin.tags",
    "networks.berlin.netflow.x",
    "networks.berlin.empty",
  ];
  const more = [
    ...paths,
    "networks.munich.name",
    "networks.munich.new",
    "networks.bonn",
    "networks.berlin.note",
    "end",
  ];
  fc.assert(
    fc.property(fc.constantFrom(...more), json, (path, value) => {
      const after = parse(set(path, value));
      const meant = parse(text);
      const steps = path.split(".");
      const last = steps.pop() ?? "";
      const holder = steps.reduce((here, step) => here[step], meant);
      holder[last] = value;
      expect(after).toEqual(meant);
      expect(parseAllDocuments(set(path, value))).toHaveLength(1);
    }),
    { numRuns: cases(500) },
  );
});
