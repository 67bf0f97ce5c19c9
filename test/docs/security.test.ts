/** Each row and each paragraph of docs/security.md names a test that ensures it, or says that there is none. */

import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("docs/security.md", root), "utf8");
const sections = new Map(
  page
    .split(/^## /m)
    .map((text) => [text.slice(0, text.indexOf("\n")).trim(), text.slice(text.indexOf("\n"))]),
);
const testLink = /\]\(\.\.\/(test\/[\w./-]+\.test\.ts)\)/g;
const linksIn = (text: string) => [...text.matchAll(testLink)].map(([, file = ""]) => file);
const rowsIn = (text: string) =>
  text.split("\n").filter((line) => /^\| (?!who \||not trusted \|)[^-]/.test(line));

test("every test that it names is there", () => {
  expect(linksIn(page).length).toBeGreaterThan(100);
  expect(linksIn(page).filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});

test("every promise of its first table names a test", () => {
  const [, first = ""] = [...sections.values()];
  const table = rowsIn(page.slice(0, page.indexOf("## Secrets")));
  expect(first).not.toBe("");
  expect(table.length).toBeGreaterThanOrEqual(25);
  expect(table.filter((row) => linksIn(row).length === 0)).toEqual([]);
});

test("every attempt names a test, or says that no test repeats it", () => {
  const rows = rowsIn(sections.get("Attempts") ?? "");
  expect(rows.length).toBeGreaterThanOrEqual(65);
  const without = rows.filter(
    (row) => linksIn(row).length === 0 && !/\| (?:by hand|not kept)[^|]*\|$/.test(row),
  );
  expect(without).toEqual([]);
});

test.each([
  "Secrets",
  "Bounds on files",
  "Expressions and rows of proposals",
  "Bounds on answers",
  "Bounds on documents",
])("what it promises of %s names a test", (name) => {
  const section = sections.get(name) ?? "";
  expect(linksIn(section).length).toBeGreaterThan(0);
  if (name !== "Secrets") return;
  const paragraphs = section.split(/\n\n(?!\d\.)/).filter((text) => text.trim() !== "");
  expect(paragraphs.length).toBeGreaterThan(8);
  expect(paragraphs.filter((text) => linksIn(text).length === 0)).toEqual([]);
});
