import fc from "fast-check";
import { dump } from "js-yaml";
import { expect, test } from "vitest";
import { isScalar, parseAllDocuments, stringify } from "yaml";
import { isArray, isObject, type Json } from "../../src/model/json.ts";
import { parse } from "../../src/yaml/parse.ts";
import { follow, valueOffset } from "../../src/yaml/positions.ts";
import { textFile } from "../../src/yaml/text-file.ts";

/** Texts that parsers tend to interpret differently. */
const odd = [
  "no",
  "yes",
  "on",
  "off",
  "y",
  "n",
  "True",
  "FALSE",
  "null",
  "~",
  "Null",
  "nUll",
  "",
  " ",
  "012",
  "0o17",
  "0x1F",
  "1e3",
  "1.10",
  "1.0",
  "-0",
  "+5",
  ".5",
  "5.",
  ".inf",
  "-.INF",
  ".nan",
  "1:30",
  "190:20:30",
  "1_000",
  "2001-12-14",
  "0.0.0.0",
  "12345678901234567890",
  "<<",
  "=",
  "!",
  "&a",
  "*a",
  "- a",
  "a: b",
  "a:b",
  "a #b",
  "#a",
  "[a",
  "{a",
  "a, b",
  "@a",
  "`a",
  "%a",
  "|",
  ">",
  "'",
  '"',
  "\\",
  "a\nb",
  "a\n\nb\n",
  " a",
  "a ",
  "\ta",
  "a\tb",
  "\u00e9",
  "\ud83d\ude00",
  "\u2028",
  "\u0085",
  "---",
  "...",
  "? a",
  "-",
  "?",
  ":",
  "a:",
  "?a",
  "-a",
  ":a",
  "0b1",
  "1e",
  "e1",
  "0x",
  "0o8",
  "1.2.3",
];

const text = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: "grapheme", maxLength: 12 }));
const key = fc.oneof(
  fc.constantFrom("a", "b", "name", "0", "10", "x y", "no", "1.5"),
  fc.string({ minLength: 1, maxLength: 6 }),
);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4 }),
  ),
}));

/** Documents written by either library in some style, or assembled from scalars as people might write them. */
const document = fc.oneof(
  value.map((each) => stringify(each)),
  value.map((each) => stringify(each, { collectionStyle: "flow" })),
  value.map((each) => stringify(each, { defaultStringType: "QUOTE_SINGLE", lineWidth: 20 })),
  value.map((each) => dump(each)),
  value.map((each) => dump(each, { flowLevel: 1 })),
  fc
    .array(fc.tuple(key, text), { maxLength: 5 })
    .map((pairs) => pairs.map(([k, v]) => `${k}: ${v}\n`).join("")),
  fc.array(text, { maxLength: 5 }).map((texts) => `[${texts.join(", ")}]\n`),
  fc.array(text, { maxLength: 5 }).map((texts) => texts.map((each) => `- ${each}\n`).join("")),
  fc
    .array(
      fc.constantFrom(
        "a",
        ": ",
        "- ",
        "\n",
        "  ",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "'",
        '"',
        "#",
        "&x ",
        "*x",
        "!!str ",
        "1",
        "|",
        "? ",
      ),
    )
    .map((parts) => parts.join("")),
);

const options = {
  version: "1.2",
  schema: "core",
  merge: false,
  uniqueKeys: true,
  stringKeys: true,
  logLevel: "silent",
} as const;

test("what is read without a fault is what another YAML 1.2 parser reads, at the same places", () => {
  let read = 0;
  fc.assert(
    fc.property(document, (source) => {
      const { documents, faults } = parse(textFile("a.yaml", source), new Map());
      // The parsers differ about a file whose root is a single text (`|1` at the root). Such files are refused anyway,
      // so they are skipped here.
      if (faults.length > 0 || documents.some((each) => typeof each.value === "string")) return;
      const others = [...parseAllDocuments(source, options)];
      const written = others.filter(
        (other) => other.contents !== null || other.directives?.docStart === true,
      );
      expect(written.map((other) => other.errors)).toStrictEqual(written.map(() => []));
      const values = written.map((other) => other.toJS({ maxAliasCount: -1 }) ?? null);
      expect(documents.map((each) => each.value)).toStrictEqual(values);
      for (const [index, { value: own, outline }] of documents.entries()) {
        for (const path of pathsIn(own)) {
          const node = written[index]?.getIn(path, true);
          const { node: found, depth } = follow(outline, path);
          expect(depth).toBe(path.length);
          if (isScalar(node) && node.range && node.range[0] < node.range[1] && path.length > 0)
            expect([path, valueOffset(outline, found)]).toStrictEqual([path, node.range[0]]);
        }
      }
      read += 1;
    }),
    { numRuns: 3000 },
  );
  expect(read).toBeGreaterThan(1000);
});

function pathsIn(of: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  const inner = isArray(of)
    ? of.flatMap((each, index) => pathsIn(each, [...path, String(index)]))
    : isObject(of)
      ? Object.entries(of).flatMap(([name, each]) => pathsIn(each, [...path, name]))
      : [];
  return [path, ...inner];
}
