/** Mappings: each mistake in a file is reported at its place, with the text to write instead. */

import { expect, test } from "vitest";
import { loadMapping } from "../../../src/catalog/load/mapping.ts";

const mapping = "mapping: own\ntitle: Own\nmodule: Box\ncontainer: top\n";
const kind = (more = "", fields = "  note: { type: string }\n") => `kind: deviceRule
title: rule
section: rules
description: A rule.
keys: its name
words: { name: { type: string, pattern: "[a-z]+" } }
places: [{ key: "{name}", path: "/Box:top/rule[name={name}]" }]
${more}fields:
${fields}`;

function told(text: string, others: Readonly<Record<string, string>> = {}) {
  const files = { "m/mapping.yaml": mapping, "m/deviceRule.yaml": text, ...others };
  const loaded = loadMapping(Object.entries(files).map(([path, own]) => ({ path, text: own })));
  return {
    isLoaded: loaded.mapping !== undefined,
    said: loaded.problems.map(
      ({ at, message, hint }) => `${at?.line}: ${message}${hint ? ` (${hint})` : ""}`,
    ),
  };
}

test("one without mistakes is loaded", () => {
  expect(told(kind())).toEqual({ isLoaded: true, said: [] });
});

test.each([
  [
    "a file of another name",
    kind().replace("kind: deviceRule", "kind: deviceOther"),
    "1: the file of kind `deviceOther` has the name deviceRule.yaml",
  ],
  [
    "a need that no kind is",
    kind("needs: [deviceRul]\n"),
    "8: there is no kind `deviceRul` (Did you mean `deviceRule`?)",
  ],
  [
    "a field that refers to a kind that there is not",
    kind("", "  note: { type: array, items: { type: string, refers: [deviceRul] } }\n"),
    "9: there is no kind `deviceRul` (Did you mean `deviceRule`?)",
  ],
  [
    "a field that refers to a word that the keys of a kind lack",
    kind("", "  note: { type: string, refers: [deviceRule.nam] }\n"),
    "9: the keys of `deviceRule` have no `{nam}` (Did you mean `name`?)",
  ],
  [
    "a value in another way that there is none of",
    kind("", "  note: { type: boolean, as: presense }\n"),
    "9: `fields.note.as` must be `presence`, `absence`, `container`, `keyed`, `member` or `netmask` " +
      "(Did you mean `presence`?)",
  ],
  [
    "the same in the elements of a list",
    kind(
      "",
      "  note: { type: array, identity: [a], items: { type: object, properties: { a: { type: boolean, as: absense } } } }\n",
    ),
    "9: `fields.note.items.properties.a.as` must be `presence`, `absence`, `container`, `keyed`, `member` or " +
      "`netmask` (Did you mean `absence`?)",
  ],
  [
    "a word of a field",
    kind("", "  note: { type: string, pth: a }\n"),
    "9: `fields.note` has no field `pth` (Did you mean `path`?)",
  ],
  [
    "what is required and no field",
    kind("required: [nte]\n"),
    "8: there is no field `nte` (Did you mean `note`?)",
  ],
  [
    "a word of the path that the key lacks",
    kind().replace("[name={name}]", "[name={other}]"),
    "7: `key` does not contain `{other}`",
  ],
  [
    "a word of the key that no path uses",
    kind().replace('key: "{name}"', 'key: "{name} {more}"'),
    "7: the path does not use `{more}`",
  ],
  [
    "an entry without a key of its list",
    kind().replace("[name={name}]", ""),
    "7: the path of an entry must have the key of its list in brackets",
  ],
  [
    "a single one in a list",
    kind("single: true\n"),
    "7: with `single: true`, the path must end with a container, not with a list entry",
  ],
  [
    "a flag that is a text",
    kind("", "  note: { type: string, as: presence }\n"),
    "9: `as: presence` needs `type: boolean`",
  ],
  [
    "members without a choice",
    kind("", "  note: { type: string, members: { a: empty } }\n"),
    "9: `as: member` and `members` must be used together",
  ],
  [
    "a choice that is a number",
    kind("", "  note: { type: integer, as: member, members: { a: empty } }\n"),
    "9: `as: member` needs `type: string`",
  ],
  [
    "keyed without the key",
    kind("", "  note: { type: array, as: keyed, items: { type: string } }\n"),
    "9: `as: keyed` needs `key`: the name of the key leaf",
  ],
  [
    "a spread of a text",
    kind("", "  note: { type: string, spread: [a, b] }\n"),
    "9: `spread` needs a list of texts or numbers",
  ],
  [
    "properties of a text",
    kind("", "  note: { type: string, properties: { a: { type: string } } }\n"),
    "9: a field with `properties` must have `type: object`",
  ],
  [
    "items of a text",
    kind("", "  note: { type: string, items: { type: string } }\n"),
    "9: a field with `items` must have `type: array`",
  ],
  [
    "a list of objects without identity",
    kind("", "  note: { type: array, items: { type: object, properties: { a: { type: string } } } }\n"),
    "9: a list of objects needs `identity`",
  ],
  [
    "an identity that no element has",
    kind(
      "",
      "  note: { type: array, identity: [b], items: { type: object, properties: { a: { type: string } } } }\n",
    ),
    "9: the elements of this list have no field `b`",
  ],
  [
    "a required field that is none",
    kind("", "  note: { type: object, required: [b], properties: { a: { type: string } } }\n"),
    "9: there is no field `b`",
  ],
])("%s", (_, text, expected) => {
  const { isLoaded, said } = told(text);
  expect(isLoaded).toBe(false);
  expect(said.join("\n")).toContain(expected);
});

test("two kinds of one section, a place without a field that there is, and no mapping.yaml", () => {
  const other = kind().replace("kind: deviceRule", "kind: deviceOther");
  expect(told(kind(), { "m/deviceOther.yaml": other }).said.join("\n")).toContain(
    "also has the section `rules`",
  );
  const without = kind().replace('{name}]" }]', '{name}]", without: [nte] }]');
  expect(told(without).said).toEqual(["7: there is no field `nte` (Did you mean `note`?)"]);
  expect(loadMapping([{ path: "m/deviceRule.yaml", text: kind() }]).mapping).toBeUndefined();
});

test("a kind with a mistake of its own is one that others can need", () => {
  const other = kind("needs: [deviceRule]\n")
    .replace("deviceRule\n", "deviceMore\n")
    .replace(/rules?/g, "more");
  const { said } = told(kind("fields: {}\n").replace("title: rule", "titel: rule"), {
    "m/deviceMore.yaml": other,
  });
  expect(said.filter((each) => each.includes("there is no kind"))).toEqual([]);
});
