/** Compares docs/problems.md with the sources. Every code must be explained, and every explained code must exist. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

const sources = readdirSync(new URL("src/", root), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.startsWith("simulator"))
  .map((path) => read(`src/${path}`));

/** Catalogs name the codes that their reply tables report. */
const catalogs = readdirSync(new URL("catalogs/", root), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("product.yaml"))
  .map((path) => read(`catalogs/${path}`).replaceAll(/\bcode: ([a-z-]+)/g, 'code: "$1"'));

/**
 * Matches a problem code in the sources: the argument of a function that makes a problem, or the problem's member
 * `code`.
 */
const written = /(?:\b(?:problem|named|found)\(\s*|\bcode: (?:[^"\n;{]*\? )?)"([a-z]+(?:-[a-z]+)*)"/g;

const rows = [...read("docs/problems.md").matchAll(/^\| `([a-z-]+)` \| (.+) \| (.+) \|$/gm)];
const explained = rows.map(([, code = ""]) => code);

test("every problem that can be shown is explained", () => {
  const used = new Set(
    [...sources, ...catalogs].flatMap((text) => [...text.matchAll(written)].map(([, code]) => code)),
  );
  expect(used.size).toBeGreaterThan(60);
  expect([...used].filter((code) => !explained.includes(code ?? ""))).toEqual([]);
});

test("nothing is explained that does not exist", () => {
  const all = [...sources, ...catalogs].join("\n");
  expect(explained.filter((code) => !all.includes(`"${code}"`))).toEqual([]);
});

test("each is explained once, with what it means and what to do", () => {
  expect(explained).toEqual([...new Set(explained)]);
  for (const [, , meaning, todo] of rows) expect([meaning, todo].join(" ")).toMatch(/^[A-Z4`*].+\. .*\.$/);
});
