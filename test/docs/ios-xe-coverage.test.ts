/**
 * The page that lists which parts of IOS-XE have a section. The page is generated from another client's facts, and
 * checked against them.
 */

import { expect, test } from "vitest";
import { deviceConfigurations, linePercent, lineShare } from "../../scripts/shares/device-lines.ts";
import { plainPath, type SectionPaths, sectionPaths } from "../../scripts/shares/section-paths.ts";
import type { MappingData } from "../../src/catalog/schema/mapping.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { builtInData } from "../../src/project/mappings.ts";
import { mappingFolder } from "../../src/runtime/files/catalog-files.ts";
import { objects, type Resource, resourcesOf, textOf } from "../servers/products/client-facts.ts";

/**
 * Returns the leaves that the client knows, including leaves inside its lists. Keys of parents are left out, because
 * they are in the path.
 */
function leavesOf(fields: readonly JsonObject[], above: string): readonly string[] {
  return fields.flatMap((field) => {
    const path = textOf(field, "xpath") || textOf(field, "yang");
    if (path === "" || field.inPath === true) return [];
    const here = `${above}/${path}`;
    const inside = objects(field.fields);
    return inside.length > 0 ? leavesOf(inside, here) : [here];
  });
}

function rowOf({ name, words, fields }: Resource, sections: readonly SectionPaths[]): string {
  const leaves = new Set(leavesOf(fields, textOf(words, "path")).map(plainPath));
  const own = [...leaves].filter((leaf) => !/\/(?:name|id)$/.test(leaf) || leaves.size === 1);
  const counted = own.length > 0 ? own : [...leaves];
  const covered = counted.filter((leaf) => sections.some(({ paths }) => paths.has(leaf)));
  const by = sections.filter(({ paths }) => counted.some((leaf) => paths.has(leaf)));
  const names = by
    .map(({ section }) => `\`${section}\``)
    .sort()
    .join(", ");
  return `| ${name} | ${names === "" ? "only `config:`" : names} | ${covered.length} of ${counted.length} |`;
}

function built(): MappingData {
  const folder = mappingFolder();
  if (folder === undefined) throw new Error("there is no folder of mappings");
  return builtInData(folder, "ios-xe");
}
const mapping = built();

/** The maximum number of lines that one row names. They are lines without a section. */
const named = 6;

function lineRows(): readonly string[] {
  return deviceConfigurations().map((each) => {
    const share = lineShare(mapping, each);
    const places = share.left.slice(0, named).map(([form, count]) => `\`${form}\` (${count})`);
    const more = share.left.length > named ? [`${share.left.length - named} more`] : [];
    return `| ${each.what} | ${share.lines} | ${linePercent(share)}% | ${[...places, ...more].join(", ")} |`;
  });
}

function pageOf(resources: readonly Resource[]): string {
  const sections = mapping.kinds.map((kind) => sectionPaths(kind));
  const rows = resources.map((each) => rowOf(each, sections));
  const withSection = rows.filter((row) => !row.includes("only `config:`"));
  return `# How much of IOS-XE has sections

## By lines

Each row is a whole public configuration, whose lines are reduced to their forms: \`NAME\` and \`ADDRESS\` stand for
values. \`npm run shares -- ios-xe\` lists every line without a section. Such a line can be declared under \`config:\`,
if the vendor's modules have it.

| configuration | lines | in sections | lines without a section, the most frequent first |
|---|---|---|---|
${lineRows().join("\n")}

## By fields

Another client manages ${resources.length} kinds of objects on IOS-XE. ${withSection.length === resources.length ? "All" : withSection.length} of them have fields in
[sections](device-sections.md) of the mapping \`ios-xe\`; all other fields can be declared under \`config:\`, by path.
The last column says how many of that client's fields are in a section; keys and names are not counted.

| kind | section | fields |
|---|---|---|
${rows.join("\n")}

This page is written by a test: \`npx vitest run test/docs/ios-xe-coverage.test.ts -u\`.
`;
}

test.each(deviceConfigurations())("the share of $what in sections does not fall", (configuration) => {
  expect(linePercent(lineShare(mapping, configuration))).toBeGreaterThanOrEqual(configuration.atLeast);
});

test("the page about IOS-XE says what its sections have", async () => {
  const resources = resourcesOf("mappings/ios-xe");
  expect(resources).toHaveLength(136);
  await expect(pageOf(resources)).toMatchFileSnapshot("../../docs/device-coverage.md");
});
