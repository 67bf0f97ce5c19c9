/** Pages read naturally: they contain no phrase from `unwanted.ts`, unless that file allows the phrase on the page. */

import { globSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { leftInComments, unwanted } from "./unwanted.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const inFolder = (folder: string) =>
  readdirSync(new URL(`../../${folder}`, import.meta.url))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);

/** The pages that people write. Generated pages are left out, because they follow the sources. */
const pages = [
  ...["README.md", "ARCHITECTURE.md", "RELIABILITY.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"],
  ...inFolder("docs"),
  ...inFolder("docs/decisions"),
];

/**
 * Returns a page's own sentences, one paragraph per line, without code, quotations, headings, test titles and generated
 * tables.
 */
function sentencesOf(page: string): string {
  return page
    .replaceAll(/```[\s\S]*?```/g, "")
    .replaceAll(/<!-- (\w+)(?:: \w+)? -->[\s\S]*?<!-- \/\1 -->/g, "")
    .replaceAll(/\[(?:[^[\]]|\[[^\]]*\])+\]\((?:\.\.\/)?test\/[^)]*\)/g, "")
    .replaceAll(/`[^`\n]*`/g, "`")
    .replaceAll(/^#.*$/gm, "")
    .replaceAll(/(?<=[^\n|])\n(?=[^\n|#\-*\d>]) */g, " ")
    .replaceAll(/"[^"\n]{0,200}"/g, '"');
}

/** Returns the beginnings of the passages that match the pattern. */
function foundIn(sentences: string, pattern: RegExp): readonly string[] {
  const all = new RegExp(pattern.source, [...new Set(`${pattern.flags}g`)].join(""));
  return [...sentences.matchAll(all)].map(({ 0: text }) => text.slice(0, 90));
}

const found = (page: string, pattern: RegExp) => foundIn(sentencesOf(page), pattern);

describe.each(unwanted)("$pattern", ({ pattern, instead, bad, good, except = {} }) => {
  test("is in no page", () => {
    const faults = pages
      .filter((page) => !(page in except))
      .flatMap((page) => found(read(page), pattern).map((text) => `${page}: ${text}: ${instead}`));
    expect(faults).toEqual([]);
  });

  test("is found in the bad sentence, and not in the good one", () => {
    expect(found(bad, pattern)).toHaveLength(1);
    expect(found(good, pattern)).toEqual([]);
  });

  test("is in each page that may have it", () => {
    expect(Object.keys(except).filter((page) => found(read(page), pattern).length === 0)).toEqual([]);
  });
});

test("comments of the sources have no more of them than are left", () => {
  const texts = globSync("src/**/*.ts").map(read);
  const comments = texts.flatMap((text) => text.match(/\/\*\*[\s\S]*?\*\//g) ?? []);
  expect(comments.length).toBeGreaterThan(3000);
  const sentences = sentencesOf(comments.join("\n\n").replaceAll(/^[ /]*\*+\/? ?|\*\/$/gm, ""));
  const words = unwanted.filter(({ isForPages = false }) => !isForPages);
  const count = words.flatMap(({ pattern }) => foundIn(sentences, pattern)).length;
  expect(count).toBeLessThanOrEqual(leftInComments);
});

test("code, quotations, headings and titles of tests are no sentences of ours", () => {
  const page =
    '# Who is told\n\nIt says "amid" and `amid`.\n\n```text\namid\n```\n[amid](test/a.test.ts) ends.\n';
  expect(found(page, /amid|told/)).toEqual([]);
  expect(found("It was killed\namid a write.", /killed amid/)).toEqual(["killed amid"]);
});
