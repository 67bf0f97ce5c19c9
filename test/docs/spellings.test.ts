/**
 * The tables of formats in docs/catalogs.md are correct: texts that the tables call equal are equal, and all other texts
 * differ.
 */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { alikeFormsOf } from "../../src/catalog/fields/alike.ts";
import { canonicalField } from "../../src/catalog/fields/canonical.ts";
import { fieldSchema } from "../../src/catalog/fields/schema.ts";
import type { Field } from "../../src/catalog/schema/field.ts";
import {
  alikeFormats,
  canonicalFormats,
  type FormatWord,
  fieldFormats,
} from "../../src/catalog/schema/format.ts";

const page = readFileSync("docs/catalogs.md", "utf8");
const section = page.slice(page.indexOf("### Formats"), page.indexOf("### Shapes"));
const spans = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
const isWord = (text: string): text is FormatWord => fieldFormats.some((word) => word === text);

/** A format with groups of equal texts, and two texts that differ. */
const rows = section
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => {
    const [, words = "", same = "", other = ""] = line.split("|");
    const groups = same.split(";").map(spans);
    return spans(words)
      .filter(isWord)
      .map((word) => ({ word, groups, others: spans(other) }));
  });

/** Returns the form in which a text is compared. */
function compared(format: FormatWord, text: string): unknown {
  const field: Field = { type: "string", format };
  const own = canonicalField(field, text);
  return alikeFormsOf({ field })?.inside?.get("field")?.of?.(own) ?? own;
}

test("every word is in one of them, those that are sent in one spelling in the first", () => {
  expect(rows.map(({ word }) => word).toSorted()).toEqual([...fieldFormats].toSorted());
  expect(
    rows
      .slice(0, canonicalFormats.length)
      .map(({ word }) => word)
      .toSorted(),
  ).toEqual([...canonicalFormats].toSorted());
});

test.each(rows)("$word", ({ word, groups, others }) => {
  for (const group of groups)
    expect([...new Set(group.map((text) => compared(word, text)))].length).toBeLessThan(2);
  expect(others.length).toBe(2);
  expect(new Set(others.map((text) => compared(word, text))).size).toBe(2);
  const isSentAsWritten = alikeFormats.some((each) => each === word);
  if (isSentAsWritten)
    for (const text of groups.flat())
      expect(canonicalField({ type: "string", format: word }, text)).toBe(text);
});

test("those of the first are checks, alone; a list of words checks nothing", () => {
  const isTaken = (format: Field["format"], text: string) =>
    fieldSchema({ type: "string", ...(format && { format }) }).safeParse(text).success;
  const checks = fieldFormats.filter((word) => !isTaken(word, "no such thing"));
  expect(checks.toSorted()).toEqual(
    [...canonicalFormats.filter((word) => word !== "lowerCase"), "uri"].toSorted(),
  );
  expect(fieldFormats.filter((word) => !isTaken([word], "no such thing"))).toEqual([]);
});
