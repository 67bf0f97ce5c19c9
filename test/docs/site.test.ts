/** The website: its pages, its sidebar, its links, and its generated parts. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { referencePages } from "../../scripts/reference/pages.ts";
import { withSiteLinks } from "../../scripts/site/links.ts";
import { sections } from "../../scripts/site/sections.ts";
import { anchorsOf } from "../../scripts/site/slug.ts";
import { pagesOfDocs, stagedSite } from "../../scripts/site/stage.ts";

const source = "https://git.example.net/acme/trueup/blob/main";

test("no link of a page leads nowhere, at the Git host as on the site", async () => {
  const { dead, pages } = await stagedSite(source);
  expect(dead).toEqual([]);
  expect(pages.size).toBeGreaterThan(40);
});

test("no answer in the contents leads nowhere", () => {
  const docs = new URL("../../docs/", import.meta.url);
  const links = [
    ...readFileSync(new URL("README.md", docs), "utf8").matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g),
  ];
  const dead = links.filter(([, page = "", anchor]) => {
    const text = readFileSync(new URL(page, docs), "utf8");
    return anchor !== undefined && !anchorsOf(text).includes(anchor);
  });
  expect(links.length).toBeGreaterThan(50);
  expect(dead.map(([link]) => link)).toEqual([]);
});

test("every page stands in the sidebar, once", async () => {
  const { sidebar, pages } = await stagedSite(source);
  const links = sidebar.flatMap(({ items }) => items.map(({ link }) => link));
  expect(links).toEqual([...new Set(links)]);
  const files = [...pages.keys()].filter((name) => name !== "index.md");
  expect(links.map((link) => `${link.slice(1)}.md`).toSorted()).toEqual(files.toSorted());
  expect((await pagesOfDocs()).length).toBeLessThan(files.length);
});

test("every page of docs/ has a group and a name that somebody chose", async () => {
  const files = sections.flatMap(({ pages }) => pages.map(({ file }) => file));
  expect((await pagesOfDocs()).filter((page) => !files.includes(page))).toEqual([]);
});

test("what is written by the code is as the code has it: else `npm run reference`", async () => {
  for (const [name, text] of await referencePages())
    expect(readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8"), name).toBe(text);
});

const targets = {
  addresses: new Map([
    ["docs/a.md", "/a"],
    ["docs/b.md", "/b"],
    ["LOG.md", "/project/log"],
  ]),
  anchors: new Map([["docs/b.md", anchorsOf("# B\n\n## 7. Why `x: y`?\n\n```sh\n# no heading\n```\n")]]),
  exists: (path: string) => ["docs/b.md", "LOG.md", "src/a.ts"].includes(path),
  source,
};

test.each([
  ["[b](b.md#7-why-x-y)", "[b](/b#7-why-x-y)"],
  ["[log](../LOG.md)", "[log](/project/log)"],
  ["[code](../src/a.ts)", `[code](${source}/src/a.ts)`],
  ["[away](https://example.net/)", "[away](https://example.net/)"],
  ["```text\n[b](gone.md)\n```", "```text\n[b](gone.md)\n```"],
])("%s is %s on the site", (written, shown) => {
  expect(withSiteLinks("docs/a.md", written, targets)).toEqual({ text: shown, dead: [] });
});

test.each(["[x](gone.md)", "[x](b.md#gone)", "[x](b.md#no-heading)", "[x](../src/b.ts)"])(
  "%s is dead",
  (link) => {
    const [, to] = /\((.*)\)/.exec(link) ?? [];
    expect(withSiteLinks("docs/a.md", `A line.\n${link}`, targets).dead).toEqual([`docs/a.md:2: ${to}`]);
  },
);

test("what the site does not show is text where no host of the repository is known", () => {
  const without = { ...targets, source: undefined };
  expect(withSiteLinks("docs/a.md", "see [code](../src/a.ts)", without).text).toBe("see code");
});

test("headings that are the same have anchors that are not", () => {
  expect(anchorsOf("# A\n## B c\n## B c\n")).toEqual(["a", "b-c", "b-c-1"]);
});
