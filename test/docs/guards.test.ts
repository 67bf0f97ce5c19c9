/**
 * Compares docs/guards.md with the sources. Every guard has a row that says what to type, and every row has a guard.
 */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { guardNames } from "../../src/plan/guards/guards.ts";

const root = new URL("../../", import.meta.url);
const folder = new URL("src/plan/guards/", root);
const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
const named = new Set(
  sources.flatMap((text) => [...text.matchAll(/\bguard: "([a-z]+)"/g)].map(([, name = ""]) => name)),
);

const page = readFileSync(new URL("docs/guards.md", root), "utf8");
const table = page.slice(page.indexOf("| guard |"), page.indexOf("## Removals"));
const rows = [...table.matchAll(/^\| `([a-z]+)` \| (.+) \| (.+) \|$/gm)];

test("every guard has one row, and every row is of a guard", () => {
  expect(named.size).toBeGreaterThan(5);
  expect(rows.map(([, name]) => name).toSorted()).toEqual([...named].toSorted());
});

test("every guard can be consented to by its name, or says that nothing lets it pass", () => {
  expect([...guardNames].toSorted()).toEqual([...named].toSorted());
});

test("each row says what is found, and exactly which consent lets it pass or what to do instead", () => {
  for (const [, name, finds = "", consent = ""] of rows) {
    expect(finds, name).toMatch(/\w+ \w+/);
    expect(consent, name).toMatch(new RegExp(`^\`--allow ${name}(?::NAME)?@FINGERPRINT\`$|^none\\. \\S.*$`));
  }
});
