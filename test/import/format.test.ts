/** YAML in the standard format: what formatting changes, and what it never changes. */

import fc from "fast-check";
import { dump } from "js-yaml";
import { describe, expect, test } from "vitest";
import { formatYaml } from "../../src/import/edit/format.ts";
import { parse } from "../../src/yaml/parse.ts";

const formatted = (text: string) => {
  const result = formatYaml(text);
  return "text" in result ? result.text : result;
};
const valuesIn = (text: string) =>
  parse({ path: "x.yaml", text, lineStarts: [] }, new Map()).documents.map(({ value }) => value);

describe("the form", () => {
  test.each<[string, string, string]>([
    ["two blanks for each level", "a:\n    b:\n        c: 1\n", "a:\n  b:\n    c: 1\n"],
    ["lists further in than their key", "a:\n- 1\n-   2\n", "a:\n  - 1\n  - 2\n"],
    ["blanks in brackets", "a: {b: 1,c: [ 1,2 ]}\n", "a: { b: 1, c: [1, 2] }\n"],
    ["blanks after a colon, and before a comment", "a:    1    # one\n", "a: 1 # one\n"],
    ["one empty line at most, and none at the end", "a: 1\n\n\n\nb: 2\n\n\n", "a: 1\n\nb: 2\n"],
    ["line feeds alone, and no mark of byte order", "\uFEFFa: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"],
    ["a line feed at the end", "a: 1", "a: 1\n"],
    [
      "brackets that are too long, a member each",
      `a: [${"x".repeat(70)}, ${"y".repeat(70)}]\n`,
      `a:\n  [\n    ${"x".repeat(70)},\n    ${"y".repeat(70)}\n  ]\n`,
    ],
    ["documents of one file", "a:   1\n---\nb:   2\n", "a: 1\n---\nb: 2\n"],
    [
      "blocks of text at their new place",
      "a:\n    b: |\n        x\n          y\n",
      "a:\n  b: |\n    x\n      y\n",
    ],
    [
      "folded text, folded as it was",
      "a: >-\n     one\n     two\n\n     three\n",
      "a: >-\n  one\n  two\n\n  three\n",
    ],
  ])("has %s", (_, text, expected) => {
    expect(formatted(text)).toBe(expected);
  });

  test.each([
    "# yaml-language-server: $schema=x.json\n\na: 1\n",
    "a: # of a\n  b: 1\n",
    "a:\n  # above b\n  b: 1 # beside b\n  # at the end of a\nc: 1\n",
    "a:\n  - # beside the dash\n    b: 1\n  # above the second\n  - c: 2\n",
    "a: 'single'\nb: \"double \\u00e9\"\nc: 0x1F\nd: 1_000\ne: 010\nf: 1.50\ng: ~\nh:\ni: NO\nj: 2001-01-01\n",
    "a: &anchor { b: 1 }\nc: *anchor\nd: !custom 1\n",
    'a: "one\n  two \\\n  three"\n',
    "a: |+\n  kept\n\nb: 1\n",
    "a: |2\n    indented\n",
    "sites: ${table('a.csv')}\n'*': [1, 2]\n",
    "",
    "# only a comment\n",
  ])("leaves %j", (text) => {
    expect(formatted(text)).toBe(text);
  });

  test("is not given to what is no YAML: it says where", () => {
    expect(formatYaml("a: 1\nb: [1\n")).toMatchObject({
      because: expect.stringMatching(/^it is not YAML: Flow sequence/),
      line: 3,
      column: 1,
    });
    expect(formatYaml("a: 1\n\tb: 2\n")).toHaveProperty("because");
  });
});

/** Texts as people write them, in any of js-yaml's forms, with comments and empty lines wherever they are allowed. */
const texts = fc
  .tuple(
    fc.dictionary(
      fc.stringMatching(/^[a-z*][a-zA-Z0-9 .:#-]{0,8}$/),
      fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme-ascii" }),
      { maxKeys: 5 },
    ),
    fc.constantFrom(2, 3, 4, 8),
    fc.constantFrom(-1, 1, 2),
    fc.constantFrom(20, 80, -1),
    fc.array(fc.nat(), { maxLength: 4 }),
  )
  .map(([value, indent, flowLevel, lineWidth, comments]) => {
    const lines = dump(value, { indent, flowLevel, lineWidth }).split("\n");
    for (const at of comments) {
      const line = at % lines.length;
      if (/^[a-z]+: ?\S*$/.test(lines[line] ?? "")) lines[line] += "   # beside";
      if (/^[a-z]/.test(lines[line] ?? "")) lines.splice(line, 0, "# above", "");
    }
    return lines.join("\n");
  });

test("whatever is formatted has the values and comments that it had, and is left alone the second time", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const result = formatYaml(text);
      if ("because" in result) return;
      expect(valuesIn(result.text)).toEqual(valuesIn(text));
      expect(result.text.match(/# (?:beside|above)/g)).toEqual(text.match(/# (?:beside|above)/g));
      expect(formatYaml(result.text)).toEqual({ text: result.text });
    }),
    { numRuns: 300, seed: 44 },
  );
});

test("hardly anything is refused", () => {
  const refused = fc
    .sample(texts, { numRuns: 300, seed: 45 })
    .filter((text) => "because" in formatYaml(text));
  expect(refused.length).toBeLessThan(6);
});
