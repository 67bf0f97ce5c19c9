/** Values are written as YAML, and the loader's own parser reads the same values again. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { keyText, valueText } from "../../../src/import/edit/yaml-text.ts";
import { isObject, type Json } from "../../../src/model/json.ts";
import { parse } from "../../../src/yaml/parse.ts";
import { textFile } from "../../../src/yaml/text-file.ts";

/** Writes a value in block style and in flow style, and returns the values that are read again. */
function readBack(key: string, value: Json): readonly unknown[] {
  const texts = [
    `a:\n  ${keyText(key)}:${valueText(value, { flow: false, indent: 4 })}\n`,
    `{ a: { ${keyText(key)}:${valueText(value, { flow: true, indent: 0 })} } }\n`,
  ];
  return texts.map((text) => {
    const { documents, faults } = parse(textFile("x.yaml", text), new Map());
    const read = documents[0]?.value ?? null;
    return faults.length > 0 ? faults : isObject(read) && isObject(read.a) ? read.a[key] : undefined;
  });
}

const spaces = [..."\u00a0\u1680\u2000\u2009\u202f\u205f\u3000\ufeff \t\u2028\u0085"];
const texts = fc.oneof(
  fc.string({ maxLength: 8, unit: "grapheme" }),
  fc.string({ maxLength: 8, unit: "binary" }),
  fc
    .array(fc.constantFrom(...spaces, "A", "-", ":", "#", "'", '"', "0", ",", "]"), { maxLength: 6 })
    .map((each) => each.join("")),
);

test.each(spaces.map((space) => [JSON.stringify(space), space]))(
  "a text with %s at its ends keeps it",
  (_, space) => {
    for (const text of [space, `${space}A`, `A${space}`]) expect(readBack("k", text)).toEqual([text, text]);
  },
);

test("any text reads back, as a value and as a key", () => {
  fc.assert(
    fc.property(texts, texts, (key, text) => {
      fc.pre(key !== "" && !["__proto__", "constructor", "prototype"].includes(key));
      expect(readBack(key, [text, { inner: text }])).toEqual([
        [text, { inner: text }],
        [text, { inner: text }],
      ]);
    }),
    { numRuns: 2000 },
  );
});
