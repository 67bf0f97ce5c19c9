/** Rows become the text of a file. Reading this file gives the same rows, whatever they contain. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { load } from "../../src/load/load.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import { asList, asObject, type Json } from "../../src/model/json.ts";
import { drivers } from "../../src/project/drivers.ts";
import type { PulledFile } from "../../src/pull/sources.ts";
import { rowsIn, tableOf } from "../../src/pull/table.ts";

function file(path: string, columns: Readonly<Record<string, string>>, key: readonly string[]): PulledFile {
  return {
    path,
    query: { is: "list", path: "/api/x/", filters: [] },
    columns: Object.entries(columns).map(([name, value]) => ({ name, value })),
    key,
    allowEmpty: false,
    maxRemoved: undefined,
  };
}

const hostile = [
  "=cmd|' /C calc'!A0",
  "{{ x }}",
  "${key}",
  "$${key}",
  "$x",
  'a "quoted", text',
  "two\nlines",
  "two\r\nlines\r",
  " blanks ",
  "\t",
  "",
  "null",
  "true",
  "0123",
  "- a",
  "# no comment",
  "<<",
  "*a &b !!c",
  "\u202e right to left",
  "\u200b\u2028\ufeff",
  "é 日本 😀",
  "'; DROP TABLE x",
];

describe.each(["d/a.csv", "d/a.json"])("%s", (path) => {
  test("holds whatever a source has as data, in the same bytes whatever the order", () => {
    const rows = hostile.map((text, id) => ({ id, text, same: "x" }));
    const made = tableOf(file(path, { id: "id", text: "text" }, ["id"]), rows);
    const other = tableOf(file(path, { id: "id", text: "text" }, ["id"]), rows.toReversed());
    if (!("text" in made)) throw new Error(JSON.stringify(made.problems));
    expect(other).toEqual(made);
    expect(rowsIn(path, made.text)?.map(({ text }) => text)).toEqual(hostile);
  });

  test("is whatever any texts make it, or a problem of one row", () => {
    const texts = fc.array(fc.string({ unit: "binary", maxLength: 8 }), { maxLength: 8 });
    fc.assert(
      fc.property(texts, (all) => {
        const rows = all.map((text, id) => ({ id, text }));
        const made = tableOf(file(path, { id: "id", text: "text" }, ["id"]), rows);
        if ("text" in made) expect(rowsIn(path, made.text)?.map(({ text }) => text)).toEqual(all);
        else
          expect(made.problems.every(({ message }) => /control character|not UTF-8/.test(message))).toBe(
            true,
          );
      }),
    );
  });
});

test("a template gets such texts as they are: nothing in them is evaluated", () => {
  const rows = hostile.filter((text) => text !== "").map((text, id) => ({ id, text }));
  for (const path of ["desired-state/rows.csv", "desired-state/rows.json"]) {
    const made = tableOf(file(path, { id: "id", text: "text" }, ["id"]), rows);
    if (!("text" in made)) throw new Error("no table");
    const template =
      'target: cloud\norganization: A\neach: { row: ROWS }\nnetworks:\n  "n${row.id}": { name: "n${row.id}", tags: ["x${row.text}"], timeZone: UTC }\n';
    const project = loadProject({
      folder: "/work",
      file: {
        path: "trueup.yaml",
        text: 'version: 1\nenvironment: t\ntargets: { cloud: { interface: dashboard, url: "https://x.example.net", credential: { apiKey: { secret: "env:K" } } } }\n',
      },
      drivers,
    }).project;
    if (!project) throw new Error("no project");
    const files = [
      { path: "desired-state/t.yaml", text: template.replace("ROWS", path.replace("desired-state/", "")) },
      { path, text: made.text },
    ];
    const { desired, problems } = load({ project, files, drivers });
    expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
    const tags = [...desired.resources.values()]
      .filter(({ kind }) => kind === "network")
      .map(({ value }) => String(asList(asObject(value).tags)[0]));
    expect(tags.toSorted()).toEqual(rows.map(({ text }) => `x${text}`).toSorted());
  }
});

test.each<[string, Readonly<Record<string, string>>, Json, RegExp]>([
  ["a field that is not there", { id: "id", x: "sit.name" }, { site: { name: "a" } }, /no field `sit`/],
  ["a list in a cell", { id: "id", x: "tags" }, { tags: ["a"] }, /it is a list/],
  ["a path into a list", { id: "id", x: "tags.name" }, { tags: [{ name: "a" }] }, /`tags` is a list there/],
  ["an expression that fails", { id: "id", x: "${row.site.name}" }, { site: null }, /column `x`/],
  ["a text that was no UTF-8", { id: "id", x: "site" }, { site: "Z\ufffdrich" }, /not UTF-8/],
  ["a NUL", { id: "id", x: "site" }, { site: "a\0b" }, /control character/],
  ["half of a pair", { id: "id", x: "site" }, { site: "a\ud800b" }, /control character/],
])("%s is a problem of the row, named once with how many have it", (_, columns, more, message) => {
  const rows = [1, 2, 3].map((id) => ({ id, ...(more as object) }));
  const { problems } = tableOf(file("d/a.csv", columns, ["id"]), rows) as {
    problems: readonly { message: string }[];
  };
  expect(problems.map((one) => one.message)).toEqual([expect.stringMatching(message)]);
  expect(problems[0]?.message).toContain("the row with id 1, and of 2 more");
});

test("nothing on the way is nothing; lists are taken element by element; references to secrets are refused", () => {
  const rows = [
    { id: 2, site: null, tags: [{ slug: "a" }, { slug: "b" }] },
    { id: 1, site: { region: { slug: "n" } }, tags: [] },
  ];
  const columns = {
    id: "id",
    region: "site.region.slug",
    tags: "tags[].slug",
    first: "tags[0].slug",
    label: "no ${row.id}",
  };
  const made = tableOf(file("d/a.json", columns, ["id"]), rows);
  expect(made).toMatchObject({
    text: '[\n  {"id":1,"region":"n","tags":[],"first":null,"label":"no 1"},\n  {"id":2,"region":null,"tags":["a","b"],"first":"a","label":"no 2"}\n]\n',
  });
  const secret = tableOf(file("d/a.json", { id: "id", x: "x" }, ["id"]), [
    { id: 1, x: [{ secret: "env:KEY" }] },
  ]);
  expect(secret).toMatchObject({
    problems: [{ message: expect.stringContaining("a reference to a secret") }],
  });
});

test("two rows of one key, and one without, are problems: a template would make one resource twice", () => {
  const of = (rows: readonly Json[]) =>
    tableOf(file("d/a.csv", { site: "site", vid: "vid" }, ["site", "vid"]), rows);
  expect(
    of([
      { site: "a", vid: 1 },
      { site: "a", vid: 1 },
    ]),
  ).toMatchObject({ problems: [{ message: 'd/a.csv: two rows have the key "a 1".' }] });
  expect(of([{ site: null, vid: 1 }])).toMatchObject({
    problems: [{ message: expect.stringContaining("1 row has no value in the key") }],
  });
  expect(
    of([
      { site: "a", vid: 10 },
      { site: "a", vid: 9 },
    ]),
  ).toMatchObject({ text: "site,vid\na,9\na,10\n" });
});
